//! Changes from outside: fields, nodes, resets and saved states.

use crate::bodies::Bodies;
use crate::compile::compile;
use crate::controller::{Sampling, Write};
use crate::devices::connector::Connector;
use crate::devices::emitter::{Emitter, Receiver};
use crate::devices::radar::Radar;
use crate::devices::sensor::Sensor;
use crate::devices::vacuum_gripper::VacuumGripper;
use crate::math::{AxisAngle, Vector};
use crate::model::{LedIndex, LightSensorIndex, Model, MotorIndex, RobotIndex, Row, Thing};
use crate::random::Random;
use crate::robot::DeviceRow;
use crate::saved::{START, SavedRow};
use crate::state::State;
use crate::tracks::TrackState;
use crate::world::{Rays, World};
use foxden_lang::diagnostic::Diagnostics;
use foxden_scene::{Change, EditError, FieldRef, NodeId, Place, Value};
use std::sync::Arc;

impl World {
    /// Changes a field. What follows from it (checks, templates, uses) is done
    /// before the next step.
    pub fn set(&mut self, field: FieldRef, write: Write) -> Result<(), EditError> {
        let owner = self.source_of(field);
        match write {
            Write::Whole(value) => self.scene.set(owner, value),
            Write::Item(at, item) => {
                // the list may have run away from the document
                if let (Some(row), Some(value)) = (
                    self.model.rows.get(&self.scene.owner_of(owner)).copied(),
                    self.get(owner),
                ) && matches!(row, Row::RobotBattery(_) | Row::ChargerBattery(_))
                {
                    self.scene.set(owner, value)?;
                }
                self.scene.set_item(owner, at, item)
            }
        }?;
        self.take_over_changes();
        Ok(())
    }

    /// The node of a parameter that stands for a node in a body.
    fn source_of(&self, field: FieldRef) -> FieldRef {
        let stands_in = self
            .scene
            .get(field.node)
            .is_some_and(|node| node.parameter_node().is_some());
        if stands_in {
            self.scene.owner_of(field)
        } else {
            field
        }
    }

    /// Inserts the nodes of a text into a field, at once.
    pub fn insert(
        &mut self,
        field: FieldRef,
        at: usize,
        text: &str,
    ) -> Result<(Vec<NodeId>, Diagnostics), EditError> {
        self.apply_writes();
        let field = self.source_of(field);
        let inserted = self.scene.insert_text(&mut self.library, field, at, text)?;
        self.state.imported.extend(&inserted.0);
        self.take_over_changes();
        Ok(inserted)
    }

    /// Puts the node of a text in the place of another one, at once. If it is
    /// refused the old node stays.
    pub fn replace(
        &mut self,
        field: FieldRef,
        at: usize,
        text: &str,
    ) -> Result<(Vec<NodeId>, Diagnostics), EditError> {
        self.apply_writes();
        let field = self.source_of(field);
        let replaced = self
            .scene
            .replace_text(&mut self.library, field, at, text)?;
        self.take_over_changes();
        Ok(replaced)
    }

    /// Removes a node, at once.
    pub fn remove(&mut self, node: NodeId) -> Result<(), EditError> {
        self.apply_writes();
        let field = self
            .scene
            .get(node)
            .and_then(|node| node.parent())
            .ok_or(EditError::NoSuchNode)?;
        let at = self
            .scene
            .nodes_in(field)
            .iter()
            .position(|other| *other == node)
            .ok_or(EditError::NoSuchNode)?;
        self.scene.remove_node(&mut self.library, field, at)?;
        self.take_over_changes();
        Ok(())
    }

    /// Puts an item into a list of values, at once.
    pub fn insert_item(
        &mut self,
        field: FieldRef,
        at: usize,
        item: Value,
    ) -> Result<(), EditError> {
        self.apply_writes();
        self.bring_up_to_date(field)?;
        let field = self.source_of(field);
        self.scene.insert_item(field, at, item)?;
        self.take_over_changes();
        Ok(())
    }

