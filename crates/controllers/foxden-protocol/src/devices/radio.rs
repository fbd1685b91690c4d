//! Sends and receives radio messages. The genuine program passes them to a plugin.

use crate::devices::DeviceMessages;
use crate::layout::messages;
use crate::wire::Bytes;

messages! {
    /// The requests of a controller. Addresses end with a zero byte.
    pub enum RadioRequest: u8, "radio request" {
        /// Set the sampling period; 0 disables the radio.
        1 => SetPeriod {
            /// Milliseconds.
            period: u16,
        },
        /// Set its own address.
        3 => SetAddress {
            /// The address.
            address: Vec<u8> as Bytes,
        },
        /// Set the frequency.
        4 => SetFrequency {
            /// Hertz.
            frequency: f64,
        },
        /// Set the channel.
        5 => SetChannel {
            /// The channel.
            channel: i32,
        },
        /// Set the bit rate.
        6 => SetBitrate {
            /// Bits for each second.
            bitrate: i32,
        },
        /// Set the sensitivity of the receiver.
        7 => SetRxSensitivity {
            /// Decibel-milliwatts.
            sensitivity: f64,
        },
        /// Set the power of the transmitter.
        8 => SetTxPower {
            /// Decibel-milliwatts.
            power: f64,
        },
        /// Send a message.
        2 => Send {
            /// The address that it is for.
            destination: Vec<u8> as Bytes,
            /// What it says.
            body: Vec<u8> as Bytes,
            /// After how many seconds.
            delay: f64,
        },
    }
}

messages! {
    /// The answers to the controller.
    pub enum RadioAnswer: u8, "radio answer" {
        /// Its settings.
        0 => Configure {
            /// Its own address.
            address: String,
            /// Hertz.
            frequency: f64,
            /// The channel.
            channel: i32,
            /// Bits for each second.
            bitrate: i32,
            /// Decibel-milliwatts.
            rx_sensitivity: f64,
            /// Decibel-milliwatts.
            tx_power: f64,
        },
        /// A message arrived.
        1 => Receive {
            /// The strength of the signal.
            rssi: f64,
            /// The address of the sender.
            from: String,
            /// What it says.
            body: Vec<u8> as Bytes,
        },
    }
}

impl DeviceMessages for RadioRequest {
    type Answer = RadioAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}
