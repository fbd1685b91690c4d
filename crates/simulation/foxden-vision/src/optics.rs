//! Cameras as optical instruments: how pixels look into the world. Device
//! frames have x forward, y to the left, z up.

use crate::placement::{FaceRotations, Placement, SingleRotation};
use crate::scene::InstanceId;

/// How directions become places in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Projection {
    /// On a plane, as through a pinhole.
    Planar,
    /// Columns by longitude, rows by latitude.
    Cylindrical,
    /// Fisheye: by the angle from the optical axis.
    Spherical,
}

/// The geometry that pictures have where that of the genuine program is plainly wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VisionRules {
    /// That of the genuine program: what programs for it have seen.
    #[default]
    Genuine,
    /// What the fields say: each pixel of a curved picture looks along its own angle.
    Corrected,
}

/// Lens distortion (a Lens node).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lens {
    /// Centre, in parts of the picture from the upper left corner.
    pub center: [f64; 2],
    /// Radial coefficients.
    pub radial: [f64; 2],
    /// Tangential coefficients.
    pub tangential: [f64; 2],
}

/// What all three devices have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Optics {
    /// How directions become places in the picture.
    pub projection: Projection,
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Horizontal angle of view.
    pub field_of_view: f64,
    /// Nearer things are cut away.
    pub near: f64,
    /// Lens distortion.
    pub lens: Option<Lens>,
    /// Time constant of motion blur in ms; 0: none.
    pub motion_blur: f64,
    /// How curved pictures look around.
    pub rules: VisionRules,
}

/// Why a picture cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum OpticsError {
    /// It has no pixels, or too many.
    #[error(
        "a picture of {width} x {height} pixels: at least 1 x 1 and at most {} in total are possible",
        Optics::MOST_PIXELS
    )]
    Size {
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// The field of view is not an angle.
    #[error(
        "a field of view of {0:?}: an angle above 0 is possible, in planar pictures at most pi, in others at most {most}",
        most = Optics::GREATEST_ANGLE
    )]
    FieldOfView(f64),
    /// The near plane or a range is not a positive number, or they are in the wrong order.
    #[error("a range from {0} to {1}: 0 < near < far is needed")]
    Range(f64, f64),
}

impl Optics {
    /// The greatest number of pixels of a picture.
    pub const MOST_PIXELS: u64 = 1 << 25;

    /// The greatest angle of a curved picture. The genuine program accepts more than a turn.
    pub const GREATEST_ANGLE: f64 = 100.0;

    /// A planar camera with the defaults of the Camera node.
    pub const fn planar(width: u32, height: u32, field_of_view: f64) -> Self {
        Self {
            projection: Projection::Planar,
            width,
            height,
            field_of_view,
            near: 0.01,
            lens: None,
            motion_blur: 0.0,
            rules: VisionRules::Genuine,
        }
    }

    /// How many pixels the picture has.
    pub fn pixels(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether pictures can be made.
    ///
    /// # Errors
    /// When size, angle or near plane are out of bounds.
    pub fn check(&self) -> Result<(), OpticsError> {
        let pixels = u64::from(self.width) * u64::from(self.height);
        if pixels == 0 || pixels > Self::MOST_PIXELS {
            return Err(OpticsError::Size {
                width: self.width,
                height: self.height,
            });
        }
        let angle = self.field_of_view;
        let most = match self.projection {
            Projection::Planar => std::f64::consts::PI,
            _ => Self::GREATEST_ANGLE,
        };
        // fields are single precision in some worlds: 2 pi may be rounded up
        if !(angle > 0.0 && angle <= most + 1e-3) {
            return Err(OpticsError::FieldOfView(angle));
        }
        if !(self.near > 0.0 && self.near.is_finite()) {
            return Err(OpticsError::Range(self.near, f64::INFINITY));
        }
        Ok(())
    }
}

/// Where a camera is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewPose {
    /// Absolute position.
    pub position: [f64; 3],
    /// Absolute rotation of the device.
    pub rotation: SingleRotation,
    /// The rotations of its plane pictures against the device.
    pub faces: FaceRotations,
}

impl Default for ViewPose {
    /// At the origin, looking along x.
    fn default() -> Self {
        Self::new([0.0; 3], SingleRotation::IDENTITY)
    }
}

impl ViewPose {
    /// A device that looks along its x axis.
    pub fn new(position: [f64; 3], rotation: SingleRotation) -> Self {
        Self {
            position,
            rotation,
            faces: FaceRotations::forward(),
        }
    }

    /// A device that is a node of a scene.
    pub fn of_node(node: &Placement) -> Self {
        Self::new(node.position.map(f64::from), node.rotation)
    }

    /// The absolute rotation of one of its plane pictures.
    pub(crate) fn of_face(&self, face: usize) -> SingleRotation {
        self.rotation.after(SingleRotation(self.faces.0[face]))
    }
}

/// When and where a picture is taken.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Where the camera is.
    pub pose: ViewPose,
    /// Simulation time in ms: the seed of noise.
    pub time: f64,
    /// Time between pictures in ms: for motion blur.
    pub period: f64,
    /// What this camera does not see, in rising order.
    pub hidden: &'a [InstanceId],
}

impl<'a> View<'a> {
    /// A view of everything at time 0.
    pub fn at(pose: ViewPose) -> View<'a> {
        View {
            pose,
            time: 0.0,
            period: 0.0,
            hidden: &[],
        }
    }
}
