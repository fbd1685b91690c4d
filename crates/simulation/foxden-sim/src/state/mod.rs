//! What changes while a world runs: one row beside each row of the model.

pub(crate) mod decoding;
pub(crate) mod difference;
mod encoding;
#[cfg(test)]
mod field_tests;
pub(crate) mod hash;
mod node_restore;
pub mod random;
mod reset;
pub(crate) mod saved;

use crate::bodies::Bodies;
use crate::bodies::contact_memory::ContactMemory;
use crate::bodies::contact_points::KeptContact;
use crate::bodies::fluids::WetShape;
use crate::bodies::tracks::TrackState;
use crate::devices::Renumbering;
use crate::devices::ink::Ink;
use crate::devices::table::DeviceStates;
use crate::dynamics::BodyId;
use crate::energy::charger::ChargerState;
use crate::energy::{ChargerLedger, RobotLedger};
use crate::light::LightState;
use crate::math::{Pose, Vector};
use crate::model::robot::RobotState;
use crate::model::{
    ChargerIndex, EmissiveIndex, JointIndex, LightIndex, Model, PoseIndex, RobotIndex, RowIndex,
    SolidIndex, Table, TrackIndex,
};
use crate::spatial::transforms::{LocalPose, Moves};
use crate::state::random::Random;
use crate::state::saved::SavedStates;
use foxden_scene::NodeId;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How a solid moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SolidState {
    pub(crate) linear_velocity: Vector,
    pub(crate) angular_velocity: Vector,
}

impl SolidState {
    /// No motion.
    pub(crate) const REST: Self = Self {
        linear_velocity: Vector::ZERO,
        angular_velocity: Vector::ZERO,
    };
}

/// A body that stays where it is for one step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PausedBody {
    pub(crate) body: BodyId,
    /// Whether it is at rest afterwards: the solid it belongs to was put to rest, not
    /// only one that is merged into it.
    pub(crate) is_stopped: bool,
    /// Whether it stays: a force that comes later lets it go, and it is only stopped afterwards.
    pub(crate) is_held: bool,
    /// Whether it wakes afterwards. What is inside of a PROTO waits for something that is
    /// linked to it.
    pub(crate) wakes: bool,
}

/// The running state of a world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    /// In milliseconds.
    pub(crate) clock: f64,
    pub(crate) random: Random,
    pub(crate) local_poses: Table<PoseIndex, LocalPose>,
    /// In the world; valid for places that have not moved since the last refresh.
    pub(crate) poses: Table<PoseIndex, Pose>,
    /// Where colliders are; they lag one step behind solids that drift.
    pub(crate) geometry: Vec<Pose>,
    pub(crate) moves: Moves,
    pub(crate) solids: Table<SolidIndex, SolidState>,
    pub(crate) lights: Table<LightIndex, LightState>,
    pub(crate) emissives: Table<EmissiveIndex, [f64; 3]>,
    pub(crate) robots: Table<RobotIndex, RobotState>,
    pub(crate) robot_ledgers: Table<RobotIndex, RobotLedger>,
    pub(crate) chargers: Table<ChargerIndex, ChargerState>,
    pub(crate) charger_ledgers: Table<ChargerIndex, ChargerLedger>,
    /// Positions of the axes.
    pub(crate) joints: Table<JointIndex, [f64; 3]>,
    /// Where the end points of joints are at position 0.
    pub(crate) joint_zeros: Table<JointIndex, LocalPose>,
    pub(crate) devices: DeviceStates,
    /// What pens painted on Shapes.
    pub(crate) inks: BTreeMap<NodeId, Ink>,
    /// Nodes that devices do not see, by device.
    pub(crate) hidden: BTreeMap<NodeId, BTreeSet<NodeId>>,
    /// The correlated noise that all GPS devices share.
    pub(crate) gps_noise: [f64; 3],
    pub(crate) tracks: Table<TrackIndex, TrackState>,
    pub(crate) bodies: Bodies,
    /// What was found in fluids after the last step.
    pub(crate) wet_shapes: Vec<WetShape>,
    /// Places that moved by themselves and hold bodies whose joints have to follow.
    pub(crate) moved_holders: Vec<PoseIndex>,
    /// Bodies that a supervisor put to rest: they stay for one step.
    pub(crate) paused: Vec<PausedBody>,
    /// The solids that a supervisor put to rest: they are stopped again at the end of the step.
    pub(crate) resting: Vec<NodeId>,
    /// What is remembered of the contact points of solids that a supervisor asked about.
    pub(crate) contact_memory: BTreeMap<NodeId, ContactMemory>,
    /// What touched before a reset in the last step.
    pub(crate) kept_contacts: Vec<KeptContact>,
    /// Whether a solid without a body has moved by itself in the last step: all bodies
    /// wake before the next one.
    pub(crate) is_stirred: bool,
    /// When all bodies were woken last; a reset of the clock leaves it.
    pub(crate) woken_at: f64,
    pub(crate) saved: SavedStates,
    /// Nodes that were inserted since the start.
    pub(crate) imported: Vec<NodeId>,
    pub(crate) is_reset_wanted: bool,
}

