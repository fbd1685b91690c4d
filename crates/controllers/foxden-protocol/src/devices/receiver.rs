//! Gets packets from emitters.

use crate::devices::DeviceMessages;
use crate::layout::messages;
use crate::wire::Bytes;

messages! {
    /// The requests of a controller.
    pub enum ReceiverRequest: u8, "receiver request" {
        /// Set the sampling period; 0 disables the receiver.
        1 => SetPeriod {
            /// Milliseconds.
            period: u16,
        },
        /// Listen to this channel.
        2 => SetChannel {
            /// The channel; -1 for all.
            channel: i32,
        },
    }
}

messages! {
    /// The answers to the controller.
    pub enum ReceiverAnswer: u8, "receiver answer" {
        /// How it listens.
        0 => Configure {
            /// How many bytes may wait; -1 for any number.
            buffer_size: i32,
            /// The channel; -1 for all.
            channel: i32,
            /// The channels it may use; all if the list is empty.
            allowed_channels: Vec<i32>,
        },
        /// A packet; one message for each.
        1 => Packet {
            /// The receiver's channel.
            channel: i32,
            /// Where the emitter is.
            direction: [f64; 3],
            /// How strong the signal is.
            signal: f64,
            /// The packet.
            data: Vec<u8> as Bytes,
        },
    }
}

impl DeviceMessages for ReceiverRequest {
    type Answer = ReceiverAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}
