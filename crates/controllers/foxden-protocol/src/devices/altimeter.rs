//! Measures height. It has no configuration.

use crate::devices::DeviceMessages;
use crate::devices::shared::sampled;
use crate::layout::messages;

sampled!(AltimeterRequest, "altimeter request");

messages! {
    /// The answers to the controller.
    pub enum AltimeterAnswer: u8, "altimeter answer" {
        /// The newest measurement.
        1 => Value {
            /// Metres.
            value: f64,
        },
    }
}

impl DeviceMessages for AltimeterRequest {
    type Answer = AltimeterAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}
