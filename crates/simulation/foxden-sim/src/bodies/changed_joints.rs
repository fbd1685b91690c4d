//! What becomes of joints, their motors and their brakes when end points get or lose bodies
//! while the world runs.

use crate::devices::PositionSource;
use crate::devices::table::{BrakeIndex, MotorIndex};
use crate::dynamics::Motor;
use crate::model::{Model, RowIndex};
use crate::world::World;
use foxden_scene::NodeId;
use std::collections::HashMap;

/// A motor before the scene is compiled again.
pub(crate) struct KnownMotor {
    motor: Motor,
    /// Whether it drives the joint of a body.
    is_dynamic: bool,
}

impl World {
    /// All motors as they are now.
    pub(crate) fn known_motors(&self) -> HashMap<NodeId, KnownMotor> {
        let motors = self.model.devices.motors.iter().enumerate();
        motors
            .map(|(at, row)| {
                let dynamic = self.dynamic_motor(MotorIndex::new(at));
                let kinematic = &self.state.devices.motors[at].kinematic;
                let known = KnownMotor {
                    motor: dynamic.unwrap_or(kinematic).clone(),
                    is_dynamic: dynamic.is_some(),
                };
                (row.mount.node, known)
            })
            .collect()
    }

    /// The motor in the joint of a body.
    pub(crate) fn dynamic_motor(&self, motor: MotorIndex) -> Option<&Motor> {
        let (joint, axis) = self.model.devices.motors[motor].joint?;
        let id = self.state.bodies.joints[joint]?;
        self.state.bodies.dynamics.joint(id)?.motor(axis.into())
    }

    /// A motor whose end point has got or lost its body goes on with its commands. The speed
    /// that it has reached counts the other way round in the genuine program.
    pub(crate) fn keep_motors(&mut self, known: &HashMap<NodeId, KnownMotor>) {
        for at in 0..self.model.devices.motors.len() {
            let index = MotorIndex::new(at);
            let row = &self.model.devices.motors[at];
            let Some(before) = known.get(&row.mount.node) else {
                continue;
            };
            if before.is_dynamic == self.dynamic_motor(index).is_some() {
                continue;
            }
            let mut motor = before.motor.clone();
            motor.spec = row.spec();
            motor.reverse();
            if let Some(home) = self.motor_mut(index) {
                *home = motor;
            }
        }
    }

    /// Brakes act on joints that were created again.
    pub(crate) fn keep_brakes(&mut self) {
        for at in 0..self.model.devices.brakes.len() {
            let index = BrakeIndex::new(at);
            let damping = self.state.devices.brakes[index].damping;
            let source = self.model.devices.brakes[index].source();
            if let PositionSource::Joint(joint, axis) = source
                && let Some(id) = self.state.bodies.joints[joint]
            {
                let dynamics = &mut self.state.bodies.dynamics;
                dynamics.keep_brake(id, axis.into(), damping);
            }
        }
    }

    /// Where a solid has got or lost its Physics, the end points without Physics at and below
    /// it are from now on where their positions put them.
    pub(crate) fn forget_zeros(&mut self, before: &Model) {
        for at in 0..self.model.solids.len() {
            let solid = &self.model.solids[at];
            let Some(old) = before.solid_of(solid.node) else {
                continue;
            };
            if solid.physics.is_some() == before.solids[old].physics.is_some() {
                continue;
            }
            let branch = self.model.transform_tree.branch(solid.place.at());
            let joints = self.model.joints.iter().enumerate();
            for (at, row) in joints.filter(|(_, row)| !row.is_dynamic) {
                if branch.contains(&row.end_place.at()) {
                    let pose = &self.state.local_poses[row.end_place];
                    self.state.joint_zeros[at] = row.zero_of(&self.state.joints[at], pose);
                }
            }
        }
    }
}