    /// Takes an item out of a list of values, at once.
    pub fn remove_item(&mut self, field: FieldRef, at: usize) -> Result<(), EditError> {
        self.apply_writes();
        self.bring_up_to_date(field)?;
        let field = self.source_of(field);
        self.scene.remove_item(field, at)?;
        self.take_over_changes();
        Ok(())
    }

    /// Writes what a list has become back to the document.
    fn bring_up_to_date(&mut self, field: FieldRef) -> Result<(), EditError> {
        if self.scene.get(field.node).is_none() {
            return Err(EditError::NoSuchNode);
        }
        let owner = self.scene.owner_of(field);
        if self.model.rows.contains_key(&owner)
            && let Some(now) = self.get(field)
        {
            self.scene.set(owner, now)?;
        }
        Ok(())
    }

    /// Applies what supervisors wrote, in the order of robots and writes.
    pub(crate) fn apply_writes(&mut self) {
        for at in 0..self.state.robots.len() {
            for (field, write) in std::mem::take(&mut self.state.robots[at].queue) {
                // what is refused was refused in the controller's library already
                let _ = self.set(field, write);
            }
        }
    }

    /// Brings model and state in line with the document after changes.
    fn take_over_changes(&mut self) {
        self.scene.settle(&mut self.library);
        let mut is_structural = false;
        self.edits += 1;
        for change in self.scene.take_changes() {
            match change {
                Change::Value(field) => is_structural |= !self.patch(field),
                Change::Inserted(_) | Change::Removed(_) => is_structural = true,
                Change::Regenerated(_) => {
                    self.regenerations += 1;
                    is_structural = true;
                }
            }
        }
        if is_structural {
            self.compile_again();
        }
    }

    /// Takes over the value of one field; `false` if the whole must be compiled again.
    fn patch(&mut self, field: FieldRef) -> bool {
        let Some(value) = self
            .scene
            .get(field.node)
            .and_then(|_| self.scene.value(field))
        else {
            return false;
        };
        let value = value.into_owned();
        let owner = self.scene.owner_of(field);
        let is_shared = std::iter::once(field.node)
            .chain(self.scene.ancestors(field.node))
            .any(|node| self.model.used.binary_search(&node).is_ok());
        if let Some(row) = self.model.rows.get(&owner).copied() {
            self.put_row(row, &value);
            return !is_shared;
        }
        if is_shared || !matches!(field.place, Place::Field(_)) {
            return false;
        }
        let scene = &self.scene;
        match self.model.things.get(&field.node).copied() {
            Some(Thing::Light(light)) => {
                let model = Arc::make_mut(&mut self.model);
                let row = &mut model.lights[light.at()];
                let initial_color = row.initial_color;
                *row = crate::light::Light::read(scene, field.node, row.place);
                row.initial_color = initial_color;
                true
            }
            Some(Thing::LightSensor(sensor)) => {
                let model = Arc::make_mut(&mut self.model);
                reread_light_sensor(model, scene, sensor);
                true
            }
            Some(Thing::Sensor(sensor)) => {
                let row = &self.model.sensors[sensor.at()];
                let read = Sensor::read(scene, row.node, row.place, row.solid, row.robot);
                if let Some(read) = read {
                    Arc::make_mut(&mut self.model).sensors[sensor.at()] = read;
                }
                true
            }
            Some(Thing::Emitter(emitter)) => {
                let row = &mut Arc::make_mut(&mut self.model).emitters[emitter.at()];
                *row = Emitter::read(scene, row.node, row.place, row.robot);
                true
            }
            Some(Thing::Receiver(receiver)) => {
                let row = &mut Arc::make_mut(&mut self.model).receivers[receiver.at()];
                *row = Receiver::read(scene, row.node, row.place, row.robot);
                true
            }
            Some(Thing::Connector(connector)) => {
                let row = &mut Arc::make_mut(&mut self.model).connectors[connector.at()];
                *row = Connector::read(scene, row.node, row.place, row.holder);
                true
            }
            Some(Thing::Radar(radar)) => {
                let row = &mut Arc::make_mut(&mut self.model).radars[radar.at()];
                *row = Radar::read(scene, row.node, row.place, row.solid, row.robot);
                true
            }
            Some(Thing::VacuumGripper(gripper)) => {
                let row = &mut Arc::make_mut(&mut self.model).vacuum_grippers[gripper.at()];
                *row = VacuumGripper::read(scene, row.node, row.place, row.solid);
                true
            }
            Some(Thing::Motor(motor)) => {
                let model = Arc::make_mut(&mut self.model);
                let before = model.motors[motor.at()].clone();
                if !before.coupled.is_empty() {
                    // its limits follow from those of others
                    return false;
                }
                let mut read = crate::devices::motor::Motor::read(scene, field.node, before.robot);
                read.joint = before.joint;
                read.coupled = before.coupled;
                read.felt_axis = before.felt_axis;
                self.adapt_motor(motor, &read);
                Arc::make_mut(&mut self.model).motors[motor.at()] = read;
                true
            }
            _ => false,
        }
    }

