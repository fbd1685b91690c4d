//! What supervisors and viewers read of nodes that run.

use crate::bodies::relative;
use crate::math::{Pose, Quaternion, Vector};
use crate::state::saved::START;
use crate::world::World;
use foxden_scene::NodeId;

impl World {
    /// The node that runs for another: in the body of a PROTO, the first one
    /// that represents a node of its parameters.
    pub fn running(&self, node: NodeId) -> NodeId {
        if self.model.place_of(node).is_some() || self.model.joint_of(node).is_some() {
            return node;
        }
        let stands_for = |id: &NodeId| {
            let mut at = self.scene.get(*id).and_then(|found| found.parameter_node());
            while let Some(source) = at {
                if source == node {
                    return true;
                }
                at = self
                    .scene
                    .get(source)
                    .and_then(|found| found.parameter_node());
            }
            false
        };
        self.scene.ids().find(stands_for).unwrap_or(node)
    }

    /// Whether the value of a field is part of the running state, so that a snapshot
    /// contains it.
    pub fn is_live(&self, field: foxden_scene::FieldRef) -> bool {
        self.scene.get(field.node).is_some()
            && self.model.rows.contains_key(&self.scene.owner_of(field))
    }

    /// Whether a node has a pose of its own.
    pub fn is_posed(&self, node: NodeId) -> bool {
        self.pose_of(node).is_some()
    }

    /// Whether a node is a solid.
    pub fn is_solid(&self, node: NodeId) -> bool {
        self.model.solid_of(node).is_some()
    }

    /// Whether a solid has a body, or is part of one.
    pub fn has_body(&self, node: NodeId) -> bool {
        self.body_of(node).is_some()
    }

    /// Where a node is, seen from another one or from the world: the rows of a matrix.
    pub fn pose(&self, node: NodeId, from: Option<NodeId>) -> Option<[f64; 16]> {
        let own = self.scaled_pose(node)?;
        let pose = match from {
            Some(from) => relative(&self.scaled_pose(from)?, &own),
            None => own,
        };
        let mut matrix = [0.0; 16];
        for row in 0..3 {
            matrix[4 * row..4 * row + 3].copy_from_slice(&pose.rotation.0[row].to_array());
            matrix[4 * row + 3] = pose.translation.to_array()[row];
        }
        matrix[15] = 1.0;
        Some(matrix)
    }

    /// The pose of a node with the axes that it has in scaled Transforms: they have the length
    /// 1, but where it is turned in a scale they are not at right angles.
    pub(crate) fn scaled_pose(&self, node: NodeId) -> Option<Pose> {
        let pose = self.pose_of(node)?;
        let place = self.model.place_of(node);
        let stretch = place.and_then(|place| self.model.pose_nodes[place].stretch);
        let rotation = match (place, stretch) {
            (Some(place), Some(stretch)) => {
                let turn = self.state.local_poses[place].rotation.matrix();
                pose.rotation * turn.transposed() * stretch * turn
            }
            _ => pose.rotation,
        };
        Some(Pose {
            rotation: rotation.with_unit_columns(),
            translation: pose.translation,
        })
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

    /// The world was saved: what was imported belongs to it from now on, and resets come
    /// back to its present state.
    pub fn keep_imported(&mut self) {
        self.state.imported.clear();
        self.save_state(self.scene.root(), START);
    }
}
