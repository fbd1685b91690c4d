//! Shapes in the world: geometry that belongs to a body or to none.

use super::bodies::Body;
use super::contacts::touch;
use super::geometry::{Bounds, Geometry};
use super::slots::Slots;
use super::{BodyId, Dynamics, ShapeId};
use crate::math::{Matrix, Pose, Vector};
use serde::{Deserialize, Serialize};

/// A name for what a surface is made of; the caller gives equal numbers to
/// equal `contactMaterial` strings.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Material(pub u32);

/// What moves a shape.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Attachment {
    /// A body; the pose is seen from its centre of mass, turned with the body.
    Body(BodyId, Pose),
    /// Nothing but the caller; the pose is in the world.
    World(Pose),
}

/// A surface that moves along itself, as the belt of a track does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Belt {
    /// Forwards, in metres per second.
    pub speed: f64,
    /// How the shape is turned in what carries the belt; x is forwards, z up.
    pub rotation: Matrix,
    /// Which way is up in the world.
    pub up: Vector,
}

/// The position of a shape among the parts of one object: a body may have several
/// solids, and a solid several geometries. It decides in which order contacts
/// are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nesting {
    /// The number of its solid among those of the body, from 0.
    pub solid: u32,
    /// How many solids of the body have geometry.
    pub solids: u32,
    /// Its own number among the geometries of the solid, from 0.
    pub part: u32,
    /// How many geometries the solid has.
    pub parts: u32,
}

impl Nesting {
    /// The only part of the only solid.
    pub const ALONE: Self = Self {
        solid: 0,
        solids: 1,
        part: 0,
        parts: 1,
    };
}

/// What a shape is at the end of: bodies that are joined to its own through
/// hinges with one common anchor never touch it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chain {
    /// How deep its solid is in the scene.
    pub level: u32,
    /// The bodies above.
    pub bodies: Vec<BodyId>,
}

/// What a shape is made from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ShapeSpec {
    /// The form.
    #[serde(skip)]
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
    /// Whether it yields itself to what it touches, as a robot without
    /// physics does that rolls: its contacts act on no body.
    pub gives_way: bool,
    /// How its surface moves.
    pub belt: Option<Belt>,
    /// Its position among the parts of its body.
    pub nesting: Nesting,
    /// What it never touches because of joints.
    pub chain: Chain,
    /// How many points it waits for, as a vacuum gripper does that holds nothing.
    pub awaited_points: Option<usize>,
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
            gives_way: false,
            belt: None,
            nesting: Nesting::ALONE,
            chain: Chain {
                level: 0,
                bodies: Vec::new(),
            },
            awaited_points: None,
        }
    }
}

/// A shape in the world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Shape {
    pub(crate) spec: ShapeSpec,
    /// When it was made.
    order: u64,
    /// When it was made or moved; the later comes first in a pair.
    pub(crate) contact_order: u64,
    pub(crate) pose: Pose,
    /// How the scene knew the shape to be turned before the step.
    pub(crate) before: Matrix,
    pub(crate) bounds: Option<Bounds>,
    /// The caller has moved it since the last collision pass.
    pub(crate) is_moved: bool,
    /// Whatever it touches keeps its body awake.
    pub(crate) is_restless: bool,
}

impl Shape {
    pub(crate) fn new(spec: ShapeSpec, order: u64) -> Self {
        Self {
            spec,
            order,
            contact_order: order,
            pose: Pose::IDENTITY,
            before: Matrix::IDENTITY,
            bounds: None,
            is_moved: false,
            is_restless: false,
        }
    }

    /// Where the shape was when touching was last looked for.
    pub const fn pose(&self) -> &Pose {
        &self.pose
    }

