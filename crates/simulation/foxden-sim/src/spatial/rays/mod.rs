//! Rays against boundingObjects: 32-bit boxes find, shapes decide.

pub mod caster;
mod height_grid;
pub mod mesh;
mod round;
pub mod shapes;
mod sheet;
pub mod tree;
pub mod visible;

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

/// A box along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The corner with the least coordinates.
    pub low: Vector,
    /// The corner with the greatest coordinates.
    pub high: Vector,
}

impl Bounds {
    /// The box of no point.
    pub const EMPTY: Self = Self {
        low: Vector::new(f64::INFINITY, f64::INFINITY, f64::INFINITY),
        high: Vector::new(f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
    };

    /// The greatest coordinate, whatever its sign.
    pub fn reach(&self) -> f64 {
        let parts = [self.low, self.high].map(Vector::to_array);
        parts
            .as_flattened()
            .iter()
            .fold(0.0, |most: f64, part| most.max(part.abs()))
    }

    /// The smallest box that also holds a point.
    pub fn with(self, point: Vector) -> Self {
        let low = |at: usize| self.low[at].min(point[at]);
        let high = |at: usize| self.high[at].max(point[at]);
        Self {
            low: Vector::new(low(0), low(1), low(2)),
            high: Vector::new(high(0), high(1), high(2)),
        }
    }
}
