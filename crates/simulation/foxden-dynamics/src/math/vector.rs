//! Vectors of three numbers.

use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub, SubAssign};

/// A point or a direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Vector {
    /// East, or forward.
    pub x: f64,
    /// North, or left.
    pub y: f64,
    /// Up.
    pub z: f64,
}

impl Vector {
    /// The null vector.
    pub const ZERO: Self = Self::new(0.0, 0.0, 0.0);
    /// The unit vector along x.
    pub const X: Self = Self::new(1.0, 0.0, 0.0);
    /// The unit vector along y.
    pub const Y: Self = Self::new(0.0, 1.0, 0.0);
    /// The unit vector along z.
    pub const Z: Self = Self::new(0.0, 0.0, 1.0);

    /// A vector from its parts.
    #[inline]
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    /// Each part multiplied by the same part of another.
    #[inline]
    pub fn scaled(self, by: Self) -> Self {
        Self::new(self.x * by.x, self.y * by.y, self.z * by.z)
    }

    /// Whether another vector is the same but for rounding.
    pub fn is_near(self, other: Self) -> bool {
        let apart = self - other;
        let is_small = |part: f64| part.abs() < super::rotation::NEGLIGIBLE;
        is_small(apart.x) && is_small(apart.y) && is_small(apart.z)
    }

    /// The inner product.
    #[inline]
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The outer product.
    #[inline]
    pub fn cross(self, other: Self) -> Self {
        Self::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    /// The square of the length.
    #[inline]
    pub fn length_squared(self) -> f64 {
        self.dot(self)
    }

    /// The length.
    #[inline]
    pub fn length(self) -> f64 {
        self.length_squared().sqrt()
    }

    /// The size of the largest part.
    #[inline]
    pub fn largest_part(self) -> f64 {
        self.x.abs().max(self.y.abs()).max(self.z.abs())
    }

    /// The unit vector of the same direction; the null vector stays as it is.
    #[inline]
    pub fn normalized(self) -> Self {
        let length = self.length();
        if length == 0.0 {
            self
        } else {
            self * (1.0 / length)
        }
    }

    /// The unit vector of the same direction as the engine finds it: all parts
    /// are divided by the largest first. The null vector becomes the x axis.
    pub fn normalized_safely(self) -> Self {
        let largest = self.largest_part();
        if largest <= 0.0 {
            return Self::X;
        }
        let scaled = Self::new(self.x / largest, self.y / largest, self.z / largest);
        scaled * (1.0 / scaled.length())
    }

    /// Whether all parts are finite numbers.
    #[inline]
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite() && self.z.is_finite()
    }

    /// The parts in order.
    #[inline]
    pub const fn to_array(self) -> [f64; 3] {
        [self.x, self.y, self.z]
    }
}

impl From<[f64; 3]> for Vector {
    #[inline]
    fn from([x, y, z]: [f64; 3]) -> Self {
        Self { x, y, z }
    }
}

impl From<Vector> for [f64; 3] {
    #[inline]
    fn from(vector: Vector) -> Self {
        vector.to_array()
    }
}

impl Add for Vector {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl AddAssign for Vector {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Vector {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl SubAssign for Vector {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<f64> for Vector {
    type Output = Self;
    #[inline]
    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor, self.z * factor)
    }
}

impl Neg for Vector {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y, -self.z)
    }
}

impl Index<usize> for Vector {
    type Output = f64;
    #[inline]
    fn index(&self, at: usize) -> &f64 {
        match at {
            0 => &self.x,
            1 => &self.y,
            _ => &self.z,
        }
    }
}

impl IndexMut<usize> for Vector {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut f64 {
        match at {
            0 => &mut self.x,
            1 => &mut self.y,
            _ => &mut self.z,
        }
    }
}
