//! Drives a joint: both kinds of motor. Requests have two bytes for the number.

use crate::devices::{DeviceMessages, JointKind};
use crate::ids::{NodeTypeNumber, OrZero, Short, Tag};
use crate::layout::{layout, messages};

messages! {
    /// The requests of a controller; written by ascending number.
    pub enum MotorRequest: u16, "motor request" {
        /// Go there.
        1 => SetPosition {
            /// Radians or metres; infinite to run at a velocity.
            position: f64,
        },
        /// Go so fast.
        2 => SetVelocity {
            /// Per second.
            velocity: f64,
        },
        /// Limit the force.
        3 => SetAvailableForce {
            /// Newtons or newton metres.
            force: f64,
        },
        /// Push so hard, without control.
        4 => SetForce {
            /// Newtons or newton metres.
            force: f64,
        },
        /// Set the sampling period of the force feedback; 0 disables it.
        5 => SetFeedbackPeriod {
            /// Milliseconds.
            period: u16,
        },
        /// Speed up and slow down like this.
        6 => SetAcceleration {
            /// Per second squared; -1 for any.
            acceleration: f64,
        },
        /// Control the position like this.
        7 => SetControl {
            /// Proportional, integral and derivative gain.
            gains: [f64; 3],
        },
        /// Name the device of this type on the same joint.
        8 => FindAssociated {
            /// The type.
            wanted: NodeTypeNumber as Short,
        },
    }
}

messages! {
    /// The answers to the controller.
    pub enum MotorAnswer: u8, "motor answer" {
        /// What it can do.
        0 => Configure(configuration: MotorConfiguration),
        /// The newest measurement of the force.
        5 => Feedback {
            /// Newtons or newton metres.
            force: f64,
        },
        /// The requested device on the same joint.
        8 => Associated {
            /// The device, if there is one.
            tag: Option<Tag> as OrZero,
        },
    }
}

impl DeviceMessages for MotorRequest {
    type Answer = MotorAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}

layout! {
    /// What a motor can do and is set to.
    pub struct MotorConfiguration {
        /// The kind of joint.
        joint: JointKind,
        /// Radians or metres.
        min_position: f64,
        /// Radians or metres.
        max_position: f64,
        /// Per second.
        max_velocity: f64,
        /// Per second squared; -1 for any.
        acceleration: f64,
        /// Newtons or newton metres.
        max_force: f64,
        /// Proportional, integral and derivative gain.
        gains: [f64; 3],
        /// Where it is going.
        target_position: f64,
        /// The target velocity, in rad/s or m/s.
        target_velocity: f64,
        /// What coupled motors do, as a multiple.
        multiplier: f64,
        /// The motors that do the same.
        coupled: Vec<Tag>,
    }
}
