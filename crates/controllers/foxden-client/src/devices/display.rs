//! Shows pictures.

use foxden_protocol::Tag;
use foxden_protocol::devices::display::{DisplayAnswer, DisplayRequest, SavedPicture};

use super::DeviceRules;
use crate::{Misuse, Period};

/// A display and what is to be drawn.
#[derive(Debug, Default)]
pub struct Display {
    /// Pixels, once they are known.
    pub size: Option<[u16; 2]>,
    /// Pictures that came back to be saved, oldest first.
    pub saved: Vec<SavedImage>,
    orders: Vec<DisplayRequest>,
    images: i32,
    camera: AttachedCamera,
    camera_untold: bool,
}

/// A picture that came back to be saved.
#[derive(Debug)]
pub struct SavedImage {
    /// Its number; 0 for what is shown.
    pub image: i32,
    /// The picture.
    pub picture: SavedPicture,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum AttachedCamera {
    #[default]
    None,
    Camera(Tag),
}

impl Display {
    /// Draws, in order.
    pub fn draw(&mut self, order: DisplayRequest) {
        self.orders.push(order);
    }

    /// The number of a new picture.
    pub fn new_image(&mut self) -> i32 {
        self.images += 1;
        self.images
    }

    /// Whether a picture was made by this display.
    pub fn has_image(&self, image: i32) -> bool {
        (1..=self.images).contains(&image)
    }

    /// Shows a camera's picture below the drawings.
    pub fn attach_camera(&mut self, camera: Tag) -> Result<(), Misuse> {
        if self.camera != AttachedCamera::None {
            return Err(Misuse::Other(
                "a camera is already attached to the display; detach it first".into(),
            ));
        }
        self.camera = AttachedCamera::Camera(camera);
        self.camera_untold = true;
        Ok(())
    }

    /// Shows no camera's picture.
    pub fn detach_camera(&mut self) -> Result<(), Misuse> {
        if self.camera == AttachedCamera::None {
            return Err(Misuse::Other("no camera to detach".into()));
        }
        self.camera = AttachedCamera::None;
        self.camera_untold = true;
        Ok(())
    }
}

impl DeviceRules for Display {
    type Request = DisplayRequest;

    fn requests(&mut self, _: u32) -> Vec<DisplayRequest> {
        let mut requests = Vec::new();
        if std::mem::take(&mut self.camera_untold) {
            requests.push(match self.camera {
                AttachedCamera::Camera(camera) => DisplayRequest::AttachCamera { camera },
                AttachedCamera::None => DisplayRequest::DetachCamera,
            });
        }
        requests.append(&mut self.orders);
        requests
    }

    fn apply(&mut self, answer: DisplayAnswer) {
        match answer {
            DisplayAnswer::Configure { width, height } => self.size = Some([width, height]),
            DisplayAnswer::Image { image, picture } => {
                self.saved.push(SavedImage { image, picture })
            }
        }
    }

    fn period_mut(&mut self) -> Option<&mut Period> {
        None
    }
}
