//! Bodies, shapes and joints of the dynamics that belong to the rows of the model.

use crate::bodies::assembly::Assembly;
use crate::bodies::body_reuse::{BodyReuse, ReusedBody, ReusedShape, Weight};
use crate::bodies::compound_mass::{CompoundMass, damping, parts, weigh};
use crate::dynamics::{
    Attachment, Belt, BodyId, BodySpec, Damping, Dynamics, Geometry, JointId, MassProperties,
    Moments, REFERENCE_DENSITY, Settings, ShapeId, ShapeSpec,
};
use crate::math::{Pose, Vector};
use crate::model::compile::physics::PhysicsFields;
use crate::model::{Collider, JointIndex, Model, PoseIndex, RowIndex, Solid, SolidIndex, Table};
use crate::spatial::dirty_colliders::DirtyColliders;
use crate::state::State;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The dynamics, and the nodes of its parts.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Bodies {
    pub(crate) dynamics: Dynamics,
    /// Solids with a body of their own, parents before children.
    pub(crate) owners: Vec<(SolidIndex, BodyId)>,
    /// The body of each solid: its own, or the one that it is merged into.
    pub(crate) of_solid: Table<SolidIndex, Option<BodyId>>,
    /// Where each solid was in its body when that was weighed.
    pub(crate) weighed: Table<SolidIndex, Pose>,
    /// The shape of each collider.
    pub(crate) shapes: Vec<ShapeId>,
    /// The collider of each shape.
    pub(crate) of_shape: BTreeMap<ShapeId, u32>,
    /// The joint of each joint row whose end point has a body.
    pub(crate) joints: Table<JointIndex, Option<JointId>>,
    /// Joints that hold solids fast: touch sensors and bodies on static solids.
    pub(crate) fixed: Table<SolidIndex, Option<JointId>>,
    /// Colliders that shapes without bodies have still to follow.
    pub(crate) behind: DirtyColliders,
    /// Bodies whose mass was computed again, not only lighter by solids that are gone.
    pub(crate) reweighed: Vec<BodyId>,
    /// Shapes of robots that have no body: they are put to their places in
    /// every step, whether they have moved or not.
    recurring: Vec<ShapeId>,
}

impl Bodies {
    /// Builds everything again from the current poses.
    pub(crate) fn build(model: &Model, state: &State) -> Self {
        let mut bodies = Self::default();
        bodies.dynamics.settings.method = state.bodies.dynamics.settings.method;
        bodies.make(model, state, None);
        bodies.dynamics.collide();
        bodies
    }

    /// Takes the geometry of shapes from the model, which bytes of a state leave out.
    pub(crate) fn take_geometry(&mut self, model: &Model) {
        for (collider, shape) in model.colliders.iter().zip(&self.shapes) {
            let geometry = collider.geometry.clone();
            let change = |spec: &mut ShapeSpec| spec.geometry = geometry;
            self.dynamics.change_shape(*shape, change);
        }
    }

    /// Adapts to a model that was compiled again; what is the same goes on.
    pub(crate) fn rebuild(mut self, before: &Model, model: &Model, state: &State) -> Self {
        let dynamics = std::mem::take(&mut self.dynamics);
        let reuse = BodyReuse::new(before, &self, &dynamics);
        let mut bodies = Self {
            dynamics,
            behind: DirtyColliders::All,
            ..Self::default()
        };
        bodies.make(model, state, Some(&reuse));
        bodies
    }

    fn make(&mut self, model: &Model, state: &State, reuse: Option<&BodyReuse<'_>>) {
        let settings = &model.settings;
        self.dynamics.settings = Settings {
            gravity: settings.gravity,
            cfm: model.bodies.cfm,
            erp: model.bodies.erp,
            sleep: model.bodies.sleep,
            ..self.dynamics.settings
        };
        self.dynamics.contact_properties = model.bodies.contacts.clone();
        self.of_solid = model.solids.iter().map(|_| None).collect();
        self.weighed = model.solids.iter().map(|_| Pose::IDENTITY).collect();
        self.fixed = model.solids.iter().map(|_| None).collect();
        self.add_bodies(model, state, reuse);
        self.add_shapes(model, state, reuse);
        self.add_joints(model, state, reuse);
        if let Some(reuse) = reuse {
            reuse.clear(self);
        }
        self.of_shape = self.shapes.iter().copied().zip(0..).collect();
    }

