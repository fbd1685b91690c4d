//! Measures position.

use crate::devices::DeviceMessages;
use crate::devices::shared::sampled;
use crate::layout::{choice, messages};

sampled!(GpsRequest, "GPS request");

messages! {
    /// The answers to the controller.
    pub enum GpsAnswer: u8, "GPS answer" {
        /// What its numbers mean.
        0 => Configure {
            /// The coordinates.
            coordinates: Coordinates,
        },
        /// The newest measurement.
        2 => Value {
            /// Metres, or latitude, longitude and height.
            position: [f64; 3],
            /// Metres per second.
            speed: f64,
            /// Metres per second along each axis.
            velocity: [f64; 3],
        },
    }
}

impl DeviceMessages for GpsRequest {
    type Answer = GpsAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}

choice! {
    /// What positions are measured in.
    pub enum Coordinates: i32, "coordinate system" {
        /// The metres of the world.
        Local = 0,
        /// Latitude and longitude.
        Wgs84 = 1,
    }
}
