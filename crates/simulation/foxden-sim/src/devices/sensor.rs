//! Sensors with one row each: what they are, and what they measured last.

use crate::controller::{Reading, Sampling};
use crate::devices::Mount;
use crate::devices::distance_sensor::DistanceSensor;
use crate::devices::lookup::LookupTable;
use crate::math::Vector;
use crate::model::compile::read;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};

/// A sensor of a robot.
#[derive(Clone, Debug)]
pub struct Sensor {
    pub(crate) node: NodeId,
    pub(crate) mount: Mount,
    pub(crate) resolution: f64,
    pub(crate) kind: SensorKind,
}

/// What a sensor measures.
#[derive(Clone, Debug)]
pub(crate) enum SensorKind {
    Accelerometer(AxisSensor),
    Altimeter { accuracy: f64 },
    Compass(AxisSensor),
    Distance(Box<DistanceSensor>),
    Gps(Gps),
    Gyro(AxisSensor),
    InertialUnit { noise: f64, axes: [bool; 3] },
    Touch(TouchKind, LookupTable),
}

/// What the sensors of three axes have in common.
#[derive(Clone, Debug)]
pub(crate) struct AxisSensor {
    pub(crate) table: LookupTable,
    pub(crate) axes: [bool; 3],
}

/// The fields of a GPS.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gps {
    pub(crate) accuracy: f64,
    pub(crate) correlation: f64,
    pub(crate) speed_noise: f64,
    pub(crate) speed_resolution: f64,
}

/// What a touch sensor feels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TouchKind {
    Bumper,
    Force,
    Force3d,
}

/// What may change about a sensor while the world runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SensorState {
    pub(crate) sampling: Sampling,
    pub(crate) reading: Reading,
    /// What was measured before: a position, or a velocity.
    pub(crate) before: Option<Vector>,
    /// Whether rays were asked for in this step.
    pub(crate) is_looking: bool,
    /// A distance of this step, or whether something touched.
    pub(crate) found: f64,
}

impl Sensor {
    pub(crate) fn read(scene: &Scene, node: NodeId, mount: Mount) -> Option<Self> {
        let number = |name: &str| read::number(scene, node, name);
        let axes = || ["xAxis", "yAxis", "zAxis"].map(|name| read::flag(scene, node, name));
        let table = || LookupTable::new(&read::vectors(scene, node, "lookupTable"));
        let axis_sensor = || AxisSensor {
            table: table(),
            axes: axes(),
        };
        let kind = match read::kind(scene, node) {
            NodeType::Accelerometer => SensorKind::Accelerometer(axis_sensor()),
            NodeType::Altimeter => SensorKind::Altimeter {
                accuracy: number("accuracy"),
            },
            NodeType::Compass => SensorKind::Compass(axis_sensor()),
            NodeType::DistanceSensor => {
                SensorKind::Distance(Box::new(DistanceSensor::read(scene, node)))
            }
            NodeType::GPS => SensorKind::Gps(Gps {
                accuracy: number("accuracy"),
                correlation: number("noiseCorrelation"),
                speed_noise: number("speedNoise"),
                speed_resolution: number("speedResolution"),
            }),
            NodeType::Gyro => SensorKind::Gyro(axis_sensor()),
            NodeType::InertialUnit => SensorKind::InertialUnit {
                noise: number("noise"),
                axes: axes(),
            },
            NodeType::TouchSensor => {
                let kind = match read::text(scene, node, "type").as_str() {
                    "force" => TouchKind::Force,
                    "force-3d" => TouchKind::Force3d,
                    _ => TouchKind::Bumper,
                };
                SensorKind::Touch(kind, table())
            }
            _ => return None,
        };
        Some(Self {
            node,
            mount,
            resolution: number("resolution"),
            kind,
        })
    }

    /// Whether it measures with rays.
    pub(crate) fn has_rays(&self) -> bool {
        matches!(self.kind, SensorKind::Distance(_))
    }
}

impl SensorState {
    pub(crate) const NEW: Self = Self {
        sampling: Sampling::OFF,
        reading: Reading::Nothing,
        before: None,
        is_looking: false,
        found: 0.0,
    };
}
