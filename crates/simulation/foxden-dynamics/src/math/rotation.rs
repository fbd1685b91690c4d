//! Rotations in three forms: as files write them, as matrices, as quaternions.

use super::{Vector, acos, atan2, sin_cos};
use serde::{Deserialize, Serialize};
use std::f64::consts::{PI, TAU};
use std::ops::Mul;

/// Numbers of poses that differ by less count as equal, as in the genuine simulator.
pub(super) const NEGLIGIBLE: f64 = 10_000.0 * f64::EPSILON;

/// Angles beyond this are not unwound turn by turn.
const MANY_TURNS: f64 = 1e4;

/// A rotation as files write it: a unit axis and an angle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AxisAngle {
    /// The axis, of length 1.
    pub axis: Vector,
    /// The angle in radians.
    pub angle: f64,
}

impl AxisAngle {
    /// No rotation.
    pub const IDENTITY: Self = Self {
        axis: Vector::Z,
        angle: 0.0,
    };

    /// As a field holds it.
    #[inline]
    pub const fn to_array(self) -> [f64; 4] {
        [self.axis.x, self.axis.y, self.axis.z, self.angle]
    }

    /// As a matrix, with the products in the order of the genuine simulator.
    pub fn matrix(self) -> Matrix {
        let (sine, cosine) = sin_cos(self.angle);
        let rest = 1.0 - cosine;
        let Vector { x, y, z } = self.axis;
        let (xy, xz, yz) = (x * y * rest, x * z * rest, y * z * rest);
        let (sx, sy, sz) = (x * sine, y * sine, z * sine);
        Matrix([
            Vector::new(x * x * rest + cosine, xy - sz, xz + sy),
            Vector::new(xy + sz, y * y * rest + cosine, yz - sx),
            Vector::new(xz - sy, yz + sx, z * z * rest + cosine),
        ])
    }

    /// As the engine makes a matrix of an axis and an angle: by a quaternion
    /// whose axis is divided by its length.
    pub fn matrix_of_engine(self) -> Matrix {
        let square = self.axis.length_squared();
        if square <= 0.0 {
            return Matrix::IDENTITY;
        }
        let (sine, cosine) = sin_cos(self.angle * 0.5);
        let scale = sine * (1.0 / square.sqrt());
        Quaternion {
            w: cosine,
            v: self.axis * scale,
        }
        .matrix()
    }

    /// With an angle from -π to π, as the genuine simulator takes it over.
    pub fn within_half_a_turn(self) -> Self {
        let mut angle = self.angle;
        if angle.is_finite() && angle.abs() > MANY_TURNS {
            angle %= TAU;
        }
        while angle < -PI {
            angle += TAU;
        }
        while angle > PI {
            angle -= TAU;
        }
        Self { angle, ..self }
    }

    /// Whether another rotation is the same but for rounding.
    pub fn is_near(self, other: Self) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() < NEGLIGIBLE;
        let same = |sign: f64| {
            near(self.angle, sign * other.angle)
                && (self.angle.abs() < NEGLIGIBLE || self.axis.is_near(other.axis * sign))
        };
        same(1.0) || same(-1.0)
    }

    /// As a quaternion.
    pub fn quaternion(self) -> Quaternion {
        let (sine, cosine) = sin_cos(self.angle * 0.5);
        Quaternion {
            w: cosine,
            v: self.axis * sine,
        }
    }
}

impl From<[f64; 4]> for AxisAngle {
    fn from([x, y, z, angle]: [f64; 4]) -> Self {
        Self {
            axis: Vector::new(x, y, z),
            angle,
        }
    }
}

/// A matrix of three rows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Matrix(pub [Vector; 3]);

impl Matrix {
    /// No rotation.
    pub const IDENTITY: Self = Self([Vector::X, Vector::Y, Vector::Z]);

    /// A column.
    #[inline]
    pub fn column(&self, at: usize) -> Vector {
        Vector::new(self.0[0][at], self.0[1][at], self.0[2][at])
    }

