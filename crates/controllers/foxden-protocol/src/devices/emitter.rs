//! Sends packets to receivers.

use crate::devices::DeviceMessages;
use crate::layout::messages;
use crate::wire::Bytes;

messages! {
    /// The requests of a controller.
    pub enum EmitterRequest: u8, "emitter request" {
        /// Send a packet.
        0 => Send {
            /// On this channel.
            channel: i32,
            /// How far packets reach, in metres; -1 for any distance.
            range: f64,
            /// The packet.
            data: Vec<u8> as Bytes,
        },
        /// Change the channel. Libraries have it but never send it.
        1 => SetChannel {
            /// The channel.
            channel: i32,
        },
        /// Change the range. Libraries have it but never send it.
        2 => SetRange {
            /// Metres; -1 for any distance.
            range: f64,
        },
    }
}

messages! {
    /// The answers to the controller.
    pub enum EmitterAnswer: u8, "emitter answer" {
        /// How it sends. May be said only once.
        0 => Configure {
            /// How many bytes may wait; -1 for any number.
            buffer_size: i32,
            /// The channel.
            channel: i32,
            /// Bytes per millisecond; -1 for any number.
            byte_rate: f64,
            /// Metres; -1 for any distance.
            range: f64,
            /// The longest range; -1 for none.
            max_range: f64,
            /// The channels it may use; all if the list is empty.
            allowed_channels: Vec<i32>,
        },
        /// The channel was changed in the scene.
        1 => Channel {
            /// The channel.
            channel: i32,
        },
        /// The range was changed in the scene.
        2 => Range {
            /// Metres; -1 for any distance.
            range: f64,
        },
        /// The buffer size was changed in the scene.
        3 => BufferSize {
            /// Bytes; -1 for any number.
            buffer_size: i32,
        },
        /// The allowed channels were changed in the scene.
        4 => AllowedChannels {
            /// The channels; all if the list is empty.
            channels: Vec<i32>,
        },
    }
}

impl DeviceMessages for EmitterRequest {
    type Answer = EmitterAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}
