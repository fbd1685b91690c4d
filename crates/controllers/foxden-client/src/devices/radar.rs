//! Finds targets by radio waves.

use foxden_protocol::devices::radar;

use super::sampled::period_sensor;
use crate::Period;

/// Finds targets by radio waves.
#[derive(Clone, Debug, Default)]
pub struct Radar {
    /// How often it measures.
    pub period: Period,
    /// Metres.
    pub min_range: f64,
    /// Metres.
    pub max_range: f64,
    /// Radians.
    pub horizontal_field_of_view: f64,
    /// Radians.
    pub vertical_field_of_view: f64,
    /// The newest targets: distance, received power, speed, azimuth of each.
    pub targets: Vec<[f64; 4]>,
}

period_sensor!(Radar, radar::RadarRequest, |sensor, answer| match answer {
    radar::RadarAnswer::Configure {
        min_range,
        max_range,
        horizontal_field_of_view,
        vertical_field_of_view,
    } => {
        sensor.min_range = min_range;
        sensor.max_range = max_range;
        sensor.horizontal_field_of_view = horizontal_field_of_view;
        sensor.vertical_field_of_view = vertical_field_of_view;
    }
    radar::RadarAnswer::Targets { targets } => {
        let flat = |target: radar::RadarTarget| {
            [
                target.distance,
                target.received_power,
                target.speed,
                target.azimuth,
            ]
        };
        sensor.targets = targets.into_iter().map(flat).collect();
    }
});
