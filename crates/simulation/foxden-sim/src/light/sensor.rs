//! Light sensors.

use crate::controller::Sampling;
use crate::devices::lookup::LookupTable;
use crate::model::compile::read;
use crate::model::{PlaceIndex, RobotIndex};
use foxden_scene::{NodeId, Scene};

/// A LightSensor.
#[derive(Clone, Debug)]
pub struct LightSensor {
    pub(crate) node: NodeId,
    pub(crate) place: PlaceIndex,
    pub(crate) robot: RobotIndex,
    pub(crate) table: LookupTable,
    pub(crate) filter: [f64; 3],
    pub(crate) has_occlusion: bool,
    pub(crate) resolution: f64,
}

/// What may change about a light sensor while the world runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LightSensorState {
    pub(crate) sampling: Sampling,
    pub(crate) value: f64,
    /// Whether rays were asked for in this step.
    pub(crate) is_looking: bool,
    /// What arrived with the rays of this step.
    pub(crate) arrived: [f64; 3],
}

impl LightSensor {
    pub(crate) fn read(scene: &Scene, node: NodeId, place: PlaceIndex, robot: RobotIndex) -> Self {
        Self {
            node,
            place,
            robot,
            table: LookupTable::new(&read::vectors(scene, node, "lookupTable")),
            filter: read::color(scene, node, "colorFilter"),
            has_occlusion: read::flag(scene, node, "occlusion"),
            resolution: read::number(scene, node, "resolution"),
        }
    }
}

impl LightSensorState {
    pub(crate) const NEW: Self = Self {
        sampling: Sampling::OFF,
        value: f64::NAN,
        is_looking: false,
        arrived: [0.0; 3],
    };
}
