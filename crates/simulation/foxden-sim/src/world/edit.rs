//! Changes from outside: fields and nodes.

use crate::controller::Write;
use crate::devices::imaging::limit_pictures;
use crate::devices::motor_limits::settle_motors;
use crate::math::{AxisAngle, Vector};
use crate::model::compile::{compile, read};
use crate::model::{FieldStorage, JointIndex, Model, NodeRow, PoseIndex, RowIndex};
use crate::state::State;
use crate::world::reports::ReportKind;
use crate::world::{Rays, World};
use foxden_catalogue::NodeType;
use foxden_lang::diagnostic::Diagnostics;
use foxden_scene::{EditError, FieldPlace, FieldRef, NodeId, SceneChange, Value};
use std::sync::Arc;

/// How often changes may lead to further ones.
const MOST_ROUNDS: usize = 8;

impl World {
    /// Changes a field. What follows from it (checks, templates, uses) is done
    /// before the next step.
    pub fn set(&mut self, field: FieldRef, write: Write) -> Result<(), EditError> {
        if self.scene.get(field.node).is_none() {
            return Err(EditError::NoSuchNode);
        }
        let owner = self.source_of(field);
        let write = write.within_half_a_turn();
        match write {
            Write::Whole(value) => self.scene.set(owner, value),
            Write::Item(at, item) => {
                // the list may differ from the document
                if let (Some(row), Some(value)) = (
                    self.model.rows.get(&self.scene.owner_of(owner)).copied(),
                    self.get(owner),
                ) && matches!(
                    row,
                    FieldStorage::RobotBattery(_) | FieldStorage::ChargerBattery(_)
                ) {
                    self.scene.set(owner, value)?;
                }
                self.scene.set_item(owner, at, item)
            }
        }?;
        self.take_over_changes();
        Ok(())
    }

    /// The node of a parameter that represents a node in a body.
    pub(crate) fn source_of(&self, field: FieldRef) -> FieldRef {
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
        let inserted = self
            .scene
            .insert_text(Arc::make_mut(&mut self.library), field, at, text)?;
        self.findings.add(&inserted.1);
        self.state.imported.extend(&inserted.0);
        self.take_over_changes();
        Ok(inserted)
    }

    /// Puts nodes that were removed into their field again, at once. They stay
    /// after a reset, as they did before.
    pub fn put_back(
        &mut self,
        field: FieldRef,
        at: usize,
        text: &str,
    ) -> Result<(Vec<NodeId>, Diagnostics), EditError> {
        self.apply_writes();
        let field = self.source_of(field);
        let library = Arc::make_mut(&mut self.library);
        let inserted = self.scene.put_back_text(library, field, at, text)?;
        self.findings.add(&inserted.1);
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
        let replaced =
            self.scene
                .replace_text(Arc::make_mut(&mut self.library), field, at, text)?;
        self.findings.add(&replaced.1);
        self.take_over_changes();
        Ok(replaced)
    }

    /// Removes a node, at once. All bodies wake if it is a Solid.
    pub fn remove(&mut self, node: NodeId) -> Result<(), EditError> {
        let is_solid = read::kind(&self.scene, node).is_a(NodeType::Solid);
        self.take_out(node)?;
        if is_solid {
            self.wake_all();
        }
        Ok(())
    }

    /// Removes a node, at once; this wakes nothing.
    pub(crate) fn take_out(&mut self, node: NodeId) -> Result<(), EditError> {
        self.apply_writes();
        if node == self.scene.root() {
            return Err(EditError::Root);
        }
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
        self.scene
            .remove_node(Arc::make_mut(&mut self.library), field, at)?;
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
        // a write may bring robots, or take them away
        let mut rank = 0;
        while let Some(robot) = self.model.robot_order.get(rank) {
            rank += 1;
            for (field, write) in std::mem::take(&mut self.state.robots[*robot].queue) {
                // what is refused was refused in the controller's library already
                let _ = self.set(field, write);
            }
        }
    }

    /// Brings model and state in line with the document after changes.
    pub(crate) fn take_over_changes(&mut self) {
        self.edits += 1;
        // what a change makes other nodes change is taken over as well
        for _ in 0..MOST_ROUNDS {
            if !self.take_over_round() {
                break;
            }
        }
    }

