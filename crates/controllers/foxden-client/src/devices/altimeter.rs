//! Measures height.

use foxden_protocol::devices::altimeter;

use super::sampled::period_sensor;
use crate::Period;

/// Measures height.
#[derive(Clone, Debug)]
pub struct Altimeter {
    /// How often it measures.
    pub period: Period,
    /// The newest value; not a number before the first.
    pub value: f64,
}

impl Default for Altimeter {
    fn default() -> Self {
        Self {
            period: Period::default(),
            value: f64::NAN,
        }
    }
}

period_sensor!(
    Altimeter,
    altimeter::AltimeterRequest,
    value | sensor | sensor.value,
    |sensor, answer| match answer {
        altimeter::AltimeterAnswer::Value { value } => sensor.value = value,
    }
);
