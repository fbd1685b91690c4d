//! The field: where Reynards may stand.

use serde::Serialize;

/// A rectangle around the origin, twice as wide as it is high.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Playfield {
    /// Least x and y of a reference point.
    min: [f64; 2],
    /// Greatest x and y.
    max: [f64; 2],
}

impl Playfield {
    /// The field of the original.
    pub const ORIGINAL: Self = Self::scaled(1.0);

    /// The field of the original, enlarged.
    pub(crate) const fn scaled(scale: f64) -> Self {
        let [x, y] = [scale, 0.5 * scale];
        Self {
            min: [-x, -y],
            max: [x, y],
        }
    }

    /// Least and greatest value of a coordinate.
    pub fn range(&self, axis: usize) -> [f64; 2] {
        [self.min[axis], self.max[axis]]
    }

    /// The nearest place in it.
    ///
    /// ```
    /// use reynard::playfield::Playfield;
    /// assert_eq!(Playfield::ORIGINAL.nearest([3.0, -0.2]), [1.0, -0.2]);
    /// ```
    pub fn nearest(&self, place: [f64; 2]) -> [f64; 2] {
        std::array::from_fn(|axis| place[axis].clamp(self.min[axis], self.max[axis]))
    }

    /// Whether a place is in it.
    pub fn contains(&self, place: [f64; 2]) -> bool {
        (0..2).all(|axis| (self.min[axis]..=self.max[axis]).contains(&place[axis]))
    }
}