    fn add_bodies(&mut self, model: &Model, state: &State, reuse: Option<&BodyReuse<'_>>) {
        let weights = reference_masses(model);
        for (at, members) in groups(model).iter().enumerate() {
            if members.is_empty() {
                continue;
            }
            let pose = state.poses[model.solids[at].place];
            let damping = damping(model, members, &weights);
            let known = reuse.and_then(|reuse| reuse.body(model, at, members, &weights));
            for member in members {
                let before = reuse
                    .zip(known)
                    .and_then(|(reuse, known)| reuse.weighed(model, *member, &weights, known.id));
                self.weighed[*member] = before.unwrap_or_else(|| {
                    pose.pose_from_inside(&state.poses[model.solids[*member].place])
                });
            }
            let weigh_parts = || {
                let parts = parts(model, members, &weights);
                let now = |at: usize| state.poses[model.solids[at].place];
                weigh(&parts, &pose, now, |at| self.weighed[at])
            };
            let body = match known {
                Some(known) => {
                    let is_same = known.weight == Weight::Same;
                    let mass = (!is_same).then(|| weigh_parts().mass);
                    self.adapt_body(known, mass, damping);
                    known.id
                }
                None => {
                    let CompoundMass { mass, centre } = weigh_parts();
                    self.dynamics.add_body(&BodySpec {
                        mass,
                        pose,
                        centre,
                        linear_velocity: state.solids[at].linear_velocity,
                        angular_velocity: state.solids[at].angular_velocity,
                        damping,
                    })
                }
            };
            self.owners.push((SolidIndex::new(at), body));
            for member in members {
                self.of_solid[*member] = Some(body);
            }
        }
    }

    /// What was written about a body that goes on. Another mass leaves it its velocities,
    /// another centre of mass takes them away.
    fn adapt_body(&mut self, known: ReusedBody, mass: Option<MassProperties>, damping: Damping) {
        let id = known.id;
        if let Some(mass) = mass {
            self.dynamics.set_mass(id, mass);
        }
        if known.weight == Weight::Other {
            self.reweighed.push(id);
        }
        // what a solid that is gone damped stays
        if known.weight != Weight::Less {
            self.dynamics.set_damping(id, damping);
        }
        if known.is_centred_anew {
            self.dynamics.halt(id);
        }
        if known.is_damped_anew {
            self.dynamics.wake(id);
        }
    }

    fn add_shapes(&mut self, model: &Model, state: &State, reuse: Option<&BodyReuse<'_>>) {
        let assembly = Assembly::new(model, &self.of_solid, &self.owners);
        let mut shapes = vec![None; model.colliders.len()];
        for entry in assembly.entries() {
            let mut beside = None;
            for &at in entry {
                let collider = &model.colliders[at];
                let nesting = assembly.nesting(at);
                let chain = assembly.chain(collider.solid);
                let own = self.of_solid[collider.solid];
                let known = reuse.map_or(ReusedShape::None, |reuse| {
                    reuse.shape(model, own, collider, nesting.part as usize)
                });
                let shape = if let ReusedShape::Same(shape) = known {
                    let material = model.solids[collider.solid].material;
                    let group = group_of(model, collider);
                    self.dynamics.set_surface(shape, material, group);
                    self.dynamics.change_shape(shape, |spec| {
                        (spec.nesting, spec.chain) = (nesting, chain);
                    });
                    shape
                } else {
                    let spec = ShapeSpec {
                        nesting,
                        chain,
                        ..self.shape_spec(model, state, at)
                    };
                    let made = match beside {
                        Some(beside) => self.dynamics.add_part(spec, beside),
                        None => self.dynamics.add_shape(spec),
                    };
                    if matches!(known, ReusedShape::Resized) && state.clock > 0.0 {
                        self.dynamics.wake_around(made);
                    }
                    made
                };
                beside = Some(shape);
                shapes[at] = Some(shape);
            }
        }
        self.shapes = shapes.into_iter().flatten().collect();
        let colliders = model.colliders.iter().zip(&self.shapes);
        self.recurring = colliders
            .filter(|(collider, _)| {
                collider.robot.is_some() && self.of_solid[collider.solid].is_none()
            })
            .map(|(_, shape)| *shape)
            .collect();
    }

    fn shape_spec(&self, model: &Model, state: &State, at: usize) -> ShapeSpec {
        let collider = &model.colliders[at];
        let solid = &model.solids[collider.solid];
        let pose = state.poses[collider.place].then(&collider.pose);
        let body = self.of_solid[collider.solid];
        let attachment = match body {
            Some(id) => self.dynamics.attached(id, &pose),
            None => Attachment::World(with_unit_columns(pose)),
        };
        ShapeSpec {
            material: solid.material,
            group: group_of(model, collider),
            is_watched: solid.is_touch_sensor
                || solid.is_vacuum_gripper
                || is_rolling(model, collider.robot),
            gives_way: gives_way(model, collider),
            belt: solid.is_track.then_some(Belt {
                speed: 0.0,
                rotation: collider.pose.rotation,
                up: model.settings.up,
            }),
            ..ShapeSpec::new(collider.geometry.clone(), attachment)
        }
    }

