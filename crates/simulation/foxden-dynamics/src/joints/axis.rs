//! One free axis of a joint: its motor, stops, spring and friction.

use super::{Ends, Push, Rules, Softness};
use crate::constraint_rows::{Part, Row};
use crate::math::Vector;
use crate::motor::{Effort, Motor, MotorSpec};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// The parameters of one axis of a joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AxisSpec {
    /// Its direction in the frame of the joint.
    pub axis: Vector,
    /// The position at which the joint is made.
    pub position: f64,
    /// The low stop; no stops where it equals the high one.
    pub min_stop: f64,
    /// The high stop.
    pub max_stop: f64,
    /// The spring constant towards position 0.
    pub spring: f64,
    /// The damping constant.
    pub damping: f64,
    /// The force or torque of static friction.
    pub static_friction: f64,
    /// How much of an overrun of a stop is corrected in a step; none: as the world says.
    pub stop_erp: Option<f64>,
    /// How soft a stop is; none: as the world says.
    pub stop_cfm: Option<f64>,
    /// The motor.
    pub motor: Option<MotorSpec>,
}

impl AxisSpec {
    /// A free axis at position 0.
    pub const fn new(axis: Vector) -> Self {
        Self {
            axis,
            position: 0.0,
            min_stop: 0.0,
            max_stop: 0.0,
            spring: 0.0,
            damping: 0.0,
            static_friction: 0.0,
            stop_erp: None,
            stop_cfm: None,
            motor: None,
        }
    }
}

/// A position beyond a stop, by how much.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Stop {
    Low(f64),
    High(f64),
}

/// One axis of a joint and its state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Axis {
    pub spec: AxisSpec,
    pub position: f64,
    /// What the position was when the spring was made: it counts from there.
    pub rest: f64,
    /// The damping that a brake adds.
    pub brake: f64,
    pub motor: Option<Motor>,
    /// What the world said when the joint was made: motors keep it.
    pub made: Softness,
    /// What it said when the stops were set last.
    pub stops: Softness,
    speed: f64,
    bound: f64,
}

impl Axis {
    pub fn new(spec: &AxisSpec) -> Self {
        Self {
            spec: spec.clone(),
            position: spec.position,
            rest: spec.position,
            brake: 0.0,
            motor: spec.motor.map(|motor| Motor::new(motor, spec.position)),
            made: Softness::default(),
            stops: Softness::default(),
            speed: 0.0,
            bound: 0.0,
        }
    }

    /// Takes over what acts on the axis; whether spring or damper were changed.
    /// Equal stops leave the old ones, as in the genuine engine.
    pub fn adapt(&mut self, spec: &AxisSpec) -> bool {
        let is_sprung_anew = (self.spec.spring, self.spec.damping) != (spec.spring, spec.damping);
        let stops = match spec.min_stop == spec.max_stop {
            true => (self.spec.min_stop, self.spec.max_stop),
            false => (spec.min_stop, spec.max_stop),
        };
        self.motor = match (self.motor.take(), spec.motor) {
            (Some(mut motor), Some(spec)) => {
                motor.spec = spec;
                Some(motor)
            }
            (None, Some(spec)) => Some(Motor::new(spec, self.position)),
            (_, None) => None,
        };
        self.spec = AxisSpec {
            axis: self.spec.axis,
            position: self.spec.position,
            min_stop: stops.0,
            max_stop: stops.1,
            ..spec.clone()
        };
        if is_sprung_anew {
            self.rest = self.spec.position;
        }
        is_sprung_anew
    }

    /// Asks the motor; a force to push with is returned.
    pub fn prepare(&mut self, step: f64) -> Option<f64> {
        let friction = self.spec.static_friction;
        let effort = match &mut self.motor {
            Some(motor) => motor.effort(self.position, step, friction),
            None => Effort::Speed {
                speed: 0.0,
                bound: friction,
            },
        };
        match effort {
            Effort::Speed { speed, bound } => {
                (self.speed, self.bound) = (speed, bound);
                None
            }
            Effort::Force(force) => {
                (self.speed, self.bound) = (0.0, friction);
                Some(force)
            }
        }
    }

    /// The speed wanted in this step, and the most force for it.
    pub fn effort(&self) -> (f64, f64) {
        (self.speed, self.bound)
    }

    pub fn has_stops(&self) -> bool {
        self.spec.min_stop != self.spec.max_stop
    }

    /// The stops in order, as angles from the initial position, unless both are
    /// more than half a turn away.
    pub fn turning_stops(&self) -> Option<[f64; 2]> {
        let [one, two] =
            [self.spec.min_stop, self.spec.max_stop].map(|stop| stop - self.spec.position);
        let (low, high) = (one.min(two), one.max(two));
        (self.has_stops() && (high <= PI || low >= -PI)).then_some([low, high])
    }

    /// The stops measured from the initial position, if they are in order.
    pub fn moving_stops(&self) -> Option<[f64; 2]> {
        let stops = [self.spec.min_stop, self.spec.max_stop];
        (stops[0] < stops[1]).then(|| stops.map(|stop| stop - self.spec.position))
    }

    /// Whether a position measured from the initial one is beyond one of two stops.
    pub fn stop(moved: f64, [low, high]: [f64; 2]) -> Option<Stop> {
        if moved <= low {
            Some(Stop::Low(moved - low))
        } else if moved >= high {
            Some(Stop::High(moved - high))
        } else {
            None
        }
    }

    /// The row of motor and stop along the given parts. At a stop the motor
    /// becomes a force from outside, which is returned.
    pub fn row(
        &self,
        ends: Ends,
        parts: (Part, Part),
        stop: Option<Stop>,
        rules: &Rules,
        rows: &mut Vec<Row>,
    ) -> Option<Push> {
        let is_powered = self.bound > 0.0;
        let Some(stop) = stop else {
            if is_powered {
                let row = Row::bilateral(ends.pair, parts.0, parts.1, self.speed, self.made.cfm);
                rows.push(row.bounded(-self.bound, self.bound));
            }
            return None;
        };
        let erp = rules.rate(self.spec.stop_erp.unwrap_or(self.stops.erp));
        let cfm = self.spec.stop_cfm.unwrap_or(self.stops.cfm);
        let (excess, low, high, inward) = match stop {
            Stop::Low(excess) => (excess, 0.0, f64::INFINITY, -self.bound),
            Stop::High(excess) => (excess, f64::NEG_INFINITY, 0.0, self.bound),
        };
        let row = Row::bilateral(ends.pair, parts.0, parts.1, -erp * excess, cfm);
        rows.push(row.bounded(low, high));
        let force = match self.speed.partial_cmp(&0.0) {
            Some(std::cmp::Ordering::Greater) => self.bound,
            Some(std::cmp::Ordering::Less) => -self.bound,
            _ => inward,
        };
        is_powered.then_some((parts, force))
    }

    /// Softness and correction of the spring and damper, if there is one.
    pub fn spring_factors(&self, step: f64) -> Option<(f64, f64)> {
        spring_factors(self.spec.spring, self.spec.damping + self.brake, step)
    }
}

/// Spring and damping constants as constraint force mixing and error reduction.
pub(super) fn spring_factors(spring: f64, damping: f64, step: f64) -> Option<(f64, f64)> {
    if spring == 0.0 && damping == 0.0 {
        return None;
    }
    let cfm = 1.0 / (step * spring + damping);
    let erp = (step * spring * cfm).min(1.0);
    cfm.is_finite().then_some((cfm, erp))
}