    /// Brings model and state in line with the document once; whether anything had changed.
    fn take_over_round(&mut self) -> bool {
        let found = self.scene.settle(Arc::make_mut(&mut self.library));
        self.findings.add(&found);
        let mut is_structural = false;
        let mut created = Vec::new();
        let changes = self.scene.take_changes();
        let is_changed = !changes.is_empty();
        for change in changes {
            match change {
                SceneChange::Value(field) => {
                    if !self.model.rows.contains_key(&self.scene.owner_of(field)) {
                        self.pictures.changed.add(field.node);
                        self.appearance_changes += 1;
                    }
                    is_structural |= !self.patch(field);
                }
                SceneChange::Removed(node) => {
                    self.pictures.changed.add(node);
                    is_structural = true;
                }
                SceneChange::Inserted(node) => {
                    self.pictures.changed.add(node);
                    created.push(node);
                    is_structural = true;
                }
                SceneChange::Regenerated(node) => {
                    self.pictures.changed.add(node);
                    created.push(node);
                    self.regenerations += 1;
                    is_structural = true;
                }
            }
        }
        if is_structural {
            self.compile_again();
        }
        for node in created {
            self.save_start(node);
        }
        is_changed
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
            // what it makes of scales around it is for the nodes in it
            let turns_scales = matches!(
                row,
                FieldStorage::Rotation(place) if self.model.pose_nodes[place].stretch.is_some()
            );
            return !is_shared && !turns_scales;
        }
        if is_shared || !matches!(field.place, FieldPlace::Field(_)) {
            return false;
        }
        let scene = &self.scene;
        match self.model.node_rows.get(&field.node).copied() {
            Some(NodeRow::Light(light)) => {
                let model = Arc::make_mut(&mut self.model);
                let row = &mut model.lights[light];
                let initial_color = row.initial_color;
                *row = crate::light::LightNode::read(scene, field.node, row.place);
                row.initial_color = initial_color;
                true
            }
            Some(NodeRow::Device(device)) => self.edit_device(device, field),
            _ => false,
        }
    }

    fn put_row(&mut self, row: FieldStorage, value: &Value) {
        match (row, value) {
            (FieldStorage::Translation(place), Value::Vec3(value)) => {
                let rotation = self.state.local_poses[place].rotation;
                self.move_place(place, (*value).into(), rotation);
            }
            (FieldStorage::Rotation(place), Value::Rotation(value)) => {
                let translation = self.state.local_poses[place].translation;
                self.move_place(place, translation, (*value).into());
            }
            // a body keeps its velocity, and the field shows it after the next step
            (FieldStorage::LinearVelocity(solid), Value::Vec3(value)) => {
                self.state.solids[solid].linear_velocity = (*value).into();
            }
            (FieldStorage::AngularVelocity(solid), Value::Vec3(value)) => {
                self.state.solids[solid].angular_velocity = (*value).into();
            }
            (FieldStorage::LightColor(light), Value::Color(value)) => {
                self.state.lights[light].color = *value;
            }
            (FieldStorage::LightOn(light), Value::Bool(value)) => {
                self.state.lights[light].is_on = *value;
            }
            (FieldStorage::LightLocation(light), Value::Vec3(value)) => {
                self.state.lights[light].location = (*value).into();
            }
            (FieldStorage::Emissive(emissive), Value::Color(value)) => {
                self.state.emissives[emissive] = *value;
            }
            (FieldStorage::RobotBattery(robot), Value::FloatList(value)) => {
                let energy = value.first().copied().unwrap_or(0.0);
                let before = self.state.robots[robot].battery.first().copied();
                self.state.robot_ledgers[robot].written += energy - before.unwrap_or(0.0);
                self.state.robots[robot].battery.clone_from(value);
            }
            (FieldStorage::ChargerBattery(charger), Value::FloatList(value)) => {
                let energy = value.first().copied().unwrap_or(0.0);
                let before = self.state.chargers[charger].battery.first().copied();
                self.state.charger_ledgers[charger].written += energy - before.unwrap_or(0.0);
                self.state.chargers[charger].battery.clone_from(value);
            }
            (FieldStorage::JointPosition(joint, axis), Value::Float(value)) => {
                self.state.joints[joint][axis as usize] = *value;
                self.turn_joint(joint);
            }
            (FieldStorage::Device(device, field), value) => {
                self.set_live_value(device, field.into(), value);
            }
            (FieldStorage::WheelPosition(place), Value::Vec2([along, up])) => {
                let rotation = self.state.local_poses[place].rotation;
                self.state
                    .put(place, Vector::new(*along, 0.0, *up), rotation);
            }
            _ => {}
        }
    }

    /// A pose was written: what is below it moves too and is attached again.
    fn move_place(&mut self, place: PoseIndex, translation: Vector, rotation: AxisAngle) {
        self.state.put(place, translation, rotation);
        self.forget_zero(place);
        self.place_bodies(place);
        self.wake_moved(place);
    }

    /// Compiles the scene again; what runs goes on.
    fn compile_again(&mut self) {
        self.appearance_changes += 1;
        self.compilations += 1;
        self.read_assets();
        let mut model = compile(&self.scene, &self.assets, &self.model.bodies.materials);
        for (node, event) in self.assets.meshes.shared().take_problems() {
            self.reports.tell_once(node, event);
        }
        for node in limit_pictures(&mut model) {
            self.reports.tell_once(node, ReportKind::TooManyPixels);
        }
        model.keep_initial_colors(&self.model);
        model.keep_robot_order(&self.model);
        let lost = self.positions_to_keep(&model);
        let motors = self.known_motors();
        let positions = Self::positions_of_motors(&model, Some(self));
        settle_motors(&mut model, &positions, Some(&self.model));
        let mut state = State::new(&model);
        state.carry_over(&model, &self.state, &self.model);
        self.answers.carry_over(&model, &self.model);
        let bodies = std::mem::take(&mut self.state.bodies);
        let before = std::mem::replace(&mut self.model, Arc::new(model));
        self.state = state;
        self.rays = Rays::default();
        self.state.refresh_poses(&self.model);
        self.state.refresh_geometry(&self.model);
        self.state.bodies = bodies.rebuild(&before, &self.model, &self.state);
        self.keep_motors(&motors);
        self.keep_brakes();
        self.wake_for_settings(&before);
        self.forget_zeros(&before);
        self.turn_changed_joints(&before);
        self.rest_at_reweighed();
        self.devices_recompiled(Some(&before));
        self.find_wet_bodies();
        self.write_limits();
        for (joint, positions) in lost {
            self.put_loose_positions(joint, positions);
        }
    }

    /// What holds for the whole world wakes all bodies when it changes; what says when they
    /// sleep even those below one that is awake.
    fn wake_for_settings(&mut self, before: &Model) {
        let (now, then) = (&self.model.bodies, &before.bodies);
        if now.sleep != then.sleep {
            for at in 0..self.state.bodies.owners.len() {
                let (_, body) = self.state.bodies.owners[at];
                self.state.bodies.dynamics.wake(body);
            }
        }
        let is_other = (now.cfm, now.erp) != (then.cfm, then.erp)
            || now.default_damping != then.default_damping
            || now.contacts != then.contacts
            || self.model.settings.gravity != before.settings.gravity;
        if is_other {
            self.wake_all();
        }
    }

    /// Joints whose axis or anchor was written, or that have got new parameters,
    /// put their end points where their positions turn them now. One that has lost
    /// its parameters leaves its end point until it is moved.
    fn turn_changed_joints(&mut self, before: &Model) {
        for at in 0..self.model.joints.len() {
            let row = &self.model.joints[at];
            let Some(old) = before.joint_of(row.node) else {
                continue;
            };
            let old = &before.joints[old];
            let mut is_changed = !row.turns_like(old);
            for (axis, (now, then)) in row.axes.iter().zip(&old.axes).enumerate() {
                if now.parameters.is_some() && now.parameters != then.parameters {
                    self.state.joints[at][axis] = now.position;
                    is_changed = true;
                }
            }
            if is_changed && row.axes[0].parameters.is_some() {
                self.turn_joint(JointIndex::new(at));
            }
        }
    }

    /// Where the mass of a body was computed again, the end points of its joints come to
    /// rest, and so does the body if it is one; the joints are attached again.
    fn rest_at_reweighed(&mut self) {
        let reweighed = std::mem::take(&mut self.state.bodies.reweighed);
        for at in 0..self.model.joints.len() {
            let row = &self.model.joints[at];
            let bodies = &self.state.bodies;
            let parent = row.parent.and_then(|parent| bodies.of_solid[parent]);
            let mut linked = [parent, bodies.of_solid[row.end]].into_iter().flatten();
            if !row.is_dynamic || !linked.any(|body| reweighed.contains(&body)) {
                continue;
            }
            let end_place = row.end_place;
            self.rest_below(JointIndex::new(at));
            self.rest_springs(JointIndex::new(at));
            self.place_bodies(end_place);
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
