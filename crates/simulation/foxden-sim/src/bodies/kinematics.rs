//! Motion without physics: velocities of solids, joints that motors move.

use crate::math::{AxisAngle, Vector};
use crate::model::{JointIndex, RowIndex, SolidIndex};
use crate::world::World;
use std::ops::Range;

impl World {
    /// A solid without physics follows its velocity fields.
    pub(crate) fn drift(&mut self, solid: SolidIndex) {
        let velocity = self.state.solids[solid];
        if velocity.linear_velocity == Vector::ZERO && velocity.angular_velocity == Vector::ZERO {
            return;
        }
        let place = self.model.solids[solid].place;
        let seconds = self.model.settings.seconds();
        let before = self.state.local_poses[place];
        let translation = before.translation + velocity.linear_velocity * seconds;
        let mut rotation = before.rotation;
        let speed = velocity.angular_velocity.length();
        if speed != 0.0 {
            let turn = AxisAngle {
                axis: velocity.angular_velocity * (1.0 / speed),
                angle: speed * seconds,
            };
            rotation = (turn.quaternion() * rotation.quaternion())
                .normalized()
                .axis_angle();
        }
        self.state.drift(place, translation, rotation);
        self.attach_later(solid);
    }

    /// Joints below a solid that has moved by itself are attached again before
    /// the next step, and all bodies wake.
    pub(crate) fn attach_later(&mut self, solid: SolidIndex) {
        self.state.is_stirred = true;
        let row = &self.model.solids[solid];
        if row.carries_bodies {
            self.state.moved_holders.push(row.place);
        }
    }

    /// Attaches the joints below solids that have moved by themselves.
    pub(crate) fn attach_moved(&mut self) {
        if std::mem::take(&mut self.state.is_stirred) {
            self.wake_all();
        }
        for place in std::mem::take(&mut self.state.moved_holders) {
            self.place_bodies(place);
        }
    }

    /// The motors of a joint move its end point, if that has no body.
    pub(crate) fn move_joint(&mut self, joint: JointIndex) {
        let model = &*self.model;
        let row = &model.joints[joint];
        if row.is_dynamic {
            return;
        }
        let seconds = model.settings.seconds();
        let mut has_moved = false;
        for (at, axis) in row.axes.iter().enumerate() {
            let Some(motor) = axis.motor else { continue };
            let position = self.state.joints[joint][at];
            let state = &mut self.state.devices.motors[motor];
            let motor = &mut state.kinematic;
            let after = motor.kinematic_step(position, seconds);
            state.speed = if motor.target_position().is_infinite() {
                motor.current_velocity()
            } else {
                (after - position) / seconds
            };
            if after != position {
                self.state.joints[joint][at] = after;
                has_moved = true;
            }
        }
        if has_moved {
            self.place_end_point(joint);
        }
    }

    /// Puts the end point of a joint where its positions say, unless it is there
    /// already. All that hangs on it comes to rest and goes with it.
    pub(crate) fn place_end_point(&mut self, joint: JointIndex) {
        let row = &self.model.joints[joint];
        let place = row.end_place;
        let zero = &self.state.joint_zeros[joint];
        let placed = row.pose(zero, &self.state.joints[joint]);
        if placed.is_near(&self.state.local_poses[place]) {
            return;
        }
        let carries_bodies = row.carries_bodies;
        self.state.put(place, placed.translation, placed.rotation);
        self.rest_below(joint);
        if carries_bodies {
            self.place_bodies(place);
        }
        self.wake_moved(place);
    }

    /// The end point of a joint and all below it lose their velocities.
    pub(crate) fn rest_below(&mut self, joint: JointIndex) {
        let end = self.model.joints[joint].end_place;
        self.rest_branch(self.model.transform_tree.branch(end.at()));
    }

    /// Solids in a range of places lose their velocities, motors of joints between
    /// them the speed that they had reached, and end points go where the
    /// positions of their joints say.
    pub(crate) fn rest_branch(&mut self, branch: Range<usize>) {
        for place in branch.clone() {
            if let Some(solid) = self.model.pose_nodes[place].solid {
                self.stop(solid);
            }
        }
        // joints are in the order of their end points
        let joints = &self.model.joints;
        let first = joints.partition_point(|row| row.end_place.at() <= branch.start);
        let end = joints.partition_point(|row| row.end_place.at() < branch.end);
        for at in first..end {
            self.halt_joint(JointIndex::new(at));
        }
    }

    /// Motors of a joint lose the speed that they had reached, and its end point goes where
    /// its positions say.
    pub(crate) fn halt_joint(&mut self, joint: JointIndex) {
        for axis in 0..self.model.joints[joint].axes.len() {
            if let Some(motor) = self.model.joints[joint].axes[axis].motor
                && let Some(motor) = self.motor_mut(motor)
            {
                motor.halt();
            }
        }
        self.aim_idle_motors(joint);
        self.place_end_point(joint);
    }

    /// Motors of a joint hold its positions, as long as no controller has taken
    /// over their robot.
    pub(crate) fn aim_idle_motors(&mut self, joint: JointIndex) {
        let positions = self.state.joints[joint];
        for (at, position) in positions.into_iter().enumerate() {
            let axis = self.model.joints[joint].axes.get(at);
            let Some(motor) = axis.and_then(|axis| axis.motor) else {
                continue;
            };
            let robot = self.model.devices.motors[motor].mount.robot;
            if !self.state.robots[robot].is_configured
                && let Some(motor) = self.motor_mut(motor)
            {
                motor.set_position(position);
            }
        }
    }
}
