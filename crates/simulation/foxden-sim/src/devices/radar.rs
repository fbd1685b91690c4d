//! Radars: what of the targets around comes back.

use crate::controller::{RadarTarget, Sampling};
use crate::devices::Mount;
use crate::math::{Vector, log10, pow};
use crate::model::SolidIndex;
use crate::model::compile::read;
use foxden_scene::{NodeId, Scene};
use std::f64::consts::PI;

/// In metres per second.
const SPEED_OF_LIGHT: f64 = 299_792_458.0;
/// A milliwatt, to which levels in dBm relate.
const MILLIWATT: f64 = 0.001;

/// A Radar.
#[derive(Clone, Debug)]
pub struct Radar {
    pub(crate) node: NodeId,
    pub(crate) mount: Mount,
    pub(crate) min_range: f64,
    pub(crate) max_range: f64,
    /// The angles that it sees sideways and up and down.
    pub(crate) field_of_view: [f64; 2],
    pub(crate) min_absolute_radial_speed: f64,
    pub(crate) min_radial_speed: f64,
    pub(crate) max_radial_speed: f64,
    pub(crate) cell_distance: f64,
    pub(crate) cell_speed: f64,
    pub(crate) range_noise: f64,
    pub(crate) speed_noise: f64,
    pub(crate) angular_noise: f64,
    pub(crate) has_occlusion: bool,
    /// What comes back of a cross section of 1 at 1 m, in watts.
    gain: f64,
    /// The least power that it notices, in watts.
    threshold: f64,
}

/// What may change about a radar while the world runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RadarState {
    pub(crate) sampling: Sampling,
    pub(crate) targets: Vec<RadarTarget>,
    /// Whether targets were looked for during this step.
    pub(crate) is_looking: bool,
    /// Where targets were at the last sample.
    pub(crate) before: Vec<(NodeId, Vector)>,
    pub(crate) position_before: Vector,
    /// The time between the last two samples, in milliseconds.
    pub(crate) elapsed: f64,
}

/// A solid that sends something back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reflector {
    pub(crate) solid: SolidIndex,
    pub(crate) cross_section: f64,
}

impl Radar {
    pub(crate) fn read(scene: &Scene, node: NodeId, mount: Mount) -> Self {
        let number = |name: &str| read::number(scene, node, name);
        let watts = |name: &str| MILLIWATT * pow(10.0, number(name) / 10.0);
        let antenna = pow(10.0, number("antennaGain") / 10.0);
        let wavelength = SPEED_OF_LIGHT / (number("frequency") * 1e9);
        Self {
            node,
            mount,
            min_range: number("minRange"),
            max_range: number("maxRange"),
            field_of_view: [
                number("horizontalFieldOfView"),
                number("verticalFieldOfView"),
            ],
            min_absolute_radial_speed: number("minAbsoluteRadialSpeed"),
            min_radial_speed: number("minRadialSpeed"),
            max_radial_speed: number("maxRadialSpeed"),
            cell_distance: number("cellDistance"),
            cell_speed: number("cellSpeed"),
            range_noise: number("rangeNoise"),
            speed_noise: number("speedNoise"),
            angular_noise: number("angularNoise"),
            has_occlusion: read::flag(scene, node, "occlusion"),
            gain: watts("transmittedPower") * antenna * antenna * wavelength * wavelength
                / pow(4.0 * PI, 3.0),
            threshold: watts("minDetectableSignal"),
        }
    }

    /// What comes back, in watts, if it is enough to be noticed.
    pub(crate) fn received(&self, cross_section: f64, distance: f64) -> Option<f64> {
        let power = self.gain * cross_section / pow(distance, 4.0);
        (power >= self.threshold).then_some(power)
    }

    /// Whether a target that moves this fast away is shown. A speed that is
    /// no number passes, as in the genuine simulator.
    pub(crate) fn shows_speed(&self, speed: f64) -> bool {
        let is_limited = self.min_radial_speed != 0.0 || self.max_radial_speed != 0.0;
        let is_outside = speed < self.min_radial_speed || speed > self.max_radial_speed;
        let least = self.min_absolute_radial_speed;
        let is_too_slow = least > 0.0 && speed.abs() < least;
        !(is_limited && is_outside || is_too_slow)
    }

    /// Makes one target of those that a cell cannot tell apart, weighted by
    /// their powers.
    pub(crate) fn merge(&self, targets: &mut Vec<RadarTarget>) {
        if self.cell_distance <= 0.0 {
            return;
        }
        let mut at = 0;
        while at < targets.len() {
            let first = targets[at];
            let is_near = |other: &RadarTarget| {
                (first.distance - other.distance).abs() < self.cell_distance
                    && (self.cell_speed <= 0.0
                        || (first.speed - other.speed).abs() < self.cell_speed)
            };
            let merged: Vec<RadarTarget> =
                targets[at + 1..].iter().copied().filter(is_near).collect();
            if merged.is_empty() {
                at += 1;
                continue;
            }
            let all = || std::iter::once(&first).chain(&merged);
            let power: f64 = all().map(|target| target.power).sum();
            let mean = |value: fn(&RadarTarget) -> f64| {
                all()
                    .map(|target| value(target) * target.power)
                    .sum::<f64>()
                    / power
            };
            let sum = RadarTarget {
                distance: mean(|target| target.distance),
                power,
                speed: mean(|target| target.speed),
                azimuth: mean(|target| target.azimuth),
            };
            let tail = targets.split_off(at + 1);
            targets[at] = sum;
            targets.extend(tail.into_iter().filter(|other| !is_near(other)));
        }
    }
}

impl RadarState {
    pub(crate) const NEW: Self = Self {
        sampling: Sampling::OFF,
        targets: Vec::new(),
        is_looking: false,
        before: Vec::new(),
        position_before: Vector::ZERO,
        elapsed: 0.0,
    };
}

/// A power in watts as a level in dBm.
pub(crate) fn level(power: f64) -> f64 {
    10.0 * log10(power / MILLIWATT)
}
