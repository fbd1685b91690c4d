//! Joints: the rows that hold two bodies together, and what drives, springs
//! and stops their free axes.

mod anchors;
mod axis;
mod ball;
mod fixed;
mod frames;
mod hinge;
mod hinge2;
mod slider;

pub(crate) use axis::Axis;
pub use axis::AxisSpec;
pub(crate) use frames::{Drive, Frame, Frames, Freedom};

use super::bodies::Body;
use super::motor::Motor;
use super::slots::Slots;
use super::{BodyId, Handle};
use crate::constraint_rows::{Pair, Part, Row};
use crate::math::{Pose, Vector};
use ball::Ball;
use fixed::Fixed;
use hinge::Hinge;
use hinge2::Hinge2;
use serde::{Deserialize, Serialize};
use slider::Slider;

/// The suspension of a hinge.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Suspension {
    /// Its axis in the frame of the joint.
    pub axis: Vector,
    /// The spring constant.
    pub spring: f64,
    /// The damping constant.
    pub damping: f64,
}

impl Default for Suspension {
    fn default() -> Self {
        Self {
            axis: Vector::X,
            spring: 0.0,
            damping: 0.0,
        }
    }
}

/// What a joint lets move. Vectors are in the frame of the joint.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum JointKind {
    /// Turns about one axis.
    Hinge {
        /// A point of the axis.
        anchor: Vector,
        /// The axis and what acts on it.
        axis: AxisSpec,
        /// How the anchor may give way.
        suspension: Suspension,
    },
    /// Moves along one axis.
    Slider {
        /// The axis and what acts on it.
        axis: AxisSpec,
    },
    /// Turns about a point.
    Ball {
        /// The point.
        anchor: Vector,
        /// What acts on the three axes. The `axis` of the second entry is the
        /// first axis, the one of the third entry the last axis; the first
        /// entry has none.
        axes: [AxisSpec; 3],
        /// Which of the three parameter nodes exist.
        given: [bool; 3],
    },
    /// Turns about two axes; needs two bodies.
    Hinge2 {
        /// Where the axes meet.
        anchor: Vector,
        /// The axis of the parent.
        axis: AxisSpec,
        /// The axis of the end point.
        second: AxisSpec,
        /// How the anchor may give way.
        suspension: Suspension,
    },
    /// Holds fast.
    Fixed,
}

impl JointKind {
    fn axes_mut(&mut self) -> Vec<&mut AxisSpec> {
        match self {
            Self::Hinge { axis, .. } | Self::Slider { axis } => vec![axis],
            Self::Ball { axes, .. } => axes.iter_mut().collect(),
            Self::Hinge2 { axis, second, .. } => vec![axis, second],
            Self::Fixed => Vec::new(),
        }
    }
}

/// What a joint is made from.
#[derive(Clone, Debug)]
pub struct JointSpec {
    /// The body of the solid that holds the joint; none: the world.
    pub parent: Option<BodyId>,
    /// The body of the end point.
    pub end: BodyId,
    /// The frame in which anchors and axes are given: the pose of the solid
    /// that holds the joint.
    pub frame: Pose,
    /// What it lets move.
    pub kind: JointKind,
}

/// What the rows of a joint did to its bodies in the last step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reaction {
    /// The force on the end point.
    pub end_force: Vector,
    /// The torque on the end point about its centre of mass.
    pub end_torque: Vector,
    /// The force on the parent.
    pub parent_force: Vector,
    /// The torque on the parent about its centre of mass.
    pub parent_torque: Vector,
}

/// How soft rows are and how much of an error they correct, by what the world said when
/// it was asked: joints keep what they were made with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Softness {
    pub cfm: f64,
    pub erp: f64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Kind {
    Hinge(Hinge),
    Slider(Slider),
    Ball(Box<Ball>),
    Hinge2(Box<Hinge2>),
    Fixed(Fixed),
}

/// A joint.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Joint {
    parent: Option<BodyId>,
    end: BodyId,
    spec: Box<JointKind>,
    kind: Kind,
    pub(crate) reaction: Reaction,
}

/// What rows need to know of the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub step: f64,
    pub cfm: f64,
    pub erp: f64,
}

impl Rules {
    /// How fast a share of an error is corrected.
    pub fn rate(&self, share: f64) -> f64 {
        1.0 / self.step * share
    }
}

/// The two bodies of a joint while its rows are made.
#[derive(Clone, Copy)]
pub(crate) struct Ends<'a> {
    pub first: &'a Body,
    pub second: Option<&'a Body>,
    pub pair: Pair,
    /// Whether the second body is the end point (the first is the parent).
    pub has_parent: bool,
}

