//! Sensors of joint positions.

use crate::compile::read;
use crate::controller::Sampling;
use crate::model::JointIndex;
use foxden_scene::{NodeId, Scene};

/// A PositionSensor.
#[derive(Clone, Debug)]
pub struct PositionSensor {
    pub(crate) node: NodeId,
    pub(crate) joint: JointIndex,
    /// Which axis of the joint.
    pub(crate) axis: u8,
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
    pub(crate) fn read(scene: &Scene, node: NodeId, joint: JointIndex, axis: u8) -> Self {
        Self {
            node,
            joint,
            axis,
            noise: read::number(scene, node, "noise"),
            resolution: read::number(scene, node, "resolution"),
        }
    }
}
