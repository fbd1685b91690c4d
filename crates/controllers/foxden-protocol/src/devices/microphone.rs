//! Hears.

use crate::devices::shared::sampled;
use crate::layout::messages;
use crate::wire::Bytes;

sampled!(MicrophoneRequest, "microphone request");

messages! {
    /// What the controller is told.
    pub enum MicrophoneAnswer: u8, "microphone answer" {
        /// How it hears.
        0 => Configure {
            /// Radians, -1 for all around.
            aperture: f64,
            /// Decibels.
            sensitivity: f64,
        },
        /// What it heard.
        1 => Samples {
            /// The samples.
            data: Vec<u8> as Bytes,
        },
    }
}