    /// The body of a solid that is not merged into another one.
    pub(crate) fn own_body(&self, model: &Model, solid: SolidIndex) -> Option<BodyId> {
        let body = self.of_solid[solid]?;
        let parent = model.solids[solid].parent;
        let above = parent.and_then(|parent| self.of_solid[parent]);
        (above != Some(body)).then_some(body)
    }

    /// The solid with the body that a solid has or is merged into; the solid itself without one.
    pub(crate) fn owner(&self, model: &Model, solid: SolidIndex) -> SolidIndex {
        let body = self.of_solid[solid];
        let mut owner = solid;
        while let Some(parent) = model.solids[owner].parent
            && body.is_some()
            && self.of_solid[parent] == body
        {
            owner = parent;
        }
        owner
    }

    /// The collider that a shape belongs to.
    pub(crate) fn collider(&self, shape: ShapeId) -> Option<usize> {
        self.of_shape.get(&shape).map(|at| *at as usize)
    }

    /// Brings shapes without bodies to where their colliders are.
    pub(crate) fn follow(&mut self, model: &Model, geometry: &[Pose]) {
        self.behind.take_each(model.colliders.len(), |at| {
            if self.of_solid[model.colliders[at].solid.at()].is_none() {
                let pose = with_unit_columns(geometry[at]);
                self.dynamics.set_shape_pose(self.shapes[at], pose);
            }
        });
        for shape in &self.recurring {
            self.dynamics.bring_forward(*shape);
        }
    }
}

/// The number by which parts of a robot without `selfCollision` know each other. The
/// numbers of robots change when others come or go, those of nodes do not.
fn group_of(model: &Model, collider: &Collider) -> Option<u32> {
    collider
        .robot
        .map(|robot| &model.robots[robot])
        .filter(|robot| !robot.has_self_collision)
        .map(|robot| robot.node.number())
}

/// Whether a collider is that of a rolling robot itself, not of one of its parts.
pub(crate) fn gives_way(model: &Model, collider: &Collider) -> bool {
    collider.robot.is_some_and(|robot| {
        let robot = &model.robots[robot];
        robot.wheels.is_some() && robot.node == model.solids[collider.solid].node
    })
}

fn is_rolling(model: &Model, robot: Option<crate::model::RobotIndex>) -> bool {
    robot.is_some_and(|robot| model.robots[robot].wheels.is_some())
}

/// A pose as shapes without a body have it.
fn with_unit_columns(pose: Pose) -> Pose {
    Pose {
        rotation: pose.rotation.with_unit_columns(),
        ..pose
    }
}

/// Where a pose is seen from another one.
pub(crate) fn relative(from: &Pose, pose: &Pose) -> Pose {
    let turned = from.rotation.transposed();
    Pose {
        rotation: turned * pose.rotation,
        translation: turned * (pose.translation - from.translation),
    }
}

/// The solids that share the body of each solid; none for one that has no body of its own.
pub(crate) fn groups(model: &Model) -> Vec<Vec<usize>> {
    let mut root: Vec<Option<usize>> = vec![None; model.solids.len()];
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); model.solids.len()];
    for (at, solid) in model.solids.iter().enumerate() {
        if solid.physics.is_none() {
            continue;
        }
        let parent = solid.parent.and_then(|parent| root[parent.at()]);
        let own = match parent {
            Some(parent) if !solid.is_apart() => parent,
            _ => at,
        };
        root[at] = Some(own);
        members[own].push(at);
    }
    members
}

/// What the boundingObject of each solid weighs at the reference density.
pub(crate) fn reference_masses(model: &Model) -> Vec<Moments> {
    let mut masses = vec![Moments::NONE; model.solids.len()];
    for collider in &model.colliders {
        let shape = MassProperties::of(&collider.geometry);
        if shape.mass > 0.0 {
            let placed = Moments::of(&shape)
                .turned(&collider.turn.matrix_of_engine())
                .moved(collider.pose.translation);
            let sum = &mut masses[collider.solid.at()];
            *sum = sum.with(&placed);
        }
    }
    // the parts of a Group are added up before they are added to the solid
    let mut grouped = vec![false; model.solids.len()];
    for collider in &model.colliders {
        grouped[collider.solid.at()] |= collider.is_grouped;
    }
    let sums = masses.iter_mut().zip(grouped);
    for (sum, _) in sums.filter(|(sum, is_grouped)| *is_grouped && sum.mass > 0.0) {
        *sum = Moments::NONE.with(sum);
    }
    masses
}

