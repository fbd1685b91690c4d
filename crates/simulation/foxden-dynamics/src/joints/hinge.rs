//! Joints that turn about one axis.

use super::anchors::{Anchors, Spring};
use super::{Axis, AxisSpec, Ends, Push, Rules, Softness, Suspension};
use crate::constraint_rows::{Part, Row, plane_space};
use crate::math::{Pose, Quaternion, Vector, atan2, wrapped};
use serde::{Deserialize, Serialize};
use std::f64::consts::{PI, TAU};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Hinge {
    pub anchors: Anchors,
    pub axis: Axis,
    suspension: Spring,
    /// The axis in the first and in the second body.
    first: Vector,
    second: Vector,
    /// The rotation between the bodies at the initial position.
    initial: Quaternion,
    /// The angle at which the stops were tested last.
    tested: f64,
}

impl Hinge {
    pub fn new(
        ends: Ends,
        frame: &Pose,
        anchor: Vector,
        axis: &AxisSpec,
        suspension: (&Suspension, Softness),
    ) -> Self {
        let direction = (frame.rotation * axis.axis).normalized_safely();
        Self {
            anchors: Anchors::new(ends, frame.apply(anchor)),
            axis: Axis::new(axis),
            suspension: Spring::new(ends, frame, suspension),
            first: ends.first.rotation.transposed() * direction,
            second: match ends.second {
                Some(body) => body.rotation.transposed() * direction,
                None => direction,
            },
            initial: relative(ends),
            tested: 0.0,
        }
    }

    /// Changes the suspension.
    pub fn suspend(&mut self, ends: Ends, frame: &Pose, suspension: (&Suspension, Softness)) {
        if !self.suspension.is_made_from(suspension.0) {
            self.suspension = Spring::new(ends, frame, suspension);
        }
    }

    /// Stops are tested from the angle that another hinge was tested at last.
    pub const fn tested_like(&mut self, other: &Self) {
        self.tested = other.tested;
    }

    /// Axis in the first body, suspension, and the rotation between the bodies
    /// at the initial position.
    pub fn told(&self) -> (Vector, &Spring, Quaternion) {
        (self.first, &self.suspension, self.initial)
    }

    /// The axis as the first body has it.
    pub fn direction(&self, ends: Ends) -> Vector {
        ends.first.rotation * self.first
    }

    pub fn rows(&mut self, ends: Ends, rules: &Rules, rows: &mut Vec<Row>) -> Option<Push> {
        let (directions, soft) = self.suspension.directions(ends, rules);
        self.anchors.rows(ends, directions, soft, rules, rows);
        let axis = self.direction(ends);
        let other = match ends.second {
            Some(body) => body.rotation * self.second,
            None => self.second,
        };
        let tilt = axis.cross(other);
        let (p, q) = plane_space(axis);
        for direction in [p, q] {
            let second = match ends.second {
                Some(_) => Part::angular(-direction),
                None => Part::NONE,
            };
            let speed = rules.rate(rules.erp) * tilt.dot(direction);
            let first = Part::angular(direction);
            rows.push(Row::bilateral(ends.pair, first, second, speed, rules.cfm));
        }
        let stop = self.test_stops(ends);
        self.axis
            .row(ends, ends.turning_parts(axis), stop, rules, rows)
    }

    fn test_stops(&mut self, ends: Ends) -> Option<super::axis::Stop> {
        let stops = self.axis.turning_stops()?;
        let mut angle = self.angle(ends);
        let change = angle - self.tested;
        if change > PI {
            angle -= TAU;
        } else if change < -PI {
            angle += TAU;
        }
        self.tested = angle;
        Axis::stop(angle, stops)
    }

    /// The angle from the initial position, within half a turn. Its size
    /// includes errors off the axis, as in the genuine engine.
    fn angle(&self, ends: Ends) -> f64 {
        let (turned, axis) = match ends.second {
            Some(_) => (relative(ends) * self.initial.conjugate(), self.first),
            None => (
                ends.first.orientation.conjugate() * self.initial.conjugate(),
                -self.first,
            ),
        };
        let size = turned.v.length();
        let angle = if turned.v.dot(axis) >= 0.0 {
            2.0 * atan2(size, turned.w)
        } else {
            2.0 * atan2(size, -turned.w)
        };
        if angle > PI { angle - TAU } else { angle }
    }

    pub fn spring(&self, ends: Ends, rules: &Rules, rows: &mut Vec<Row>) {
        let Some((cfm, erp)) = self.axis.spring_factors(rules.step) else {
            return;
        };
        // The spring's axis is fixed on the side of the parent.
        let axis = match ends.second {
            Some(_) => self.direction(ends),
            None => self.second,
        };
        let position = self.angle(ends) + wrapped(self.axis.rest);
        let (first, second) = ends.turning_parts(axis);
        let speed = -rules.rate(erp) * position;
        rows.push(Row::bilateral(ends.pair, first, second, speed, cfm));
    }

    pub fn measure(&mut self, ends: Ends, step: f64) {
        let rate = ends.turning(self.direction(ends));
        let expected = self.axis.position + expected_turn(rate, step);
        let angle = self.angle(ends) + self.axis.spec.position;
        self.axis.position = unwrapped(angle, expected);
    }
}

/// How far a rate leads in a step. The genuine program counts in milliseconds.
pub(super) fn expected_turn(rate: f64, step: f64) -> f64 {
    rate * (step * 1000.0) / 1000.0
}

/// The rotation from the first to the second body; without a second body the
/// opposite of the first one's.
fn relative(ends: Ends) -> Quaternion {
    let inverse = ends.first.orientation.conjugate();
    match ends.second {
        Some(body) => inverse * body.orientation,
        None => inverse,
    }
}

/// An angle moved by whole turns to within half a turn of another, with the
/// rounding of the genuine program: an angle just below the other one goes a
/// turn up and down again.
pub(super) fn unwrapped(angle: f64, near: f64) -> f64 {
    let mut apart = angle - near;
    apart -= (apart * (0.5 / PI)).floor() * 2.0 * PI;
    if apart > PI {
        apart -= TAU;
    }
    if apart.is_finite() {
        apart + near
    } else {
        angle
    }
}