    /// A motor whose fields changed. What it may use of its force and how fast
    /// it is told to go stay as they are.
    fn adapt_motor(&mut self, index: MotorIndex, read: &crate::devices::motor::Motor) {
        let is_other_control = read.control != self.model.motors[index.at()].control;
        let spec = read.spec();
        if let Some(motor) = self.motor_mut(index) {
            motor.spec = spec;
            if is_other_control {
                motor.set_pid(spec.pid);
            }
        }
    }

    fn put_row(&mut self, row: Row, value: &Value) {
        match (row, value) {
            (Row::Translation(place), Value::Vec3(value)) => {
                let rotation = self.state.places[place.at()].rotation;
                self.state.put(place, (*value).into(), rotation);
                self.place_bodies(place);
            }
            (Row::Rotation(place), Value::Rotation(value)) => {
                let translation = self.state.places[place.at()].translation;
                self.state.put(place, translation, (*value).into());
                self.place_bodies(place);
            }
            (Row::LinearVelocity(solid), Value::Vec3(value)) => {
                self.state.solids[solid.at()].linear_velocity = (*value).into();
                self.push_body(solid);
            }
            (Row::AngularVelocity(solid), Value::Vec3(value)) => {
                self.state.solids[solid.at()].angular_velocity = (*value).into();
                self.push_body(solid);
            }
            (Row::LightColor(light), Value::Color(value)) => {
                self.state.lights[light.at()].color = *value;
            }
            (Row::LightOn(light), Value::Bool(value)) => {
                self.state.lights[light.at()].is_on = *value;
            }
            (Row::LightLocation(light), Value::Vec3(value)) => {
                self.state.lights[light.at()].location = (*value).into();
            }
            (Row::Emissive(emissive), Value::Color(value)) => {
                self.state.emissives[emissive.at()] = *value;
            }
            (Row::RobotBattery(robot), Value::FloatList(value)) => {
                let energy = value.first().copied().unwrap_or(0.0);
                let before = self.state.robots[robot.at()].battery.first().copied();
                self.state.robot_ledgers[robot.at()].written += energy - before.unwrap_or(0.0);
                self.state.robots[robot.at()].battery.clone_from(value);
            }
            (Row::ChargerBattery(charger), Value::FloatList(value)) => {
                let energy = value.first().copied().unwrap_or(0.0);
                let before = self.state.chargers[charger.at()].battery.first().copied();
                self.state.charger_ledgers[charger.at()].written += energy - before.unwrap_or(0.0);
                self.state.chargers[charger.at()].battery.clone_from(value);
            }
            (Row::JointPosition(joint, axis), Value::Float(value)) => {
                self.state.joints[joint.at()][axis as usize] = *value;
                self.turn_joint(joint);
            }
            (Row::EmitterChannel(emitter), Value::Int(value)) => {
                let channel = self.model.emitters[emitter.at()].allowed(*value);
                self.state.emitters[emitter.at()].channel = channel;
            }
            (Row::EmitterRange(emitter), Value::Float(value)) => {
                let range = self.model.emitters[emitter.at()].limited(*value);
                self.state.emitters[emitter.at()].range = range;
            }
            (Row::ReceiverChannel(receiver), Value::Int(value)) => {
                let channel = self.model.receivers[receiver.at()].allowed(*value);
                self.state.receivers[receiver.at()].channel = channel;
            }
            (Row::ConnectorLocked(connector), Value::Bool(value)) => {
                self.set_lock(connector, *value);
            }
            (Row::GripperOn(gripper), Value::Bool(value)) => self.turn_gripper(gripper, *value),
            (Row::WheelPosition(place), Value::Vec2([along, up])) => {
                let rotation = self.state.places[place.at()].rotation;
                self.state
                    .put(place, Vector::new(*along, 0.0, *up), rotation);
            }
            _ => {}
        }
    }

