//! Heaps: bodies whose islands are too large for the direct solver, stepped by
//! rapier.
//!
//! Our bodies stay the only owners of poses and velocities. A body that enters a
//! heap is copied into rapier; before each step what was changed from outside is
//! told, after it poses, velocities and sleep are read back. Nothing of rapier
//! leaves this module.
//!
//! What rapier does by default, and what is done about it here:
//! it divides a step (free fall then differs: one solver iteration is taken, with
//! more sweeps inside), predicts contacts two centimetres away (the unit of
//! length follows the smallest body), tells motors in accelerations, and has
//! joints in reduced coordinates that damp and ignore where bodies are put (only
//! joints by impulses are used). Masses are given, never read.

mod choose;
mod convert;
mod joints;
mod surfaces;

use super::bodies::Body;
use super::{BodyId, ContactProperties, Dynamics, JointId, Settings, ShapeId};
use crate::math::{Quaternion, Vector};
use convert::{mass, placed, pose, rotation_back, shape, vector, vector_back};
use joints::Made;
use rapier3d_f64::parry::bounding_volume::BoundingVolume;
use rapier3d_f64::prelude::{
    Aabb, BroadPhaseBvh, CCDSolver, ColliderBuilder, ColliderHandle, ColliderSet, ImpulseJointSet,
    IntegrationParameters, IslandManager, MultibodyJointSet, NarrowPhase, PhysicsPipeline,
    RigidBodyBuilder, RigidBodyHandle, RigidBodySet, SoftBodySet, SpringCoefficients,
};
use surfaces::{Rules, hooks};

/// Gyroscopic torques that turn a body slower than this in a step, in radians
/// per second, are left out.
const SLOW_TUMBLE: f64 = 1e-9;

/// What counts as a bounce, in metres per second.
const LEAST_BOUNCE: f64 = 0.05;

/// The points at which a body typically rests.
const POINTS: f64 = 4.0;

/// The softness of contacts that have no properties of their own.
const SOFTNESS: (f64, f64) = (0.2, 0.001);

/// How often all rows are relaxed in a step.
const SWEEPS: usize = 8;

/// How often more where there are joints, which need it.
const SWEEPS_OF_JOINTS: usize = 40;

/// The unit of length: no less and no more than this, in metres.
const UNITS: (f64, f64) = (0.01, 1.0);

/// The fastest that shapes are pushed out of each other, in metres per second.
const PUSH_OUT: f64 = 3.0;

/// The state of a body as rapier and we both knew it last.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Known {
    position: Vector,
    orientation: Quaternion,
    linear: Vector,
    angular: Vector,
}

impl Known {
    fn of(body: &Body) -> Self {
        Self {
            position: body.position,
            orientation: body.orientation,
            linear: body.linear,
            angular: body.angular,
        }
    }
}

/// A body in the heap.
#[derive(Clone, Copy, Debug)]
struct Member {
    handle: RigidBodyHandle,
    known: Known,
}

/// Bodies that touch, and how many rows that makes; without a second body the
/// first touches an obstacle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub bodies: (usize, Option<usize>),
    pub rows: usize,
}

/// What rapier needs while it steps and what it could make anew.
#[derive(Default)]
struct Workspace {
    pipeline: PhysicsPipeline,
    multibodies: MultibodyJointSet,
    soft: SoftBodySet,
    continuous: CCDSolver,
}

/// The bodies that rapier has.
pub(super) struct Heap {
    body_set: RigidBodySet,
    collider_set: ColliderSet,
    joint_set: ImpulseJointSet,
    islands: IslandManager,
    broad: BroadPhaseBvh,
    narrow: NarrowPhase,
    work: Workspace,
    /// What joints to the world are fixed to.
    ground: RigidBodyHandle,
    /// By place.
    members: Vec<Option<Member>>,
    shapes: Vec<Option<ColliderHandle>>,
    joints: Vec<Option<Made>>,
    count: usize,
    unit: f64,
    /// What most bodies weigh.
    typical_mass: f64,
    /// What the shapes were made for.
    properties: Vec<ContactProperties>,
    settings: Settings,
    links: Vec<Link>,
}

