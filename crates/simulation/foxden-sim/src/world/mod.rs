//! A world that runs: document, compiled model, running state.

pub(crate) mod assets;
mod edit;
#[cfg(test)]
mod edit_tests;
mod interventions;
mod query;
pub mod reports;
mod snapshot;
mod step;

pub use snapshot::{RestoreError, Snapshot};

use crate::controller::pending_answers::PendingAnswers;
use crate::controller::{Answer, Tag};
use crate::devices::DeviceRow;
use crate::devices::imaging::limit_pictures;
use crate::devices::motor_limits::settle_motors;
use crate::devices::packet_transmission::HeldAntennas;
use crate::devices::touch_sensor::TouchKind;
use crate::dynamics::thread_pool::ThreadPool;
use crate::energy::{ChargerLedger, RobotLedger};
use crate::light::contribution::LightSource;
use crate::light::sensor_values::ActiveLight;
use crate::math::{Pose, Vector};
use crate::model::compile::{compile, read};
use crate::model::robot::{Robot, RobotDevice};
use crate::model::{
    ChargerIndex, FieldStorage, LightIndex, Model, NodeRow, RobotIndex, RowIndex, SolidIndex,
    WorldSettings,
};
use crate::pictures::PictureRenderer;
use crate::spatial::dirty_colliders::DirtyColliders;
use crate::spatial::rays::caster::Caster;
use crate::state::State;
use crate::state::saved::START;
use crate::time::simulated_time;
use crate::world::assets::AssetFiles;
use crate::world::reports::{Findings, Report, ReportKind, Reports};
use foxden_catalogue::NodeType;
use foxden_lang::diagnostic::Diagnostic;
use foxden_scene::{FieldRef, Library, NodeId, Scene, Value};
use foxden_vision::VisionRules;
use std::sync::Arc;

/// A world that runs. It has no clock of its own and touches nothing outside:
/// its owner decides when it steps.
pub struct World {
    pub(crate) scene: Scene,
    /// Shared with snapshots and forks until one of them changes it.
    pub(crate) library: Arc<Library>,
    pub(crate) assets: AssetFiles,
    pub(crate) model: Arc<Model>,
    pub(crate) state: State,
    /// Answers that controllers have not taken yet. They are output, no state.
    pub(crate) answers: PendingAnswers,
    pub(crate) rays: Rays,
    pub(crate) pictures: PictureRenderer,
    /// The geometry of pictures.
    pub(crate) vision_rules: VisionRules,
    pub(crate) reports: Reports,
    pub(crate) findings: Findings,
    pub(crate) threads: Option<ThreadPool>,
    /// How often the document changed.
    pub(crate) edits: u64,
    /// How often something besides running values changed.
    pub(crate) appearance_changes: u64,
    /// How often displays or pens painted something.
    pub(crate) painted_changes: u64,
    /// How often the model was replaced.
    pub(crate) compilations: u64,
    /// How often an instance was created again.
    pub(crate) regenerations: u64,
}

/// What rays need; it follows from model and state and is computed again when they change.
#[derive(Debug, Default)]
pub(crate) struct Rays {
    pub(crate) caster: Caster,
    pub(crate) is_built: bool,
    pub(crate) dirty_colliders: DirtyColliders,
    /// For infra-red light, made when it is needed.
    pub(crate) visuals: Option<Caster>,
    /// How often things had moved when that was brought up to date.
    pub(crate) visuals_at: u64,
    /// How often things had moved when the infra-red light of this step was cast.
    pub(crate) infra_red_at: Option<u64>,
    /// Last blocker of each pair of sensor and light.
    pub(crate) hints: Vec<Option<u32>>,
    /// The lights that are on.
    pub(crate) active_lights: Vec<ActiveLight>,
    /// The boundary for which the lights were looked at.
    pub(crate) lit_at: Option<f64>,
    /// Where antennas were before bodies moved in this step.
    pub(crate) antennas: HeldAntennas,
}

