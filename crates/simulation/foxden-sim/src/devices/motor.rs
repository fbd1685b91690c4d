//! Motors: their fields, commands and feedback. How they move their joints is
//! a matter of the dynamics.

use crate::controller::{Command, Reading, Write};
use crate::devices::motor_limits::Limit;
use crate::devices::table::MotorIndex;
use crate::devices::{Device, DeviceAnswer, Mount, PositionSource, Renumbering, Sampling};
use crate::dynamics::{self, MotorSpec};
use crate::model::compile::read;
use crate::model::{JointIndex, Model, RowIndex, Table};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, Scene, Value};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A RotationalMotor or LinearMotor.
#[derive(Clone, Debug)]
pub(crate) struct Motor {
    pub(crate) mount: Mount,
    /// The joint and axis that it drives.
    pub(crate) joint: Option<(JointIndex, u8)>,
    /// The position of its joint, if that has no end point.
    pub(crate) loose_position: f64,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// With new values of its fields.
    fn read_again(&self, scene: &Scene) -> Option<Self> {
        let mut read = Self::read(scene, self.mount)?;
        read.felt_axis = self.felt_axis;
        read.coupled.clone_from(&self.coupled);
        Some(read)
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

    /// The motor as it is at the start, at a position of its joint.
    pub(crate) fn kinematic(&self, position: f64) -> dynamics::Motor {
        dynamics::Motor::new(self.spec(), position)
    }

    /// The part of the name that coupled motors share.
    fn group(&self) -> Option<&str> {
        motor_group(&self.name)
    }
}

impl Device for Motor {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::RotationalMotor, NodeType::LinearMotor];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        let node = mount.node;
        let force = match read::kind(scene, node) {
            NodeType::LinearMotor => "maxForce",
            _ => "maxTorque",
        };
        let joint = match mount.source {
            Some(PositionSource::Joint(joint, axis)) => Some((joint, axis)),
            _ => None,
        };
        let loose_position = match mount.source {
            Some(PositionSource::LooseJoint(Some(parameters))) => {
                read::number(scene, parameters, "position")
            }
            _ => 0.0,
        };
        Some(Self {
            mount,
            joint,
            loose_position,
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
        })
    }

    fn mount(&self) -> &Mount {
        &self.mount
    }

    fn new_state(&self, joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        let position = self.joint.map_or(self.loose_position, |(joint, axis)| {
            joints[joint][axis as usize]
        });
        MotorState {
            kinematic: self.kinematic(position),
            turned: 0.0,
            speed: 0.0,
            feedback: 0.0,
            feedback_sampling: Sampling::OFF,
            feedback_value: f64::NAN,
        }
    }

    fn edit(world: &mut World, index: Self::Index, field: FieldRef) -> bool {
        let scene = &world.scene;
        let before = &world.model.devices.motors[index];
        let Some(read) = before.read_again(scene) else {
            return true;
        };
        if read.name != before.name {
            // other motors may be coupled with it now
            return false;
        }
        world.adapt_motor(index, &read);
        Arc::make_mut(&mut world.model).devices.motors[index] = read;
        if let Some(limit) = Limit::of_field(world.scene.field_name(field)) {
            world.settle_motor(index, limit);
        }
        true
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        match command {
            Command::EnableFeedback(_, period) if world.can_feel(index) => {
                let state = &mut world.state;
                let own = &mut state.devices.motors[index];
                own.feedback_sampling.enable(period, state.clock);
            }
            Command::MotorAcceleration(_, acceleration) => {
                world.write_motor(index, "acceleration", Value::Float(acceleration));
            }
            Command::MotorControl(_, constants) => {
                world.write_motor(index, "controlPID", Value::Vec3(constants));
            }
            // where to go and how fast is for all coupled motors, the means are each motor's own
            Command::MotorPosition(..) | Command::MotorVelocity(..) | Command::MotorForce(..) => {
                for at in 0..world.model.devices.motors[index].coupled.len() {
                    let other = world.model.devices.motors[index].coupled[at];
                    world.command_motor(other, &command);
                }
                world.command_motor(index, &command);
            }
            Command::MotorAvailableForce(..) => world.command_motor(index, &command),
            _ => {}
        }
    }

    fn sampling(state: &mut Self::State) -> Option<&mut Sampling> {
        Some(&mut state.feedback_sampling)
    }

    fn refresh(world: &mut World, index: Self::Index) {
        let state = &mut world.state;
        let own = &mut state.devices.motors[index];
        own.feedback_value = own.feedback;
        own.feedback_sampling.refresh(state.clock);
    }

    fn answer(world: &mut World, index: Self::Index, mut answer: DeviceAnswer<'_>) {
        let own = &mut world.state.devices.motors[index];
        if std::mem::take(&mut own.feedback_sampling.is_pending) {
            answer.push(Reading::Feedback(own.feedback_value));
        }
    }

    fn last_reading(_state: &Self::State) -> Option<Reading> {
        None
    }

    fn reset(world: &mut World, index: Self::Index) {
        let own = &mut world.state.devices.motors[index];
        own.feedback_sampling.restart();
    }

    fn carry_over(_: &mut Self::State, _: Self::Index, _: &Renumbering<'_>) {}

    fn added(model: &mut Model, index: Self::Index) {
        let motor = &mut model.devices.motors[index];
        match motor.mount.source {
            Some(PositionSource::Track(track)) => {
                let row = &mut model.tracks[track];
                row.motor = row.motor.or(Some(index));
            }
            Some(PositionSource::Joint(joint, axis)) => {
                let joint = &mut model.joints[joint];
                if let Some(axis) = joint.axes.get_mut(axis as usize) {
                    axis.motor = Some(index);
                }
            }
            Some(PositionSource::LooseJoint(_)) | None => {}
        }
    }

    fn all_added(model: &mut Model) {
        couple(&mut model.devices.motors);
    }

    fn power_changed(world: &mut World, index: Self::Index, is_powered: bool) {
        world.set_motor_power(index, is_powered);
    }

    fn restore(world: &mut World, index: Self::Index) {
        world.reset_motor(index);
    }
}

