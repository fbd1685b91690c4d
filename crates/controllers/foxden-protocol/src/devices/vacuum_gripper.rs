//! Holds objects.

use crate::layout::messages;

messages! {
    /// What a controller asks.
    pub enum VacuumGripperRequest: u8, "vacuum gripper request" {
        /// Look for an object every so many milliseconds; 0 switches off.
        1 => SetPresencePeriod {
            /// Milliseconds.
            period: u16,
        },
        /// Hold on.
        2 => TurnOn,
        /// Let go.
        3 => TurnOff,
    }
}

messages! {
    /// What the controller is told.
    pub enum VacuumGripperAnswer: u8, "vacuum gripper answer" {
        /// Whether it is on.
        0 => Configure {
            /// Whether it is.
            on: bool,
        },
        /// Whether an object is there.
        1 => Presence {
            /// Whether one is.
            presence: bool,
        },
    }
}
