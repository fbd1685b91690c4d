//! Sensors of joint positions.

use crate::controller::Sampling;
use crate::model::compile::read;
use crate::model::{JointIndex, TrackIndex};
use foxden_scene::{NodeId, Scene};

/// What a device of a joint belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PositionSource {
    /// A joint and one of its axes.
    Joint(JointIndex, u8),
    /// The belt of a track.
    Track(TrackIndex),
}

/// A PositionSensor.
#[derive(Clone, Debug)]
pub struct PositionSensor {
    pub(crate) node: NodeId,
    pub(crate) source: PositionSource,
    pub(crate) noise: f64,
    pub(crate) resolution: f64,
}

/// What may change about a position sensor while the world runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PositionSensorState {
    pub(crate) sampling: Sampling,
    pub(crate) value: f64,
}

impl PositionSensor {
    pub(crate) fn read(scene: &Scene, node: NodeId, source: PositionSource) -> Self {
        Self {
            node,
            source,
            noise: read::number(scene, node, "noise"),
            resolution: read::number(scene, node, "resolution"),
        }
    }
}
