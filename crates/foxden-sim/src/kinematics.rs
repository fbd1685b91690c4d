//! Motion without physics: velocities of solids, joints that motors move.

use crate::math::{AxisAngle, Vector};
use crate::model::{JointIndex, SolidIndex};
use crate::world::World;

impl World {
    /// A solid without physics follows its velocity fields.
    pub(crate) fn drift(&mut self, solid: SolidIndex) {
        let velocity = self.state.solids[solid.at()];
        if velocity.linear_velocity == Vector::ZERO && velocity.angular_velocity == Vector::ZERO {
            return;
        }
        let place = self.model.solids[solid.at()].place;
        let seconds = self.model.settings.seconds();
        let before = self.state.places[place.at()];
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
    }

    /// The motors of a joint move its end point, if that has no body.
    pub(crate) fn move_joint(&mut self, joint: JointIndex) {
        let model = self.model.clone();
        let row = &model.joints[joint.at()];
        if row.is_dynamic {
            return;
        }
        let seconds = model.settings.seconds();
        let mut has_moved = false;
        for (at, axis) in row.axes.iter().enumerate() {
            let Some(motor) = axis.motor else { continue };
            let position = self.state.joints[joint.at()][at];
            let state = &mut self.state.motors[motor.at()];
            let motor = &mut state.kinematic;
            let after = motor.kinematic_step(position, seconds);
            state.speed = if motor.target_position().is_infinite() {
                motor.current_velocity()
            } else {
                (after - position) / seconds
            };
            if after != position {
                self.state.joints[joint.at()][at] = after;
                has_moved = true;
            }
        }
        if has_moved {
            self.place_end_point(joint);
        }
    }

    /// Puts the end point of a joint where its positions say.
    pub(crate) fn place_end_point(&mut self, joint: JointIndex) {
        let row = &self.model.joints[joint.at()];
        let (translation, rotation) = row.pose(&self.state.joints[joint.at()]);
        let place = row.end_place;
        self.state.put(place, translation, rotation);
    }
}