    /// Rows and columns exchanged: of a rotation, the opposite one.
    #[inline]
    pub fn transposed(&self) -> Self {
        Self([self.column(0), self.column(1), self.column(2)])
    }

    /// The rotation as a quaternion, by the larger of trace and diagonal. As in the
    /// genuine simulator a turn that is too small to be seen in the diagonal is none.
    pub fn quaternion(&self) -> Quaternion {
        let [r0, r1, r2] = self.0;
        if r0.x == 1.0 && r1.y == 1.0 && r2.z == 1.0 {
            return Quaternion::IDENTITY;
        }
        let is_x = r0.x > r1.y && r0.x > r2.z;
        self.quaternion_by(if is_x {
            0
        } else if r1.y > r2.z {
            1
        } else {
            2
        })
    }

    /// The rotation as a quaternion, as the engine has it: of entries of the
    /// diagonal that are equal it takes the first.
    pub fn quaternion_of_body(&self) -> Quaternion {
        let [r0, r1, r2] = self.0;
        self.quaternion_by(match (r1.y > r0.x, r2.z > r0.x, r2.z > r1.y) {
            (true, _, false) => 1,
            (true, _, true) | (false, true, _) => 2,
            (false, false, _) => 0,
        })
    }

    /// By the trace, or if it is negative by an entry of the diagonal.
    fn quaternion_by(&self, largest: usize) -> Quaternion {
        let [r0, r1, r2] = self.0;
        let trace = r0.x + r1.y + r2.z;
        if trace >= 0.0 {
            let s = (trace + 1.0).sqrt();
            let f = 0.5 / s;
            return Quaternion {
                w: 0.5 * s,
                v: Vector::new((r2.y - r1.z) * f, (r0.z - r2.x) * f, (r1.x - r0.y) * f),
            };
        }
        if largest == 1 {
            let s = (r1.y - (r2.z + r0.x) + 1.0).sqrt();
            let f = 0.5 / s;
            Quaternion {
                w: (r0.z - r2.x) * f,
                v: Vector::new((r0.y + r1.x) * f, 0.5 * s, (r1.z + r2.y) * f),
            }
        } else if largest == 2 {
            let s = (r2.z - (r0.x + r1.y) + 1.0).sqrt();
            let f = 0.5 / s;
            Quaternion {
                w: (r1.x - r0.y) * f,
                v: Vector::new((r2.x + r0.z) * f, (r1.z + r2.y) * f, 0.5 * s),
            }
        } else {
            let s = (r0.x - (r1.y + r2.z) + 1.0).sqrt();
            let f = 0.5 / s;
            Quaternion {
                w: (r2.y - r1.z) * f,
                v: Vector::new(0.5 * s, (r0.y + r1.x) * f, (r2.x + r0.z) * f),
            }
        }
    }
}

impl Matrix {
    /// As the genuine simulator tells a controller how an object is turned: the angle
    /// comes from the diagonal and is within half a turn; x is the axis if there is none.
    pub fn axis_angle_by_trace(&self) -> AxisAngle {
        let [r0, r1, r2] = self.0;
        let angle = acos(((r0.x + r1.y + r2.z - 1.0) / 2.0).clamp(-1.0, 1.0));
        if angle < NEGLIGIBLE {
            return AxisAngle {
                axis: Vector::X,
                angle: 0.0,
            };
        }
        let axis = if PI - angle >= NEGLIGIBLE {
            Vector::new(r2.y - r1.z, r0.z - r2.x, r1.x - r0.y)
        } else if r0.x > r1.y && r0.x > r2.z {
            let x = (r0.x - r1.y - r2.z + 1.0).sqrt() / 2.0;
            Vector::new(x, r0.y / (2.0 * x), r0.z / (2.0 * x))
        } else if r1.y > r0.x && r1.y > r2.z {
            let y = (r1.y - r0.x - r2.z + 1.0).sqrt() / 2.0;
            Vector::new(r0.y / (2.0 * y), y, r1.z / (2.0 * y))
        } else {
            let z = (r2.z - r0.x - r1.y + 1.0).sqrt() / 2.0;
            Vector::new(r0.z / (2.0 * z), r1.z / (2.0 * z), z)
        };
        AxisAngle {
            axis: axis.normalized(),
            angle,
        }
    }
}