    /// Compiles the scene anew; what runs goes on.
    fn compile_again(&mut self) {
        self.read_meshes();
        let mut model = compile(&self.scene, &self.meshes, &self.model.bodies.materials);
        model.keep_initial_colors(&self.model);
        let mut state = State::new(&model);
        state.carry_over(&model, &self.state, &self.model);
        let bodies = std::mem::take(&mut self.state.bodies);
        let before = std::mem::replace(&mut self.model, Arc::new(model));
        self.state = state;
        self.rays = Rays::default();
        self.state.refresh_poses(&self.model);
        self.state.refresh_geometry(&self.model);
        self.state.bodies = bodies.rebuild(&before, &self.model, &self.state);
        self.show_new_leds(Some(&before));
        self.forget_lost_connections();
        self.forget_lost_grips();
        self.find_wet_bodies();
    }

    /// Back to the start. Fields that a supervisor changed stay changed.
    pub(crate) fn reset(&mut self) {
        self.remove_imported();
        self.load_state(self.scene.root(), START);
        self.state.random = Random::new(self.model.settings.seed);
        self.state.clock = 0.0;
        for at in 0..self.model.leds.len() {
            self.reset_led(LedIndex::new(at));
        }
        for at in 0..self.model.motors.len() {
            self.reset_motor(MotorIndex::new(at));
        }
        self.state.refresh_poses(&self.model);
        self.refresh_geometry();
        self.state.bodies = Bodies::build(&self.model, &self.state);
        self.find_wet_bodies();
        for sensor in &mut self.state.light_sensors {
            sensor.sampling.restart();
        }
        for sensor in &mut self.state.position_sensors {
            sensor.sampling.restart();
        }
        for sensor in &mut self.state.sensors {
            sensor.sampling.restart();
            sensor.before = None;
        }
        for emitter in &mut self.state.emitters {
            emitter.queue.clear();
        }
        for receiver in &mut self.state.receivers {
            receiver.sampling.restart();
            receiver.clear();
        }
        for (connector, row) in self.state.connectors.iter_mut().zip(&self.model.connectors) {
            // their joints went with the bodies
            connector.sampling.restart();
            (connector.peer, connector.joint) = (None, None);
            connector.is_to_tell |= connector.is_locked != row.is_locked;
            connector.is_locked = row.is_locked;
            connector.is_new = true;
        }
        self.state.tracks.fill(TrackState::default());
        for radar in &mut self.state.radars {
            radar.sampling.restart();
            radar.targets.clear();
            radar.before.clear();
        }
        let grippers = self.state.vacuum_grippers.iter_mut();
        for (gripper, row) in grippers.zip(&self.model.vacuum_grippers) {
            // their joints went with the bodies
            gripper.sampling.restart();
            (gripper.grip, gripper.touched) = (None, None);
            gripper.is_on = row.is_on;
            gripper.is_to_tell = true;
        }
        for motor in &mut self.state.motors {
            motor.feedback_sampling.restart();
        }
        for robot in &mut self.state.robots {
            robot.battery_sampling.restart();
            if let Some(waiting) = &mut robot.waiting {
                waiting.since = 0.0;
            }
            robot.previous_request = 0.0;
        }
    }