impl World {
    /// A world that was just loaded, before its first step.
    pub fn new(scene: Scene, library: Library) -> Self {
        let mut scene = scene;
        scene.take_changes();
        let mut assets = AssetFiles::default();
        let mut unread = assets.read(&scene, &**library.resolver());
        let mut model = compile(&scene, &assets, &[]);
        unread.extend(assets.meshes.shared().take_problems());
        let limited = limit_pictures(&mut model).into_iter();
        unread.extend(limited.map(|node| (node, ReportKind::TooManyPixels)));
        let positions = Self::positions_of_motors(&model, None);
        settle_motors(&mut model, &positions, None);
        let state = State::new(&model);
        let mut world = Self {
            assets,
            scene,
            library: Arc::new(library),
            model: Arc::new(model),
            state,
            answers: PendingAnswers::default(),
            rays: Rays::default(),
            pictures: PictureRenderer::default(),
            vision_rules: VisionRules::default(),
            reports: Reports::default(),
            findings: Findings::default(),
            threads: None,
            edits: 0,
            appearance_changes: 0,
            painted_changes: 0,
            compilations: 0,
            regenerations: 0,
        };
        world.tell_about(&unread);
        world.devices_recompiled(None);
        world.save_state(world.scene.root(), START);
        world.state.refresh_poses(&world.model);
        world.state.refresh_geometry(&world.model);
        world.build_bodies();
        if world.write_limits() {
            world.take_over_changes();
        }
        world
    }

    /// Reads files that are new in the scene: meshes and pictures.
    pub(crate) fn read_assets(&mut self) {
        let unread = self.assets.read(&self.scene, &**self.library.resolver());
        self.tell_about(&unread);
    }

    /// What is wrong with the scene, once for each node.
    fn tell_about(&mut self, unread: &[(NodeId, ReportKind)]) {
        for (node, kind) in unread {
            self.reports.tell_once(*node, *kind);
        }
    }

    /// Spreads rays and islands of bodies over threads where there are enough of
    /// them; 1 or less uses the caller's only. Results do not depend on it.
    /// Returns whether the threads could be had.
    pub fn set_threads(&mut self, count: usize) -> bool {
        self.threads = None;
        if count > 1 {
            self.threads = ThreadPool::new(count - 1);
        }
        count <= 1 || self.threads.is_some()
    }

    /// Chooses how bodies are moved, from the next step on.
    pub fn set_physics(&mut self, method: crate::dynamics::Method) {
        self.state.bodies.dynamics.settings.method = method;
    }

    /// Chooses the geometry of pictures, from the next one on.
    pub fn set_vision_rules(&mut self, rules: VisionRules) {
        self.vision_rules = rules;
    }

    /// Which bodies were not moved exactly so far, and in how many steps.
    pub fn exactness(&self) -> crate::bodies::exactness::Exactness {
        crate::bodies::exactness::Exactness::new(&self.scene, &self.model, &self.state.bodies)
    }

    /// The document. Values that change while the world runs are read with [`World::get`].
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// A copy of the document with the values that changed while the world ran.
    pub fn document(&self) -> Scene {
        let mut scene = self.scene.clone();
        for node in self.scene.ids() {
            for field in self.scene.base_fields(node) {
                let Some(row) = self.model.rows.get(&self.scene.owner_of(field)) else {
                    continue;
                };
                let now = self.row_value(*row);
                if self.scene.value(field).as_deref() != Some(&now) {
                    // what the simulation made of a value needs no check
                    let _ = scene.set(self.scene.owner_of(field), now);
                }
            }
        }
        scene
    }

    /// How often the document changed or was replaced by that of a snapshot; equal
    /// numbers mean equal trees.
    pub fn edits(&self) -> u64 {
        self.edits
    }

    /// How often an instance was created again because a parameter of its template changed.
    pub fn regenerations(&self) -> u64 {
        self.regenerations
    }

    /// What holds for the whole world.
    pub fn settings(&self) -> &WorldSettings {
        &self.model.settings
    }