impl Ends<'_> {
    /// The rate of a rotation of the end point against the parent.
    fn turning(&self, axis: Vector) -> f64 {
        match self.second {
            Some(end) => axis.dot(end.angular) - axis.dot(self.first.angular),
            None => axis.dot(self.first.angular),
        }
    }

    /// Parts of a row along which the end point turns against the parent.
    fn turning_parts(&self, axis: Vector) -> (Part, Part) {
        if self.has_parent {
            (Part::angular(-axis), Part::angular(axis))
        } else {
            (Part::angular(axis), Part::NONE)
        }
    }
}

impl Joint {
    pub(crate) fn new(spec: &JointSpec, bodies: &Slots<Body>, world: Softness) -> Option<Self> {
        let ends = ends_of(spec.parent, spec.end, bodies)?;
        let kind = match &spec.kind {
            JointKind::Hinge {
                anchor,
                axis,
                suspension,
            } => Kind::Hinge(Hinge::new(
                ends,
                &spec.frame,
                *anchor,
                axis,
                (suspension, world),
            )),
            JointKind::Slider { axis } => Kind::Slider(Slider::new(ends, &spec.frame, axis)),
            JointKind::Ball {
                anchor,
                axes,
                given,
            } => Kind::Ball(Box::new(Ball::new(
                ends,
                &spec.frame,
                *anchor,
                axes,
                *given,
            ))),
            JointKind::Hinge2 {
                anchor,
                axis,
                second,
                suspension,
            } => Kind::Hinge2(Box::new(Hinge2::new(
                ends,
                &spec.frame,
                *anchor,
                [axis, second],
                (suspension, world),
            )?)),
            JointKind::Fixed => Kind::Fixed(Fixed::new(ends)),
        };
        let mut joint = Self {
            parent: spec.parent,
            end: spec.end,
            spec: Box::new(spec.kind.clone()),
            kind,
            reaction: Reaction::default(),
        };
        for axis in joint.axes_mut() {
            (axis.made, axis.stops) = (world, world);
        }
        Some(joint)
    }

    pub(crate) fn rebuild(
        &mut self,
        frame: &Pose,
        positions: &[f64],
        bodies: &Slots<Body>,
        world: Softness,
    ) {
        let mut kind = (*self.spec).clone();
        let old = self.axes();
        for (at, spec) in kind.axes_mut().into_iter().enumerate() {
            let axis = spec.axis;
            *spec = old
                .get(at)
                .map_or_else(|| spec.clone(), |old| old.spec.clone());
            spec.axis = axis;
            if let Some(&position) = positions.get(at) {
                spec.position = position;
            }
        }
        let spec = JointSpec {
            parent: self.parent,
            end: self.end,
            frame: *frame,
            kind,
        };
        let Some(mut made) = Self::new(&spec, bodies, world) else {
            return;
        };
        let asks = self.asks_for_stops();
        // springs of hinges and sliders are not created again
        let keeps_springs = matches!(self.kind, Kind::Hinge(_) | Kind::Slider(_));
        for (at, (new, old)) in made.axes_mut().iter_mut().zip(self.axes()).enumerate() {
            new.motor.clone_from(&old.motor);
            new.brake = old.brake;
            new.made = old.made;
            if !(asks && at == 0) {
                new.stops = old.stops;
            }
            if keeps_springs {
                new.rest = old.rest;
            }
        }
        if let (Kind::Hinge(new), Kind::Hinge(old)) = (&mut made.kind, &self.kind) {
            new.tested_like(old);
        }
        *self = made;
    }

    /// Whether the stops of the first axis ask the world again when the joint is attached.
    const fn asks_for_stops(&self) -> bool {
        matches!(self.kind, Kind::Hinge(_) | Kind::Hinge2(_))
    }

    pub(crate) fn rest_spring_at(&mut self, axis: usize, position: f64) {
        if let Some(axis) = self.axes_mut().get_mut(axis) {
            axis.rest = position;
        }
    }

    /// Takes over what acts on the axes, and the suspension.
    pub(crate) fn adapt(&mut self, spec: &JointSpec, bodies: &Slots<Body>, world: Softness) {
        let mut kind = spec.kind.clone();
        let mut is_sprung_anew = false;
        if let (true, [axis, ..], [spec, ..]) =
            (self.asks_for_stops(), self.axes_mut(), &kind.axes_mut()[..])
        {
            if axis.spec.stop_erp != spec.stop_erp {
                axis.stops.erp = world.erp;
            }
            if axis.spec.stop_cfm != spec.stop_cfm {
                axis.stops.cfm = world.cfm;
            }
        }
        for (axis, spec) in self.axes_mut().iter_mut().zip(kind.axes_mut()) {
            is_sprung_anew |= axis.adapt(spec);
        }
        if let (Some(ends), Kind::Hinge(hinge), JointKind::Hinge { suspension, .. }) = (
            ends_of(self.parent, self.end, bodies),
            &mut self.kind,
            &spec.kind,
        ) {
            hinge.suspend(ends, &spec.frame, (suspension, world));
        }
        if let (Kind::Slider(slider), true) = (&mut self.kind, is_sprung_anew) {
            slider.is_spring_reset = true;
        }
        *self.spec = spec.kind.clone();
    }

