//! Joints without an end point. They move nothing, but their positions are read and written
//! like those of other joints. The document has them, because the model has no row for such a
//! joint.

use crate::bodies::joints::{DEVICES, JointAxis, JointKind, PARAMETERS};
use crate::devices::DeviceRow;
use crate::devices::table::MotorIndex;
use crate::math::Vector;
use crate::model::compile::{end_point, read};
use crate::model::{Model, NodeRow};
use crate::world::World;
use foxden_scene::{FieldRef, NodeId, Value};

impl World {
    /// The positions of a joint without an end point.
    pub(crate) fn loose_positions(&self, node: NodeId) -> Option<[f64; 3]> {
        self.is_loose_joint(node).then(|| {
            PARAMETERS.map(|name| {
                let parameters = read::child(&self.scene, node, name);
                parameters.map_or(0.0, |found| read::number(&self.scene, found, "position"))
            })
        })
    }

    /// Positions for a joint without an end point.
    pub(crate) fn put_loose_positions(&mut self, node: NodeId, positions: [f64; 3]) {
        if self
            .loose_positions(node)
            .is_none_or(|now| now == positions)
        {
            return;
        }
        for (name, position) in PARAMETERS.into_iter().zip(positions) {
            if let Some(field) = self.loose_position(node, name) {
                // a value that the scene refuses changes nothing
                let _ = self.scene.set(field, Value::Float(position));
            }
        }
        self.take_over_changes();
    }

    /// Puts an axis of a joint without an end point, the first is 1, to a position between its
    /// stops. Its motor aims there.
    pub(crate) fn put_loose_joint(&mut self, node: NodeId, axis: usize, position: f64) {
        let Some(at) = axis.checked_sub(1).filter(|at| *at < PARAMETERS.len()) else {
            return;
        };
        let Some(mut positions) = self.loose_positions(node) else {
            return;
        };
        let axis = JointAxis::read(&self.scene, node, PARAMETERS[at], Vector::X);
        positions[at] = axis.within_stops(position);
        self.put_loose_positions(node, positions);
        if let Some(motor) = self.motor_in(node, DEVICES[at])
            && let Some(motor) = self.motor_mut(motor)
        {
            motor.set_position(positions[at]);
        }
    }

    /// The positions of joints that have an end point now, but none in another model.
    pub(crate) fn positions_to_keep(&self, model: &Model) -> Vec<(NodeId, [f64; 3])> {
        let joints = self.model.joints.iter().zip(self.state.joints.iter());
        joints
            .filter(|(row, _)| {
                model.joint_of(row.node).is_none() && self.scene.get(row.node).is_some()
            })
            .map(|(row, positions)| (row.node, *positions))
            .collect()
    }

    fn is_loose_joint(&self, node: NodeId) -> bool {
        self.scene.get(node).is_some()
            && JointKind::of(read::kind(&self.scene, node)).is_some()
            && end_point(&self.scene, node).is_none()
            && self.model.joint_of(node).is_none()
    }

    fn loose_position(&self, joint: NodeId, name: &str) -> Option<FieldRef> {
        let parameters = read::child(&self.scene, joint, name)?;
        let field = self.scene.base_field(parameters, "position")?;
        Some(self.source_of(field))
    }

    fn motor_in(&self, joint: NodeId, devices: &str) -> Option<MotorIndex> {
        let mut devices = self.scene.nodes_of(joint, devices).iter();
        devices.find_map(|device| match self.model.node_rows.get(device) {
            Some(NodeRow::Device(DeviceRow::Motor(motor))) => Some(*motor),
            _ => None,
        })
    }
}
