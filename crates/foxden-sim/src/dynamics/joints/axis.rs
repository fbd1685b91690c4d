//! One free axis of a joint: its motor, stops, spring and friction.

use super::{Ends, Push, Rules};
use crate::dynamics::motor::{Effort, Motor, MotorSpec};
use crate::dynamics::rows::{Part, Row};
use crate::math::Vector;

/// The parameters of one axis of a joint.
#[derive(Clone, Debug, PartialEq)]
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stop {
    Low(f64),
    High(f64),
}

/// One axis of a joint and its state.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub spec: AxisSpec,
    pub position: f64,
    /// The damping that a brake adds.
    pub brake: f64,
    pub motor: Option<Motor>,
    speed: f64,
    bound: f64,
}

impl Axis {
    pub fn new(spec: &AxisSpec) -> Self {
        Self {
            spec: spec.clone(),
            position: spec.position,
            brake: 0.0,
            motor: spec.motor.map(|motor| Motor::new(motor, spec.position)),
            speed: 0.0,
            bound: 0.0,
        }
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

    /// Whether a position measured from the initial one is beyond a stop.
    pub fn stop(&self, moved: f64) -> Option<Stop> {
        if !self.has_stops() {
            return None;
        }
        let low = self.spec.min_stop - self.spec.position;
        let high = self.spec.max_stop - self.spec.position;
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
                let row = Row::bilateral(ends.pair, parts.0, parts.1, self.speed, rules.cfm);
                rows.push(row.bounded(-self.bound, self.bound));
            }
            return None;
        };
        let erp = self.spec.stop_erp.unwrap_or(rules.erp) / rules.step;
        let cfm = self.spec.stop_cfm.unwrap_or(rules.cfm);
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
