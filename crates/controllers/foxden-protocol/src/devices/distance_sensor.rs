//! Measures distance along rays.

use crate::devices::{DeviceMessages, LookupTable, shared::sampled};
use crate::layout::{choice, messages};

sampled!(DistanceSensorRequest, "distance sensor request");

messages! {
    /// The answers to the controller.
    pub enum DistanceSensorAnswer: u8, "distance sensor answer" {
        /// How it measures.
        0 => Configure {
            /// What its rays are: sonar, laser, infra-red or generic.
            kind: DistanceSensorKind,
            /// The smallest value of the lookup table.
            min_value: f64,
            /// The largest value of the lookup table.
            max_value: f64,
            /// Radians.
            aperture: f64,
            /// From measured to reported values.
            lookup_table: LookupTable,
        },
        /// The newest measurement.
        50 => Value {
            /// What the lookup table makes of the distance.
            value: f64,
        },
    }
}

impl DeviceMessages for DistanceSensorRequest {
    type Answer = DistanceSensorAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}

choice! {
    /// By what a sensor measures distance.
    pub enum DistanceSensorKind: i32, "kind of distance sensor" {
        /// Nothing in particular.
        Generic = 0,
        /// Red light, which red surfaces give back best.
        InfraRed = 1,
        /// Ultrasound.
        Sonar = 2,
        /// One ray with a visible spot.
        Laser = 3,
    }
}