impl Clone for Heap {
    fn clone(&self) -> Self {
        Self {
            body_set: self.body_set.clone(),
            collider_set: self.collider_set.clone(),
            joint_set: self.joint_set.clone(),
            islands: self.islands.clone(),
            broad: self.broad.clone(),
            narrow: self.narrow.clone(),
            work: Workspace::default(),
            ground: self.ground,
            members: self.members.clone(),
            shapes: self.shapes.clone(),
            joints: self.joints.clone(),
            count: self.count,
            unit: self.unit,
            typical_mass: self.typical_mass,
            properties: self.properties.clone(),
            settings: self.settings,
            links: self.links.clone(),
        }
    }
}

impl std::fmt::Debug for Heap {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Heap")
            .field("count", &self.count)
            .field("unit", &self.unit)
            .finish_non_exhaustive()
    }
}

impl Heap {
    /// A heap without bodies, for the sizes and surfaces that there are.
    pub fn new(dynamics: &Dynamics) -> Self {
        let mut body_set = RigidBodySet::new();
        let ground = body_set.insert(RigidBodyBuilder::fixed());
        Self {
            body_set,
            collider_set: ColliderSet::new(),
            joint_set: ImpulseJointSet::new(),
            islands: IslandManager::new(),
            broad: BroadPhaseBvh::new(),
            narrow: NarrowPhase::new(),
            work: Workspace::default(),
            ground,
            members: Vec::new(),
            shapes: Vec::new(),
            joints: Vec::new(),
            count: 0,
            unit: unit_of_length(dynamics),
            typical_mass: typical_mass(dynamics),
            properties: dynamics.contact_properties.clone(),
            settings: dynamics.settings,
            links: Vec::new(),
        }
    }

    /// Whether it was made for what holds now.
    pub fn is_current(&self, dynamics: &Dynamics) -> bool {
        self.settings == dynamics.settings && self.properties == dynamics.contact_properties
    }

