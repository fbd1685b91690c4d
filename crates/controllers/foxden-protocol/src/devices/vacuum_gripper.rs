//! Holds objects.

use crate::devices::DeviceMessages;
use crate::layout::messages;

messages! {
    /// The requests of a controller.
    pub enum VacuumGripperRequest: u8, "vacuum gripper request" {
        /// Set the sampling period of the presence sensor; 0 disables it.
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
    /// The answers to the controller.
    pub enum VacuumGripperAnswer: u8, "vacuum gripper answer" {
        /// Whether it is on.
        0 => Configure {
            /// Whether the gripper is on.
            on: bool,
        },
        /// Whether an object is there.
        1 => Presence {
            /// Whether it holds an object.
            presence: bool,
        },
    }
}

impl DeviceMessages for VacuumGripperRequest {
    type Answer = VacuumGripperAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}
