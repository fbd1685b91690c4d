//! States of nodes that can be brought back: the one at the start, and those
//! that a supervisor saves under a name.

use crate::math::{AxisAngle, Vector};
use foxden_scene::NodeId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The name of the state at the start.
pub(crate) const START: &str = "__init__";

/// What is remembered of a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum SavedRow {
    Pose(Vector, AxisAngle),
    /// The two fields of a pose that is only in the document: that of a Viewpoint, or of a Pose
    /// in a boundingObject.
    Document(Vector, AxisAngle),
    LightLocation(Vector),
    RobotEnergy(f64),
    ChargerEnergy(f64),
    JointPositions([f64; 3]),
    /// Whether a Connector is locked, or a VacuumGripper on.
    Switch(bool),
}

impl SavedRow {
    /// What a state that was never saved brings back: nothing but zeros.
    pub(crate) fn blank(&self) -> Self {
        match self {
            Self::Pose(..) => Self::Pose(Vector::ZERO, AxisAngle::IDENTITY),
            Self::Document(..) => Self::Document(Vector::ZERO, AxisAngle::IDENTITY),
            Self::LightLocation(_) => Self::LightLocation(Vector::ZERO),
            Self::RobotEnergy(_) => Self::RobotEnergy(0.0),
            Self::ChargerEnergy(_) => Self::ChargerEnergy(0.0),
            Self::JointPositions(_) => Self::JointPositions([0.0; 3]),
            Self::Switch(_) => Self::Switch(false),
        }
    }
}

/// Saved states by name and node, shared with snapshots until another one is saved.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedStates {
    states: Arc<BTreeMap<String, BTreeMap<NodeId, Vec<SavedRow>>>>,
}

impl SavedStates {
    pub(crate) fn save(&mut self, name: &str, node: NodeId, rows: Vec<SavedRow>) {
        Arc::make_mut(&mut self.states)
            .entry(name.to_owned())
            .or_default()
            .insert(node, rows);
    }

    pub(crate) fn rows(&self, name: &str, node: NodeId) -> &[SavedRow] {
        self.states
            .get(name)
            .and_then(|nodes| nodes.get(&node))
            .map_or(&[], Vec::as_slice)
    }
}
