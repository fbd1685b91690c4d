//! Joints described by frames in their bodies, for a solver that has rows of its own.

use super::anchors::Anchors;
use super::{Axis, Joint, Kind};
use crate::constraint_rows::plane_space;
use crate::math::{Matrix, Quaternion, Vector, wrapped};

/// A frame in a body: where it is from the centre of mass, and how it is turned.
pub(crate) type Frame = (Vector, Quaternion);

/// The frame of a joint in the parent (or the world) and in the end point. They
/// are one where the joint was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frames {
    pub parent: Frame,
    pub end: Frame,
}

/// Along which axis of its frame an anchor is sprung, with spring and damping constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SprungAnchor {
    pub axis: usize,
    pub spring: f64,
    pub damping: f64,
}

/// What a joint leaves free. The x axis of a frame is the axis of the joint.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Freedom {
    /// Turns about x.
    Turn(Frames, Option<SprungAnchor>),
    /// Moves along x.
    Slide(Frames),
    /// Turns about all axes; the second frames are those of the springs.
    Ball(Frames, Frames),
    /// Turns about x of two joints in a row, with a body between them.
    TwoTurns([Frames; 2]),
    /// Nothing.
    Fixed(Frames),
}

/// What acts on a free axis in this step, as motion of the end point from where
/// the joint was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drive {
    /// The speed wanted, and the most force for it.
    pub speed: f64,
    pub bound: f64,
    pub stops: Option<[f64; 2]>,
    /// Spring and damping constant, and where the spring is at rest.
    pub spring: Option<(f64, f64, f64)>,
}

impl Axis {
    fn drive(&self, can_turn: bool, rest: f64) -> Drive {
        let (speed, bound) = self.effort();
        let stops = match can_turn {
            true => self.turning_stops(),
            false => self.moving_stops(),
        };
        let damping = self.spec.damping + self.brake;
        let spring = self.spec.spring;
        Drive {
            speed,
            bound,
            stops,
            spring: (spring != 0.0 || damping != 0.0).then_some((spring, damping, rest)),
        }
    }
}

impl Joint {
    /// What the joint leaves free, and where.
    pub(crate) fn freedom(&self) -> Freedom {
        let has_parent = self.parent.is_some();
        match &self.kind {
            Kind::Hinge(joint) => {
                let (axis, suspension, initial) = joint.told();
                let sprung = suspension.told().and_then(|(along, spring, damping)| {
                    let share = along.dot(axis).abs();
                    let axis = if share > 1.0 - 1e-6 {
                        0
                    } else if share < 1e-6 {
                        1
                    } else {
                        return None;
                    };
                    Some((
                        along,
                        SprungAnchor {
                            axis,
                            spring,
                            damping,
                        },
                    ))
                });
                let second = match sprung {
                    Some((along, SprungAnchor { axis: 1, .. })) => along,
                    _ => plane_space(axis).0,
                };
                let turned = frame(axis, second);
                let frames = joint.anchors.frames(has_parent, turned, initial);
                Freedom::Turn(frames, sprung.map(|(_, sprung)| sprung))
            }
            Kind::Slider(joint) => {
                let (axis, offset, initial) = joint.told();
                let turned = frame(axis, plane_space(axis).0);
                let first = (Vector::ZERO, turned);
                let second = (offset, initial.conjugate() * turned);
                Freedom::Slide(ordered(has_parent, first, second))
            }
            Kind::Ball(joint) => {
                let [control, spring] = joint
                    .told()
                    .map(|(one, two)| joint.anchors.frames_of(has_parent, one, two));
                Freedom::Ball(control, spring)
            }
            Kind::Hinge2(joint) => {
                let (directions, (sine, cosine), references) = joint.told();
                let [first, second] = joint.anchors.points();
                let second_axis = Vector::new(cosine, sine, 0.0);
                let first_seen = (Vector::X - second_axis * cosine).normalized();
                Freedom::TwoTurns([
                    Frames {
                        parent: (first, frame(directions[0], references[0])),
                        end: (Vector::ZERO, Quaternion::IDENTITY),
                    },
                    Frames {
                        parent: (Vector::ZERO, frame(second_axis, first_seen)),
                        end: (second, frame(directions[1], references[1])),
                    },
                ])
            }
            Kind::Fixed(joint) => {
                let (offset, initial) = joint.told();
                let (first, second) = match has_parent {
                    true => (-offset, Vector::ZERO),
                    false => (Vector::ZERO, offset),
                };
                Freedom::Fixed(ordered(
                    has_parent,
                    (first, Quaternion::IDENTITY),
                    (second, initial.conjugate()),
                ))
            }
        }
    }

    /// What acts on the free axes in this step.
    pub(crate) fn drives(&self) -> [Option<Drive>; 3] {
        let mut drives = [None; 3];
        let has_parent = self.parent.is_some();
        match &self.kind {
            Kind::Hinge(joint) => {
                let rest = -wrapped(joint.axis.rest);
                drives[0] = Some(joint.axis.drive(true, rest));
            }
            Kind::Slider(joint) => {
                let initial = joint.axis.rest;
                let moved = joint.axis.position - joint.axis.spec.position;
                let rest = if has_parent { -initial } else { initial };
                let rest = if joint.is_spring_reset {
                    2.0 * moved - rest
                } else {
                    rest
                };
                drives[0] = Some(joint.axis.drive(false, rest));
            }
            Kind::Hinge2(joint) => {
                for (drive, axis) in drives.iter_mut().zip(&joint.axes) {
                    *drive = Some(axis.drive(true, -wrapped(axis.rest)));
                }
            }
            Kind::Ball(joint) => {
                for (at, drive) in drives.iter_mut().enumerate() {
                    let axis = &joint.axes[at];
                    let mut found = axis.drive(true, 0.0);
                    let (spring, damping) = joint.spring_of(at);
                    let rest = -axis.spec.position;
                    found.spring =
                        (spring != 0.0 || damping != 0.0).then_some((spring, damping, rest));
                    if !has_parent {
                        found.speed = -found.speed;
                        found.stops = found.stops.map(|[low, high]| [-high, -low]);
                        found.spring = found.spring.map(|(k, d, rest)| (k, d, -rest));
                    }
                    *drive = Some(found);
                }
            }
            Kind::Fixed(_) => {}
        }
        drives
    }
}

impl Anchors {
    /// The frames of a joint that is turned like this in the first body.
    fn frames(&self, has_parent: bool, turned: Quaternion, initial: Quaternion) -> Frames {
        self.frames_of(has_parent, turned, initial.conjugate() * turned)
    }

    fn frames_of(&self, has_parent: bool, one: Quaternion, two: Quaternion) -> Frames {
        let [first, second] = self.points();
        ordered(has_parent, (first, one), (second, two))
    }
}

/// The first body is the parent, or without one the end point.
fn ordered(has_parent: bool, first: Frame, second: Frame) -> Frames {
    match has_parent {
        true => Frames {
            parent: first,
            end: second,
        },
        false => Frames {
            parent: second,
            end: first,
        },
    }
}

/// A frame whose x axis is the first vector, and whose y axis is near the second.
pub(super) fn frame(x: Vector, near_y: Vector) -> Quaternion {
    let x = x.normalized();
    let y = (near_y - x * x.dot(near_y)).normalized();
    let z = x.cross(y);
    Matrix([
        Vector::new(x.x, y.x, z.x),
        Vector::new(x.y, y.y, z.y),
        Vector::new(x.z, y.z, z.z),
    ])
    .quaternion_of_body()
    .normalized()
}