    /// The simulated time in milliseconds.
    pub fn clock(&self) -> f64 {
        self.state.clock
    }

    /// The simulated time in seconds, as controllers see it.
    pub fn time(&self) -> f64 {
        simulated_time(self.clock())
    }

    /// Starts the random numbers again with a seed.
    pub fn reseed(&mut self, seed: u32) {
        self.state.random = crate::state::random::Random::new(seed);
    }

    /// The WorldInfo that counts: one that was imported takes over.
    pub fn world_info(&self) -> Option<NodeId> {
        crate::model::compile::world_info(&self.scene)
    }

    /// The robots in the order in which they are visited.
    pub fn robots(&self) -> impl Iterator<Item = (RobotIndex, &Robot)> {
        self.model
            .robots
            .iter()
            .enumerate()
            .map(|(at, robot)| (RobotIndex::new(at), robot))
    }

    /// A robot.
    pub fn robot(&self, robot: RobotIndex) -> Option<&Robot> {
        self.model.robots.find(robot)
    }

    /// The robot that a node is.
    pub fn robot_of(&self, node: NodeId) -> Option<RobotIndex> {
        match self.model.node_rows.get(&node) {
            Some(NodeRow::Robot(robot)) => Some(*robot),
            _ => None,
        }
    }

    /// The devices of a robot with their tags.
    pub fn devices(&self, robot: RobotIndex) -> impl Iterator<Item = (Tag, &RobotDevice)> {
        self.robot(robot)
            .into_iter()
            .flat_map(|robot| &robot.devices)
            .zip(1..)
            .map(|(device, tag)| (Tag(tag), device))
    }

    /// The node of the device of a robot with this tag.
    pub fn device_node(&self, robot: RobotIndex, tag: Tag) -> Option<NodeId> {
        let at = usize::from(tag.0).checked_sub(1)?;
        Some(self.robot(robot)?.devices.get(at)?.node())
    }

    /// The first device of a robot with this name.
    pub fn device(&self, robot: RobotIndex, name: &str) -> Option<Tag> {
        self.devices(robot)
            .find(|(_, device)| device.name == name)
            .map(|(tag, _)| tag)
    }

    /// The chargers.
    pub fn chargers(&self) -> impl Iterator<Item = ChargerIndex> + use<> {
        (0..self.model.chargers.len()).map(ChargerIndex::new)
    }

    /// The account of a robot's battery.
    pub fn robot_ledger(&self, robot: RobotIndex) -> Option<&RobotLedger> {
        self.state.robot_ledgers.find(robot)
    }

    /// The account of a charger.
    pub fn charger_ledger(&self, charger: ChargerIndex) -> Option<&ChargerLedger> {
        self.state.charger_ledgers.find(charger)
    }

    /// The energy of a robot's battery, if it has one.
    pub fn robot_energy(&self, robot: RobotIndex) -> Option<f64> {
        self.state.robots.find(robot)?.battery.first().copied()
    }

    /// The energy of a charger, if it has any.
    pub fn charger_energy(&self, charger: ChargerIndex) -> Option<f64> {
        self.state.chargers.find(charger)?.battery.first().copied()
    }

    /// The node of a charger.
    pub fn charger_node(&self, charger: ChargerIndex) -> Option<NodeId> {
        Some(self.model.chargers.find(charger)?.node)
    }

    /// The robot that a charger is connected to.
    pub fn charging(&self, charger: ChargerIndex) -> Option<RobotIndex> {
        self.state.chargers.find(charger)?.connected
    }

    /// The answer for a robot's controller, once.
    pub fn answer(&mut self, robot: RobotIndex) -> Option<Answer> {
        self.answers.take(robot)
    }

    /// What happened since the last call.
    pub fn take_reports(&mut self) -> Vec<Report> {
        let scene = &self.scene;
        self.reports
            .take()
            .into_iter()
            .filter(|report| scene.get(report.node).is_some())
            .map(|report| Report {
                node: scene.path(report.node),
                kind: report.kind,
                step: report.step,
            })
            .collect()
    }

