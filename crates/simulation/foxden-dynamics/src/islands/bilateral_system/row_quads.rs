//! Numbers of four rows at once, and the parts of rows.

use crate::constraint_rows::Part;
use crate::math::Vector;

/// Rows that are computed together.
pub(super) const LANES: usize = 4;

/// The same number of some rows.
pub(super) type RowQuad = [f64; LANES];

/// The numbers of a part of some rows: linear, then angular.
pub(super) type QuadParts = [RowQuad; 6];

/// The numbers of a part. Rows of joints often have nothing to do with one half of a motion;
/// its products are zero and change no sum.
pub(super) enum PartNumbers {
    Linear(Vector),
    Angular(Vector),
    Both([f64; 6]),
}

impl PartNumbers {
    #[inline]
    pub(super) fn of(part: &Part) -> Self {
        if part.linear == Vector::ZERO {
            Self::Angular(part.angular)
        } else if part.angular == Vector::ZERO {
            Self::Linear(part.linear)
        } else {
            Self::Both(numbers(part))
        }
    }

    /// The sums of the products with weights, one after the other.
    #[inline]
    pub(super) fn products(&self, weights: &QuadParts) -> RowQuad {
        let half = |numbers: &Vector, x: &RowQuad, y: &RowQuad, z: &RowQuad| -> RowQuad {
            std::array::from_fn(|lane| {
                numbers.x * x[lane] + numbers.y * y[lane] + numbers.z * z[lane]
            })
        };
        let [x, y, z, a, b, c] = weights;
        match self {
            Self::Linear(numbers) => half(numbers, x, y, z),
            Self::Angular(numbers) => half(numbers, a, b, c),
            Self::Both(numbers) => products(numbers, weights),
        }
    }
}

/// The sums of the products of six numbers with those of parts, one after the other.
#[inline]
pub(super) fn products(numbers: &[f64; 6], parts: &QuadParts) -> RowQuad {
    std::array::from_fn(|lane| {
        numbers[0] * parts[0][lane]
            + numbers[1] * parts[1][lane]
            + numbers[2] * parts[2][lane]
            + numbers[3] * parts[3][lane]
            + numbers[4] * parts[4][lane]
            + numbers[5] * parts[5][lane]
    })
}

/// The numbers of a part: linear, then angular.
pub(super) fn numbers(Part { linear, angular }: &Part) -> [f64; 6] {
    [
        linear.x, linear.y, linear.z, angular.x, angular.y, angular.z,
    ]
}

/// `to += factor * from`.
#[inline]
pub(super) fn add_lanes(to: &mut RowQuad, factor: f64, from: &RowQuad) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += factor * from;
    }
}
