//! Motors of robots; how they move is a matter of the dynamics.

use crate::controller::Sampling;
use crate::dynamics::{self, MotorSpec};
use crate::model::compile::read;
use crate::model::{JointIndex, MotorIndex, RobotIndex};
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
    /// The axis whose force or torque it feels.
    pub(crate) felt_axis: u8,
    pub(crate) acceleration: f64,
    pub(crate) consumption_factor: f64,
    pub(crate) control: [f64; 3],
    pub(crate) max_velocity: f64,
    pub(crate) min_position: f64,
    pub(crate) max_position: f64,
    /// The greatest force or torque.
    pub(crate) max_force: f64,
    pub(crate) multiplier: f64,
    /// Other motors of the robot that take the same commands.
    pub(crate) coupled: Vec<MotorIndex>,
}

/// What may change about a motor while the world runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MotorState {
    /// The motor of a joint without a body; otherwise the body's joint has it.
    pub(crate) kinematic: dynamics::Motor,
    /// How far it turned a propeller.
    pub(crate) turned: f64,
    /// How fast it moved in the last step, without a body.
    pub(crate) speed: f64,
    /// The force or torque of the last step; NaN where there is none to measure.
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
            felt_axis: 0,
            name: read::text(scene, node, "name"),
            acceleration: read::number(scene, node, "acceleration"),
            consumption_factor: read::number(scene, node, "consumptionFactor"),
            control: read::vector(scene, node, "controlPID").to_array(),
            max_velocity: read::number(scene, node, "maxVelocity"),
            min_position: read::number(scene, node, "minPosition"),
            max_position: read::number(scene, node, "maxPosition"),
            max_force: read::number(scene, node, force),
            multiplier: read::number(scene, node, "multiplier"),
            coupled: Vec::new(),
        }
    }

    /// With new values of its fields. The limits of coupled motors follow from
    /// the first of them, so they stay.
    pub(crate) fn read_again(&self, scene: &Scene, node: NodeId) -> Self {
        let mut read = Self::read(scene, node, self.robot);
        read.joint = self.joint;
        read.felt_axis = self.felt_axis;
        read.coupled.clone_from(&self.coupled);
        if !self.coupled.is_empty() {
            read.max_velocity = self.max_velocity;
            read.min_position = self.min_position;
            read.max_position = self.max_position;
        }
        read
    }

    pub(crate) fn spec(&self) -> MotorSpec {
        MotorSpec {
            max_force: self.max_force,
            max_velocity: self.max_velocity,
            acceleration: (self.acceleration != -1.0).then_some(self.acceleration),
            pid: self.control,
            min_position: self.min_position,
            max_position: self.max_position,
            multiplier: self.multiplier,
        }
    }

    pub(crate) fn state(&self, position: f64) -> MotorState {
        MotorState {
            kinematic: dynamics::Motor::new(self.spec(), position),
            turned: 0.0,
            speed: 0.0,
            feedback: 0.0,
            feedback_sampling: Sampling::OFF,
            feedback_value: f64::NAN,
        }
    }

    /// Limits that leave out the position of the joint are widened to it.
    pub(crate) fn include(&mut self, position: f64) {
        if self.min_position == 0.0 && self.max_position == 0.0 {
            return;
        }
        if position < self.min_position {
            self.min_position = position;
        } else if position > self.max_position {
            self.max_position = position;
        }
    }

    /// The part of the name that coupled motors share.
    pub(crate) fn group(&self) -> Option<&str> {
        motor_group(&self.name)
    }

    /// Takes over the limits of the first motor of a group, in proportion.
    pub(crate) fn follow_limits(&mut self, first: &Self) {
        let ratio = self.multiplier / first.multiplier;
        self.max_velocity = first.max_velocity * ratio.abs();
        let (a, b) = (first.min_position * ratio, first.max_position * ratio);
        (self.min_position, self.max_position) = if a <= b { (a, b) } else { (b, a) };
    }
}

/// The part of a motor's name that coupled motors share: what is before `::` in
/// a name of exactly two parts.
///
/// ```
/// use foxden_sim::motor_group;
/// assert_eq!(motor_group("arm::left"), Some("arm"));
/// assert_eq!(motor_group("arm::left::low"), None);
/// assert_eq!(motor_group("arm"), None);
/// ```
pub fn motor_group(name: &str) -> Option<&str> {
    let (group, own) = name.split_once("::")?;
    (!own.contains("::")).then_some(group)
}
