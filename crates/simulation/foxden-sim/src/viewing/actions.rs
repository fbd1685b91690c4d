//! What people do to a running world from outside, besides edits.

use crate::bodies::external_forces::ExternalForce;
use crate::bodies::{relative, solid_masses};
use crate::controller::Command;
use crate::math::{Pose, Quaternion, Vector};
use crate::model::{RobotIndex, RowIndex};
use crate::world::{Snapshot, World};
use foxden_scene::NodeId;
use std::collections::HashMap;

impl World {
    /// Lets devices obey commands that do not come from a controller.
    pub fn command_devices(&mut self, robot: RobotIndex, commands: Vec<Command>) {
        if robot.at() < self.model.robots.len() {
            for command in commands {
                self.obey(robot, command);
            }
        }
    }

    /// Pushes a body in the next step. `is_relative`: the force or torque is given
    /// in its frame.
    pub fn apply_force(&mut self, node: NodeId, force: ExternalForce, is_relative: bool) {
        self.push(node, force, is_relative);
    }

    /// Takes the simulation back to its start at once.
    pub fn reset_now(&mut self) {
        self.reset();
    }

    /// Goes back to a snapshot while controllers run: what they wait for now is
    /// answered after the time that they asked for.
    pub fn return_to(&mut self, snapshot: &Snapshot) {
        let nodes = self.model.robots.iter().map(|robot| robot.node);
        let mut now: HashMap<NodeId, _> = nodes.zip(self.state.robots.iter().cloned()).collect();
        let (mut answers, model) = (std::mem::take(&mut self.answers), self.model.clone());
        self.restore(snapshot);
        answers.carry_over(&self.model, &model);
        self.answers = answers;
        let clock = self.state.clock;
        let rows = self.model.robots.iter().zip(&mut self.state.robots);
        for (robot, state) in rows {
            let Some(present) = now.remove(&robot.node) else {
                continue;
            };
            state.waiting = present.waiting;
            if let Some(waiting) = &mut state.waiting {
                waiting.since = clock;
            }
            state.previous_request = clock;
            state.is_configured = present.is_configured;
            state.queue = present.queue;
        }
    }

    /// The mass of a Solid by itself, in kilograms; `None` without Physics.
    pub fn mass_of(&self, node: NodeId) -> Option<f64> {
        let body = self.body_of(node)?;
        let body = self.state.bodies.dynamics.body(body)?;
        Some(body.mass().mass)
    }

    /// The mass of a Solid with all Solids below it, in kilograms.
    pub fn mass_below(&self, node: NodeId) -> f64 {
        let masses = solid_masses(&self.model);
        let below = self.scene.descendants(node).into_iter();
        let solids = below.filter_map(|node| self.model.solid_of(node));
        let masses = solids.filter_map(|solid| masses[solid.at()].as_ref());
        masses.map(|mass| mass.moments.mass).sum()
    }

    /// The translation and rotation that a node must have in its parent to be at a
    /// position and rotation (w, x, y, z) in the world. What is not given stays.
    pub fn pose_in_parent(
        &self,
        node: NodeId,
        position: Option<[f64; 3]>,
        rotation: Option<[f64; 4]>,
    ) -> Option<([f64; 3], [f64; 4])> {
        let now = self.pose_of(node)?;
        let turn = rotation.map(|[w, x, y, z]| {
            Quaternion {
                w,
                v: Vector::new(x, y, z),
            }
            .normalized()
        });
        let wanted = Pose {
            translation: position.map_or(now.translation, Vector::from),
            rotation: turn.map_or(now.rotation, Quaternion::matrix),
        };
        let above = self
            .scene
            .ancestors(node)
            .find_map(|above| self.pose_of(above));
        let inner = match above {
            Some(above) => relative(&above, &wanted),
            None => wanted,
        };
        let turn = inner
            .rotation
            .quaternion_of_body()
            .normalized()
            .axis_angle();
        Some((inner.translation.to_array(), turn.to_array()))
    }
}
