//! Constraint rows: what joints and contacts ask of the velocities of one or
//! two bodies.

use super::bodies::Body;
use super::slots::Slots;
use crate::math::Vector;
use serde::{Deserialize, Serialize};

/// What one row says about one body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Part {
    pub linear: Vector,
    pub angular: Vector,
}

impl Part {
    pub const NONE: Self = Self {
        linear: Vector::ZERO,
        angular: Vector::ZERO,
    };

    pub const fn linear(linear: Vector) -> Self {
        Self {
            linear,
            angular: Vector::ZERO,
        }
    }

    pub const fn angular(angular: Vector) -> Self {
        Self {
            linear: Vector::ZERO,
            angular,
        }
    }

    /// The direction seen at a point off the centre of mass.
    pub fn at(arm: Vector, direction: Vector) -> Self {
        Self {
            linear: direction,
            angular: arm.cross(direction),
        }
    }

    pub fn negated(self) -> Self {
        Self {
            linear: -self.linear,
            angular: -self.angular,
        }
    }

    /// The sum of the six products, one after the other.
    pub fn product(&self, linear: Vector, angular: Vector) -> f64 {
        let own = &self.angular;
        self.linear.dot(linear) + own.x * angular.x + own.y * angular.y + own.z * angular.z
    }

    pub fn dot(&self, linear: Vector, angular: Vector) -> f64 {
        self.linear.dot(linear) + self.angular.dot(angular)
    }
}

/// The bodies of a joint or contact, by place: the first always exists, the
/// second may be the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pair {
    pub first: usize,
    pub second: Option<usize>,
}

/// Bounds that follow the force of another row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Friction {
    /// The row of the normal force.
    pub normal: usize,
    /// The coefficient; may be infinite.
    pub coefficient: f64,
}

impl Friction {
    /// The largest force for a normal force. Without one there is none, even
    /// if the coefficient is infinite.
    pub fn bound(&self, normal: f64) -> f64 {
        if normal == 0.0 {
            0.0
        } else {
            (self.coefficient * normal).abs()
        }
    }
}

/// One row: a direction of motion, the speed wanted along it, and the bounds
/// of the force that may be used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub pair: Pair,
    pub first: Part,
    pub second: Part,
    pub speed: f64,
    pub cfm: f64,
    pub low: f64,
    pub high: f64,
    pub friction: Option<Friction>,
}

impl Row {
    /// A row that holds at any force.
    pub const fn bilateral(pair: Pair, first: Part, second: Part, speed: f64, cfm: f64) -> Self {
        Self {
            pair,
            first,
            second,
            speed,
            cfm,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            friction: None,
        }
    }

    pub const fn bounded(mut self, low: f64, high: f64) -> Self {
        self.low = low;
        self.high = high;
        self
    }

    pub fn is_bilateral(&self) -> bool {
        self.low == f64::NEG_INFINITY && self.high == f64::INFINITY && self.friction.is_none()
    }

    /// The present speed along the row.
    pub fn velocity(&self, bodies: &Slots<Body>) -> f64 {
        let speed = |place: usize, part: &Part| {
            bodies
                .at(place)
                .map_or(0.0, |body| part.dot(body.linear, body.angular))
        };
        let first = speed(self.pair.first, &self.first);
        first
            + self
                .pair
                .second
                .map_or(0.0, |place| speed(place, &self.second))
    }
}

/// Two unit vectors that complete a unit vector to a frame.
pub(crate) fn plane_space(n: Vector) -> (Vector, Vector) {
    if n.z.abs() > std::f64::consts::FRAC_1_SQRT_2 {
        let square = n.y * n.y + n.z * n.z;
        let scale = 1.0 / square.sqrt();
        let p = Vector::new(0.0, -n.z * scale, n.y * scale);
        let q = Vector::new(square * scale, -n.x * p.z, n.x * p.y);
        (p, q)
    } else {
        let square = n.x * n.x + n.y * n.y;
        let scale = 1.0 / square.sqrt();
        let p = Vector::new(-n.y * scale, n.x * scale, 0.0);
        let q = Vector::new(-n.z * p.y, n.z * p.x, square * scale);
        (p, q)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plane_space_completes_a_frame() {
        for n in [
            Vector::X,
            Vector::Z,
            Vector::new(0.6, 0.0, 0.8),
            Vector::new(0.48, -0.6, 0.64),
        ] {
            let (p, q) = plane_space(n);
            assert!((n.cross(p) - q).length() < 1e-15);
            assert!((p.length() - 1.0).abs() < 1e-15 && p.dot(n).abs() < 1e-15);
        }
    }
}