    /// The body of the end point.
    pub const fn end(&self) -> BodyId {
        self.end
    }

    /// The body of the solid that holds the joint; none: the world.
    pub const fn parent(&self) -> Option<BodyId> {
        self.parent
    }

    /// What the rows of the joint (motors and stops included, springs not) did
    /// to its bodies in the last step.
    pub const fn reaction(&self) -> &Reaction {
        &self.reaction
    }

    pub(crate) fn axes(&self) -> &[Axis] {
        match &self.kind {
            Kind::Hinge(joint) => std::slice::from_ref(&joint.axis),
            Kind::Slider(joint) => std::slice::from_ref(&joint.axis),
            Kind::Ball(joint) => &joint.axes,
            Kind::Hinge2(joint) => &joint.axes,
            Kind::Fixed(_) => &[],
        }
    }

    fn axes_mut(&mut self) -> &mut [Axis] {
        match &mut self.kind {
            Kind::Hinge(joint) => std::slice::from_mut(&mut joint.axis),
            Kind::Slider(joint) => std::slice::from_mut(&mut joint.axis),
            Kind::Ball(joint) => &mut joint.axes,
            Kind::Hinge2(joint) => &mut joint.axes,
            Kind::Fixed(_) => &mut [],
        }
    }

    /// The position of an axis, in radians or metres.
    pub fn position(&self, axis: usize) -> Option<f64> {
        self.axes().get(axis).map(|axis| axis.position)
    }

    /// The motor of an axis.
    pub fn motor(&self, axis: usize) -> Option<&Motor> {
        self.axes().get(axis).and_then(|axis| axis.motor.as_ref())
    }

    pub(crate) fn motor_mut(&mut self, axis: usize) -> Option<&mut Motor> {
        self.axes_mut()
            .get_mut(axis)
            .and_then(|axis| axis.motor.as_mut())
    }

    /// Changes the parameters of an axis (not its direction or motor).
    pub(crate) fn set_parameters(&mut self, axis: usize, change: impl FnOnce(&mut AxisSpec)) {
        if let Some(axis) = self.axes_mut().get_mut(axis) {
            change(&mut axis.spec);
        }
    }

    pub(crate) fn keep_brake(&mut self, at: usize, damping: f64) {
        if let Some(axis) = self.axes_mut().get_mut(at) {
            axis.brake = damping;
        }
    }

    /// Sets a brake. Springs are created again, even if the damping is the one it had.
    pub(crate) fn set_brake(&mut self, at: usize, damping: f64) {
        if let Some(axis) = self.axes_mut().get_mut(at) {
            axis.brake = damping;
            axis.rest = axis.spec.position;
        }
        if let Kind::Slider(slider) = &mut self.kind {
            slider.is_spring_reset = true;
        }
    }

    /// The force or torque of the joint about an axis, as motors report it.
    pub fn feedback(&self, axis: usize, bodies: &super::Dynamics) -> Option<f64> {
        let ends = ends_of(self.parent, self.end, &bodies.bodies)?;
        let (force, torque) = (self.reaction.end_force, self.reaction.end_torque);
        let about = |direction: Vector, arm: Vector| direction.dot(torque + force.cross(arm));
        match &self.kind {
            // only along an axis is there a force against the static environment
            Kind::Hinge(_) | Kind::Hinge2(_) if !ends.has_parent => Some(0.0),
            Kind::Hinge(joint) => {
                Some(about(joint.direction(ends), joint.anchors.arm_of_end(ends)))
            }
            Kind::Hinge2(joint) => {
                let direction = joint.direction(ends, axis)?;
                Some(about(direction, joint.anchors.arm_of_end(ends)))
            }
            Kind::Slider(joint) => Some(joint.direction(ends).dot(force)),
            // the genuine engine has nothing of its own to say here
            Kind::Ball(_) => Some(0.0),
            Kind::Fixed(_) => None,
        }
    }