    /// A robot's controller starts anew: what the old one enabled or asked for is forgotten.
    pub fn restart_controller(&mut self, robot: RobotIndex) {
        let Some(row) = self.state.robots.get_mut(robot.at()) else {
            return;
        };
        row.waiting = None;
        row.previous_request = 0.0;
        row.queue.clear();
        row.answer = None;
        row.battery_sampling = Sampling::OFF;
        for device in &self.model.robots[robot.at()].devices {
            let state = &mut self.state;
            let sampling = match device.row {
                DeviceRow::LightSensor(at) => &mut state.light_sensors[at.at()].sampling,
                DeviceRow::PositionSensor(at) => &mut state.position_sensors[at.at()].sampling,
                DeviceRow::Motor(at) => &mut state.motors[at.at()].feedback_sampling,
                DeviceRow::Sensor(at) => &mut state.sensors[at.at()].sampling,
                DeviceRow::Receiver(at) => &mut state.receivers[at.at()].sampling,
                DeviceRow::Connector(at) => &mut state.connectors[at.at()].sampling,
                DeviceRow::Radar(at) => &mut state.radars[at.at()].sampling,
                DeviceRow::VacuumGripper(at) => &mut state.vacuum_grippers[at.at()].sampling,
                DeviceRow::Led(_)
                | DeviceRow::Brake(..)
                | DeviceRow::Emitter(_)
                | DeviceRow::None => continue,
            };
            *sampling = Sampling::OFF;
        }
    }

    /// A motor as at the start. The position of its joint is a command to it,
    /// so it is multiplied and limited like one.
    pub(crate) fn reset_motor(&mut self, motor: MotorIndex) {
        let row = &self.model.motors[motor.at()];
        let position = row.joint.map_or(0.0, |(joint, axis)| {
            self.state.joints[joint.at()][axis as usize]
        });
        let mut fresh = row.state(position).kinematic;
        fresh.set_position(position);
        self.state.motors[motor.at()].kinematic = fresh.clone();
        if let Some(motor) = self.motor_mut(motor) {
            *motor = fresh;
        }
    }

