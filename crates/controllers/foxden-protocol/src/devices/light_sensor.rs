//! Measures light.

use crate::devices::{DeviceMessages, LookupTable, shared::sampled};
use crate::layout::messages;

sampled!(LightSensorRequest, "light sensor request");

messages! {
    /// The answers to the controller.
    pub enum LightSensorAnswer: u8, "light sensor answer" {
        /// How values are reported.
        0 => Configure {
            /// From measured to reported values.
            lookup_table: LookupTable,
        },
        /// The newest measurement.
        55 => Value {
            /// What the lookup table makes of the irradiance.
            value: f64,
        },
    }
}

impl DeviceMessages for LightSensorRequest {
    type Answer = LightSensorAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}
