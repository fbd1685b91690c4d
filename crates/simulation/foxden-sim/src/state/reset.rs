//! Back to an earlier state: resets, restarts and saved states.

use crate::bodies::tracks::TrackState;
use crate::devices::{DeviceRow, Sampling};
use crate::light::LightNodeKind;
use crate::math::{AxisAngle, Vector};
use crate::model::compile::read;
use crate::model::{FieldStorage, NodeRow, RobotIndex};
use crate::state::SolidState;
use crate::state::random::Random;
use crate::state::saved::{START, SavedRow};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Value};

impl World {
    /// Back to the start. Fields that a supervisor changed stay changed.
    pub(crate) fn reset(&mut self) {
        self.keep_contacts();
        self.remove_imported();
        let cast = self.cast_factors();
        self.load_state(self.scene.root(), START);
        self.state.solids.fill(SolidState::REST);
        self.state.random = Random::new(self.model.settings.seed);
        self.state.clock = 0.0;
        self.state.is_stirred = false;
        self.restore_devices();
        self.state.refresh_poses(&self.model);
        self.refresh_geometry();
        self.build_bodies();
        self.state.tracks.fill(TrackState::default());
        self.reset_devices();
        // contacts are looked for once more, and rays meet what is there now
        self.color_cast(cast);
        self.cast_distance_rays_again();
        self.state.inks.clear();
        self.pictures.forget();
        self.appearance_changes += 1;
        for robot in &mut self.state.robots {
            robot.battery_sampling.restart();
            if let Some(waiting) = &mut robot.waiting {
                waiting.since = 0.0;
            }
            robot.previous_request = 0.0;
        }
    }

    /// A robot's controller starts again: what the old one enabled or asked for is forgotten.
    pub fn restart_controller(&mut self, robot: RobotIndex) {
        let Some(row) = self.state.robots.find_mut(robot) else {
            return;
        };
        row.waiting = None;
        row.is_configured = false;
        row.previous_request = 0.0;
        row.queue.clear();
        row.battery_sampling = Sampling::OFF;
        self.answers.remove(robot);
        for at in 0..self.model.robots[robot].devices.len() {
            let device = self.model.robots[robot].devices[at].row;
            if let Some(sampling) = self.state.devices.sampling(device) {
                *sampling = Sampling::OFF;
            }
            self.device_controller_restarted(device);
        }
    }

    /// Removes nodes that were not there at the start.
    fn remove_imported(&mut self) {
        for node in std::mem::take(&mut self.state.imported) {
            if self.scene.get(node).is_some() {
                // a node that cannot be removed is the scene's to explain; the reset goes on
                let _ = self.take_out(node);
            }
        }
    }

    /// Remembers the state of a node and all below it.
    pub(crate) fn save_state(&mut self, node: NodeId, name: &str) {
        if self.scene.get(node).is_none() {
            return;
        }
        for id in self.scene.descendants(node) {
            let rows = self.rows_to_save(id);
            if !rows.is_empty() {
                self.state.saved.save(name, id, rows);
            }
        }
    }

    /// New nodes begin as they are now: a reset brings them back to that. An instance that was
    /// created again keeps its own beginning.
    pub(crate) fn save_start(&mut self, node: NodeId) {
        if self.scene.get(node).is_none() {
            return;
        }
        for id in self.scene.descendants(node) {
            if self.state.saved.rows(START, id).is_empty() {
                let rows = self.rows_to_save(id);
                if !rows.is_empty() {
                    self.state.saved.save(START, id, rows);
                }
            }
        }
    }

    fn rows_to_save(&self, node: NodeId) -> Vec<SavedRow> {
        let mut rows = Vec::new();
        if let Some([place, turn]) = self.document_pose(node) {
            let place = read::vector(&self.scene, node, place);
            rows.push(SavedRow::Document(
                place,
                read::rotation(&self.scene, node, turn),
            ));
        }
        for name in ["translation", "battery", "location", "isLocked", "isOn"] {
            let Some(field) = self.scene.base_field(node, name) else {
                continue;
            };
            match self.model.rows.get(&self.scene.owner_of(field)).copied() {
                Some(FieldStorage::Translation(place)) => {
                    let place = self.state.local_poses[place];
                    rows.push(SavedRow::Pose(place.translation, place.rotation));
                }
                Some(FieldStorage::RobotBattery(robot)) => {
                    rows.push(SavedRow::RobotEnergy(self.state.robots[robot].energy()));
                }
                Some(FieldStorage::ChargerBattery(charger)) => {
                    let battery = &self.state.chargers[charger].battery;
                    rows.push(SavedRow::ChargerEnergy(
                        battery.first().copied().unwrap_or(0.0),
                    ));
                }
                // that of a SpotLight stays as it was written
                Some(FieldStorage::LightLocation(light))
                    if self.model.lights[light].kind == LightNodeKind::Point =>
                {
                    let location = self.state.lights[light].location;
                    rows.push(SavedRow::LightLocation(location));
                }
                Some(FieldStorage::Device(device, field)) => {
                    let value = self.state.devices.live_value(device, field.into());
                    if let Some(Value::Bool(is_on)) = value {
                        rows.push(SavedRow::Switch(is_on));
                    }
                }
                _ => {}
            }
        }
        let joint = self.model.joint_of(node);
        let positions = joint.map(|joint| self.state.joints[joint]);
        if let Some(positions) = positions.or_else(|| self.loose_positions(node)) {
            rows.push(SavedRow::JointPositions(positions));
        }
        rows
    }

