//! Copies of a running world: in memory, and as bytes that another process restores.

use super::{Rays, World};
use crate::controller::pending_answers::PendingAnswers;
use crate::model::{Model, RobotIndex};
use crate::pictures::PictureRenderer;
use crate::spatial::dirty_colliders::DirtyColliders;
use crate::state::State;
use crate::state::decoding::{from_bytes, to_bytes};
use crate::state::difference::{StateDifference, first_difference};
use crate::state::hash::{hash, hashed_bytes};
use crate::time::simulated_time;
use foxden_scene::{FieldRef, Library, NodeId, Scene, Value};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A copy of a world's document and state.
#[derive(Clone, Debug)]
pub struct Snapshot {
    scene: Scene,
    library: Arc<Library>,
    model: Arc<Model>,
    state: State,
    answers: PendingAnswers,
}

/// Why bytes cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// The bytes are no state.
    #[error("these bytes are no state of a world: {0}")]
    Unreadable(String),
    /// The bytes are of another version.
    #[error("the state was saved by version {0} of Foxden; this is {this}", this = VERSION)]
    OtherVersion(String),
    /// The document of the world is not the one that the state belongs to.
    #[error(
        "the state belongs to another document; open the same world file and repeat \
         the edits that were made before the state was saved"
    )]
    OtherDocument,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What comes before the state in its bytes.
#[derive(Serialize, Deserialize)]
struct SnapshotHeader {
    version: String,
    document: u64,
    state: u64,
}

impl World {
    /// A copy of document and state. Nothing outside is part of it.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            scene: self.scene.clone(),
            library: self.library.clone(),
            model: self.model.clone(),
            state: self.state.clone(),
            answers: self.answers.clone(),
        }
    }

    /// A second world that continues from the same point: the same document and state,
    /// and the same bits in each step. It begins with one thread.
    pub fn fork(&self) -> Self {
        Self {
            scene: self.scene.clone(),
            library: self.library.clone(),
            assets: self.assets.clone(),
            model: self.model.clone(),
            state: self.state.clone(),
            answers: self.answers.clone(),
            rays: Rays::default(),
            pictures: PictureRenderer::default(),
            vision_rules: self.vision_rules,
            reports: self.reports.clone(),
            findings: self.findings.clone(),
            threads: None,
            edits: self.edits,
            appearance_changes: self.appearance_changes,
            painted_changes: self.painted_changes,
            compilations: self.compilations,
            regenerations: self.regenerations,
        }
    }

    /// Goes back to a snapshot of this world or of one that was forked from it.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.scene = snapshot.scene.clone();
        self.library = snapshot.library.clone();
        let mut state = snapshot.state.clone();
        let memory = &mut self.state.bodies.dynamics;
        state.bodies.dynamics.reuse_memory_of(memory);
        self.state = state;
        self.reports.set_step(self.steps_made());
        self.answers = snapshot.answers.clone();
        if !Arc::ptr_eq(&self.model, &snapshot.model) {
            self.model = snapshot.model.clone();
            self.rays = Rays::default();
            // the other tree may have nodes whose files this world has not read
            self.read_assets();
        }
        self.rays.dirty_colliders = DirtyColliders::All;
        self.rays.visuals_at = u64::MAX;
        self.rays.infra_red_at = None;
        self.pictures.forget();
        // the tree may be another one than before
        self.edits += 1;
        self.appearance_changes += 1;
        self.compilations += 1;
    }

    /// The state as bytes. Another process of the same version that has opened
    /// the same document restores them to the same bits with
    /// [`World::restore_bytes`].
    ///
    /// The document is not part of the bytes, only a number that tells whether
    /// it is the same.
    pub fn snapshot_bytes(&self) -> Vec<u8> {
        state_bytes(&self.scene, &self.model, &self.state, &self.answers)
    }

    /// Goes back to a state that [`World::snapshot_bytes`] saved in this or
    /// another process. The world is unchanged if this fails.
    ///
    /// The bytes must come from a source that you trust: changed bytes are
    /// recognised by a checksum only.
    ///
    /// # Errors
    ///
    /// If the bytes are no state, or one of another version or document. A state
    /// with bodies in islands that rapier moves cannot be restored from bytes.
    pub fn restore_bytes(&mut self, bytes: &[u8]) -> Result<(), RestoreError> {
        let unreadable =
            |error: crate::state::decoding::StateDecodeError| RestoreError::Unreadable(error.0);
        let (header, mut state, answers): (SnapshotHeader, State, PendingAnswers) =
            from_bytes(bytes).map_err(unreadable)?;
        if header.version != VERSION {
            return Err(RestoreError::OtherVersion(header.version));
        }
        if header.document != document_hash(&self.scene, &self.model) {
            return Err(RestoreError::OtherDocument);
        }
        if header.state != hash(&(&state, &answers)) {
            let message = "the checksum is wrong".to_owned();
            return Err(RestoreError::Unreadable(message));
        }
        state.bodies.take_geometry(&self.model);
        self.state = state;
        self.answers = answers;
        self.pictures.forget();
        self.rays = Rays::default();
        self.edits += 1;
        self.appearance_changes += 1;
        self.compilations += 1;
        Ok(())
    }

    /// A number that is equal for equal states, on every machine.
    pub fn state_hash(&self) -> u64 {
        self.state.hash()
    }

    /// [`World::state_hash`] together with the bytes of the state, which
    /// [`World::first_difference`] compares. The bytes go into `buffer`.
    pub fn hashed_state(&self, buffer: Vec<u8>) -> (u64, Vec<u8>) {
        hashed_bytes(&self.state, buffer)
    }

    /// The first value in which this state differs from one whose bytes
    /// [`World::hashed_state`] gave; `None` if it has the same values.
    pub fn first_difference(&self, recorded: &[u8]) -> Option<StateDifference> {
        let mut difference = first_difference(&self.state, recorded)?;
        difference.node = self.owner_of_value(&difference.field);
        Some(difference)
    }

    /// The node that a row of the state belongs to.
    fn owner_of_value(&self, field: &str) -> Option<String> {
        let (table, rest) = field.split_once('[')?;
        let row: usize = rest.split_once(']')?.0.parse().ok()?;
        let model = &self.model;
        let node = match table {
            "robots" | "robot_ledgers" => model.robots.get(row)?.node,
            "solids" => model.solids.get(row)?.node,
            "lights" => model.lights.get(row)?.node,
            "emissives" => model.emissives.get(row)?.node,
            "joints" | "joint_zeros" => model.joints.get(row)?.node,
            "tracks" => model.tracks.get(row)?.node,
            "chargers" | "charger_ledgers" => model.chargers.get(row)?.node,
            "local_poses" | "poses" => model.pose_nodes.get(row)?.node,
            _ => return None,
        };
        Some(self.scene.path(node))
    }

    /// A number that is equal for worlds that look the same from outside: time, poses,
    /// velocities, lights, colours, energies, joints and sensor readings.
    ///
    /// Unlike [`World::state_hash`] it leaves out numbers of nodes and bodies, so two
    /// worlds that were loaded from different texts of one world can be compared.
    pub fn observable_hash(&self) -> u64 {
        let state = &self.state;
        let robots = state.robots.iter();
        let robots: Vec<_> = robots
            .map(|robot| (&robot.battery, robot.is_powered, robot.load))
            .collect();
        let chargers: Vec<_> = state
            .chargers
            .iter()
            .map(|charger| (&charger.battery, charger.connected))
            .collect();
        let devices = self.model.robots.iter().flat_map(|robot| &robot.devices);
        let readings: Vec<_> = devices
            .map(|device| state.devices.last_reading(device.row))
            .collect();
        hash(&(
            (
                state.clock,
                &state.random,
                &state.local_poses,
                &state.solids,
            ),
            (&state.lights, &state.emissives, &state.joints),
            (robots, chargers, readings),
        ))
    }
}

