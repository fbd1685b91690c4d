//! Points north.

use crate::devices::{DeviceMessages, LookupTable, shared::sampled};
use crate::layout::messages;

sampled!(CompassRequest, "compass request");

messages! {
    /// The answers to the controller.
    pub enum CompassAnswer: u8, "compass answer" {
        /// How values are reported.
        0 => Configure {
            /// From measured to reported values.
            lookup_table: LookupTable,
        },
        /// The newest measurement.
        52 => Value {
            /// The direction of north.
            value: [f64; 3],
        },
    }
}

impl DeviceMessages for CompassRequest {
    type Answer = CompassAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}
