//! Measures orientation.

use crate::devices::DeviceMessages;
use crate::devices::shared::sampled;
use crate::layout::messages;

sampled!(InertialUnitRequest, "inertial unit request");

messages! {
    /// The answers to the controller.
    pub enum InertialUnitAnswer: u8, "inertial unit answer" {
        /// How it measures.
        0 => Configure {
            /// Standard deviation of the noise.
            noise: f64,
            /// The world's axes: `ENU`, `NUE` or `EUN`.
            coordinate_system: String,
        },
        /// The newest measurement.
        54 => Value {
            /// Quaternion x, y, z, w.
            quaternion: [f64; 4],
        },
    }
}

impl DeviceMessages for InertialUnitRequest {
    type Answer = InertialUnitAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}
