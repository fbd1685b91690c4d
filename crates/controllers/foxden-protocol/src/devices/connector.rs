//! Docks to another connector.

use crate::devices::DeviceMessages;
use crate::layout::messages;

messages! {
    /// The requests of a controller.
    pub enum ConnectorRequest: u8, "connector request" {
        /// Set the period of the presence sensor; 0 disables it.
        1 => SetPresencePeriod {
            /// Milliseconds.
            period: u16,
        },
        /// Hold on.
        2 => Lock,
        /// Let go.
        3 => Unlock,
    }
}

messages! {
    /// The answers to the controller.
    pub enum ConnectorAnswer: u8, "connector answer" {
        /// Whether it is locked.
        0 => Configure {
            /// Whether the connector is locked.
            locked: bool,
        },
        /// Whether another connector is there.
        1 => Presence {
            /// 1 or 0; -1 if it cannot know.
            presence: i16,
        },
    }
}

impl DeviceMessages for ConnectorRequest {
    type Answer = ConnectorAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}
