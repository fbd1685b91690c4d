//! Takes pictures of distances.

use crate::devices::{DeviceMessages, ImageFile, ViewProjection, ViewSettings, shared::sampled};
use crate::layout::messages;

sampled!(RangeFinderRequest, "range finder request");

messages! {
    /// The answers to the controller.
    pub enum RangeFinderAnswer: u8, "range finder answer" {
        /// What it sees.
        0 => Configure {
            /// The picture.
            view: ViewSettings,
            /// Metres.
            max_range: f64,
        },
        /// What it sees has changed.
        7 => Reconfigure {
            /// The projection.
            projection: ViewProjection,
            /// Metres.
            max_range: f64,
        },
        /// Where the picture is: one `f32` of metres for each pixel.
        8 => Image(file: ImageFile),
    }
}

impl DeviceMessages for RangeFinderRequest {
    type Answer = RangeFinderAnswer;
    const NEEDS_CONFIGURATION: bool = true;
}
