//! Measures acceleration and gravity.

use crate::devices::{DeviceMessages, LookupTable, shared::sampled};
use crate::layout::messages;

sampled!(AccelerometerRequest, "accelerometer request");

messages! {
    /// The answers to the controller.
    pub enum AccelerometerAnswer: u8, "accelerometer answer" {
        /// How values are reported.
        0 => Configure {
            /// From measured to reported values.
            lookup_table: LookupTable,
        },
        /// The newest measurement.
        51 => Value {
            /// Metres per second squared along each axis.
            value: [f64; 3],
        },
    }
}

impl DeviceMessages for AccelerometerRequest {
    type Answer = AccelerometerAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}