    /// Where it comes in its body: solids and geometries, the first to be looked
    /// at first. New geometries come before older ones; solids do as well until
    /// the body moves for the first time.
    pub(crate) fn turn(&self) -> [(u32, u32); 2] {
        let Nesting {
            solid,
            solids,
            part,
            parts,
        } = self.spec.nesting;
        let has_moved = self.contact_order != self.order;
        let solid = if has_moved { solid } else { solids - 1 - solid };
        [(solid, solids), (parts - 1 - part, parts)]
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
                let offset = local.translation;
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

impl Dynamics {
    /// Attaches a shape that is at a pose of the world to a body. The offset is
    /// found twice, once for the place and once with the rotation, as the genuine
    /// engine does it.
    pub fn attached(&self, id: BodyId, pose: &Pose) -> Attachment {
        let Some(body) = self.bodies.get(id) else {
            return Attachment::World(*pose);
        };
        let inverse = body.rotation.transposed();
        let offset = inverse * (pose.translation - body.position);
        let place = body.rotation * offset + body.position;
        let local = Pose {
            rotation: inverse * pose.rotation.with_unit_columns(),
            translation: inverse * (place - body.position),
        };
        Attachment::Body(id, local)
    }

    /// Keeps the shapes of a body where they are while its centre of mass moves
    /// by a vector in its frame.
    pub(crate) fn shift_shapes(&mut self, id: BodyId, by: Vector) {
        for shape in self.shapes.values_mut() {
            if let Attachment::Body(body, local) = &mut shape.spec.attachment
                && *body == id
            {
                local.translation -= by;
            }
        }
    }

    /// Adds a shape. Shapes made or moved later come first where two touch.
    pub fn add_shape(&mut self, spec: ShapeSpec) -> ShapeId {
        self.made_shapes += 1;
        self.put_shape(spec, self.made_shapes)
    }

    /// Adds a shape that takes the position of another one in the list of shapes:
    /// they are parts of one thing.
    pub fn add_part(&mut self, spec: ShapeSpec, beside: ShapeId) -> ShapeId {
        let contact_order = self.shapes.get(beside).map(|shape| shape.contact_order);
        match contact_order {
            Some(contact_order) => self.put_shape(spec, contact_order),
            None => self.add_shape(spec),
        }
    }

    fn put_shape(&mut self, spec: ShapeSpec, contact_order: u64) -> ShapeId {
        let mut shape = Shape::new(spec, contact_order);
        shape.follow(&self.bodies);
        shape.before = shape.pose.rotation;
        self.shapes.insert(shape)
    }

    /// A shape.
    pub fn shape(&self, id: ShapeId) -> Option<&Shape> {
        self.shapes.get(id)
    }

    /// Moves a shape that belongs to no body. Bodies that touch it then wake.
    pub fn set_shape_pose(&mut self, id: ShapeId, pose: Pose) {
        if let Some(shape) = self.shapes.get_mut(id)
            && let Attachment::World(old) = &mut shape.spec.attachment
            && *old != pose
        {
            *old = pose;
            shape.is_moved = true;
            self.made_shapes += 1;
            shape.contact_order = self.made_shapes;
        }
    }

    /// From now on the body of a shape is awake whenever the shape touches something.
    pub fn make_restless(&mut self, id: ShapeId) {
        if let Some(shape) = self.shapes.get_mut(id) {
            shape.is_restless = true;
        }
    }

    /// Puts a shape before all others, as if it had been moved to where it is.
    pub fn bring_forward(&mut self, id: ShapeId) {
        if let Some(shape) = self.shapes.get_mut(id) {
            self.made_shapes += 1;
            shape.contact_order = self.made_shapes;
        }
    }

    /// Changes what a shape is for other shapes; its form and place stay.
    pub fn change_shape(&mut self, id: ShapeId, change: impl FnOnce(&mut ShapeSpec)) {
        if let Some(shape) = self.shapes.get_mut(id) {
            change(&mut shape.spec);
        }
    }

    /// Changes what the surface of a shape is made of, and its group.
    pub fn set_surface(&mut self, id: ShapeId, material: Material, group: Option<u32>) {
        if let Some(shape) = self.shapes.get_mut(id)
            && (shape.spec.material, shape.spec.group) != (material, group)
        {
            (shape.spec.material, shape.spec.group) = (material, group);
            if let Some(rapier) = &mut self.rapier {
                rapier.drop_shape(id);
            }
        }
    }

    /// What touches a shape when contacts are looked for next wakes.
    pub fn wake_around(&mut self, id: ShapeId) {
        if let Some(shape) = self.shapes.get_mut(id) {
            shape.is_moved = true;
        }
    }

    /// Sets how fast the belt of a shape runs, if it has one.
    pub fn set_belt_speed(&mut self, id: ShapeId, speed: f64) {
        let shape = self.shapes.get_mut(id);
        if let Some(belt) = shape.and_then(|shape| shape.spec.belt.as_mut()) {
            belt.speed = speed;
        }
    }

    /// Removes a shape.
    pub fn remove_shape(&mut self, id: ShapeId) {
        if let Some(rapier) = &mut self.rapier {
            rapier.drop_shape(id);
        }
        self.contacts
            .retain(|contact| !contact.shapes.contains(&id));
        self.shapes.remove(id);
    }

    /// Where a shape is now.
    pub fn shape_pose(&self, id: ShapeId) -> Option<Pose> {
        Some(self.shapes.get(id)?.placed(&self.bodies))
    }

    /// Whether a shape touches a geometry that is no part of this world.
    pub fn is_touching_shape(&self, id: ShapeId, other: &Geometry, pose: &Pose) -> bool {
        let Some(shape) = self.shapes.get(id) else {
            return false;
        };
        let own = shape.placed(&self.bodies);
        let mut points = Vec::new();
        touch((&shape.spec.geometry, &own), (other, pose), &mut points);
        !points.is_empty()
    }
}
