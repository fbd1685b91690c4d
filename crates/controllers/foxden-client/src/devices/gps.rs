//! Measures position and velocity.

use foxden_protocol::devices::gps;

use super::sampled::period_sensor;
use crate::Period;

/// Measures position and velocity.
#[derive(Clone, Debug)]
pub struct Gps {
    /// How often it measures.
    pub period: Period,
    /// In what coordinates.
    pub coordinates: gps::Coordinates,
    /// The newest position.
    pub position: [f64; 3],
    /// Metres per second.
    pub speed: f64,
    /// Metres per second.
    pub velocity: [f64; 3],
}

impl Default for Gps {
    fn default() -> Self {
        Self {
            period: Period::default(),
            coordinates: gps::Coordinates::Local,
            position: [f64::NAN; 3],
            speed: f64::NAN,
            velocity: [f64::NAN; 3],
        }
    }
}

period_sensor!(Gps, gps::GpsRequest, |sensor, answer| match answer {
    gps::GpsAnswer::Configure { coordinates } => sensor.coordinates = coordinates,
    gps::GpsAnswer::Value {
        position,
        speed,
        velocity,
    } => {
        sensor.position = position;
        sensor.speed = speed;
        sensor.velocity = velocity;
    }
});
