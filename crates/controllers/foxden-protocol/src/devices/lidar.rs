//! Measures distances all around.

use crate::devices::{DeviceMessages, ImageFile, ViewProjection, ViewSettings};
use crate::layout::{layout, messages};

messages! {
    /// What a controller asks.
    pub enum LidarRequest: u8, "lidar request" {
        /// Measure with this period in milliseconds; 0 switches off.
        1 => SetPeriod {
            /// Milliseconds.
            period: u16,
        },
        /// Turn so often.
        16 => SetFrequency {
            /// Hertz.
            frequency: f64,
        },
        /// Compute points too.
        17 => EnablePointCloud,
        /// Compute no more points.
        18 => DisablePointCloud,
    }
}

messages! {
    /// The answers to the controller.
    pub enum LidarAnswer: u8, "lidar answer" {
        /// What it sees.
        0 => Configure {
            /// The picture.
            view: ViewSettings,
            /// How it scans.
            scan: ScanSettings,
        },
        /// What it sees has changed.
        7 => Reconfigure {
            /// The projection.
            projection: ViewProjection,
            /// How it scans.
            scan: ScanSettings,
        },
        /// Where the picture is: one `f32` of metres for each ray, then the points.
        8 => Image(file: ImageFile),
    }
}

impl DeviceMessages for LidarRequest {
    type Answer = LidarAnswer;
    const NEEDS_CONFIGURATION: bool = true;
}

layout! {
    /// How a lidar scans.
    pub struct ScanSettings {
        /// Metres.
        max_range: f64,
        /// Rays above each other.
        layers: u16,
        /// Turns per second.
        frequency: f64,
        /// Fewest turns per second.
        min_frequency: f64,
        /// Most turns per second.
        max_frequency: f64,
        /// Radians.
        vertical_field_of_view: f64,
        /// Rays beside each other; a whole number in the place of a fraction.
        horizontal_resolution: f64,
    }
}

layout! {
    /// One point of the cloud, as it is stored in the picture.
    pub struct CloudPoint {
        /// Metres.
        position: [f32; 3],
        /// Which layer.
        layer: i32,
        /// When, in seconds.
        time: f32,
    }
}
