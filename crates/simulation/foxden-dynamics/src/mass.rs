//! Mass, centre of mass and inertia of shapes and of their unions.

use super::geometry::Geometry;
use crate::math::{Matrix, Pose, Vector};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// The density at which bounding objects are weighed before a Physics node
/// scales them, in kilograms per cubic metre.
pub const REFERENCE_DENSITY: f64 = 1000.0;

/// How heavy something is and how hard to turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MassProperties {
    /// The mass in kilograms.
    pub mass: f64,
    /// The centre of mass.
    pub centre: Vector,
    /// The inertia about the centre of mass.
    pub inertia: Matrix,
}

impl MassProperties {
    /// Nothing at all.
    pub const NONE: Self = Self {
        mass: 0.0,
        centre: Vector::ZERO,
        inertia: Matrix([Vector::ZERO; 3]),
    };

    /// A mass at the origin with a unit inertia, which bodies without a usable
    /// bounding object get.
    pub const fn unit_inertia(mass: f64) -> Self {
        Self {
            mass,
            centre: Vector::ZERO,
            inertia: Matrix::IDENTITY,
        }
    }

    /// What a shape weighs at the reference density, about its own origin.
    /// Planes and height fields weigh nothing.
    ///
    /// ```
    /// use foxden_dynamics::{Geometry, MassProperties};
    /// let ball = MassProperties::of(&Geometry::Sphere { radius: 0.5 });
    /// assert!((ball.mass - 523.6).abs() < 0.1);
    /// ```
    pub fn of(geometry: &Geometry) -> Self {
        match geometry {
            Geometry::Box { size } => {
                let mass = size.x * size.y * size.z * REFERENCE_DENSITY;
                let square = |a: f64, b: f64| mass / 12.0 * (a * a + b * b);
                Self::diagonal(
                    mass,
                    square(size.y, size.z),
                    square(size.x, size.z),
                    square(size.x, size.y),
                )
            }
            Geometry::Sphere { radius } => {
                let mass = ball(*radius);
                let moment = 0.4 * mass * radius * radius;
                Self::diagonal(mass, moment, moment, moment)
            }
            Geometry::Cylinder { radius, height } => {
                let mass = tube(*radius, *height);
                let square = radius * radius;
                let across = mass * (0.25 * square + 1.0 / 12.0 * height * height);
                Self::diagonal(mass, across, across, mass * 0.5 * square)
            }
            Geometry::Capsule { radius, height } => {
                let (tube, caps) = (tube(*radius, *height), ball(*radius));
                let across = tube * (0.25 * radius * radius + 1.0 / 12.0 * height * height)
                    + caps
                        * (0.4 * radius * radius
                            + 0.375 * radius * height
                            + 0.25 * height * height);
                let along = (tube * 0.5 + caps * 0.4) * radius * radius;
                Self::diagonal(tube + caps, across, across, along)
            }
            Geometry::Mesh(mesh) => mesh.mass(REFERENCE_DENSITY),
            Geometry::Plane | Geometry::HeightField(_) => Self::NONE,
        }
    }

    const fn diagonal(mass: f64, x: f64, y: f64, z: f64) -> Self {
        Self {
            mass,
            centre: Vector::ZERO,
            inertia: Matrix([
                Vector::new(x, 0.0, 0.0),
                Vector::new(0.0, y, 0.0),
                Vector::new(0.0, 0.0, z),
            ]),
        }
    }

    /// The same thing turned and moved.
    pub fn placed(&self, pose: &Pose) -> Self {
        Self {
            mass: self.mass,
            centre: pose.apply(self.centre),
            inertia: pose.rotation * self.inertia * pose.rotation.transposed(),
        }
    }

    /// Two things as one.
    pub fn combined(&self, other: &Self) -> Self {
        // What weighs nothing changes nothing, not even the last digit.
        if self.mass <= 0.0 {
            return *other;
        }
        if other.mass <= 0.0 {
            return *self;
        }
        let mass = self.mass + other.mass;
        let moment = self.centre * self.mass + other.centre * other.mass;
        let centre = Vector::new(moment.x / mass, moment.y / mass, moment.z / mass);
        Self {
            mass,
            centre,
            inertia: sum(self.inertia_about(centre), other.inertia_about(centre)),
        }
    }

    /// The inertia about a point.
    pub fn inertia_about(&self, point: Vector) -> Matrix {
        let arm = self.centre - point;
        let square = arm.length_squared();
        let row = |at: usize, unit: Vector| (unit * square - arm * arm[at]) * self.mass;
        sum(
            self.inertia,
            Matrix([row(0, Vector::X), row(1, Vector::Y), row(2, Vector::Z)]),
        )
    }

    /// The same shape with all its mass multiplied.
    pub fn scaled(&self, factor: f64) -> Self {
        Self {
            mass: self.mass * factor,
            centre: self.centre,
            inertia: Matrix(self.inertia.0.map(|row| row * factor)),
        }
    }