    /// Removes nodes that were not there at the start.
    fn remove_imported(&mut self) {
        for node in std::mem::take(&mut self.state.imported) {
            if self.scene.get(node).is_some() {
                // a node that cannot be removed is the scene's to explain; the reset goes on
                let _ = self.remove(node);
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

    fn rows_to_save(&self, node: NodeId) -> Vec<SavedRow> {
        let mut rows = Vec::new();
        for name in ["translation", "battery", "location", "linearVelocity"] {
            let Some(field) = self.scene.base_field(node, name) else {
                continue;
            };
            match self.model.rows.get(&self.scene.owner_of(field)).copied() {
                Some(Row::Translation(place)) => {
                    let place = self.state.places[place.at()];
                    rows.push(SavedRow::Pose(place.translation, place.rotation));
                }
                Some(Row::RobotBattery(robot)) => {
                    rows.push(SavedRow::RobotEnergy(
                        self.state.robots[robot.at()].energy(),
                    ));
                }
                Some(Row::ChargerBattery(charger)) => {
                    let battery = &self.state.chargers[charger.at()].battery;
                    rows.push(SavedRow::ChargerEnergy(
                        battery.first().copied().unwrap_or(0.0),
                    ));
                }
                Some(Row::LightLocation(light)) => {
                    let location = self.state.lights[light.at()].location;
                    rows.push(SavedRow::LightLocation(location));
                }
                Some(Row::LinearVelocity(solid)) => {
                    let solid = self.state.solids[solid.at()];
                    rows.push(SavedRow::Velocity(
                        solid.linear_velocity,
                        solid.angular_velocity,
                    ));
                }
                _ => {}
            }
        }
        if let Some(joint) = self.model.joint_of(node) {
            rows.push(SavedRow::JointPositions(self.state.joints[joint.at()]));
        }
        rows
    }

    /// Brings back what was remembered of a node and all below it.
    pub(crate) fn load_state(&mut self, node: NodeId, name: &str) {
        if self.scene.get(node).is_none() {
            return;
        }
        for id in self.scene.descendants(node) {
            let rows = match self.state.saved.rows(name, id) {
                [] if name != START => self.blank_rows(id),
                saved => saved.to_vec(),
            };
            for row in rows {
                self.load_row(id, row);
            }
        }
    }

    /// What a state that was never saved brings back. Where the end point of a
    /// joint is follows from the joint.
    fn blank_rows(&self, node: NodeId) -> Vec<SavedRow> {
        let is_joint_end = self
            .model
            .solid_of(node)
            .is_some_and(|solid| self.model.solids[solid.at()].is_joint_end);
        let mut rows = self.rows_to_save(node);
        rows.retain(|row| !(is_joint_end && matches!(row, SavedRow::Pose(..))));
        rows.iter().map(SavedRow::blank).collect()
    }

    fn load_row(&mut self, node: NodeId, row: SavedRow) {
        let place = |world: &Self, name: &str| {
            let field = world.scene.base_field(node, name)?;
            world.model.rows.get(&world.scene.owner_of(field)).copied()
        };
        match row {
            SavedRow::Pose(translation, rotation) => {
                if let Some(Row::Translation(place)) = place(self, "translation") {
                    self.state.put(place, translation, rotation);
                }
            }
            SavedRow::Velocity(linear, angular) => {
                if let Some(Row::LinearVelocity(solid)) = place(self, "linearVelocity") {
                    self.state.solids[solid.at()].linear_velocity = linear;
                    self.state.solids[solid.at()].angular_velocity = angular;
                }
            }
            SavedRow::LightLocation(location) => {
                if let Some(Row::LightLocation(light)) = place(self, "location") {
                    self.state.lights[light.at()].location = location;
                }
            }
            SavedRow::RobotEnergy(energy) => {
                if let Some(Row::RobotBattery(robot)) = place(self, "battery")
                    && energy > 0.0
                {
                    let before = self.state.robots[robot.at()].energy();
                    self.state.robots[robot.at()].set_energy(energy);
                    self.state.robot_ledgers[robot.at()].written += energy - before;
                }
            }
            SavedRow::ChargerEnergy(energy) => {
                if let Some(Row::ChargerBattery(charger)) = place(self, "battery") {
                    let state = &mut self.state.chargers[charger.at()];
                    state.connected = None;
                    let Some(first) = state.battery.first_mut() else {
                        return;
                    };
                    let before = std::mem::replace(first, energy);
                    self.state.charger_ledgers[charger.at()].written += energy - before;
                    if let Some(maximum) = self.state.chargers[charger.at()].battery.get(1).copied()
                    {
                        self.show(charger, energy / maximum);
                    }
                }
            }
            SavedRow::JointPositions(positions) => {
                if let Some(joint) = self.model.joint_of(node) {
                    self.state.joints[joint.at()] = positions;
                    self.place_end_point(joint);
                }
            }
        }
    }

    /// A place and rotation for a node, as one change.
    pub fn set_pose(&mut self, node: NodeId, translation: [f64; 3], rotation: [f64; 4]) -> bool {
        let Some(place) = self.model.place_of(node) else {
            return false;
        };
        let (translation, rotation): (Vector, AxisAngle) = (translation.into(), rotation.into());
        self.state.put(place, translation, rotation);
        true
    }
}

fn reread_light_sensor(model: &mut Model, scene: &foxden_scene::Scene, sensor: LightSensorIndex) {
    let row = &mut model.light_sensors[sensor.at()];
    *row = crate::light::sensor::LightSensor::read(scene, row.node, row.place, row.robot);
}
