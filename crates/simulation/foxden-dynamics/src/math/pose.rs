//! Where something is and how it is turned.

use super::{AxisAngle, Matrix, Vector};
use serde::{Deserialize, Serialize};

/// A rotation followed by a translation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// The rotation.
    pub rotation: Matrix,
    /// The translation.
    pub translation: Vector,
}

impl Pose {
    /// The pose that moves nothing.
    pub const IDENTITY: Self = Self {
        rotation: Matrix::IDENTITY,
        translation: Vector::ZERO,
    };

    /// From the fields of a Pose node.
    #[inline]
    pub fn new(translation: Vector, rotation: AxisAngle) -> Self {
        Self {
            rotation: rotation.matrix(),
            translation,
        }
    }

    /// A point seen from outside.
    #[inline]
    pub fn apply(&self, point: Vector) -> Vector {
        self.rotation * point + self.translation
    }

    /// A point seen from inside.
    #[inline]
    pub fn unapply(&self, point: Vector) -> Vector {
        self.rotation.transposed() * (point - self.translation)
    }

    /// A point seen from inside, as the genuine simulator finds it for the solids
    /// of bodies: both products are subtracted, not the points.
    #[inline]
    pub fn seen_from_inside(&self, point: Vector) -> Vector {
        let inverse = self.rotation.transposed();
        inverse * point - inverse * self.translation
    }

    /// A pose seen from inside, found in the same way.
    #[inline]
    pub fn pose_from_inside(&self, pose: &Self) -> Self {
        Self {
            rotation: self.rotation.transposed() * pose.rotation,
            translation: self.seen_from_inside(pose.translation),
        }
    }

    /// A pose inside this one, seen from outside.
    #[inline]
    pub fn then(&self, inner: &Self) -> Self {
        Self {
            rotation: self.rotation * inner.rotation,
            translation: self.apply(inner.translation),
        }
    }
}