    /// How many steps of the present length fit into the simulated time.
    pub(crate) fn steps_made(&self) -> u64 {
        (self.clock() / self.settings().basic_time_step).round() as u64
    }

    /// Errors in what was imported or created again while the world ran, each once.
    pub fn take_findings(&mut self) -> Vec<Diagnostic> {
        self.findings.take()
    }

    /// The value of a field as it is now; `None` for nodes.
    pub fn get(&self, field: FieldRef) -> Option<Value> {
        self.scene.get(field.node)?;
        match self.model.rows.get(&self.scene.owner_of(field)) {
            Some(row) => Some(self.row_value(*row)),
            None => self.scene.value(field).map(|value| value.into_owned()),
        }
    }

    fn row_value(&self, row: FieldStorage) -> Value {
        let state = &self.state;
        match row {
            FieldStorage::Translation(place) => {
                Value::Vec3(state.local_poses[place].translation.into())
            }
            FieldStorage::Rotation(place) => {
                Value::Rotation(state.local_poses[place].rotation.to_array())
            }
            FieldStorage::LinearVelocity(solid) => {
                Value::Vec3(state.solids[solid].linear_velocity.into())
            }
            FieldStorage::AngularVelocity(solid) => {
                Value::Vec3(state.solids[solid].angular_velocity.into())
            }
            FieldStorage::LightColor(light) => Value::Color(state.lights[light].color),
            FieldStorage::LightOn(light) => Value::Bool(state.lights[light].is_on),
            FieldStorage::LightLocation(light) => Value::Vec3(state.lights[light].location.into()),
            FieldStorage::Emissive(emissive) => Value::Color(state.emissives[emissive]),
            FieldStorage::RobotBattery(robot) => {
                Value::FloatList(state.robots[robot].battery.clone())
            }
            FieldStorage::ChargerBattery(charger) => {
                Value::FloatList(state.chargers[charger].battery.clone())
            }
            FieldStorage::JointPosition(joint, axis) => {
                Value::Float(state.joints[joint][axis as usize])
            }
            FieldStorage::Device(device, field) => {
                let value = state.devices.live_value(device, field.into());
                value.unwrap_or(Value::Bool(false))
            }
            FieldStorage::WheelPosition(place) => {
                let Vector { x, z, .. } = state.local_poses[place].translation;
                Value::Vec2([x, z])
            }
        }
    }

    /// The position of a node in the world, if it has a pose.
    pub fn position(&self, node: NodeId) -> Option<[f64; 3]> {
        Some(self.pose_of(node)?.translation.to_array())
    }

    /// How a node is turned in the world: the rows of a matrix.
    pub fn orientation(&self, node: NodeId) -> Option<[f64; 9]> {
        let rows = self.scaled_pose(node)?.rotation.0;
        Some(std::array::from_fn(|at| rows[at / 3][at % 3]))
    }

    /// The pose of a node in the world, also inside of a boundingObject.
    pub(crate) fn pose_of(&self, node: NodeId) -> Option<Pose> {
        if let Some(place) = self.model.place_of(node) {
            return Some(self.state.pose_now(&self.model, place));
        }
        let scene = &self.scene;
        let is_pose = |node: NodeId| read::kind(scene, node).is_a(NodeType::Pose);
        if !is_pose(scene.get(node).map(|_| node)?) {
            return None;
        }
        let own = Pose::new(
            read::vector(scene, node, "translation"),
            read::rotation(scene, node, "rotation"),
        );
        let above = scene.ancestors(node).find(|above| is_pose(*above));
        Some(match above.and_then(|above| self.pose_of(above)) {
            Some(above) => above.then(&own),
            None => own,
        })
    }

