//! Takes pictures and recognises objects in them.

use std::f64::consts::PI;

use foxden_protocol::devices::camera::{self, CameraFeatures, RecognisedObject};
use foxden_protocol::frame::ImageKind;

use super::{DevicePicture, DeviceRules};
use crate::{Misuse, Period, Text};

/// A camera.
#[derive(Debug)]
pub struct Camera {
    /// The picture.
    pub picture: DevicePicture,
    /// What else it can do.
    pub optics: CameraFeatures,
    /// The recognised objects.
    pub recognition: Recognition,
    field_of_view_untold: bool,
    exposure_untold: bool,
    focal_distance_untold: bool,
}

/// What a camera recognises.
#[derive(Debug, Default)]
pub struct Recognition {
    /// How often objects are looked for.
    pub period: Period,
    /// The newest objects.
    pub objects: Vec<RecognisedObject>,
    /// The models of the objects, where C programs read them.
    pub models: Vec<Text>,
    /// The picture of the objects' colours.
    pub segmentation: DevicePicture,
    segmentation_enabled: bool,
    segmentation_untold: bool,
}

impl Recognition {
    /// Whether pictures of the objects' colours are taken.
    pub fn is_segmentation_enabled(&self) -> bool {
        self.segmentation_enabled
    }

    /// Takes pictures of the objects' colours, or no longer.
    pub fn set_segmentation(&mut self, enabled: bool) {
        if self.segmentation_enabled != enabled {
            self.segmentation_enabled = enabled;
            self.segmentation_untold = true;
        }
    }
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            picture: DevicePicture::default(),
            optics: CameraFeatures {
                min_field_of_view: 0.0,
                max_field_of_view: 0.0,
                has_recognition: false,
                has_segmentation: false,
                exposure: 1.0,
                focal_length: 0.0,
                focal_distance: 0.0,
                min_focal_distance: 0.0,
                max_focal_distance: 0.0,
            },
            recognition: Recognition::default(),
            field_of_view_untold: false,
            exposure_untold: false,
            focal_distance_untold: false,
        }
    }
}

impl Camera {
    /// Zooms.
    pub fn set_field_of_view(&mut self, angle: f64) -> Result<(), Misuse> {
        let planar = self
            .picture
            .view
            .as_ref()
            .is_none_or(|view| view.projection.planar);
        Misuse::check_range("fov", angle, 0.0, if planar { PI } else { 2.0 * PI })?;
        let optics = &self.optics;
        Misuse::check_range(
            "fov",
            angle,
            optics.min_field_of_view,
            optics.max_field_of_view,
        )?;
        if let Some(view) = &mut self.picture.view {
            view.projection.field_of_view = angle;
            self.field_of_view_untold = true;
        }
        Ok(())
    }

    /// Exposes.
    pub fn set_exposure(&mut self, exposure: f64) -> Result<(), Misuse> {
        if exposure < 0.0 {
            return Err(Misuse::Negative {
                argument: "exposure",
            });
        }
        self.optics.exposure = exposure;
        self.exposure_untold = true;
        Ok(())
    }

    /// Focuses.
    pub fn set_focal_distance(&mut self, distance: f64) -> Result<(), Misuse> {
        let planar = self
            .picture
            .view
            .as_ref()
            .is_none_or(|view| view.projection.planar);
        if !planar {
            return Err(Misuse::Other("only a planar camera has a focus".into()));
        }
        let (least, most) = (
            self.optics.min_focal_distance,
            self.optics.max_focal_distance,
        );
        Misuse::check_range("focal_distance", distance, least, most)?;
        self.optics.focal_distance = distance;
        self.focal_distance_untold = true;
        Ok(())
    }

    /// Refuses what needs a Recognition node if there is none.
    pub fn check_recognition(&self) -> Result<(), Misuse> {
        match self.optics.has_recognition {
            true => Ok(()),
            false => Err(Misuse::Other(
                "this Camera has no Recognition node; add one to its field 'recognition'".into(),
            )),
        }
    }

    fn set_optics(&mut self, optics: CameraFeatures) {
        self.optics = optics;
    }
}

impl DeviceRules for Camera {
    type Request = camera::CameraRequest;

    fn requests(&mut self, _: u32) -> Vec<camera::CameraRequest> {
        let mut requests = Vec::new();
        if let Some(period) = self.picture.period.take() {
            requests.push(camera::CameraRequest::SetPeriod { period });
        }
        if std::mem::take(&mut self.field_of_view_untold) {
            requests.push(camera::CameraRequest::SetFieldOfView {
                field_of_view: self.picture.field_of_view().unwrap_or_default(),
            });
        }
        if std::mem::take(&mut self.exposure_untold) {
            requests.push(camera::CameraRequest::SetExposure {
                exposure: self.optics.exposure,
            });
        }
        if std::mem::take(&mut self.focal_distance_untold) {
            requests.push(camera::CameraRequest::SetFocalDistance {
                distance: self.optics.focal_distance,
            });
        }
        if let Some(period) = self.recognition.period.take() {
            requests.push(camera::CameraRequest::SetRecognitionPeriod { period });
        }
        if std::mem::take(&mut self.recognition.segmentation_untold) {
            requests.push(camera::CameraRequest::SetSegmentation {
                enabled: self.recognition.segmentation_enabled,
            });
        }
        requests
    }

    fn apply(&mut self, answer: camera::CameraAnswer) {
        match answer {
            camera::CameraAnswer::Configure { view, optics } => {
                self.picture.configure(view);
                self.set_optics(optics);
            }
            camera::CameraAnswer::Reconfigure { projection, optics } => {
                self.picture.project(projection);
                self.set_optics(optics);
            }
            camera::CameraAnswer::Image(file) => self.picture.announce(file),
            camera::CameraAnswer::SegmentationImage(file) => {
                self.recognition.segmentation.announce(file);
            }
            camera::CameraAnswer::Objects { objects } => {
                let models = objects.iter().map(|object| object.model.as_str().into());
                self.recognition.models = models.collect();
                self.recognition.objects = objects;
            }
            camera::CameraAnswer::Segmentation { allowed } => {
                self.optics.has_segmentation = allowed;
                self.recognition.segmentation_enabled &= allowed;
            }
        }
    }

    fn period_mut(&mut self) -> Option<&mut Period> {
        Some(&mut self.picture.period)
    }

    fn picture_mut(&mut self, kind: ImageKind) -> Option<&mut DevicePicture> {
        match kind {
            ImageKind::Main => Some(&mut self.picture),
            ImageKind::Segmentation => Some(&mut self.recognition.segmentation),
        }
    }
}
