//! Finds targets by radio waves.

use crate::devices::DeviceMessages;
use crate::devices::shared::sampled;
use crate::layout::{layout, messages};

sampled!(RadarRequest, "radar request");

messages! {
    /// The answers to the controller.
    pub enum RadarAnswer: u8, "radar answer" {
        /// What it can see.
        0 => Configure {
            /// Metres.
            min_range: f64,
            /// Metres.
            max_range: f64,
            /// Radians.
            horizontal_field_of_view: f64,
            /// Radians.
            vertical_field_of_view: f64,
        },
        /// What it sees.
        1 => Targets {
            /// The targets.
            targets: Vec<RadarTarget>,
        },
    }
}

impl DeviceMessages for RadarRequest {
    type Answer = RadarAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}

layout! {
    /// Something that the radar sees.
    pub struct RadarTarget {
        /// Metres.
        distance: f64,
        /// Decibel milliwatts.
        received_power: f64,
        /// Metres per second towards the radar.
        speed: f64,
        /// Radians.
        azimuth: f64,
    }
}
