//! Measures height. It has no configuration.

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
