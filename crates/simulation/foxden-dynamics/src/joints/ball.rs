//! Joints that turn about a point, with up to three driven axes.

use super::anchors::Anchors;
use super::axis::spring_factors;
use super::frames::frame;
use super::hinge::{expected_turn, unwrapped};
use super::{Axis, AxisSpec, Ends, Push, Rules};
use crate::constraint_rows::{Part, Row};
use crate::math::{Matrix, Pose, Quaternion, Vector, atan2};
use serde::{Deserialize, Serialize};

/// Three axes of which the first is fixed in the first body, the last in the
/// second, and the middle one is perpendicular to both.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Euler {
    first: Vector,
    last: Vector,
    /// The last axis in the first body and the first in the second, at the beginning.
    references: (Vector, Vector),
}

fn rotations(ends: Ends) -> (Matrix, Matrix) {
    let second = ends.second.map_or(Matrix::IDENTITY, |body| body.rotation);
    (ends.first.rotation, second)
}

impl Euler {
    fn new(ends: Ends, first: Vector, last: Vector) -> Self {
        let (one, two) = rotations(ends);
        let (from_one, from_two) = (one.transposed(), two.transposed());
        let first = (from_one * first).normalized_safely();
        let last = (from_two * last).normalized_safely();
        Self {
            first,
            last,
            references: (from_one * (two * last), from_two * (one * first)),
        }
    }

    fn axes(&self, ends: Ends) -> [Vector; 3] {
        let (one, two) = rotations(ends);
        let (first, last) = (one * self.first, two * self.last);
        [first, last.cross(first).normalized_safely(), last]
    }

    /// The directions in which the angles change.
    fn rates(&self, ends: Ends) -> [Vector; 3] {
        let [first, middle, last] = self.axes(ends);
        [middle.cross(last), middle, first.cross(middle)]
    }

    fn angles(&self, ends: Ends) -> [f64; 3] {
        let (one, two) = rotations(ends);
        let [first, middle, last] = self.axes(ends);
        let (to_last, to_first) = (one * self.references.0, two * self.references.1);
        [
            -atan2(last.dot(first.cross(to_last)), last.dot(to_last)),
            -atan2(last.dot(first), last.dot(first.cross(middle))),
            -atan2(to_first.dot(middle), to_first.dot(middle.cross(last))),
        ]
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Ball {
    pub anchors: Anchors,
    pub axes: [Axis; 3],
    given: [bool; 3],
    control: Euler,
    spring: Euler,
}

impl Ball {
    pub fn new(
        ends: Ends,
        frame: &Pose,
        anchor: Vector,
        axes: &[AxisSpec; 3],
        given: [bool; 3],
    ) -> Self {
        let (first, last) = end_axes(axes, given);
        // The control motor takes the axes as if the parent were not turned.
        let control = if ends.has_parent { first } else { -first };
        Self {
            anchors: Anchors::new(ends, frame.apply(anchor)),
            axes: [&axes[0], &axes[1], &axes[2]].map(Axis::new),
            given,
            control: Euler::new(ends, control, last),
            spring: Euler::new(ends, frame.rotation * first, frame.rotation * last),
        }
    }

    pub fn rows(
        &self,
        ends: Ends,
        rules: &Rules,
        rows: &mut Vec<Row>,
        pushes: &mut [Option<Push>; 3],
    ) {
        self.anchors.ball_rows(ends, rules, rows);
        let angles = self.control.angles(ends);
        for (at, direction) in self.control.rates(ends).into_iter().enumerate() {
            let axis = &self.axes[at];
            let stop = axis
                .moving_stops()
                .and_then(|stops| Axis::stop(-angles[at], stops));
            pushes[at] = axis.row(ends, parts(ends, direction), stop, rules, rows);
        }
    }

    /// For motors and for springs, how the axes are turned in the first and in
    /// the second body.
    pub fn told(&self) -> [(Quaternion, Quaternion); 2] {
        [self.control, self.spring].map(|euler| {
            (
                euler_frame(euler.first, euler.references.0),
                euler_frame(euler.references.1, euler.last),
            )
        })
    }

    /// Spring and damping constant of an axis: the constants of the first
    /// parameters serve axes that have none.
    pub fn spring_of(&self, at: usize) -> (f64, f64) {
        let source = if self.given[at] { at } else { 0 };
        let spec = &self.axes[source].spec;
        (spec.spring, spec.damping + self.axes[at].brake)
    }

    pub fn springs(&self, ends: Ends, rules: &Rules, rows: &mut Vec<Row>) {
        let angles = self.spring.angles(ends);
        for (at, direction) in self.spring.rates(ends).into_iter().enumerate() {
            let (spring, damping) = self.spring_of(at);
            let Some((cfm, erp)) = spring_factors(spring, damping, rules.step) else {
                continue;
            };
            let position = angles[at] - self.axes[at].spec.position;
            let (first, second) = parts(ends, direction);
            let speed = rules.rate(erp) * position;
            rows.push(Row::bilateral(ends.pair, first, second, speed, cfm));
        }
    }

    /// Positions go on beyond half a turn, as those of hinges do.
    pub fn measure(&mut self, ends: Ends, step: f64) {
        let angles = self.control.angles(ends);
        let rates = self.control.rates(ends);
        for (axis, (angle, direction)) in self.axes.iter_mut().zip(angles.into_iter().zip(rates)) {
            let second = ends.second.map_or(0.0, |body| direction.dot(body.angular));
            let rate = direction.dot(ends.first.angular) - second;
            let expected = axis.position - expected_turn(rate, step);
            axis.position = unwrapped(axis.spec.position - angle, expected);
        }
    }
}

/// A frame with the first axis along x and the last one along z.
fn euler_frame(first: Vector, last: Vector) -> Quaternion {
    frame(first, last.cross(first))
}

/// Positions grow against the angles of the axes.
fn parts(ends: Ends, direction: Vector) -> (Part, Part) {
    match ends.second {
        Some(_) => (Part::angular(-direction), Part::angular(direction)),
        None => (Part::angular(-direction), Part::NONE),
    }
}

/// The first and the last axis in the frame of the joint.
fn end_axes(axes: &[AxisSpec; 3], given: [bool; 3]) -> (Vector, Vector) {
    let across = |axis: Vector, one: Vector, other: Vector| {
        let found = axis.cross(one);
        if found == Vector::ZERO {
            axis.cross(other).normalized()
        } else {
            found.normalized()
        }
    };
    let (first, last) = (axes[1].axis.normalized(), axes[2].axis.normalized());
    match (given[1], given[2]) {
        (true, true) if first.cross(last) != Vector::ZERO => (first, last),
        (true, false) => (first, across(first, Vector::X, Vector::Z)),
        (false, true) => (across(last, Vector::Z, Vector::X), last),
        _ => (Vector::X, Vector::Z),
    }
}