    /// The same shape with another mass; something that weighs nothing gets a
    /// unit inertia.
    pub fn with_mass(&self, mass: f64) -> Self {
        if self.mass > 0.0 {
            let mut scaled = self.scaled(mass / self.mass);
            scaled.mass = mass;
            scaled
        } else {
            Self::unit_inertia(mass)
        }
    }

    /// The same inertia attached to another centre of mass.
    pub fn with_centre(&self, centre: Vector) -> Self {
        Self { centre, ..*self }
    }

    /// A mass, a centre and the inertia about it as the field `inertiaMatrix`
    /// of a Physics node gives it: the diagonal, then xy, xz and yz.
    pub const fn explicit(
        mass: f64,
        centre: Vector,
        moments: [f64; 3],
        products: [f64; 3],
    ) -> Self {
        let [xy, xz, yz] = products;
        Self {
            mass,
            centre,
            inertia: Matrix([
                Vector::new(moments[0], xy, xz),
                Vector::new(xy, moments[1], yz),
                Vector::new(xz, yz, moments[2]),
            ]),
        }
    }

    /// Whether a body may have it: positive, finite, and the inertia can be inverted.
    pub fn is_usable(&self) -> bool {
        self.mass > 0.0
            && self.mass.is_finite()
            && self.centre.is_finite()
            && inverse(&self.inertia).is_some()
    }
}

/// The mass of a ball at the reference density.
fn ball(radius: f64) -> f64 {
    4.0 / 3.0 * PI * radius * radius * radius * REFERENCE_DENSITY
}

/// The mass of a cylinder at the reference density.
fn tube(radius: f64, height: f64) -> f64 {
    PI * radius * radius * height * REFERENCE_DENSITY
}

fn sum(a: Matrix, b: Matrix) -> Matrix {
    Matrix([a.0[0] + b.0[0], a.0[1] + b.0[1], a.0[2] + b.0[2]])
}

/// The inverse of a symmetric positive definite matrix, by the factorisation
/// `L L^T` as in the genuine engine.
pub(crate) fn inverse(matrix: &Matrix) -> Option<Matrix> {
    let mut lower = *matrix;
    let mut scales = Vector::ZERO;
    for row in 0..3 {
        for column in 0..row {
            let mut entry = lower.0[row][column];
            for at in 0..column {
                entry -= lower.0[row][at] * lower.0[column][at];
            }
            lower.0[row][column] = entry * scales[column];
        }
        let mut left = lower.0[row][row];
        for at in 0..row {
            left -= lower.0[row][at] * lower.0[row][at];
        }
        if left.is_nan() || left <= 0.0 {
            return None;
        }
        lower.0[row][row] = left.sqrt();
        scales[row] = 1.0 / left.sqrt();
    }
    let columns = Matrix([Vector::X, Vector::Y, Vector::Z].map(|unit| solve(&lower, unit)));
    let inverse = columns.transposed();
    inverse
        .0
        .iter()
        .all(|row| row.is_finite())
        .then_some(inverse)
}

/// The solution `x` of `L L^T x = right`.
fn solve(lower: &Matrix, right: Vector) -> Vector {
    let mut x = right;
    for row in 0..3 {
        let known: f64 = (0..row).fold(0.0, |sum, at| sum + lower.0[row][at] * x[at]);
        x[row] = (x[row] - known) / lower.0[row][row];
    }
    for row in (0..3).rev() {
        let known = (row + 1..3).fold(0.0, |sum, at| sum + lower.0[at][row] * x[at]);
        x[row] = (x[row] - known) / lower.0[row][row];
    }
    x
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::math::AxisAngle;

    #[test]
    fn two_half_boxes_weigh_as_the_whole() {
        let half = MassProperties::of(&Geometry::Box {
            size: Vector::new(0.5, 2.0, 3.0),
        });
        let at = |x: f64| Pose::new(Vector::new(x, 0.0, 0.0), AxisAngle::IDENTITY);
        let both = half.placed(&at(-0.25)).combined(&half.placed(&at(0.25)));
        let whole = MassProperties::of(&Geometry::Box {
            size: Vector::new(1.0, 2.0, 3.0),
        });
        assert!((both.mass - whole.mass).abs() < 1e-9);
        for row in 0..3 {
            assert!((both.inertia.0[row] - whole.inertia.0[row]).length() < 1e-9);
        }
    }

    #[test]
    fn an_inverse_undoes_and_a_flat_inertia_has_none() {
        let matrix = MassProperties::explicit(1.0, Vector::ZERO, [3.0, 4.0, 5.0], [0.5, -0.2, 0.1]);
        let product = matrix.inertia * inverse(&matrix.inertia).unwrap();
        for row in 0..3 {
            assert!((product.0[row] - Matrix::IDENTITY.0[row]).length() < 1e-15);
        }
        assert!(
            !MassProperties::explicit(1.0, Vector::ZERO, [3.0, 0.0, 5.0], [0.0; 3]).is_usable()
        );
    }
}
