//! Connectors: faces that hold on to each other.

use crate::controller::Sampling;
use crate::dynamics::JointId;
use crate::math::{Pose, Vector, acos};
use crate::model::compile::read;
use crate::model::{ConnectorIndex, PlaceIndex, SolidIndex};
use foxden_scene::{NodeId, Scene};
use std::f64::consts::{PI, TAU};

/// Which faces hold which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Face {
    Symmetric,
    Active,
    Passive,
    /// Of a type that there is not: it holds nothing.
    Unknown,
}

/// A Connector.
#[derive(Clone, Debug)]
pub struct Connector {
    pub(crate) node: NodeId,
    pub(crate) place: PlaceIndex,
    /// The solid that it stands in, whose body it holds.
    pub(crate) holder: Option<SolidIndex>,
    pub(crate) face: Face,
    pub(crate) model: String,
    pub(crate) is_locked: bool,
    pub(crate) has_auto_lock: bool,
    pub(crate) has_unilateral_lock: bool,
    pub(crate) has_unilateral_unlock: bool,
    pub(crate) distance_tolerance: f64,
    pub(crate) axis_tolerance: f64,
    pub(crate) rotation_tolerance: f64,
    pub(crate) rotations: i32,
    pub(crate) has_snap: bool,
    /// Newtons; -1 for no limit.
    pub(crate) tensile_strength: f64,
    /// Newtons; -1 for no limit.
    pub(crate) shear_strength: f64,
}

/// What may change about a connector while the world runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ConnectorState {
    pub(crate) sampling: Sampling,
    pub(crate) is_locked: bool,
    pub(crate) peer: Option<ConnectorIndex>,
    /// On one of the two that hold each other.
    pub(crate) joint: Option<JointId>,
    /// Whether its first step is still to come.
    pub(crate) is_new: bool,
    /// Whether the controller is to be told whether it is locked.
    pub(crate) is_to_tell: bool,
    /// What the last sample found: 1, 0, or -1 for a face that cannot know.
    pub(crate) presence: i16,
}

impl Connector {
    pub(crate) fn read(
        scene: &Scene,
        node: NodeId,
        place: PlaceIndex,
        holder: Option<SolidIndex>,
    ) -> Self {
        let number = |name: &str| read::number(scene, node, name);
        let flag = |name: &str| read::flag(scene, node, name);
        let face = match read::text(scene, node, "type").as_str() {
            "symmetric" => Face::Symmetric,
            "active" => Face::Active,
            "passive" => Face::Passive,
            _ => Face::Unknown,
        };
        Self {
            node,
            place,
            holder,
            face,
            model: read::text(scene, node, "model"),
            is_locked: flag("isLocked") && face != Face::Passive,
            has_auto_lock: flag("autoLock"),
            has_unilateral_lock: flag("unilateralLock"),
            has_unilateral_unlock: flag("unilateralUnlock"),
            distance_tolerance: number("distanceTolerance").max(0.0),
            axis_tolerance: number("axisTolerance").clamp(0.0, PI),
            rotation_tolerance: number("rotationTolerance").clamp(0.0, PI),
            rotations: read::integer(scene, node, "numberOfRotations").max(0),
            has_snap: flag("snap"),
            tensile_strength: strength(number("tensileStrength")),
            shear_strength: strength(number("shearStrength")),
        }
    }

    pub(crate) fn state(&self) -> ConnectorState {
        ConnectorState {
            sampling: Sampling::OFF,
            is_locked: self.is_locked,
            peer: None,
            joint: None,
            is_new: true,
            is_to_tell: self.face != Face::Passive,
            presence: 0,
        }
    }

    /// Whether the faces fit and stand right for each other.
    pub(crate) fn fits(&self, other: &Self, own: &Pose, others: &Pose) -> bool {
        let is_pair = matches!(
            (self.face, other.face),
            (Face::Symmetric, Face::Symmetric)
                | (Face::Active, Face::Passive)
                | (Face::Passive, Face::Active)
        );
        let axis = |pose: &Pose, at: usize| pose.rotation.column(at);
        is_pair
            && self.model == other.model
            && angle(axis(own, 0), axis(others, 0)) > PI - self.axis_tolerance
            && (self.rotations == 0
                || self
                    .nearest_rotation(angle(axis(own, 2), axis(others, 2)))
                    .is_some())
    }

    /// The allowed rotation next to an angle, if one is near enough.
    pub(crate) fn nearest_rotation(&self, angle: f64) -> Option<f64> {
        let step = TAU / f64::from(self.rotations);
        let mut allowed = 0.0;
        for _ in 0..=self.rotations / 2 {
            if angle > allowed - self.rotation_tolerance
                && angle < allowed + self.rotation_tolerance
            {
                return Some(allowed);
            }
            allowed += step;
        }
        None
    }
}

/// The angle between two vectors of length 1.
pub(crate) fn angle(one: Vector, two: Vector) -> f64 {
    acos(one.dot(two).clamp(-1.0, 1.0))
}

fn strength(value: f64) -> f64 {
    if value < 0.0 { -1.0 } else { value }
}
