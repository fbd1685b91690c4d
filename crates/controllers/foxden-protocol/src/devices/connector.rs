//! Docks to another connector.

use crate::layout::messages;

messages! {
    /// What a controller asks.
    pub enum ConnectorRequest: u8, "connector request" {
        /// Look for another connector every so many milliseconds; 0 switches off.
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
    /// What the controller is told.
    pub enum ConnectorAnswer: u8, "connector answer" {
        /// Whether it is locked.
        0 => Configure {
            /// Whether it is.
            locked: bool,
        },
        /// Whether another connector is there.
        1 => Presence {
            /// 1 or 0; -1 if it cannot know.
            presence: i16,
        },
    }
}
