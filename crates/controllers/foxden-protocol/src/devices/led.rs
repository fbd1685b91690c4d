//! Lights up. It sends no answers: the library cannot read any.

use crate::devices::DeviceMessages;
use crate::devices::shared::silent;
use crate::layout::messages;

messages! {
    /// The requests of a controller.
    pub enum LedRequest: u8, "LED request" {
        /// Light up.
        1 => Set {
            /// 0 is off, other numbers choose a colour.
            value: i32,
        },
    }
}

silent!(LedAnswer, "LED answer");

impl DeviceMessages for LedRequest {
    type Answer = LedAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}
