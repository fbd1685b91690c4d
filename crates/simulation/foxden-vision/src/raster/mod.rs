//! The rasteriser: which element of the scene each pixel of a plane picture
//! shows, with the rounding of the genuine program's renderer. Corners are
//! rounded to 1/256 of a pixel, a pixel belongs to the triangle that covers its
//! centre (upper and left edges belong to a triangle), depths are interpolated
//! in single precision. Geometries with many triangles for each pixel are searched
//! by rays; only what these may meet is drawn.

mod clip;
mod fill;
mod frame;
mod lines_and_points;
mod rays;
mod setup;
mod walk;

pub(crate) use fill::Fragment;
pub(crate) use frame::Frame;
pub use rays::Visibility;
pub(crate) use setup::{Patch, Plane, Slopes};
pub(crate) use walk::{Selection, Target, draw, fragments};

/// No patch.
pub(crate) const NONE: u32 = u32::MAX;

/// A sum of a product with one rounding, as the genuine renderer has it.
pub(crate) fn fused(a: f32, b: f32, c: f32) -> f32 {
    (f64::from(a) * f64::from(b) + f64::from(c)) as f32
}
