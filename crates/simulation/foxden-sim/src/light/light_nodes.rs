//! DirectionalLight, PointLight and SpotLight: what is read of their fields, and their state.

use crate::math::{AxisAngle, Vector};
use crate::model::PoseIndex;
use crate::model::compile::read;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};
use serde::{Deserialize, Serialize};

/// What a light does with distance and direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LightNodeKind {
    /// From far away, everywhere the same.
    Directional {
        /// Where the light goes, of length 1 or 0.
        direction: Vector,
    },
    /// From a point, all around.
    Point,
    /// From a point, in a cone.
    Spot {
        /// The axis of the cone in the frame of the light.
        direction: Vector,
        /// Where the light ends.
        cut_off_angle: f64,
        /// Up to where it is full.
        beam_width: f64,
    },
}

/// A light of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct LightNode {
    pub(crate) node: NodeId,
    /// The nearest Pose above.
    pub(crate) place: Option<PoseIndex>,
    /// What it does with distance and direction.
    pub kind: LightNodeKind,
    /// How strong it is.
    pub intensity: f64,
    /// What arrives from everywhere.
    pub ambient: f64,
    /// How it fades: constant, linear and quadratic.
    pub attenuation: Vector,
    pub(crate) color: [f64; 3],
    /// The colour it had when it came into the world; a charger goes out from it.
    pub(crate) initial_color: [f64; 3],
    pub(crate) is_on: bool,
    pub(crate) location: Vector,
}

/// What may change about a light while the world runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LightState {
    pub(crate) color: [f64; 3],
    pub(crate) is_on: bool,
    pub(crate) location: Vector,
}

impl LightNode {
    pub(crate) fn read(scene: &Scene, node: NodeId, place: Option<PoseIndex>) -> Self {
        let direction = || read::vector(scene, node, "direction");
        let kind = match read::kind(scene, node) {
            NodeType::PointLight => LightNodeKind::Point,
            NodeType::SpotLight => LightNodeKind::Spot {
                direction: direction(),
                cut_off_angle: read::number(scene, node, "cutOffAngle"),
                beam_width: read::number(scene, node, "beamWidth"),
            },
            _ => LightNodeKind::Directional {
                direction: direction().normalized(),
            },
        };
        let color = read::color(scene, node, "color");
        Self {
            node,
            place,
            kind,
            intensity: read::number(scene, node, "intensity"),
            ambient: read::number(scene, node, "ambientIntensity"),
            attenuation: read::vector(scene, node, "attenuation"),
            color,
            initial_color: color,
            is_on: read::flag(scene, node, "on"),
            location: read::vector(scene, node, "location"),
        }
    }

    pub(crate) fn state(&self) -> LightState {
        LightState {
            color: self.color,
            is_on: self.is_on,
            location: self.location,
        }
    }

    /// Where the axis of a spot points in the world. Only the rotation of the
    /// nearest pose counts, as in the genuine simulator.
    pub(crate) fn axis(&self, turned: Option<AxisAngle>) -> Vector {
        let direction = match self.kind {
            LightNodeKind::Spot { direction, .. } | LightNodeKind::Directional { direction } => {
                direction
            }
            LightNodeKind::Point => return Vector::ZERO,
        };
        match (self.kind, turned) {
            (LightNodeKind::Spot { .. }, Some(rotation)) => {
                (rotation.matrix() * direction).normalized()
            }
            _ => direction.normalized(),
        }
    }
}
