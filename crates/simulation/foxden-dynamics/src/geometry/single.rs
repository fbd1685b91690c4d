//! Points and frames in 32 bits. The genuine engine looks for triangles in
//! them, and which triangles it finds decides which points touch.

use crate::math::{Pose, Vector};
use std::ops::{Add, Index, Mul, Sub};

/// A point or a direction in 32 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Point(pub [f32; 3]);

impl Point {
    /// A point with three equal parts.
    pub const fn all(part: f32) -> Self {
        Self([part; 3])
    }

    /// A vector rounded to 32 bits.
    pub fn rounded(vector: Vector) -> Self {
        Self(vector.to_array().map(|part| part as f32))
    }

    /// The same point in 64 bits.
    pub fn widened(self) -> Vector {
        Vector::from(self.0.map(f64::from))
    }

    /// The inner product.
    pub fn dot(self, other: Self) -> f32 {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        a * x + b * y + c * z
    }

    /// The outer product.
    pub fn cross(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }

    /// A function of each part and the same part of another point.
    pub fn with(self, other: Self, function: impl Fn(f32, f32) -> f32) -> Self {
        Self(std::array::from_fn(|at| function(self[at], other[at])))
    }

    /// The axis of the largest part; the first of equal ones.
    pub fn largest_axis(self) -> usize {
        let mut largest = 0;
        for at in 1..3 {
            if self[at] > self[largest] {
                largest = at;
            }
        }
        largest
    }
}

impl Index<usize> for Point {
    type Output = f32;
    fn index(&self, at: usize) -> &f32 {
        &self.0[at]
    }
}

impl Add for Point {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.with(other, |a, b| a + b)
    }
}

impl Sub for Point {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.with(other, |a, b| a - b)
    }
}

impl Mul<f32> for Point {
    type Output = Self;
    fn mul(self, factor: f32) -> Self {
        Self(self.0.map(|part| part * factor))
    }
}

/// A rotation and a translation in 32 bits. A point becomes the sum of its
/// parts times the rows, plus the place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub rows: [Point; 3],
    pub place: Point,
}

impl Frame {
    /// A pose rounded to 32 bits.
    pub fn of(pose: &Pose) -> Self {
        Self {
            rows: std::array::from_fn(|at| Point::rounded(pose.rotation.column(at))),
            place: Point::rounded(pose.translation),
        }
    }

    /// The way back.
    pub fn inverse(&self) -> Self {
        Self {
            rows: std::array::from_fn(|at| self.column(at)),
            place: Point(std::array::from_fn(|at| -self.place.dot(self.rows[at]))),
        }
    }

    /// A part of each row.
    pub fn column(&self, at: usize) -> Point {
        Point(std::array::from_fn(|row| self.rows[row][at]))
    }

    /// This frame followed by another.
    pub fn then(&self, next: &Self) -> Self {
        let columns: [Point; 3] = std::array::from_fn(|at| next.column(at));
        let turned = |row: Point| Point(std::array::from_fn(|at| row.dot(columns[at])));
        Self {
            rows: self.rows.map(turned),
            place: turned(self.place) + next.place,
        }
    }

    /// A point of a triangle in the other frame; the place is added first.
    pub fn apply(&self, point: Point) -> Point {
        Point(std::array::from_fn(|at| {
            self.place[at]
                + point[0] * self.rows[0][at]
                + point[1] * self.rows[1][at]
                + point[2] * self.rows[2][at]
        }))
    }

    /// A single point in the other frame; the place is added last.
    pub fn apply_to_origin(&self, point: Point) -> Point {
        Point(std::array::from_fn(|at| {
            point.dot(self.column(at)) + self.place[at]
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::AxisAngle;

    #[test]
    fn a_frame_and_its_inverse_lead_back() {
        let pose = Pose::new(
            Vector::new(1.0, -2.0, 0.5),
            AxisAngle {
                axis: Vector::new(1.0, 2.0, 3.0).normalized(),
                angle: 0.7,
            },
        );
        let frame = Frame::of(&pose);
        let point = Point([0.3, 0.4, -0.2]);
        let there = frame.apply(point).widened();
        assert!((there - pose.apply(point.widened())).length() < 1e-6);
        let back = frame.then(&frame.inverse()).apply(point);
        assert!((back - point).dot(back - point) < 1e-12);
        let also_back = frame.inverse().apply_to_origin(frame.apply(point));
        assert!((also_back - point).dot(also_back - point) < 1e-12);
    }
}
