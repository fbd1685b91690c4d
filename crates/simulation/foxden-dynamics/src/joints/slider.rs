//! Joints that move along one axis.

use super::fixed::orientation_rows;
use super::{Axis, AxisSpec, Ends, Push, Rules};
use crate::constraint_rows::{Part, Row, plane_space};
use crate::math::{Pose, Quaternion, Vector};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Slider {
    pub axis: Axis,
    /// The axis in the first body.
    first: Vector,
    /// The axis in the world when the joint was made: springs keep it.
    world: Vector,
    /// The rotation between the bodies.
    initial: Quaternion,
    /// From the second to the first body in the second's frame; without a
    /// second body the initial place of the first.
    offset: Vector,
    /// A brake or new constants have created the spring again.
    pub is_spring_reset: bool,
}

impl Slider {
    pub fn new(ends: Ends, frame: &Pose, axis: &AxisSpec) -> Self {
        let direction = (frame.rotation * axis.axis).normalized_safely();
        Self {
            axis: Axis::new(axis),
            first: ends.first.rotation.transposed() * direction,
            world: direction,
            initial: super::fixed::relative(ends),
            offset: match ends.second {
                Some(body) => body.rotation.transposed() * (ends.first.position - body.position),
                None => ends.first.position,
            },
            is_spring_reset: false,
        }
    }

    /// Axis in the first body, its place as the second body has it, and the
    /// rotation between the bodies.
    pub fn told(&self) -> (Vector, Vector, Quaternion) {
        (self.first, self.offset, self.initial)
    }

    pub fn direction(&self, ends: Ends) -> Vector {
        ends.first.rotation * self.first
    }

    /// From where the first body is to where it should be, off the axis.
    fn gap(&self, ends: Ends) -> Vector {
        match ends.second {
            Some(body) => (body.position - ends.first.position) + body.rotation * self.offset,
            None => self.offset - ends.first.position,
        }
    }

    /// How far the joint has moved from its initial position.
    fn moved(&self, ends: Ends) -> f64 {
        let (direction, place) = (self.direction(ends), ends.first.position);
        match ends.second {
            Some(body) => -direction.dot(place - body.rotation * self.offset - body.position),
            None => direction.dot(place - self.offset),
        }
    }

    /// Parts of a row along which the end point moves against the parent.
    pub fn parts(&self, ends: Ends) -> (Part, Part) {
        moving_parts(ends, self.direction(ends))
    }

    /// What a force along the axis does to the bodies. The force is multiplied
    /// before its torque is found, as in the genuine engine.
    pub fn pushing_parts(&self, ends: Ends, force: f64) -> (Part, Part) {
        moving_parts(ends, self.direction(ends) * force)
    }

    pub fn rows(&mut self, ends: Ends, rules: &Rules, rows: &mut Vec<Row>) -> Option<Push> {
        orientation_rows(ends, self.initial, rules, rows);
        let (p, q) = plane_space(self.direction(ends));
        let gap = self.gap(ends);
        for direction in [p, q] {
            let (first, second) = match ends.second {
                Some(body) => {
                    let between = body.position - ends.first.position;
                    let turn = between.cross(direction) * 0.5;
                    (
                        Part {
                            linear: direction,
                            angular: turn,
                        },
                        Part {
                            linear: -direction,
                            angular: turn,
                        },
                    )
                }
                None => (Part::linear(direction), Part::NONE),
            };
            let speed = rules.rate(rules.erp) * direction.dot(gap);
            rows.push(Row::bilateral(ends.pair, first, second, speed, rules.cfm));
        }
        let stops = self.axis.moving_stops();
        let stop = stops.and_then(|stops| Axis::stop(self.moved(ends), stops));
        self.axis.row(ends, self.parts(ends), stop, rules, rows)
    }

    pub fn spring(&self, ends: Ends, rules: &Rules, rows: &mut Vec<Row>) {
        let Some((cfm, erp)) = self.axis.spring_factors(rules.step) else {
            return;
        };
        let initial = self.axis.rest;
        // Without a parent's body the genuine engine takes the initial position
        // with the wrong sign.
        let position = if ends.has_parent {
            self.moved(ends) + initial
        } else {
            self.moved(ends) - initial
        };
        // It pushes the wrong way once the spring was created again.
        let sign = if self.is_spring_reset { -1.0 } else { 1.0 };
        let (first, second) = moving_parts(ends, self.world);
        let speed = -rules.rate(erp) * position * sign;
        rows.push(Row::bilateral(ends.pair, first, second, speed, cfm));
    }

    pub fn measure(&mut self, ends: Ends) {
        self.axis.position = self.moved(ends) + self.axis.spec.position;
    }
}

/// Between two bodies the force acts halfway, so that it turns neither alone.
fn moving_parts(ends: Ends, axis: Vector) -> (Part, Part) {
    match ends.second {
        Some(body) => {
            let between = body.position - ends.first.position;
            let turn = (between * 0.5).cross(-axis);
            (
                Part {
                    linear: -axis,
                    angular: turn,
                },
                Part {
                    linear: axis,
                    angular: turn,
                },
            )
        }
        None => (Part::linear(axis), Part::NONE),
    }
}
