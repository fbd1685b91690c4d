//! Measures position and velocity, and how an angle is written.

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

/// An angle in degrees, minutes and seconds. Each part is cut off, not rounded, as in the genuine
/// library.
///
/// ```
/// use foxden_client::devices::degrees_minutes_seconds;
/// assert_eq!(degrees_minutes_seconds(7.999999), "7° 59′ 59″");
/// assert_eq!(degrees_minutes_seconds(-0.0), "0° 0′ 0″");
/// ```
pub fn degrees_minutes_seconds(angle: f64) -> String {
    let degrees = angle.trunc();
    let minutes = ((angle - degrees) * 60.0).trunc();
    let seconds = (((angle - degrees) * 60.0 - minutes) * 60.0).trunc();
    format!("{degrees:.0}° {minutes:.0}′ {seconds:.0}″").replace("-0", "0")
}
