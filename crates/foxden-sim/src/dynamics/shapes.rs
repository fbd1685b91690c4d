//! Shapes in the world: geometry that belongs to a body or stands by itself.

use super::BodyId;
use super::bodies::Body;
use super::geometry::{Bounds, Geometry};
use super::slots::Slots;
use crate::math::{Matrix, Pose, Vector};

/// A name for what a surface is made of; the caller gives equal numbers to
/// equal `contactMaterial` strings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material(pub u32);

/// What moves a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Attachment {
    /// A body; the pose is in the frame of its solid.
    Body(BodyId, Pose),
    /// Nothing but the caller; the pose is in the world.
    World(Pose),
}

/// A surface that moves along itself, as the belt of a track does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belt {
    /// Forwards, in metres per second.
    pub speed: f64,
    /// How the shape is turned in what carries the belt; x is forwards, z up.
    pub rotation: Matrix,
    /// Which way is up in the world.
    pub up: Vector,
}

/// What a shape is made from.
#[derive(Clone, Debug)]
pub struct ShapeSpec {
    /// The form.
    pub geometry: Geometry,
    /// What moves it.
    pub attachment: Attachment,
    /// What its surface is made of.
    pub material: Material,
    /// Shapes of equal groups do not touch each other: the parts of a robot
    /// without `selfCollision`.
    pub group: Option<u32>,
    /// Whether pairs of this shape with other shapes without a body are
    /// reported too: touch sensors and kinematic robots ask for it.
    pub is_watched: bool,
    /// How its surface moves.
    pub belt: Option<Belt>,
}

impl ShapeSpec {
    /// A shape of the default material that may touch everything.
    pub const fn new(geometry: Geometry, attachment: Attachment) -> Self {
        Self {
            geometry,
            attachment,
            material: Material(0),
            group: None,
            is_watched: false,
            belt: None,
        }
    }
}

/// A shape in the world.
#[derive(Clone, Debug)]
pub struct Shape {
    pub(crate) spec: ShapeSpec,
    /// When it was made.
    pub(crate) order: u64,
    /// When it was made or moved; the later comes first in a pair.
    pub(crate) precedence: u64,
    pub(crate) pose: Pose,
    /// How the scene knew the shape to be turned before the step.
    pub(crate) before: Matrix,
    pub(crate) bounds: Option<Bounds>,
    /// The caller has moved it since the last collision pass.
    pub(crate) is_moved: bool,
}

impl Shape {
    pub(crate) fn new(spec: ShapeSpec, order: u64) -> Self {
        Self {
            spec,
            order,
            precedence: order,
            pose: Pose::IDENTITY,
            before: Matrix::IDENTITY,
            bounds: None,
            is_moved: false,
        }
    }

    /// Where the shape was when touching was last looked for.
    pub const fn pose(&self) -> &Pose {
        &self.pose
    }

    /// The body it belongs to.
    pub const fn body(&self) -> Option<BodyId> {
        match self.spec.attachment {
            Attachment::Body(body, _) => Some(body),
            Attachment::World(_) => None,
        }
    }

    /// What it was made from.
    pub const fn spec(&self) -> &ShapeSpec {
        &self.spec
    }

    /// Follows its body.
    pub(crate) fn follow(&mut self, bodies: &Slots<Body>) {
        self.pose = self.placed(bodies);
        self.bounds = self.spec.geometry.bounds(&self.pose);
    }

    /// Where its body has it now.
    pub(crate) fn placed(&self, bodies: &Slots<Body>) -> Pose {
        match &self.spec.attachment {
            Attachment::World(pose) => *pose,
            Attachment::Body(body, local) => {
                let Some(body) = bodies.get(*body) else {
                    return self.pose;
                };
                let offset = local.translation - body.mass.centre;
                Pose {
                    rotation: if local.rotation == Matrix::IDENTITY {
                        body.rotation
                    } else {
                        body.rotation * local.rotation
                    },
                    translation: if offset == Vector::ZERO {
                        body.position
                    } else {
                        body.rotation * offset + body.position
                    },
                }
            }
        }
    }
}
