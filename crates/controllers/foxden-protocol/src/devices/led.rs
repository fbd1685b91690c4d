//! Lights up. It is never told anything: the library has no reader for it.

use crate::devices::shared::silent;
use crate::layout::messages;

messages! {
    /// What a controller asks.
    pub enum LedRequest: u8, "LED request" {
        /// Light up.
        1 => Set {
            /// 0 is off, other numbers choose a colour.
            value: i32,
        },
    }
}

silent!(LedAnswer, "LED answer");
