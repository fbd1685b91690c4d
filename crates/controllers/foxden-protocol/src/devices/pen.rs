//! Draws on surfaces. It is never told anything: the library has no reader for it.

use crate::devices::shared::silent;
use crate::layout::messages;

messages! {
    /// What a controller asks.
    pub enum PenRequest: u8, "pen request" {
        /// Draw from now on.
        1 => Write,
        /// Draw no longer.
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
