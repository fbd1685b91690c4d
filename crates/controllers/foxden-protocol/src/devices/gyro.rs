//! Measures angular velocity.

use crate::devices::{DeviceMessages, LookupTable, shared::sampled};
use crate::layout::messages;

sampled!(GyroRequest, "gyro request");

messages! {
    /// The answers to the controller.
    pub enum GyroAnswer: u8, "gyro answer" {
        /// How values are reported.
        0 => Configure {
            /// From measured to reported values.
            lookup_table: LookupTable,
        },
        /// The newest measurement.
        53 => Value {
            /// Radians per second about each axis.
            value: [f64; 3],
        },
    }
}

impl DeviceMessages for GyroRequest {
    type Answer = GyroAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}
