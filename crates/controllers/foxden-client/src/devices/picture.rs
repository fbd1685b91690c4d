//! Pictures of cameras, range finders and lidars.

use std::fmt;

use foxden_protocol::devices::{ImageFile, ViewProjection, ViewSettings};

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
pub struct DevicePicture {
    /// How often a picture is taken.
    pub period: Period,
    /// What is seen, once it is known.
    pub view: Option<ViewSettings>,
    /// The picture, once there is one.
    pub pixels: Option<Box<dyn Pixels>>,
    file: Option<ImageFile>,
}

impl DevicePicture {
    /// The file that the simulator has announced since the last call. The
    /// caller maps it into [`DevicePicture::pixels`].
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

    pub(super) fn configure(&mut self, view: ViewSettings) {
        self.view = Some(view);
    }

    pub(super) fn project(&mut self, projection: ViewProjection) {
        if let Some(view) = &mut self.view {
            view.projection = projection;
        }
    }
}
