//! Takes pictures of distances.

use foxden_protocol::devices::range_finder;
use foxden_protocol::frame::ImageKind;

use super::{DevicePicture, DeviceRules};
use crate::Period;

/// Takes pictures of distances.
#[derive(Debug, Default)]
pub struct RangeFinder {
    /// The picture.
    pub picture: DevicePicture,
    /// Metres.
    pub max_range: f64,
}

impl DeviceRules for RangeFinder {
    type Request = range_finder::RangeFinderRequest;

    fn requests(&mut self, _: u32) -> Vec<range_finder::RangeFinderRequest> {
        let period = self.picture.period.take();
        let request = period.map(|period| range_finder::RangeFinderRequest::SetPeriod { period });
        request.into_iter().collect()
    }

    fn apply(&mut self, answer: range_finder::RangeFinderAnswer) {
        match answer {
            range_finder::RangeFinderAnswer::Configure { view, max_range } => {
                self.picture.configure(view);
                self.max_range = max_range;
            }
            range_finder::RangeFinderAnswer::Reconfigure {
                projection,
                max_range,
            } => {
                self.picture.project(projection);
                self.max_range = max_range;
            }
            range_finder::RangeFinderAnswer::Image(file) => self.picture.announce(file),
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
