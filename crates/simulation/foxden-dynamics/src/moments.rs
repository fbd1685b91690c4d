//! Masses while they are added up.

use super::mass::MassProperties;
use crate::math::{Matrix, Vector};

/// A mass, its centre, and its inertia about the origin of the frame it is in.
/// The genuine program adds up masses in this form; numbers are added and
/// multiplied here in its order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// The mass in kilograms.
    pub mass: f64,
    /// The centre of mass.
    pub centre: Vector,
    inertia: Matrix,
}

impl Moments {
    /// Nothing at all.
    pub const NONE: Self = Self {
        mass: 0.0,
        centre: Vector::ZERO,
        inertia: Matrix([Vector::ZERO; 3]),
    };

    /// Of a thing that is known about its centre of mass.
    pub fn of(thing: &MassProperties) -> Self {
        let at_origin = Self {
            mass: thing.mass,
            centre: Vector::ZERO,
            inertia: thing.inertia,
        };
        at_origin.moved(thing.centre)
    }

    /// The same thing turned about the origin.
    pub fn turned(&self, rotation: &Matrix) -> Self {
        Self {
            mass: self.mass,
            centre: *rotation * self.centre,
            inertia: symmetric(*rotation * (self.inertia * rotation.transposed())),
        }
    }

    /// The same thing elsewhere.
    pub fn moved(&self, by: Vector) -> Self {
        let (from, to) = (square(self.centre), square(by + self.centre));
        let mut inertia = self.inertia;
        for (row, sum) in inertia.0.iter_mut().enumerate() {
            *sum += (from.0[row] - to.0[row]) * self.mass;
        }
        Self {
            mass: self.mass,
            centre: self.centre + by,
            inertia: symmetric(inertia),
        }
    }

    /// Two things as one.
    pub fn with(&self, other: &Self) -> Self {
        let (one, two) = (&self.inertia.0, &other.inertia.0);
        let share = 1.0 / (self.mass + other.mass);
        Self {
            mass: self.mass + other.mass,
            centre: (self.centre * self.mass + other.centre * other.mass) * share,
            inertia: Matrix([one[0] + two[0], one[1] + two[1], one[2] + two[2]]),
        }
    }

    /// The same shape with another mass.
    pub fn weighing(&self, mass: f64) -> Self {
        let scale = mass / self.mass;
        Self {
            mass,
            inertia: Matrix(self.inertia.0.map(|row| row * scale)),
            ..*self
        }
    }

    /// The thing about a centre of mass that was found elsewhere.
    pub fn about(&self, centre: Vector) -> MassProperties {
        MassProperties {
            mass: self.mass,
            centre,
            inertia: self.moved(-centre).inertia,
        }
    }
}

/// The square of the matrix that stands for the outer product with a vector.
fn square(Vector { x, y, z }: Vector) -> Matrix {
    let product = Matrix([
        Vector::new(0.0, -z, y),
        Vector::new(z, 0.0, -x),
        Vector::new(-y, x, 0.0),
    ]);
    product * product
}

/// A matrix whose lower half is that above the diagonal.
fn symmetric(Matrix([a, b, c]): Matrix) -> Matrix {
    Matrix([a, Vector::new(a.y, b.y, b.z), Vector::new(a.z, b.z, c.z)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Geometry;
    use crate::math::{AxisAngle, Pose};

    #[test]
    fn moments_agree_with_what_is_known_about_the_centre() {
        let size = Vector::new(0.1, 0.2, 0.3);
        let one = MassProperties::of(&Geometry::Box { size });
        let turn = AxisAngle {
            axis: Vector::new(0.6, 0.0, 0.8),
            angle: 0.7,
        };
        let pose = Pose::new(Vector::new(0.3, -0.2, 0.5), turn);
        let moments = Moments::of(&one)
            .turned(&pose.rotation)
            .moved(pose.translation);
        let both = Moments::NONE.with(&Moments::of(&one)).with(&moments);
        let expected = one.combined(&one.placed(&pose));
        let found = both.about(both.centre);
        assert!((found.mass - expected.mass).abs() < 1e-12);
        assert!((found.centre - expected.centre).length() < 1e-12);
        for row in 0..3 {
            let apart = found.inertia.0[row] - expected.inertia.0[row];
            assert!(apart.length() < 1e-12);
        }
        let heavy = both.weighing(2.0).about(both.centre);
        let factor = 2.0 / expected.mass;
        assert!((heavy.inertia.0[0].x - expected.inertia.0[0].x * factor).abs() < 1e-12);
    }
}
