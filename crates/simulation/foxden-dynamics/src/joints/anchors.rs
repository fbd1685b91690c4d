//! A point fixed in both bodies of a joint, and the rows that keep it one.

use super::axis::spring_factors;
use super::{Ends, Rules, Softness, Suspension};
use crate::bodies::Body;
use crate::constraint_rows::{Part, Row, plane_space};
use crate::math::{Pose, Vector};
use serde::{Deserialize, Serialize};

/// An anchor in the frames of both bodies (the second may be the world).
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Anchors {
    first: Vector,
    second: Vector,
}

impl Anchors {
    pub fn new(ends: Ends, point: Vector) -> Self {
        let within = |body: &Body| body.rotation.transposed() * (point - body.position);
        Self {
            first: within(ends.first),
            second: ends.second.map_or(point, within),
        }
    }

    /// The anchor in the first and in the second body.
    pub fn points(&self) -> [Vector; 2] {
        [self.first, self.second]
    }

    /// Where the end point has the anchor, seen from its centre of mass.
    pub fn arm_of_end(&self, ends: Ends) -> Vector {
        match ends.second {
            Some(body) => body.rotation * self.second,
            None => ends.first.rotation * self.first,
        }
    }

    /// Rows along the axes of the world, without a suspension. The gap is added up
    /// in another order than along other directions, as in the genuine engine.
    pub fn ball_rows(&self, ends: Ends, rules: &Rules, rows: &mut Vec<Row>) {
        let arm0 = ends.first.rotation * self.first;
        let (arm1, point1) = self.second_point(ends);
        let gap = point1 - arm0 - ends.first.position;
        for (at, direction) in [Vector::X, Vector::Y, Vector::Z].into_iter().enumerate() {
            let second = match ends.second {
                Some(_) => Part::at(arm1, direction).negated(),
                None => Part::NONE,
            };
            let speed = rules.rate(rules.erp) * gap[at];
            let first = Part::at(arm0, direction);
            rows.push(Row::bilateral(ends.pair, first, second, speed, rules.cfm));
        }
    }

    /// The anchor of the second body: seen from its centre of mass, and its place.
    fn second_point(&self, ends: Ends) -> (Vector, Vector) {
        match ends.second {
            Some(body) => {
                let arm = body.rotation * self.second;
                (arm, arm + body.position)
            }
            None => (Vector::ZERO, self.second),
        }
    }

    /// Rows along three directions; the first of them with its own softness.
    pub fn rows(
        &self,
        ends: Ends,
        directions: [Vector; 3],
        soft: (f64, f64),
        rules: &Rules,
        rows: &mut Vec<Row>,
    ) {
        let arm0 = ends.first.rotation * self.first;
        let (arm1, point1) = self.second_point(ends);
        let gap = point1 - (arm0 + ends.first.position);
        for (at, direction) in directions.into_iter().enumerate() {
            let (cfm, erp) = if at == 0 {
                soft
            } else {
                (rules.cfm, rules.erp)
            };
            let second = match ends.second {
                Some(_) => Part::at(arm1, direction).negated(),
                None => Part::NONE,
            };
            let speed = rules.rate(erp) * direction.dot(gap);
            rows.push(Row::bilateral(
                ends.pair,
                Part::at(arm0, direction),
                second,
                speed,
                cfm,
            ));
        }
    }
}

/// A suspension whose axis is fixed in the first body.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Spring {
    axis: Vector,
    spec: Suspension,
    /// What holds without a spring.
    world: Softness,
}

impl Spring {
    pub fn new(ends: Ends, frame: &Pose, (spec, world): (&Suspension, Softness)) -> Self {
        let axis = (frame.rotation * spec.axis).normalized_safely();
        Self {
            axis: ends.first.rotation.transposed() * axis,
            spec: *spec,
            world,
        }
    }

    /// Whether the suspension has these constants and this axis.
    pub fn is_made_from(&self, spec: &Suspension) -> bool {
        self.spec == *spec
    }

    /// The axis in the first body with spring and damping constant, if there are any.
    pub fn told(&self) -> Option<(Vector, f64, f64)> {
        let (spring, damping) = (self.spec.spring, self.spec.damping);
        (spring != 0.0 || damping != 0.0).then_some((self.axis, spring, damping))
    }

    /// The directions of the three rows, and the softness of the first.
    pub fn directions(&self, ends: Ends, rules: &Rules) -> ([Vector; 3], (f64, f64)) {
        let axis = ends.first.rotation * self.axis;
        let (p, q) = plane_space(axis);
        let soft = spring_factors(self.spec.spring, self.spec.damping, rules.step);
        (
            [axis, p, q],
            soft.unwrap_or((self.world.cfm, self.world.erp)),
        )
    }
}