impl Matrix {
    /// The nearest rotation as the engine finds it: the first row stays, the
    /// second is made perpendicular to it, the third follows from both.
    pub fn orthogonalized(&self) -> Self {
        let unit = |row: Vector| match row.length_squared() {
            1.0 => row,
            _ => row.normalized_safely(),
        };
        let [x, y, _] = self.0;
        let x = unit(x);
        let lean = x.dot(y);
        let y = unit(if lean == 0.0 { y } else { y - x * lean });
        Self([x, y, x.cross(y)])
    }
}

impl Matrix {
    /// The inverse by cofactors. Of a rotation it differs from the transposed matrix
    /// by rounding only, which the genuine engine's points of cylinders show.
    pub fn inverse_by_cofactors(&self) -> Self {
        let [a, b, c] = self.0;
        let determinant = a.x * (b.y * c.z - c.y * b.z) - a.y * (b.x * c.z - c.x * b.z)
            + a.z * (b.x * c.y - c.x * b.y);
        if determinant.abs() < 0.0005 {
            return Self::IDENTITY;
        }
        let scale = 1.0 / determinant;
        Self([
            Vector::new(
                b.y * c.z - b.z * c.y,
                c.y * a.z - a.y * c.z,
                a.y * b.z - b.y * a.z,
            ) * scale,
            Vector::new(
                b.z * c.x - b.x * c.z,
                a.x * c.z - c.x * a.z,
                b.x * a.z - a.x * b.z,
            ) * scale,
            Vector::new(
                b.x * c.y - c.x * b.y,
                c.x * a.y - a.x * c.y,
                a.x * b.y - a.y * b.x,
            ) * scale,
        ])
    }

    /// The same matrix with columns of length 1. The genuine simulator divides a
    /// rotation by its scale in this way before it tells it or gives it to a shape.
    pub fn with_unit_columns(&self) -> Self {
        let scale = |at: usize| 1.0 / self.column(at).length();
        let scales = Vector::new(scale(0), scale(1), scale(2));
        if !scales.is_finite() {
            return *self;
        }
        Self(self.0.map(|row| row.scaled(scales)))
    }
}

impl Mul<Vector> for Matrix {
    type Output = Vector;
    #[inline]
    fn mul(self, vector: Vector) -> Vector {
        Vector::new(
            self.0[0].dot(vector),
            self.0[1].dot(vector),
            self.0[2].dot(vector),
        )
    }
}

impl Mul for Matrix {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        let [a, b, c] = other.transposed().0;
        let product = |row: Vector| Vector::new(row.dot(a), row.dot(b), row.dot(c));
        let [first, second, third] = self.0;
        Self([product(first), product(second), product(third)])
    }
}

/// A unit quaternion.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quaternion {
    /// The real part.
    pub w: f64,
    /// The imaginary part.
    pub v: Vector,
}

impl Quaternion {
    /// No rotation.
    pub const IDENTITY: Self = Self {
        w: 1.0,
        v: Vector::ZERO,
    };

    /// The opposite rotation.
    #[inline]
    pub fn conjugate(self) -> Self {
        Self {
            w: self.w,
            v: -self.v,
        }
    }

    /// The same rotation with length 1; nothing becomes no rotation.
    pub fn normalized(self) -> Self {
        let Vector { x, y, z } = self.v;
        let length = (self.w * self.w + x * x + y * y + z * z).sqrt();
        if length == 0.0 {
            return Self::IDENTITY;
        }
        let inverse = 1.0 / length;
        Self {
            w: self.w * inverse,
            v: self.v * inverse,
        }
    }

    /// The same rotation with length 1, left as it is where only rounding made
    /// it longer or shorter.
    pub fn normalized_if_needed(self) -> Self {
        let length = (self.w * self.w + self.v.length_squared()).sqrt();
        match (length - 1.0).abs() < NEGLIGIBLE {
            true => self,
            false => self.normalized(),
        }
    }

