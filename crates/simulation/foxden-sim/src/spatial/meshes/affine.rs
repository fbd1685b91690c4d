//! Matrices that also shift, as nodes of a COLLADA scene have them.

use crate::math::Vector;

/// The first three rows of a matrix that also shifts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Affine(pub(super) [[f64; 4]; 3]);

impl Affine {
    pub(super) const IDENTITY: Self = Self([
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
    ]);

    pub(super) fn scaled(x: f64, y: f64, z: f64) -> Self {
        Self([[x, 0.0, 0.0, 0.0], [0.0, y, 0.0, 0.0], [0.0, 0.0, z, 0.0]])
    }

    /// What does `inner` first and then this.
    pub(super) fn then(&self, inner: &Self) -> Self {
        Self(std::array::from_fn(|row| {
            std::array::from_fn(|column| {
                let own = self.0[row];
                let sum: f64 = (0..3).map(|at| own[at] * inner.0[at][column]).sum();
                if column == 3 { sum + own[3] } else { sum }
            })
        }))
    }

    pub(super) fn apply(&self, point: Vector) -> Vector {
        let row = |at: usize| {
            let [a, b, c, d] = self.0[at];
            a * point.x + b * point.y + c * point.z + d
        };
        Vector::new(row(0), row(1), row(2))
    }

    fn columns(&self) -> [Vector; 4] {
        std::array::from_fn(|at| Vector::new(self.0[0][at], self.0[1][at], self.0[2][at]))
    }

    /// Negative if it mirrors.
    pub(super) fn determinant(&self) -> f64 {
        let [x, y, z, _] = self.columns();
        x.cross(y).dot(z)
    }

    /// A normal of a surface that was moved: the transposed inverse, but not the shift.
    pub(super) fn turn_normal(&self, normal: Vector) -> Vector {
        let [x, y, z, _] = self.columns();
        let sum = y.cross(z) * normal.x + z.cross(x) * normal.y + x.cross(y) * normal.z;
        sum * (1.0 / self.determinant())
    }

    /// What undoes it; `None` for one that makes everything flat.
    pub(super) fn inverse(&self) -> Option<Self> {
        let [x, y, z, shift] = self.columns();
        let factor = 1.0 / self.determinant();
        if !factor.is_finite() {
            return None;
        }
        let rows = [y.cross(z), z.cross(x), x.cross(y)].map(|row| row * factor);
        Some(Self(rows.map(|row| [row.x, row.y, row.z, -row.dot(shift)])))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_undoes_and_a_flat_matrix_has_none() {
        let one = Affine([
            [0.0, -2.0, 0.0, 1.0],
            [1.0, 0.0, 0.5, -3.0],
            [0.0, 0.0, 4.0, 2.0],
        ]);
        let point = Vector::new(0.3, -0.7, 1.1);
        let back = one.inverse().unwrap().apply(one.apply(point));
        assert!((back - point).length() < 1e-12);
        assert_eq!(one.determinant(), 8.0);
        assert_eq!(Affine::scaled(1.0, 0.0, 1.0).inverse(), None);
    }
}
