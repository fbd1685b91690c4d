//! Feels contact.

use crate::devices::{DeviceMessages, LookupTable, shared::sampled};
use crate::layout::{choice, messages};

sampled!(TouchSensorRequest, "touch sensor request");

messages! {
    /// The answers to the controller.
    pub enum TouchSensorAnswer: u8, "touch sensor answer" {
        /// How it measures.
        0 => Configure {
            /// What it feels.
            kind: TouchSensorKind,
            /// From measured to reported values.
            lookup_table: LookupTable,
        },
        /// The newest measurement of a bumper or a force.
        40 => Value {
            /// 1 or 0, or what the lookup table makes of the force.
            value: f64,
        },
        /// The newest measurement of a force with direction.
        41 => Force3d {
            /// What the lookup table makes of each component.
            force: [f64; 3],
        },
    }
}

impl DeviceMessages for TouchSensorRequest {
    type Answer = TouchSensorAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}

choice! {
    /// What a touch sensor feels.
    pub enum TouchSensorKind: i32, "kind of touch sensor" {
        /// Contact or none.
        Bumper = 0,
        /// Force along its axis.
        Force = 1,
        /// Force with direction.
        Force3d = 2,
    }
}