    /// The linear and angular velocity of a solid: what the velocity fields of the solid with
    /// its body say, or what its own and those of the solids above it make. The fields of a
    /// body that sleeps keep the velocity that it had before.
    pub fn velocity(&self, node: NodeId) -> Option<[f64; 6]> {
        let solid = self.model.solid_of(node)?;
        let bodies = &self.state.bodies;
        let (linear, angular) = match bodies.of_solid[solid] {
            Some(_) => {
                let fields = &self.state.solids[bodies.owner(&self.model, solid)];
                (fields.linear_velocity, fields.angular_velocity)
            }
            None => self.drifting(solid),
        };
        Some([
            linear.x, linear.y, linear.z, angular.x, angular.y, angular.z,
        ])
    }

    /// How a solid without a body moves in the world, as the genuine program reckons it: each
    /// solid above turns what is below it as it is turned in the world and adds the velocities
    /// of its own fields, up to the first one with Physics.
    fn drifting(&self, solid: SolidIndex) -> (Vector, Vector) {
        let fields = |solid: SolidIndex| {
            let state = &self.state.solids[solid];
            (state.linear_velocity, state.angular_velocity)
        };
        let (mut linear, mut angular) = fields(solid);
        let mut above = self.model.solids[solid].parent;
        while let Some(parent) = above {
            let row = &self.model.solids[parent];
            let turn = self.state.pose_now(&self.model, row.place).rotation;
            let own = fields(parent);
            (linear, angular) = (turn * linear + own.0, turn * angular + own.1);
            above = row.parent.filter(|_| row.physics.is_none());
        }
        (linear, angular)
    }

    /// A motor of a robot.
    pub fn motor(&self, robot: RobotIndex, tag: Tag) -> Option<&crate::dynamics::Motor> {
        let at = usize::from(tag.0).checked_sub(1)?;
        let DeviceRow::Motor(motor) = self.robot(robot)?.devices.get(at)?.row else {
            return None;
        };
        let dynamic = self.model.devices.motors[motor]
            .joint
            .and_then(|(joint, axis)| {
                let id = self.state.bodies.joints[joint]?;
                self.state.bodies.dynamics.joint(id)?.motor(axis as usize)
            });
        Some(dynamic.unwrap_or(&self.state.devices.motors[motor].kinematic))
    }

    /// Whether a device is a touch sensor that measures three forces.
    pub fn is_force_3d(&self, robot: RobotIndex, tag: Tag) -> bool {
        let row = usize::from(tag.0)
            .checked_sub(1)
            .and_then(|at| Some(self.robot(robot)?.devices.get(at)?.row));
        let Some(DeviceRow::TouchSensor(sensor)) = row else {
            return false;
        };
        self.model.devices.touch_sensors[sensor].kind == TouchKind::Force3d
    }

    /// Whether anything moves by physics.
    pub fn has_bodies(&self) -> bool {
        !self.state.bodies.owners.is_empty()
    }

    /// What all bodies weigh together, in kilograms.
    pub fn mass_of_bodies(&self) -> f64 {
        let bodies = self.state.bodies.owners.iter();
        bodies
            .filter_map(|(_, id)| self.state.bodies.dynamics.body(*id))
            .map(|body| body.mass().mass)
            .sum()
    }

    /// Whether there are joints whose end points move by physics.
    pub fn has_joints(&self) -> bool {
        self.state.bodies.joints.iter().any(Option::is_some)
    }

    /// Whether anything touched after the last step.
    pub fn has_contacts(&self) -> bool {
        self.state.bodies.dynamics.is_touching()
    }

    /// A light as it is now; `None` if it is off.
    pub(crate) fn source(&self, light: LightIndex, position: Vector) -> Option<LightSource<'_>> {
        let fields = &self.model.lights[light];
        self.state.lights[light].is_on.then(|| LightSource {
            light: fields,
            position,
            axis: fields.axis(
                fields
                    .place
                    .map(|place| self.state.local_poses[place].rotation),
            ),
        })
    }

    /// Where a light is now.
    pub(crate) fn light_position(&self, light: LightIndex) -> Vector {
        let location = self.state.lights[light].location;
        match self.model.lights[light].place {
            Some(place) => self.state.poses[place].apply(location),
            None => location,
        }
    }
}