/// What a solid weighs by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolidMass {
    pub(crate) moments: Moments,
    /// The centre of mass, as the fields give it.
    pub(crate) centre: Vector,
}

/// What each solid weighs by itself.
pub(crate) fn solid_masses(model: &Model) -> Vec<Option<SolidMass>> {
    let weights = reference_masses(model);
    let solids = model.solids.iter().zip(&weights);
    solids
        .map(|(solid, weight)| Some(solid_mass(solid.physics.as_ref()?, weight)))
        .collect()
}

pub(crate) fn solid_mass(physics: &PhysicsFields, reference: &Moments) -> SolidMass {
    if let Some(inertia) = physics.inertia {
        if let (Some(centre), true) = (physics.centre, physics.mass > 0.0)
            && is_positive_definite(inertia)
        {
            let [moments, products] = inertia;
            let given = MassProperties::explicit(physics.mass, centre, moments, products);
            return SolidMass {
                moments: Moments::of(&given),
                centre,
            };
        }
        // the boundingObject counts, but nothing says where the centre of mass is
        let moments = adjusted_mass(physics, reference);
        return SolidMass {
            moments: match physics.centre {
                Some(_) => moments.moved(-reference.centre),
                None => moments,
            },
            centre: Vector::ZERO,
        };
    }
    let moments = adjusted_mass(physics, reference);
    match physics.centre {
        Some(centre) => SolidMass {
            moments: moments.moved(centre - reference.centre),
            centre,
        },
        None => SolidMass {
            moments,
            centre: reference.centre,
        },
    }
}

/// What a boundingObject weighs with the mass or density that is given; without one a
/// thing of unit inertia takes its place.
fn adjusted_mass(physics: &PhysicsFields, reference: &Moments) -> Moments {
    let is_given = physics.mass > 0.0;
    let moments = if reference.mass > 0.0 {
        *reference
    } else {
        let mass = if is_given { physics.mass } else { 1.0 };
        Moments::of(&MassProperties::unit_inertia(mass))
    };
    if is_given && reference.mass > 0.0 {
        moments.weighing(physics.mass)
    } else if is_given || physics.density == REFERENCE_DENSITY {
        moments
    } else {
        moments.weighing(moments.mass * (0.001 * physics.density))
    }
}

/// Whether a matrix of inertia is one: positive moments, and positive definite.
fn is_positive_definite([[xx, yy, zz], [xy, xz, yz]]: [[f64; 3]; 2]) -> bool {
    if !(xx > 0.0 && yy > 0.0 && zz > 0.0) {
        return false;
    }
    let (b, c) = (xy / xx.sqrt(), xz / xx.sqrt());
    let second = yy - b * b;
    // no number is not positive
    let d = (yz - c * b) / second.sqrt();
    second > 0.0 && zz - c * c - d * d > 0.0
}

impl Solid {
    /// Whether it has a body of its own although it is in one: behind a
    /// joint, as a touch sensor, or as a wheel by its old name.
    fn is_apart(&self) -> bool {
        self.is_joint_end || self.is_touch_sensor || self.is_named_wheel
    }
}

/// The shape of a collider as the dynamics knows it.
pub(crate) fn geometry_of(shape: &crate::spatial::rays::shapes::ColliderShape) -> Geometry {
    use crate::spatial::rays::shapes::ColliderShape;
    match shape {
        ColliderShape::Sphere { radius } => Geometry::Sphere { radius: *radius },
        ColliderShape::Box { half } => Geometry::Box { size: *half * 2.0 },
        ColliderShape::Cylinder {
            radius,
            half_height,
        } => Geometry::Cylinder {
            radius: *radius,
            height: half_height * 2.0,
        },
        ColliderShape::Capsule {
            radius,
            half_height,
        } => Geometry::Capsule {
            radius: *radius,
            height: half_height * 2.0,
        },
        ColliderShape::Plane => Geometry::Plane,
        ColliderShape::Mesh(mesh) => Geometry::Mesh(mesh.solid()),
        ColliderShape::Grid(grid) => Geometry::HeightField(std::sync::Arc::new(
            crate::dynamics::HeightField::of(std::sync::Arc::clone(grid)),
        )),
    }
}

/// Whether a place is another one or below it.
pub(crate) fn is_below(model: &Model, place: PoseIndex, above: PoseIndex) -> bool {
    let mut at = Some(place);
    while let Some(place) = at {
        if place == above {
            return true;
        }
        at = model.pose_nodes[place].parent;
    }
    false
}
