//! The light that comes from a point of a surface.

mod brdf;
mod cube;
mod lamps;
mod normal;
mod pbr;
mod phong;
mod sky;
mod surface;

pub(crate) use brdf::split_sum;
pub(crate) use cube::Cube;
pub(crate) use lamps::{Lamp, Lamps, Reach};
pub(crate) use sky::Sky;
pub(crate) use surface::{Shading, Surface};

use crate::vector::Vector;

/// A point that is seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    /// Where it is, from the camera.
    pub(crate) position: Vector,
    /// Unit vector away from the surface.
    pub(crate) normal: Vector,
    /// Unit vector to the camera.
    pub(crate) view: Vector,
    /// Distance from the camera.
    pub(crate) distance: f32,
    /// How the position changes from pixel to pixel: to the right and down.
    pub(crate) steps: [Vector; 2],
}

/// Linear light of a colour as written in a world.
pub(crate) fn linear(part: f32) -> f32 {
    if part < 0.04045 {
        part / 12.92
    } else {
        libm::powf((part + 0.055) / 1.055, 2.4)
    }
}

/// Linear light of all parts of a colour.
pub(crate) fn linear_color(color: [f64; 3]) -> Vector {
    color.map(|part| linear(part as f32))
}
