//! What supervisors do to bodies: forces, joint positions; and what they ask
//! about them.

use crate::bodies::solid_masses;
use crate::dynamics::BodyId;
use crate::math::Vector;
use crate::model::{JointIndex, RowIndex};
use crate::world::World;
use foxden_scene::NodeId;
use serde::{Deserialize, Serialize};

/// Something that acts on a body in the next step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum ExternalForce {
    /// A force at the centre of mass.
    Force([f64; 3]),
    /// A force at a point in the frame of the solid.
    ForceAt([f64; 3], [f64; 3]),
    /// A torque.
    Torque([f64; 3]),
}

impl World {
    /// The body that a solid has, or that it is merged into.
    pub(crate) fn body_of(&self, node: NodeId) -> Option<BodyId> {
        let solid = self.model.solid_of(node)?;
        self.state.bodies.of_solid[solid]
    }

    /// Pushes a body. `is_relative`: the force or torque is given in its frame.
    pub(crate) fn push(&mut self, node: NodeId, push: ExternalForce, is_relative: bool) {
        let Some(id) = self.body_of(node) else { return };
        for paused in &mut self.state.paused {
            paused.is_held &= paused.body != id;
        }
        let Some(body) = self.state.bodies.dynamics.body(id) else {
            return;
        };
        let (rotation, centre) = (body.pose().rotation, body.centre());
        let offset = self.offset_in_tree(node, id).unwrap_or(Vector::ZERO);
        let place = self.model.place_of(node);
        let pose = place.map(|place| self.state.pose_now(&self.model, place));
        // the frame of a solid that is merged into another one is its own
        let turned = |vector: [f64; 3]| match pose {
            Some(pose) if is_relative => pose.rotation * Vector::from(vector),
            _ => Vector::from(vector),
        };
        let dynamics = &mut self.state.bodies.dynamics;
        match push {
            ExternalForce::Force(force) => {
                dynamics.add_force_at(id, turned(force), centre + rotation * offset);
            }
            ExternalForce::Torque(torque) => dynamics.add_torque(id, turned(torque)),
            ExternalForce::ForceAt(force, offset) => {
                let offset = Vector::from(offset);
                let point = pose.map_or(offset, |pose| pose.apply(offset));
                dynamics.add_force_at(id, turned(force), point);
            }
        }
    }

    /// Where a solid that is merged into another one is pushed: its centre of
    /// mass from that of the other, both with all below them. The genuine
    /// program takes this for a place in the frame of the body.
    fn offset_in_tree(&self, node: NodeId, body: BodyId) -> Option<Vector> {
        let owners = &self.state.bodies.owners;
        let (owner, _) = owners.iter().find(|(_, id)| *id == body)?;
        let above = self.model.solids[*owner].node;
        if above == node {
            return None;
        }
        let centre = |node: NodeId| Some(Vector::from(self.center_of_mass(node)?));
        Some(centre(node)? - centre(above)?)
    }

    /// Puts an axis of a joint (the first is 1) to a position between its
    /// stops; its motor holds it there.
    pub(crate) fn put_joint(&mut self, node: NodeId, axis: usize, position: f64) {
        let Some(joint) = self.model.joint_of(node) else {
            self.put_loose_joint(node, axis, position);
            return;
        };
        let Some(axis) = axis
            .checked_sub(1)
            .filter(|axis| *axis < self.model.joints[joint].axes.len())
        else {
            return;
        };
        let row = &self.model.joints[joint].axes[axis];
        let position = row.within_stops(position);
        let motor = row.motor;
        self.state.joints[joint][axis] = position;
        self.rest_springs(joint);
        self.turn_joint(joint);
        if let Some(motor) = motor {
            self.wake_driven(motor);
            if let Some(motor) = self.motor_mut(motor) {
                motor.set_position(position);
            }
        }
    }

    /// Springs of a joint count its positions from where they are now.
    pub(crate) fn rest_springs(&mut self, joint: JointIndex) {
        if let Some(id) = self.state.bodies.joints[joint] {
            let positions = self.state.joints[joint];
            for (axis, position) in positions.into_iter().enumerate() {
                let dynamics = &mut self.state.bodies.dynamics;
                dynamics.rest_spring_at(id, axis, position);
            }
        }
    }

    /// A joint whose positions were written: its end point goes there, at rest.
    pub(crate) fn turn_joint(&mut self, joint: JointIndex) {
        self.aim_idle_motors(joint);
        self.place_end_point(joint);
    }

    /// The centre of mass of a solid with all solids below it, in the world.
    pub fn center_of_mass(&self, node: NodeId) -> Option<[f64; 3]> {
        let own = self.model.solid_of(node)?;
        let masses = solid_masses(&self.model);
        let (mut sum, mut total) = (Vector::ZERO, 0.0);
        for id in self.scene.descendants(node) {
            let Some(solid) = self.model.solid_of(id) else {
                continue;
            };
            let Some(mass) = &masses[solid.at()] else {
                continue;
            };
            let pose = self
                .state
                .pose_now(&self.model, self.model.solids[solid].place);
            sum += pose.apply(mass.centre) * mass.moments.mass;
            total += mass.moments.mass;
        }
        if total == 0.0 {
            let place = self.model.solids[own].place;
            let pose = self.state.pose_now(&self.model, place);
            return Some(pose.translation.to_array());
        }
        Some((sum * (1.0 / total)).to_array())
    }
}