impl World {
    fn command_motor(&mut self, motor: MotorIndex, command: &Command) {
        self.wake_driven(motor);
        let Some(motor) = self.motor_mut(motor) else {
            return;
        };
        match command {
            Command::MotorPosition(_, position) => {
                motor.set_position(*position);
            }
            Command::MotorVelocity(_, velocity) => {
                motor.set_velocity(*velocity);
            }
            Command::MotorAvailableForce(_, force) => {
                motor.set_available(*force);
            }
            Command::MotorForce(_, force) => {
                motor.set_force(*force);
            }
            _ => {}
        }
    }

    /// What a controller says about a motor that is a field of it: supervisors
    /// see it, and it stays after a reset.
    fn write_motor(&mut self, motor: MotorIndex, name: &str, value: Value) {
        let node = self.model.devices.motors[motor].mount.node;
        if let Some(field) = self.scene.base_field(node, name)
            && self.get(field).as_ref() != Some(&value)
        {
            // a value that the scene refuses changes nothing
            let _ = self.set(field, Write::Whole(value));
        }
        self.wake_driven(motor);
    }

    /// A motor whose fields changed. What it may use of its force and how fast
    /// it is commanded to go stay as they are.
    pub(crate) fn adapt_motor(&mut self, index: MotorIndex, read: &Motor) {
        let is_other_control = read.control != self.model.devices.motors[index].control;
        let spec = read.spec();
        if let Some(motor) = self.motor_mut(index) {
            motor.spec = spec;
            if is_other_control {
                motor.set_pid(spec.pid);
            }
        }
    }

    /// A motor as at the start. The position of its joint is a command to it,
    /// so it is multiplied and limited like one.
    fn reset_motor(&mut self, motor: MotorIndex) {
        let row = &self.model.devices.motors[motor];
        let joints = &self.state.joints;
        let position = row.joint.map_or(row.loose_position, |(joint, axis)| {
            joints[joint][axis as usize]
        });
        let mut fresh = row.kinematic(position);
        fresh.set_position(position);
        self.state.devices.motors[motor].kinematic = fresh.clone();
        if let Some(motor) = self.motor_mut(motor) {
            *motor = fresh;
        }
    }
}

/// Motors of a robot whose names start alike before `::` take the same commands.
fn couple(motors: &mut Table<MotorIndex, Motor>) {
    for at in 0..motors.len() {
        let Some(group) = motors[at].group().map(str::to_owned) else {
            continue;
        };
        let robot = motors[at].mount.robot;
        motors[at].coupled = (0..motors.len())
            .filter(|other| {
                let (own, other) = (*other, &motors[*other]);
                own != at && other.mount.robot == robot && other.group() == Some(group.as_str())
            })
            .map(MotorIndex::new)
            .collect();
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
