//! Rays against boundingObjects: a tree of boxes in 32 bits finds the candidates, and
//! their shapes decide.

pub mod caster;
mod height_grid;
mod infrared_grid;
pub mod infrared_shape;
pub mod mesh;
mod round_shapes;
pub mod shapes;
pub mod tree;

pub use crate::dynamics::Bounds;

use crate::math::Vector;

/// A ray of limited length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it starts.
    pub origin: Vector,
    /// Where it goes, of length 1.
    pub direction: Vector,
    /// How far it goes.
    pub length: f64,
}

#[cfg(test)]
impl Ray {
    /// A ray as tests write it; the direction may have any length.
    pub(crate) fn toward(origin: [f64; 3], direction: [f64; 3], length: f64) -> Self {
        Self {
            origin: origin.into(),
            direction: Vector::from(direction).normalized(),
            length,
        }
    }
}

/// Where a ray meets a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// How far from the start.
    pub distance: f64,
    /// The surface's normal; not always against the ray.
    pub normal: Vector,
}
