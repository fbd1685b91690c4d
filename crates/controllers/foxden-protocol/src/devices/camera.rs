//! Takes pictures and recognises objects in them.

use crate::devices::{DeviceMessages, ImageFile, ViewProjection, ViewSettings};
use crate::layout::{layout, messages};

messages! {
    /// What a controller asks.
    pub enum CameraRequest: u8, "camera request" {
        /// Take a picture with this period in milliseconds; 0 switches off.
        1 => SetPeriod {
            /// Milliseconds.
            period: u16,
        },
        /// Zoom.
        4 => SetFieldOfView {
            /// Radians.
            field_of_view: f64,
        },
        /// Expose.
        6 => SetExposure {
            /// The exposure.
            exposure: f64,
        },
        /// Focus.
        5 => SetFocalDistance {
            /// Metres.
            distance: f64,
        },
        /// Recognise objects with this period in milliseconds; 0 switches off.
        10 => SetRecognitionPeriod {
            /// Milliseconds.
            period: u16,
        },
        /// Take pictures of the recognised objects' colours too, or no longer.
        11 => SetSegmentation {
            /// Whether to.
            enabled: bool,
        },
    }
}

messages! {
    /// The answers to the controller.
    pub enum CameraAnswer: u8, "camera answer" {
        /// What it sees.
        0 => Configure {
            /// The picture.
            view: ViewSettings,
            /// What else it can do.
            optics: CameraFeatures,
        },
        /// What it sees has changed.
        7 => Reconfigure {
            /// The projection.
            projection: ViewProjection,
            /// What else it can do.
            optics: CameraFeatures,
        },
        /// Where the picture is: blue, green, red, alpha for each pixel.
        8 => Image(file: ImageFile),
        /// Which objects are in the picture.
        12 => Objects {
            /// The objects.
            objects: Vec<RecognisedObject>,
        },
        /// Where the picture of the objects' colours is.
        13 => SegmentationImage(file: ImageFile),
        /// Whether that picture can be taken.
        14 => Segmentation {
            /// Whether the camera has segmentation.
            allowed: bool,
        },
    }
}

impl DeviceMessages for CameraRequest {
    type Answer = CameraAnswer;
    const NEEDS_CONFIGURATION: bool = true;
}

layout! {
    /// What else a camera can do.
    pub struct CameraFeatures {
        /// Radians; the field of view itself without zoom.
        min_field_of_view: f64,
        /// Radians; the field of view itself without zoom.
        max_field_of_view: f64,
        /// Whether it recognises objects.
        has_recognition: bool,
        /// Whether it can take a picture of their colours.
        has_segmentation: bool,
        /// The exposure.
        exposure: f64,
        /// 0 without focus, like those below.
        focal_length: f64,
        /// Metres.
        focal_distance: f64,
        /// Metres.
        min_focal_distance: f64,
        /// Metres.
        max_focal_distance: f64,
    }
}

layout! {
    /// An object in the picture.
    pub struct RecognisedObject {
        /// The number of its node.
        id: i32,
        /// Where it is, seen from the camera.
        position: [f64; 3],
        /// How it is turned, seen from the camera: axis and angle.
        orientation: [f64; 4],
        /// Metres.
        size: [f64; 2],
        /// Pixels.
        position_on_image: [i32; 2],
        /// Pixels.
        size_on_image: [i32; 2],
        /// Its colours.
        colours: Vec<[f64; 3]>,
        /// The text of its field `model`.
        model: String,
    }
}