    /// A vector turned.
    pub fn rotate(self, vector: Vector) -> Vector {
        self.matrix() * vector
    }

    /// As a matrix.
    pub fn matrix(self) -> Matrix {
        let Self {
            w,
            v: Vector { x, y, z },
        } = self;
        let (xx, yy, zz) = (2.0 * x * x, 2.0 * y * y, 2.0 * z * z);
        Matrix([
            Vector::new(1.0 - yy - zz, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
            Vector::new(2.0 * (x * y + w * z), 1.0 - xx - zz, 2.0 * (y * z - w * x)),
            Vector::new(2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - xx - yy),
        ])
    }

    /// As the genuine simulator shows a pose that follows from a joint: the angle
    /// comes from the real part alone, so small ones are rounded, and it reaches
    /// from 0 to a whole turn.
    pub fn axis_angle_by_cosine(self) -> AxisAngle {
        let angle = 2.0 * acos(self.w.clamp(-1.0, 1.0));
        let length = self.v.length();
        if angle < NEGLIGIBLE || length == 0.0 {
            return AxisAngle::IDENTITY;
        }
        AxisAngle {
            axis: self.v * (1.0 / length),
            angle,
        }
    }

    /// As a field shows it: the angle within half a turn, the z axis if there is none.
    pub fn axis_angle(self) -> AxisAngle {
        let length = self.v.length();
        if length == 0.0 {
            return AxisAngle::IDENTITY;
        }
        let mut angle = 2.0 * atan2(length, self.w);
        if angle > PI {
            angle -= TAU;
        }
        AxisAngle {
            axis: self.v * (1.0 / length),
            angle,
        }
    }
}

impl Mul for Quaternion {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        // the products are added in the genuine engine's order
        let (a, b) = (self.v, other.v);
        let (s, t) = (self.w, other.w);
        Self {
            w: s * t - a.x * b.x - a.y * b.y - a.z * b.z,
            v: Vector::new(
                s * b.x + a.x * t + a.y * b.z - a.z * b.y,
                s * b.y + a.y * t + a.z * b.x - a.x * b.z,
                s * b.z + a.z * t + a.x * b.y - a.y * b.x,
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(a: Matrix, b: Matrix) -> bool {
        (0..3).all(|row| (a.0[row] - b.0[row]).length() < 1e-14)
    }

    #[test]
    fn the_three_forms_agree() {
        for (axis, angle) in [
            (Vector::new(0.6, 0.8, 0.0), 1.1),
            (Vector::new(0.0, 0.6, -0.8), 3.0),
            (Vector::X, -2.5),
            (Vector::Y, 3.1),
            (Vector::Z, -3.1),
        ] {
            let rotation = AxisAngle { axis, angle };
            let matrix = rotation.matrix();
            assert!(is_near(matrix, rotation.quaternion().matrix()));
            assert!(is_near(matrix, matrix.quaternion().matrix()));
            assert!(is_near(matrix, matrix.quaternion().axis_angle().matrix()));
            assert!(is_near(matrix * matrix.transposed(), Matrix::IDENTITY));
        }
    }

    #[test]
    fn the_angle_of_a_trace_is_within_half_a_turn() {
        let turned =
            |axis: Vector, angle: f64| AxisAngle { axis, angle }.matrix().axis_angle_by_trace();
        let axis = Vector::new(1.0, -2.0, 2.0) * (1.0 / 3.0);
        for angle in [0.3, 2.5, -2.5, 4.0] {
            let found = turned(axis, angle);
            let (sign, within) = match angle {
                0.3 | 2.5 => (1.0, angle),
                -2.5 => (-1.0, 2.5),
                _ => (-1.0, TAU - angle),
            };
            assert!((found.angle - within).abs() < 1e-12, "{angle}");
            assert!((found.axis - axis * sign).length() < 1e-12, "{angle}");
        }
        assert_eq!(turned(axis, 0.0).axis, Vector::X);
        for half in [Vector::X, Vector::Y, Vector::Z, axis] {
            let found = turned(half, PI);
            assert!((found.axis.dot(half).abs() - 1.0).abs() < 1e-9);
        }
    }
}
