//! Measures distance along rays.

use foxden_protocol::devices::distance_sensor;

use super::sampled::{flat, period_sensor};
use crate::Period;

/// Measures distance.
#[derive(Clone, Debug)]
pub struct DistanceSensor {
    /// How often it measures.
    pub period: Period,
    /// The newest value.
    pub value: f64,
    /// How it measures.
    pub kind: distance_sensor::DistanceSensorKind,
    /// The least value of the lookup table.
    pub min_value: f64,
    /// The greatest value of the lookup table.
    pub max_value: f64,
    /// Radians.
    pub aperture: f64,
    /// Input, output and noise of each row, flat.
    pub lookup_table: Vec<f64>,
}

impl Default for DistanceSensor {
    fn default() -> Self {
        Self {
            period: Period::default(),
            value: f64::NAN,
            kind: distance_sensor::DistanceSensorKind::Generic,
            min_value: 0.0,
            max_value: 0.0,
            aperture: 0.0,
            lookup_table: Vec::new(),
        }
    }
}

period_sensor!(
    DistanceSensor,
    distance_sensor::DistanceSensorRequest,
    value | sensor | sensor.value,
    |sensor, answer| {
        match answer {
            distance_sensor::DistanceSensorAnswer::Configure {
                kind,
                min_value,
                max_value,
                aperture,
                lookup_table,
            } => {
                sensor.kind = kind;
                sensor.min_value = min_value;
                sensor.max_value = max_value;
                sensor.aperture = aperture;
                sensor.lookup_table = flat(lookup_table);
            }
            distance_sensor::DistanceSensorAnswer::Value { value } => sensor.value = value,
        }
    }
);
