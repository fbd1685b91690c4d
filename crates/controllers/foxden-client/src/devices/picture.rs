//! Pictures of cameras, range finders and lidars.

use std::fmt;

use foxden_protocol::devices::{ImageFile, Projection, View, range_finder};

use super::DeviceMessages;
use crate::Period;

/// Where the bytes of a picture are: mapped from the simulator, or here.
pub trait Pixels: fmt::Debug + Send {
    /// The bytes.
    fn bytes(&self) -> &[u8];

    /// The bytes, to be changed by a real robot.
    fn bytes_mut(&mut self) -> &mut [u8];
}

impl Pixels for Vec<u8> {
    fn bytes(&self) -> &[u8] {
        self
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        self
    }
}

/// What all devices with a picture have.
#[derive(Debug, Default)]
pub struct Picture {
    /// How often a picture is taken.
    pub period: Period,
    /// What is seen, once it is known.
    pub view: Option<View>,
    /// The picture, once there is one.
    pub pixels: Option<Box<dyn Pixels>>,
    file: Option<ImageFile>,
}

impl Picture {
    /// The file that the simulator has announced since the last call. The
    /// caller maps it into [`Picture::pixels`].
    pub fn take_file(&mut self) -> Option<ImageFile> {
        self.file.take()
    }

    /// Pixels.
    pub fn width(&self) -> Option<u16> {
        self.view.as_ref().map(|view| view.width)
    }

    /// Pixels.
    pub fn height(&self) -> Option<u16> {
        self.view.as_ref().map(|view| view.height)
    }

    /// Radians.
    pub fn field_of_view(&self) -> Option<f64> {
        self.view.as_ref().map(|view| view.projection.field_of_view)
    }

    /// Metres.
    pub fn near(&self) -> Option<f64> {
        self.view.as_ref().map(|view| view.projection.near)
    }

    pub(super) fn announce(&mut self, file: ImageFile) {
        self.file = Some(file);
    }

    pub(super) fn configure(&mut self, view: View) {
        self.view = Some(view);
    }

    pub(super) fn project(&mut self, projection: Projection) {
        if let Some(view) = &mut self.view {
            view.projection = projection;
        }
    }
}

/// Takes pictures of distances.
#[derive(Debug, Default)]
pub struct RangeFinder {
    /// The picture.
    pub picture: Picture,
    /// Metres.
    pub max_range: f64,
}

impl DeviceMessages<range_finder::RangeFinderRequest, range_finder::RangeFinderAnswer>
    for RangeFinder
{
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
}
