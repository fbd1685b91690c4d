//! Moves the bones of a mesh.

use crate::devices::DeviceMessages;
use crate::layout::messages;
use crate::wire::Counted;

messages! {
    /// The requests of a controller.
    pub enum SkinRequest: u8, "skin request" {
        /// Turn a bone.
        1 => SetOrientation {
            /// The bone.
            bone: u16,
            /// Axis and angle.
            orientation: [f64; 4],
            /// In the axes of the skin, not of the bone above.
            absolute: bool,
        },
        /// Move a bone.
        2 => SetPosition {
            /// The bone.
            bone: u16,
            /// Metres.
            position: [f64; 3],
            /// In the axes of the skin, not of the bone above.
            absolute: bool,
        },
        /// How a bone is turned.
        3 => Orientation {
            /// The bone.
            bone: u16,
            /// In the axes of the skin, not of the bone above.
            absolute: bool,
        },
        /// Where a bone is.
        4 => Position {
            /// The bone.
            bone: u16,
            /// In the axes of the skin, not of the bone above.
            absolute: bool,
        },
    }
}

messages! {
    /// The answers to the controller.
    pub enum SkinAnswer: u8, "skin answer" {
        /// Which bones there are.
        0 => Configure {
            /// Their names.
            bones: Vec<String> as Counted<u32>,
        },
        /// How the bone is turned.
        3 => Orientation {
            /// Axis and angle.
            orientation: [f64; 4],
        },
        /// Where the bone is.
        4 => Position {
            /// Metres.
            position: [f64; 3],
        },
    }
}

impl DeviceMessages for SkinRequest {
    type Answer = SkinAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}
