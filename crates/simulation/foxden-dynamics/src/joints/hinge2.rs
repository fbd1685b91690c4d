//! Joints that turn about two axes, one fixed in each body.

use super::anchors::{Anchors, Spring};
use super::hinge::{expected_turn, unwrapped};
use super::{Axis, AxisSpec, Ends, Push, Rules, Softness, Suspension};
use crate::constraint_rows::{Part, Row};
use crate::math::{AxisAngle, Pose, Vector, atan2, wrapped};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Hinge2 {
    pub anchors: Anchors,
    pub axes: [Axis; 2],
    suspension: Spring,
    /// The axes of the springs in the first body.
    sprung: [Vector; 2],
    /// The first axis in the first body, the second in the second.
    directions: [Vector; 2],
    /// Sine and cosine of the angle between the axes at the beginning.
    between: (f64, f64),
    /// In each body, where the other axis pointed at the beginning, off the own
    /// axis, and what completes it to a frame.
    references: [(Vector, Vector); 2],
}

impl Hinge2 {
    pub fn new(
        ends: Ends,
        frame: &Pose,
        anchor: Vector,
        axes: [&AxisSpec; 2],
        suspension: (&Suspension, Softness),
    ) -> Option<Self> {
        let second = ends.second?;
        // the second axis is given for position 0 of the first
        let turn = AxisAngle {
            axis: axes[0].axis.normalized(),
            angle: axes[0].position,
        };
        let one = (frame.rotation * axes[0].axis).normalized();
        let two = (frame.rotation * (turn.matrix() * axes[1].axis)).normalized();
        let (one, two) = if one.cross(two).length() == 0.0 {
            (Vector::X, Vector::Z)
        } else {
            (one, two)
        };
        let reference = |own: Vector, other: Vector| {
            let across = (other - own * own.dot(other)).normalized();
            (across, own.cross(across))
        };
        let within = |rotation: crate::math::Matrix, (a, b): (Vector, Vector)| {
            let inverse = rotation.transposed();
            (inverse * a, inverse * b)
        };
        Some(Self {
            sprung: [one, two].map(|axis| ends.first.rotation.transposed() * axis),
            anchors: Anchors::new(ends, frame.apply(anchor)),
            axes: axes.map(Axis::new),
            suspension: Spring::new(ends, frame, suspension),
            directions: [
                ends.first.rotation.transposed() * one,
                second.rotation.transposed() * two,
            ],
            between: (one.cross(two).length(), one.dot(two)),
            references: [
                within(ends.first.rotation, reference(one, two)),
                within(second.rotation, reference(two, one)),
            ],
        })
    }

    /// The axes in their bodies, sine and cosine of the angle between them, and
    /// where each body saw the other axis.
    pub fn told(&self) -> ([Vector; 2], (f64, f64), [Vector; 2]) {
        let references = [self.references[0].0, self.references[1].0];
        (self.directions, self.between, references)
    }

    pub fn direction(&self, ends: Ends, axis: usize) -> Option<Vector> {
        match axis {
            0 => Some(ends.first.rotation * self.directions[0]),
            1 => Some(ends.second?.rotation * self.directions[1]),
            _ => None,
        }
    }

    /// The angles from the initial positions.
    fn angles(&self, ends: Ends) -> Option<[f64; 2]> {
        let [one, two] = [self.direction(ends, 0)?, self.direction(ends, 1)?];
        let seen = |rotation: crate::math::Matrix, other: Vector, (a, b): (Vector, Vector)| {
            let inside = rotation.transposed() * other;
            atan2(b.dot(inside), a.dot(inside))
        };
        Some([
            seen(ends.first.rotation, two, self.references[0]),
            -seen(ends.second?.rotation, one, self.references[1]),
        ])
    }

    pub fn rows(
        &self,
        ends: Ends,
        rules: &Rules,
        rows: &mut Vec<Row>,
        pushes: &mut [Option<Push>; 3],
    ) {
        let (Some(one), Some(two)) = (self.direction(ends, 0), self.direction(ends, 1)) else {
            return;
        };
        let (directions, soft) = self.suspension.directions(ends, rules);
        self.anchors.rows(ends, directions, soft, rules, rows);
        let across = one.cross(two);
        let (sine, cosine) = (across.length(), one.dot(two));
        let across = across.normalized_safely();
        let speed = rules.rate(rules.erp) * (self.between.1 * sine - self.between.0 * cosine);
        rows.push(Row::bilateral(
            ends.pair,
            Part::angular(across),
            Part::angular(-across),
            speed,
            rules.cfm,
        ));
        let Some(angles) = self.angles(ends) else {
            return;
        };
        for (at, direction) in [one, two].into_iter().enumerate() {
            let axis = &self.axes[at];
            let stop = axis
                .turning_stops()
                .and_then(|stops| Axis::stop(angles[at], stops));
            pushes[at] = axis.row(ends, ends.turning_parts(direction), stop, rules, rows);
        }
    }

    pub fn springs(&self, ends: Ends, rules: &Rules, rows: &mut Vec<Row>) {
        let Some(angles) = self.angles(ends) else {
            return;
        };
        for (at, angle) in angles.into_iter().enumerate() {
            let axis = &self.axes[at];
            let Some((cfm, erp)) = axis.spring_factors(rules.step) else {
                continue;
            };
            // the springs of both axes are fixed in the first body
            let direction = ends.first.rotation * self.sprung[at];
            let position = angle + wrapped(axis.rest);
            let (first, second) = ends.turning_parts(direction);
            let speed = -rules.rate(erp) * position;
            rows.push(Row::bilateral(ends.pair, first, second, speed, cfm));
        }
    }

    pub fn measure(&mut self, ends: Ends, step: f64) {
        let Some(angles) = self.angles(ends) else {
            return;
        };
        for (at, angle) in angles.into_iter().enumerate() {
            let Some(direction) = self.direction(ends, at) else {
                return;
            };
            // the genuine program expects the second axis to turn the other way; in
            // steps of more than a quarter of a turn it loses whole turns there
            let rate = match at {
                0 => ends.turning(direction),
                _ => -ends.turning(direction),
            };
            let axis = &mut self.axes[at];
            let expected = axis.position + expected_turn(rate, step);
            axis.position = unwrapped(angle + axis.spec.position, expected);
        }
    }
}
