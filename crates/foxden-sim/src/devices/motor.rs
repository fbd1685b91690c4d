//! Motors: what they aim at, and how they get there without physics.

use crate::compile::read;
use crate::controller::Sampling;
use crate::model::{JointIndex, RobotIndex};
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};

/// A RotationalMotor or LinearMotor.
#[derive(Clone, Debug)]
pub struct Motor {
    pub(crate) node: NodeId,
    pub(crate) robot: RobotIndex,
    /// The joint and axis that it drives.
    pub(crate) joint: Option<(JointIndex, u8)>,
    pub(crate) name: String,
    pub(crate) acceleration: f64,
    pub(crate) consumption_factor: f64,
    pub(crate) control: [f64; 3],
    pub(crate) max_velocity: f64,
    pub(crate) min_position: f64,
    pub(crate) max_position: f64,
    /// The greatest force or torque.
    pub(crate) max_force: f64,
    pub(crate) multiplier: f64,
}

/// What may change about a motor while the world runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MotorState {
    /// Infinite for velocity control.
    pub(crate) target_position: f64,
    pub(crate) target_velocity: f64,
    pub(crate) velocity: f64,
    pub(crate) acceleration: f64,
    pub(crate) available_force: f64,
    pub(crate) control: [f64; 3],
    /// A force that the controller gave, instead of a target.
    pub(crate) direct_force: Option<f64>,
    pub(crate) error_sum: f64,
    pub(crate) previous_error: f64,
    pub(crate) feedback: f64,
    pub(crate) feedback_sampling: Sampling,
    pub(crate) feedback_value: f64,
}

impl Motor {
    pub(crate) fn read(scene: &Scene, node: NodeId, robot: RobotIndex) -> Self {
        let force = match read::kind(scene, node) {
            NodeType::LinearMotor => "maxForce",
            _ => "maxTorque",
        };
        Self {
            node,
            robot,
            joint: None,
            name: read::text(scene, node, "name"),
            acceleration: read::number(scene, node, "acceleration"),
            consumption_factor: read::number(scene, node, "consumptionFactor"),
            control: read::vector(scene, node, "controlPID").to_array(),
            max_velocity: read::number(scene, node, "maxVelocity"),
            min_position: read::number(scene, node, "minPosition"),
            max_position: read::number(scene, node, "maxPosition"),
            max_force: read::number(scene, node, force),
            multiplier: read::number(scene, node, "multiplier"),
        }
    }

    pub(crate) fn state(&self, position: f64) -> MotorState {
        MotorState {
            target_position: position,
            target_velocity: self.max_velocity,
            velocity: 0.0,
            acceleration: self.acceleration,
            available_force: self.max_force,
            control: self.control,
            direct_force: None,
            error_sum: 0.0,
            previous_error: 0.0,
            feedback: 0.0,
            feedback_sampling: Sampling::OFF,
            feedback_value: f64::NAN,
        }
    }

    fn is_limited(&self) -> bool {
        self.min_position != self.max_position
    }

    /// A target position as the motor takes it.
    pub(crate) fn set_position(&self, state: &mut MotorState, position: f64) {
        let mut target = position * self.multiplier;
        if target.is_finite() && self.is_limited() {
            target = target.clamp(
                self.min_position.min(self.max_position),
                self.max_position.max(self.min_position),
            );
        }
        state.target_position = target;
        state.direct_force = None;
    }

    /// A target velocity as the motor takes it.
    pub(crate) fn set_velocity(&self, state: &mut MotorState, velocity: f64) {
        let limit = self.max_velocity.abs();
        state.target_velocity = (velocity * self.multiplier).clamp(-limit, limit);
    }

    /// The position after a step of a joint that has no physics; `None` if it stays.
    pub(crate) fn advance(
        &self,
        state: &mut MotorState,
        position: f64,
        seconds: f64,
    ) -> Option<f64> {
        const ON_TARGET: f64 = 1e-6;
        let is_velocity_control = state.target_position.is_infinite();
        let stays = if is_velocity_control {
            self.is_limited()
                && ((position >= self.max_position && state.target_velocity >= 0.0)
                    || (position <= self.min_position && state.target_velocity <= 0.0))
        } else {
            (state.target_position - position).abs() < ON_TARGET
        };
        if stays {
            state.velocity = 0.0;
            return None;
        }
        let mut acceleration = state.acceleration;
        if acceleration == -1.0 || acceleration > state.available_force {
            acceleration = state.available_force;
        }
        let missing = state.target_velocity - state.velocity;
        let change = acceleration * seconds;
        if missing.abs() <= change {
            state.velocity = state.target_velocity;
        } else if missing > 0.0 {
            state.velocity += change;
        } else {
            state.velocity -= change;
        }
        if is_velocity_control {
            return Some(position + state.velocity * seconds);
        }
        let way = state.target_position - position;
        let reach = state.velocity * seconds;
        Some(if way.abs() <= reach.abs() {
            state.target_position
        } else {
            position + reach.abs().copysign(way)
        })
    }

    /// The speed that a motor on a body aims at, and the force it has for it.
    pub(crate) fn aim(&self, state: &mut MotorState, position: f64, seconds: f64) -> f64 {
        if state.available_force == 0.0 {
            state.velocity = 0.0;
            return 0.0;
        }
        let wanted = if state.target_position.is_infinite() {
            state.target_velocity
        } else {
            let [proportional, integral, derivative] = state.control;
            let error = state.target_position - position;
            state.error_sum += error * seconds;
            let change = (error - state.previous_error) / seconds;
            state.previous_error = error;
            let output = proportional * error + integral * state.error_sum + derivative * change;
            let limit = state.target_velocity.abs();
            if output.abs() < limit {
                output
            } else {
                limit.copysign(output)
            }
        };
        if state.acceleration == -1.0 {
            state.velocity = wanted;
        } else {
            let change = state.acceleration * seconds;
            let missing = wanted - state.velocity;
            state.velocity = if missing.abs() <= change {
                wanted
            } else {
                state.velocity + change.copysign(missing)
            };
        }
        state.velocity
    }
}
