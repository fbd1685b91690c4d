//! Records sound.

use crate::devices::DeviceMessages;
use crate::devices::shared::sampled;
use crate::layout::messages;
use crate::wire::Bytes;

sampled!(MicrophoneRequest, "microphone request");

messages! {
    /// The answers to the controller.
    pub enum MicrophoneAnswer: u8, "microphone answer" {
        /// Its settings.
        0 => Configure {
            /// Radians, -1 for all around.
            aperture: f64,
            /// Decibels.
            sensitivity: f64,
        },
        /// The newest samples.
        1 => Samples {
            /// The samples.
            data: Vec<u8> as Bytes,
        },
    }
}

impl DeviceMessages for MicrophoneRequest {
    type Answer = MicrophoneAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}
