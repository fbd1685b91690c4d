//! What else a solid is: a robot, a charger, a track or a device.

use super::{CompileContext, Rows};
use crate::devices::table::add_device;
use crate::devices::{Mount, PositionSource};
use crate::energy::charger::Charger;
use crate::model::compile::read;
use crate::model::robot::Robot;
use crate::model::*;
use foxden_catalogue::NodeType;
use foxden_scene::NodeId;

impl Rows<'_> {
    /// Makes the row of a device or charger. `holder` is the solid that it is in.
    pub(super) fn active_solid(
        &mut self,
        node: NodeId,
        kind: NodeType,
        around: CompileContext,
        holder: Option<SolidIndex>,
    ) {
        let (Some(place), Some(solid)) = (around.place, around.solid) else {
            return;
        };
        if kind == NodeType::Charger {
            self.charger(node, place, around.top);
        }
        let Some(robot) = around.robot else { return };
        let mount = Mount {
            node,
            robot,
            place,
            solid,
            holder,
            source: None,
        };
        match kind {
            NodeType::Robot => {
                self.made_robots[robot] = Some(Robot::read(self.scene, node, place));
                self.own(node, "battery", FieldStorage::RobotBattery(robot));
                self.model.node_rows.insert(node, NodeRow::Robot(robot));
            }
            NodeType::Track => self.track(mount, around),
            _ => self.device(kind, mount),
        }
    }

    /// Makes the row of a device that a joint, a track or a propeller holds.
    pub(super) fn joint_device(
        &mut self,
        node: NodeId,
        around: CompileContext,
        source: Option<PositionSource>,
    ) {
        let kind = read::kind(self.scene, node);
        let (Some(robot), Some(place), Some(solid)) = (around.robot, around.place, around.solid)
        else {
            return;
        };
        if kind.is_a(NodeType::Solid) {
            return;
        }
        let mount = Mount {
            node,
            robot,
            place,
            solid,
            holder: Some(solid),
            source,
        };
        self.device(kind, mount);
    }

    /// Makes the row of a device, if it is one that is simulated.
    fn device(&mut self, kind: NodeType, mount: Mount) {
        let Some(row) = add_device(self.model, self.scene, kind, mount) else {
            return;
        };
        for (at, name) in row.live_fields().iter().enumerate() {
            self.own(mount.node, name, FieldStorage::Device(row, at as u8));
        }
        self.devices.insert(mount.node, row);
        self.model
            .node_rows
            .insert(mount.node, NodeRow::Device(row));
    }

    fn charger(&mut self, node: NodeId, place: PoseIndex, top: Option<RobotIndex>) {
        let made = Charger::read(self.scene, node, place, top);
        let charger = self.model.chargers.push(made);
        self.own(node, "battery", FieldStorage::ChargerBattery(charger));
        self.model.node_rows.insert(node, NodeRow::Charger(charger));
    }
}