impl Snapshot {
    /// The state as bytes, as [`World::snapshot_bytes`] gives them for a world in this
    /// state.
    pub fn to_bytes(&self) -> Vec<u8> {
        state_bytes(&self.scene, &self.model, &self.state, &self.answers)
    }

    /// The number that [`World::state_hash`] gives for a world in this state.
    pub fn state_hash(&self) -> u64 {
        self.state.hash()
    }

    /// The simulated time in seconds, as controllers see it.
    pub fn time(&self) -> f64 {
        simulated_time(self.state.clock)
    }
}

fn state_bytes(scene: &Scene, model: &Model, state: &State, answers: &PendingAnswers) -> Vec<u8> {
    let header = SnapshotHeader {
        version: VERSION.to_owned(),
        document: document_hash(scene, model),
        state: hash(&(state, answers)),
    };
    to_bytes(&(header, state, answers))
}

/// A number that is equal for documents of which the same state can be a state:
/// the same nodes with the same values, but for those that change while the
/// world runs.
fn document_hash(scene: &Scene, model: &Model) -> u64 {
    let nodes = scene.ids().map(|node| node_values(scene, model, node));
    let nodes: Vec<_> = nodes.collect();
    let order: &[RobotIndex] = &model.robot_order;
    let lights = model.lights.iter().map(|row| row.initial_color);
    let emissives = model.emissives.iter().map(|row| row.initial_color);
    let colors: Vec<[f64; 3]> = lights.chain(emissives).collect();
    hash(&(nodes, order, colors))
}

type NodeValues<'s> = (NodeId, &'s str, Vec<(FieldRef, Option<Value>)>);

fn node_values<'s>(scene: &'s Scene, model: &Model, node: NodeId) -> NodeValues<'s> {
    let name = scene.get(node).map_or("", |node| node.type_name());
    let fields = scene.base_fields(node).into_iter();
    let fields = fields
        .filter(|field| !model.rows.contains_key(&scene.owner_of(*field)))
        .map(|field| (field, scene.value(field).map(|value| value.into_owned())));
    (node, name, fields.collect())
}
