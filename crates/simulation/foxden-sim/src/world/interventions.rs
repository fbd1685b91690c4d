//! What people do to a running world from outside, besides edits.

use crate::bodies::external_forces::ExternalForce;
use crate::controller::Command;
use crate::model::{RobotIndex, RowIndex};
use crate::world::{Snapshot, World};
use foxden_scene::NodeId;
use std::collections::HashMap;

impl World {
    /// Lets devices obey commands that do not come from a controller. Like a controller, the
    /// sender takes over the robot: its motors keep their targets when the solid moves that
    /// holds them.
    pub fn command_devices(&mut self, robot: RobotIndex, commands: Vec<Command>) {
        if robot.at() < self.model.robots.len() {
            self.state.robots[robot].is_configured = true;
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
    /// answered after the time that they asked for. Without such a request the state is the one
    /// that was saved, to the bit.
    pub fn return_to(&mut self, snapshot: &Snapshot) {
        let nodes = self.model.robots.iter().map(|robot| robot.node);
        let mut now: HashMap<NodeId, _> = nodes.zip(self.state.robots.iter().cloned()).collect();
        let (mut answers, before) = (std::mem::take(&mut self.answers), self.model.clone());
        self.restore(snapshot);
        answers.carry_over(&self.model, &before);
        self.answers = answers;
        let clock = self.state.clock;
        let rows = self.model.robots.iter().zip(&mut self.state.robots);
        for (robot, state) in rows {
            let Some(present) = now.remove(&robot.node) else {
                continue;
            };
            state.waiting = present.waiting;
            state.queue = present.queue;
            if let Some(waiting) = &mut state.waiting {
                waiting.since = clock;
                state.previous_request = clock;
                state.is_configured = true;
            }
        }
    }
}
