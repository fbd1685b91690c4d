//! Measures a joint.

use crate::devices::{DeviceMessages, JointKind};
use crate::ids::{NodeTypeNumber, OrZero, Short, Tag};
use crate::layout::messages;

messages! {
    /// The requests of a controller.
    pub enum PositionSensorRequest: u8, "position sensor request" {
        /// Set the sampling period; 0 disables the sensor.
        1 => SetPeriod {
            /// Milliseconds.
            period: u16,
        },
        /// Name the device of this type on the same joint.
        2 => FindAssociated {
            /// The type.
            wanted: NodeTypeNumber as Short,
        },
    }
}

messages! {
    /// The answers to the controller.
    pub enum PositionSensorAnswer: u8, "position sensor answer" {
        /// What it measures.
        0 => Configure {
            /// The kind of joint.
            joint: JointKind,
        },
        /// The newest measurement.
        1 => Value {
            /// Radians or metres.
            position: f64,
        },
        /// The requested device on the same joint.
        2 => Associated {
            /// The device, if there is one.
            tag: Option<Tag> as OrZero,
        },
    }
}

impl DeviceMessages for PositionSensorRequest {
    type Answer = PositionSensorAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}
