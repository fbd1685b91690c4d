//! Rapier islands: bodies whose islands are too large for the direct solver, stepped by
//! rapier.
//!
//! Poses and velocities are stored in the bodies of Foxden only. A body that enters a
//! rapier island is copied into rapier. Before each step, changes from outside are passed
//! to rapier; after it, poses, velocities and sleep are read back. No type of rapier is
//! visible outside this module.
//!
//! Four defaults of rapier are changed:
//! - It divides a step, which changes free fall. Here a step has one solver iteration with
//!   more sweeps inside.
//! - It predicts contacts at two centimetres. Here the unit of length follows the smallest
//!   body.
//! - Its motors use accelerations. Here they use forces.
//! - Its joints in reduced coordinates damp, and ignore where bodies are placed. Here only
//!   joints by impulses are used.
//!
//! Masses are passed to rapier and never read back.

mod conversion;
pub(crate) mod encoding;
mod joints;
mod membership;
mod surfaces;
mod sync;

use super::bodies::Body;
use super::{BodyId, ContactProperties, Dynamics, JointId, Settings, ShapeId};
use crate::math::{Quaternion, Vector};
use conversion::{mass, placed, pose, shape, vector};
use joints::RapierJoint;
use rapier3d_f64::prelude::{
    BroadPhaseBvh, CCDSolver, ColliderBuilder, ColliderHandle, ColliderSet, ImpulseJointSet,
    IslandManager, MultibodyJointSet, NarrowPhase, PhysicsPipeline, RigidBodyBuilder,
    RigidBodyHandle, RigidBodySet, SoftBodySet,
};
use serde::{Deserialize, Serialize};
use surfaces::hooks;
use sync::is_sane;

/// How often more where there are joints, which need it.
const SWEEPS_OF_JOINTS: usize = 40;

/// The unit of length: no less and no more than this, in metres.
const UNITS: (f64, f64) = (0.01, 1.0);

/// The state of a body as rapier and we both knew it last.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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

/// A body in the rapier island.
#[derive(Clone, Copy, Debug)]
struct Member {
    handle: RigidBodyHandle,
    known: Known,
}

/// Bodies that touch, and how many rows that makes; without a second body the
/// first touches an obstacle.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Link {
    pub bodies: (usize, Option<usize>),
    pub rows: usize,
}

/// What rapier needs while it steps and what it could compute again.
#[derive(Default)]
struct Workspace {
    pipeline: PhysicsPipeline,
    multibodies: MultibodyJointSet,
    soft: SoftBodySet,
    continuous: CCDSolver,
}

/// The bodies that rapier has.
pub(super) struct RapierIsland {
    body_set: RigidBodySet,
    collider_set: ColliderSet,
    joint_set: ImpulseJointSet,
    islands: IslandManager,
    broad: BroadPhaseBvh,
    narrow: NarrowPhase,
    work: Workspace,
    /// What joints to the world are fixed to.
    ground: RigidBodyHandle,
    /// By the number of the body.
    members: Vec<Option<Member>>,
    shapes: Vec<Option<ColliderHandle>>,
    joints: Vec<Option<RapierJoint>>,
    count: usize,
    unit: f64,
    /// What most bodies weigh.
    typical_mass: f64,
    /// What the shapes were made for.
    properties: Vec<ContactProperties>,
    settings: Settings,
    links: Vec<Link>,
    /// Whether rapier stopped in the midst of a step: it is never asked again.
    is_broken: bool,
}

impl Clone for RapierIsland {
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
            is_broken: self.is_broken,
        }
    }
}

impl std::fmt::Debug for RapierIsland {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("RapierIsland")
            .field("count", &self.count)
            .field("unit", &self.unit)
            .finish_non_exhaustive()
    }
}

impl RapierIsland {
    /// A rapier island without bodies, for the sizes and surfaces that there are.
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
            is_broken: false,
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
                (super::Attachment::Body(_, local), Some(_)) => pose(local) * turned,
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

    /// Forgets a joint that is removed or created again.
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
    crate::clamp::limited(sizes.fold(UNITS.1, f64::min), UNITS.0, UNITS.1)
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