    pub fn holds(&self, place: usize) -> bool {
        self.members.get(place).is_some_and(Option::is_some)
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// What touched in the last step.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Whether anything touches.
    pub fn is_touching(&self) -> bool {
        self.narrow
            .contact_pairs()
            .filter_map(|pair| pair.rigid())
            .any(|pair| pair.has_any_active_contact())
    }

    /// Takes a body in, if rapier can compute with it.
    pub fn take(&mut self, id: BodyId, body: &Body) {
        let place = id.index();
        if self.holds(place) || !is_sane(body) {
            return;
        }
        let sleep = self.settings.sleep;
        let mut made = RigidBodyBuilder::dynamic()
            .pose(placed(body.position, body.orientation))
            .linvel(vector(body.linear))
            .angvel(vector(body.angular))
            .additional_mass_properties(mass(&body.mass))
            .additional_pgs_iterations(if body.joints.is_empty() {
                0
            } else {
                SWEEPS_OF_JOINTS
            })
            .can_sleep(sleep.time > 0.0)
            .sleeping(body.asleep)
            .gyroscopic_forces_enabled(false)
            .allow_fast_rotation(true)
            .build();
        if sleep.time > 0.0 {
            let activation = made.activation_mut();
            activation.normalized_linear_threshold = sleep.linear / self.unit;
            activation.angular_threshold = sleep.angular;
            activation.time_until_sleep = sleep.time;
        }
        let handle = self.body_set.insert(made);
        put(
            &mut self.members,
            place,
            Member {
                handle,
                known: Known::of(body),
            },
        );
        self.count += 1;
    }

    /// Takes the shapes in whose bodies are members, and all obstacles.
    pub fn take_shapes(&mut self, dynamics: &Dynamics) {
        for (id, own) in dynamics.shapes.iter() {
            let place = id.index();
            let is_there = self.shapes.get(place).is_some_and(Option::is_some);
            let body = own.body();
            let member = body.and_then(|body| self.members.get(body.index()).copied().flatten());
            if is_there || (body.is_some() && member.is_none()) {
                continue;
            }
            let Some((form, turned)) = shape(&own.spec.geometry, body.is_some()) else {
                continue;
            };
            let inside = match (
                &own.spec.attachment,
                body.and_then(|id| dynamics.bodies.get(id)),
            ) {
                (super::Attachment::Body(_, local), Some(body)) => {
                    let mut local = *local;
                    local.translation = local.translation - body.mass.centre;
                    pose(&local) * turned
                }
                (super::Attachment::World(at), _) => pose(at) * turned,
                (super::Attachment::Body(..), None) => continue,
            };
            if !inside.is_finite() {
                continue;
            }
            let collider = ColliderBuilder::new(form)
                .position(inside)
                .density(0.0)
                .friction(1.0)
                .restitution(0.5)
                .active_hooks(hooks(own, dynamics))
                .user_data(place as u128)
                .build();
            let handle = match member {
                Some(member) => self.collider_set.insert_with_parent(
                    collider,
                    member.handle,
                    &mut self.body_set,
                ),
                None => self.collider_set.insert(collider),
            };
            put(&mut self.shapes, place, handle);
        }
    }

    /// Takes the joints in whose bodies are members.
    pub fn take_joints(&mut self, dynamics: &Dynamics) {
        for (id, joint) in dynamics.joints.iter() {
            let place = id.index();
            if self.joints.get(place).is_some_and(Option::is_some) {
                continue;
            }
            let member = |id: BodyId| {
                let member = self.members.get(id.index()).copied().flatten()?;
                Some((dynamics.bodies.get(id)?, member.handle))
            };
            let Some(end) = member(joint.end()) else {
                continue;
            };
            let parent = match joint.parent() {
                Some(parent) => match member(parent) {
                    Some(parent) => Some(parent),
                    None => continue,
                },
                None => None,
            };
            let made = self.make_joint(joint, parent, end);
            put(&mut self.joints, place, made);
        }
    }

    /// Gives a body back with its shapes and joints; it stays where it is.
    pub fn drop_body(&mut self, id: BodyId, dynamics: &Dynamics) {
        let place = id.index();
        let Some(member) = self.members.get_mut(place).and_then(Option::take) else {
            return;
        };
        self.count -= 1;
        if let Some(body) = dynamics.bodies.get(id) {
            for joint in &body.joints {
                self.drop_joint(joint.index());
            }
        }
        let colliders = self
            .body_set
            .get(member.handle)
            .map_or(&[][..], |held| held.colliders());
        for collider in colliders {
            let shape = self.collider_set.get(*collider).map(|held| held.user_data);
            if let Some(held) = shape.and_then(|at| self.shapes.get_mut(at as usize)) {
                *held = None;
            }
        }
        self.remove_from_set(member.handle);
    }

    /// Forgets a shape that is being removed.
    pub fn drop_shape(&mut self, id: ShapeId) {
        if let Some(handle) = self.shapes.get_mut(id.index()).and_then(Option::take) {
            self.collider_set.remove(
                handle,
                &mut self.islands,
                &mut self.body_set,
                &mut self.work.soft,
                true,
            );
        }
    }

    /// Forgets a joint that is being removed or made anew.
    pub fn forget_joint(&mut self, id: JointId) {
        self.drop_joint(id.index());
    }

    fn remove_from_set(&mut self, handle: RigidBodyHandle) {
        self.body_set.remove(
            handle,
            &mut self.islands,
            &mut self.collider_set,
            &mut self.joint_set,
            &mut self.work.multibodies,
            &mut self.work.soft,
            true,
        );
    }

    /// Tells rapier what was changed from outside and what pushes.
    fn tell(&mut self, dynamics: &mut Dynamics, step: f64, spoilt: &mut Vec<BodyId>) {
        for (place, member) in self.members.iter_mut().enumerate() {
            let (Some(member), Some(body)) = (member, dynamics.bodies.at_mut(place)) else {
                continue;
            };
            let now = Known::of(body);
            let is_changed = now != member.known;
            if !body.asleep {
                body.add_gyroscopic_torque(SLOW_TUMBLE);
            }
            if !is_sane(body) {
                // told to nobody, it is found and put to rest after the step
                spoilt.push(BodyId::new(place));
                continue;
            }
            let is_pushed = body.force != Vector::ZERO || body.torque != Vector::ZERO;
            let sleeps = self
                .body_set
                .get(member.handle)
                .is_some_and(|held| held.is_sleeping());
            let is_woken = sleeps && !body.asleep;
            if !(is_changed || is_pushed || is_woken) {
                continue;
            }
            let Some(held) = self.body_set.get_mut(member.handle) else {
                continue;
            };
            if is_woken {
                held.wake_up(true);
            }
            // a push acts for one step: it is given as the speed it makes
            let mut linear = body.linear;
            let mut angular = body.angular;
            if is_pushed && !body.asleep {
                body.turn_inertia();
                linear += body.force * (step * body.inverse_mass);
                angular += body.world_inverse_inertia * (body.torque * step);
            }
            body.force = Vector::ZERO;
            body.torque = Vector::ZERO;
            if now.position != member.known.position || now.orientation != member.known.orientation
            {
                held.set_position(placed(body.position, body.orientation), true);
            }
            held.set_linvel(vector(linear), false);
            held.set_angvel(vector(angular), false);
            member.known = now;
        }
        for place in 0..self.shapes.len() {
            let (Some(handle), Some(own)) = (self.shapes[place], dynamics.shapes.at(place)) else {
                continue;
            };
            if let (super::Attachment::World(at), true) = (&own.spec.attachment, own.is_moved)
                && let Some(held) = self.collider_set.get_mut(handle)
            {
                let turned = shape(&own.spec.geometry, false).map(|(_, turned)| turned);
                let place = pose(at) * turned.unwrap_or_default();
                if place.is_finite() {
                    held.set_position(place);
                    let around = held.compute_aabb();
                    self.wake_within(&around);
                }
            }
        }
    }

    /// Wakes members near an obstacle that was moved.
    fn wake_within(&mut self, bounds: &Aabb) {
        for member in self.members.iter().flatten() {
            let Some(held) = self.body_set.get(member.handle) else {
                continue;
            };
            let is_near = held.is_sleeping()
                && held.colliders().iter().any(|&handle| {
                    let collider = self.collider_set.get(handle);
                    collider.is_some_and(|held| held.compute_aabb().intersects(bounds))
                });
            if is_near && let Some(held) = self.body_set.get_mut(member.handle) {
                held.wake_up(true);
            }
        }
    }

    /// Steps all members and reads them back. Those that leave the finite
    /// numbers are put to rest and listed.
    pub fn step(&mut self, dynamics: &mut Dynamics, step: f64, faults: &mut Vec<BodyId>) {
        let mut spoilt = Vec::new();
        self.tell(dynamics, step, &mut spoilt);
        for id in spoilt {
            self.drop_body(id, dynamics);
        }
        let hold = softness(dynamics.settings.erp, 0.0, step);
        let softness = (dynamics.settings.cfm, hold);
        for (id, joint) in dynamics.joints.iter() {
            self.drive_joint(id.index(), joint, softness);
        }
        let parameters = self.parameters(step);
        let rules = Rules { dynamics, step };
        self.work.pipeline.step(
            vector(dynamics.settings.gravity),
            &parameters,
            &mut self.islands,
            &mut self.broad,
            &mut self.narrow,
            &mut self.body_set,
            &mut self.collider_set,
            &mut self.joint_set,
            &mut self.work.multibodies,
            &mut self.work.soft,
            &mut self.work.continuous,
            &rules,
            &(),
        );
        self.read_back(dynamics, step, faults);
    }

    fn parameters(&self, step: f64) -> IntegrationParameters {
        // relative to the mass there, absolute here
        let contact = softness(
            SOFTNESS.0,
            SOFTNESS.1 * self.typical_mass / (POINTS * step),
            step,
        );
        IntegrationParameters {
            contact_softness: contact,
            static_contact_softness: contact,
            // what corrects positions stays in the speeds, as in the genuine engine
            num_internal_stabilization_iterations: 0,
            dt: step,
            length_unit: self.unit,
            normalized_max_corrective_velocity: PUSH_OUT / self.unit,
            normalized_max_linear_velocity: f64::MAX,
            num_solver_iterations: 1,
            num_internal_pgs_iterations: SWEEPS,
            max_ccd_substeps: 0,
            warmstart_joints: true,
            ..IntegrationParameters::default()
        }
    }

    fn read_back(&mut self, dynamics: &mut Dynamics, step: f64, faults: &mut Vec<BodyId>) {
        let first_fault = faults.len();
        for (place, member) in self.members.iter_mut().enumerate() {
            let (Some(member), Some(body)) = (member, dynamics.bodies.at_mut(place)) else {
                continue;
            };
            let Some(held) = self.body_set.get(member.handle) else {
                continue;
            };
            let was_asleep = body.asleep;
            body.asleep = held.is_sleeping();
            if was_asleep && body.asleep {
                continue;
            }
            let before = member.known;
            body.position = vector_back(held.translation());
            body.orientation = rotation_back(*held.rotation());
            body.linear = vector_back(held.linvel());
            body.angular = vector_back(held.angvel());
            member.known = Known::of(body);
            body.position += late_bounce(&before, body, step);
            body.damp(step);
            if !is_sane(body) || !held.is_enabled() {
                body.position = before.position;
                body.orientation = before.orientation;
                body.linear = Vector::ZERO;
                body.angular = Vector::ZERO;
                faults.push(BodyId::new(place));
            }
            body.rotation = body.orientation.matrix();
            if !body.asleep {
                body.shown = (body.linear, body.angular);
            }
        }
        // what was spoilt is put in anew with the next step
        for at in first_fault..faults.len() {
            self.drop_body(faults[at], dynamics);
        }
        for (id, joint) in dynamics.joints.iter_mut() {
            let ends = (
                joint
                    .parent()
                    .and_then(|parent| dynamics.bodies.get(parent)),
                dynamics.bodies.get(joint.end()),
            );
            if let (parent, Some(end)) = ends
                && !end.asleep
                && let Some(felt) = self.felt(id.index(), (parent, end), step)
            {
                joint.reaction = felt;
            }
        }
    }
}

/// Whether numbers are such that products of them stay numbers.
fn is_sane(body: &Body) -> bool {
    let is_small = |v: Vector, most: f64| v.length_squared() <= most * most;
    is_small(body.position, 1e7)
        && is_small(body.linear, 1e6)
        && is_small(body.angular, 1e6)
        && is_small(body.force * body.inverse_mass, 1e9)
        && is_small(body.torque * body.inverse_mass, 1e9)
        && (1e-9..1e12).contains(&body.mass.mass)
        && body.orientation.w.is_finite()
}

/// Bounces are given to speeds at the end of a step there; the genuine engine
/// moves bodies with them in the same step. How far that is.
fn late_bounce(before: &Known, body: &Body, step: f64) -> Vector {
    let moved = (body.position - before.position) * (1.0 / step);
    let change = body.linear - moved;
    let is_bounce =
        change.length_squared() > LEAST_BOUNCE * LEAST_BOUNCE && change.dot(before.linear) < 0.0;
    if is_bounce {
        change * step
    } else {
        Vector::ZERO
    }
}

/// The share of an error that is corrected in a step, and how soft that is
/// relative to the mass, as a damped spring.
fn softness(correction: f64, compliance: f64, step: f64) -> SpringCoefficients<f64> {
    let missing = 1.0 / correction - 1.0;
    let square = missing * missing * correction / (4.0 * compliance.max(1e-12));
    let damping_ratio = square.sqrt();
    let angular = 2.0 * damping_ratio / (missing * step);
    SpringCoefficients {
        natural_frequency: angular / std::f64::consts::TAU,
        damping_ratio,
    }
}

/// Puts something at a place of a list that grows as needed.
fn put<T>(list: &mut Vec<Option<T>>, place: usize, item: T) {
    if list.len() <= place {
        list.resize_with(place + 1, || None);
    }
    list[place] = Some(item);
}

/// Rapier's distances are made for things of about a metre: they follow the
/// smallest shape that moves.
fn unit_of_length(dynamics: &Dynamics) -> f64 {
    let sizes = dynamics
        .shapes
        .iter()
        .filter(|(_, shape)| shape.body().is_some())
        .filter_map(|(_, shape)| {
            let bounds = shape.bounds?;
            let size = bounds.high - bounds.low;
            Some(size.x.max(size.y).max(size.z))
        })
        .filter(|size| size.is_finite());
    super::numbers::limited(sizes.fold(UNITS.1, f64::min), UNITS.0, UNITS.1)
}

/// The geometric mean of all masses.
fn typical_mass(dynamics: &Dynamics) -> f64 {
    let (sum, count) = dynamics
        .bodies
        .iter()
        .fold((0.0, 0.0), |(sum, count), (_, body)| {
            (sum + crate::math::log(body.mass.mass), count + 1.0)
        });
    let mean = crate::math::exp(sum / f64::max(count, 1.0));
    if mean.is_finite() { mean } else { 1.0 }
}