impl State {
    /// The state of a world that was just loaded.
    pub(crate) fn new(model: &Model) -> Self {
        let local_poses: Table<PoseIndex, LocalPose> = model
            .pose_nodes
            .iter()
            .map(|place| LocalPose {
                translation: place.translation,
                rotation: place.rotation,
            })
            .collect();
        let mut state = Self {
            clock: 0.0,
            random: Random::new(model.settings.seed),
            poses: local_poses.iter().map(|_| Pose::IDENTITY).collect(),
            geometry: vec![Pose::IDENTITY; model.colliders.len()],
            moves: Moves::new(&local_poses, model),
            local_poses,
            solids: model
                .solids
                .iter()
                .map(|solid| SolidState {
                    linear_velocity: solid.linear_velocity,
                    angular_velocity: solid.angular_velocity,
                })
                .collect(),
            lights: model.lights.iter().map(|light| light.state()).collect(),
            emissives: model
                .emissives
                .iter()
                .map(|emissive| emissive.color)
                .collect(),
            robots: model.robots.iter().map(|robot| robot.state()).collect(),
            robot_ledgers: model
                .robots
                .iter()
                .map(|robot| RobotLedger::new(robot.battery.first().copied()))
                .collect(),
            chargers: model
                .chargers
                .iter()
                .map(|charger| charger.state())
                .collect(),
            charger_ledgers: model
                .chargers
                .iter()
                .map(|charger| ChargerLedger::new(charger.battery.first().copied()))
                .collect(),
            joints: model
                .joints
                .iter()
                .map(|joint| joint.initial_positions())
                .collect(),
            joint_zeros: model.joints.iter().map(|joint| joint.zero).collect(),
            devices: DeviceStates::default(),
            inks: BTreeMap::new(),
            hidden: BTreeMap::new(),
            gps_noise: [0.0; 3],
            tracks: model.tracks.iter().map(|_| TrackState::default()).collect(),
            bodies: Bodies::default(),
            wet_shapes: Vec::new(),
            moved_holders: Vec::new(),
            paused: Vec::new(),
            resting: Vec::new(),
            contact_memory: BTreeMap::new(),
            kept_contacts: Vec::new(),
            is_stirred: false,
            woken_at: 0.0,
            saved: SavedStates::default(),
            imported: Vec::new(),
            is_reset_wanted: false,
        };
        state.devices = DeviceStates::new(&model.devices, &state.joints);
        state
    }

    /// Takes over the rows of nodes that were there before the scene was compiled again.
    pub(crate) fn carry_over(&mut self, model: &Model, before: &Self, model_before: &Model) {
        self.clock = before.clock;
        self.bodies.dynamics.settings.method = before.bodies.dynamics.settings.method;
        self.random = before.random;
        self.gps_noise = before.gps_noise;
        self.saved = before.saved.clone();
        self.imported.clone_from(&before.imported);
        self.is_reset_wanted = before.is_reset_wanted;
        macro_rules! carry {
            ($table:ident: $($rows:ident),+) => {
                let old: HashMap<NodeId, usize> = model_before
                    .$table
                    .iter()
                    .enumerate()
                    .map(|(at, row)| (row.node, at))
                    .collect();
                for (at, row) in model.$table.iter().enumerate() {
                    if let Some(from) = old.get(&row.node) {
                        $(self.$rows[at] = before.$rows[*from].clone();)+
                    }
                }
            };
        }
        carry!(pose_nodes: local_poses);
        self.moves = Moves::new(&self.local_poses, model);
        carry!(solids: solids);
        carry!(lights: lights);
        carry!(emissives: emissives);
        carry!(robots: robots, robot_ledgers);
        carry!(chargers: chargers, charger_ledgers);
        carry!(joints: joints, joint_zeros);
        carry!(tracks: tracks);
        let renumbering = Renumbering {
            before: model_before,
            now: model,
        };
        self.devices.carry_over(&before.devices, &renumbering);
        self.inks.clone_from(&before.inks);
        self.hidden.clone_from(&before.hidden);
        self.paused.clone_from(&before.paused);
        self.resting.clone_from(&before.resting);
        self.kept_contacts.clone_from(&before.kept_contacts);
        self.contact_memory.clone_from(&before.contact_memory);
        self.contact_memory
            .retain(|node, _| model.solid_of(*node).is_some());
        self.is_stirred = before.is_stirred;
        self.woken_at = before.woken_at;
        // robots may have other numbers now
        for charger in &mut self.chargers {
            charger.connected = charger.connected.and_then(|robot| {
                let node = model_before.robots.find(robot)?.node;
                let at = model.robots.iter().position(|robot| robot.node == node)?;
                Some(crate::model::RobotIndex::new(at))
            });
        }
    }
}
