//! Measures distances all around.

use foxden_protocol::devices::lidar::{self, ScanSettings};
use foxden_protocol::frame::ImageKind;

use super::{DevicePicture, DeviceRules};
use crate::{Misuse, Period};

/// A lidar.
#[derive(Debug)]
pub struct Lidar {
    /// The distances, and the points behind them.
    pub picture: DevicePicture,
    /// How it looks around.
    pub scan: ScanSettings,
    point_cloud: bool,
    point_cloud_untold: bool,
    frequency_untold: bool,
}

impl Default for Lidar {
    fn default() -> Self {
        Self {
            picture: DevicePicture::default(),
            scan: ScanSettings {
                max_range: 0.0,
                layers: 0,
                frequency: 0.0,
                min_frequency: 0.0,
                max_frequency: 0.0,
                vertical_field_of_view: 0.0,
                horizontal_resolution: 0.0,
            },
            point_cloud: false,
            point_cloud_untold: false,
            frequency_untold: false,
        }
    }
}

impl Lidar {
    /// Points per layer.
    pub fn horizontal_resolution(&self) -> usize {
        // Truncated, as the genuine library does; never negative.
        self.scan.horizontal_resolution.clamp(0.0, 1e9) as usize
    }

    /// Points of all layers.
    pub fn point_count(&self) -> usize {
        self.horizontal_resolution() * usize::from(self.scan.layers)
    }

    /// Whether points are measured too.
    pub fn has_point_cloud(&self) -> bool {
        self.point_cloud
    }

    /// Measures points too, or no longer.
    pub fn set_point_cloud(&mut self, enabled: bool) {
        self.point_cloud = enabled;
        self.point_cloud_untold = true;
    }

    /// Turns faster or slower.
    pub fn set_frequency(&mut self, frequency: f64) -> Result<(), Misuse> {
        let (least, most) = (self.scan.min_frequency, self.scan.max_frequency);
        Misuse::check_range("frequency", frequency, least, most)?;
        self.scan.frequency = frequency;
        self.frequency_untold = true;
        Ok(())
    }
}

impl DeviceRules for Lidar {
    type Request = lidar::LidarRequest;

    fn requests(&mut self, _: u32) -> Vec<lidar::LidarRequest> {
        let mut requests = Vec::new();
        if let Some(period) = self.picture.period.take() {
            requests.push(lidar::LidarRequest::SetPeriod { period });
        }
        if std::mem::take(&mut self.frequency_untold) {
            let frequency = self.scan.frequency;
            requests.push(lidar::LidarRequest::SetFrequency { frequency });
        }
        if std::mem::take(&mut self.point_cloud_untold) {
            requests.push(match self.point_cloud {
                true => lidar::LidarRequest::EnablePointCloud,
                false => lidar::LidarRequest::DisablePointCloud,
            });
        }
        requests
    }

    fn apply(&mut self, answer: lidar::LidarAnswer) {
        match answer {
            lidar::LidarAnswer::Configure { view, scan } => {
                self.picture.configure(view);
                self.scan = scan;
            }
            lidar::LidarAnswer::Reconfigure { projection, scan } => {
                self.picture.project(projection);
                self.scan = scan;
            }
            lidar::LidarAnswer::Image(file) => self.picture.announce(file),
        }
    }

    fn period_mut(&mut self) -> Option<&mut Period> {
        Some(&mut self.picture.period)
    }

    fn picture_mut(&mut self, kind: ImageKind) -> Option<&mut DevicePicture> {
        match kind {
            ImageKind::Main => Some(&mut self.picture),
            ImageKind::Segmentation => None,
        }
    }
}