    /// The fields with the pose of a node of which only the document knows.
    fn document_pose(&self, node: NodeId) -> Option<[&'static str; 2]> {
        let kind = read::kind(&self.scene, node);
        if kind == NodeType::Viewpoint {
            return Some(["position", "orientation"]);
        }
        let is_pose = kind.is_a(NodeType::Pose) && kind != NodeType::TrackWheel;
        let is_known = self.model.place_of(node).is_some();
        (is_pose && !is_known).then_some(["translation", "rotation"])
    }

    /// Writes the pose of a node of which only the document knows.
    fn write_pose(&mut self, node: NodeId, place: Vector, turn: AxisAngle) {
        let Some([place_name, turn_name]) = self.document_pose(node) else {
            return;
        };
        let values = [
            (place_name, Value::Vec3(place.to_array())),
            (turn_name, Value::Rotation(turn.to_array())),
        ];
        let mut is_changed = false;
        for (name, value) in values {
            let field = self.scene.base_field(node, name);
            let Some(field) = field.map(|field| self.source_of(field)) else {
                continue;
            };
            if self.scene.value(field).as_deref() != Some(&value) {
                // a value that was there before is not refused
                is_changed |= self.scene.set(field, value).is_ok();
            }
        }
        if is_changed {
            self.take_over_changes();
        }
    }

    /// Brings back what was remembered of a node and all below it.
    pub(crate) fn load_state(&mut self, node: NodeId, name: &str) {
        if self.scene.get(node).is_none() {
            return;
        }
        for id in self.scene.descendants(node) {
            let mut rows = match self.state.saved.rows(name, id) {
                [] if name != START => self.blank_rows(id),
                saved => saved.to_vec(),
            };
            // where the end point of a joint is follows from the joint
            let solid = self.model.solid_of(id);
            self.forget_contacts_of(id);
            if solid.is_some_and(|solid| self.model.solids[solid].is_joint_end) {
                rows.retain(|row| !matches!(row, SavedRow::Pose(..)));
            }
            for row in rows {
                self.load_row(id, row);
            }
        }
    }

    /// What a state that was never saved brings back.
    fn blank_rows(&self, node: NodeId) -> Vec<SavedRow> {
        self.rows_to_save(node)
            .iter()
            .map(SavedRow::blank)
            .collect()
    }

    fn load_row(&mut self, node: NodeId, row: SavedRow) {
        let place = |world: &Self, name: &str| {
            let field = world.scene.base_field(node, name)?;
            world.model.rows.get(&world.scene.owner_of(field)).copied()
        };
        match row {
            SavedRow::Pose(translation, rotation) => {
                if let Some(FieldStorage::Translation(place)) = place(self, "translation") {
                    self.state.put(place, translation, rotation);
                }
            }
            SavedRow::Document(place, turn) => self.write_pose(node, place, turn),
            SavedRow::LightLocation(location) => {
                if let Some(FieldStorage::LightLocation(light)) = place(self, "location") {
                    self.state.lights[light].location = location;
                }
            }
            SavedRow::RobotEnergy(energy) => {
                if let Some(FieldStorage::RobotBattery(robot)) = place(self, "battery")
                    && energy > 0.0
                {
                    let before = self.state.robots[robot].energy();
                    self.state.robots[robot].set_energy(energy);
                    self.state.robot_ledgers[robot].written += energy - before;
                }
            }
            SavedRow::ChargerEnergy(energy) => {
                if let Some(FieldStorage::ChargerBattery(charger)) = place(self, "battery") {
                    let state = &mut self.state.chargers[charger];
                    state.connected = None;
                    let Some(first) = state.battery.first_mut() else {
                        return;
                    };
                    let before = std::mem::replace(first, energy);
                    self.state.charger_ledgers[charger].written += energy - before;
                    let state = &self.state.chargers[charger];
                    let maximum = state.battery.get(1).copied();
                    if let Some(maximum) = maximum.filter(|_| state.has_worked) {
                        self.show(charger, energy / maximum);
                    }
                }
            }
            SavedRow::Switch(is_on) => match self.model.node_rows.get(&node).copied() {
                Some(NodeRow::Device(DeviceRow::Connector(connector))) => {
                    self.restore_lock(connector, is_on);
                }
                Some(NodeRow::Device(DeviceRow::VacuumGripper(gripper))) => {
                    self.restore_gripper(gripper, is_on);
                }
                _ => {}
            },
            SavedRow::JointPositions(positions) => {
                if let Some(joint) = self.model.joint_of(node) {
                    self.state.joints[joint] = positions;
                    self.rest_springs(joint);
                    self.place_end_point(joint);
                } else {
                    self.put_loose_positions(node, positions);
                }
            }
        }
    }
}