    /// Turns the state of the motors into what they do in this step.
    pub(crate) fn prepare(&mut self, bodies: &mut Slots<Body>, step: f64) {
        for at in 0..self.axes().len() {
            let Some(axis) = self.axes_mut().get_mut(at) else {
                return;
            };
            let Some(force) = axis.prepare(step) else {
                continue;
            };
            let Some(ends) = ends_of(self.parent, self.end, bodies) else {
                return;
            };
            let (first, second) = match &self.kind {
                Kind::Hinge(joint) => ends.turning_parts(joint.direction(ends)),
                Kind::Slider(joint) => {
                    let pair = ends.pair;
                    let parts = joint.pushing_parts(ends, force);
                    push(bodies, pair, parts, 1.0);
                    continue;
                }
                // as in the genuine engine
                Kind::Ball(_) => continue,
                Kind::Hinge2(joint) => match joint.direction(ends, at) {
                    Some(direction) => ends.turning_parts(direction),
                    None => continue,
                },
                Kind::Fixed(_) => continue,
            };
            let pair = ends.pair;
            push(bodies, pair, (first, second), force);
        }
    }

    /// Adds the rows that motors report, then returns how many of all rows
    /// these are; springs follow them.
    pub(crate) fn rows(
        &mut self,
        bodies: &mut Slots<Body>,
        rules: &Rules,
        rows: &mut Vec<Row>,
    ) -> usize {
        let mut pushes = [None; 3];
        let Some(ends) = ends_of(self.parent, self.end, bodies) else {
            return rows.len();
        };
        let pair = ends.pair;
        match &mut self.kind {
            Kind::Hinge(joint) => pushes[0] = joint.rows(ends, rules, rows),
            Kind::Slider(joint) => pushes[0] = joint.rows(ends, rules, rows),
            Kind::Ball(joint) => joint.rows(ends, rules, rows, &mut pushes),
            Kind::Hinge2(joint) => joint.rows(ends, rules, rows, &mut pushes),
            Kind::Fixed(joint) => joint.rows(ends, rules, rows),
        }
        let reported = rows.len();
        match &self.kind {
            Kind::Hinge(joint) => joint.spring(ends, rules, rows),
            Kind::Slider(joint) => joint.spring(ends, rules, rows),
            Kind::Ball(joint) => joint.springs(ends, rules, rows),
            Kind::Hinge2(joint) => joint.springs(ends, rules, rows),
            Kind::Fixed(_) => {}
        }
        for (parts, force) in pushes.into_iter().flatten() {
            push(bodies, pair, parts, force);
        }
        reported
    }

    /// How many rows, the first ones, hold the bodies together at any force.
    pub(crate) fn holding_rows(&self) -> usize {
        match &self.kind {
            Kind::Hinge(_) | Kind::Slider(_) => 5,
            Kind::Ball(_) => 3,
            Kind::Hinge2(_) => 4,
            Kind::Fixed(_) => 6,
        }
    }

    /// Whether its motors are a unit of their own in the solver.
    pub(crate) fn has_separate_motors(&self) -> bool {
        matches!(self.kind, Kind::Ball(_))
    }

    /// Reads the positions after the bodies have moved.
    pub(crate) fn measure(&mut self, bodies: &Slots<Body>, step: f64) {
        let Some(ends) = ends_of(self.parent, self.end, bodies) else {
            return;
        };
        match &mut self.kind {
            Kind::Hinge(joint) => joint.measure(ends, step),
            Kind::Slider(joint) => joint.measure(ends),
            Kind::Ball(joint) => joint.measure(ends, step),
            Kind::Hinge2(joint) => joint.measure(ends, step),
            Kind::Fixed(_) => {}
        }
    }
}

/// Parts of a row and a force along it.
pub(crate) type Push = ((Part, Part), f64);

fn push(bodies: &mut Slots<Body>, pair: Pair, parts: (Part, Part), force: f64) {
    let mut apply = |place: usize, part: Part| {
        if let Some(body) = bodies.at_mut(place) {
            body.force += part.linear * force;
            body.torque += part.angular * force;
        }
    };
    apply(pair.first, parts.0);
    if let Some(second) = pair.second {
        apply(second, parts.1);
    }
}

fn ends_of(parent: Option<BodyId>, end: BodyId, bodies: &Slots<Body>) -> Option<Ends<'_>> {
    let end_body = bodies.get(end)?;
    Some(match parent {
        Some(parent) => Ends {
            first: bodies.get(parent)?,
            second: Some(end_body),
            pair: Pair {
                first: parent.index(),
                second: Some(end.index()),
            },
            has_parent: true,
        },
        None => Ends {
            first: end_body,
            second: None,
            pair: Pair {
                first: Handle::index(end),
                second: None,
            },
            has_parent: false,
        },
    })
}
