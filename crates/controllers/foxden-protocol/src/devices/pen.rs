//! Draws on surfaces. It sends no answers: the library cannot read any.

use crate::devices::DeviceMessages;
use crate::devices::shared::silent;
use crate::layout::messages;

messages! {
    /// The requests of a controller.
    pub enum PenRequest: u8, "pen request" {
        /// Draw from now on.
        1 => Write,
        /// Stop drawing.
        2 => DoNotWrite,
        /// Change the ink.
        4 => SetInk {
            /// Red, green, blue.
            colour: [u8; 3],
            /// 0 to 1.
            density: f64,
        },
    }
}

silent!(PenAnswer, "pen answer");

impl DeviceMessages for PenRequest {
    type Answer = PenAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}
