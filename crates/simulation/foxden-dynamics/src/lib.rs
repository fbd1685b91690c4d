//! Rigid bodies: bodies, joints, contacts and the solver of their rows.
//!
//! [`Dynamics`] holds everything as plain data: a clone is a snapshot, and the
//! same calls give the same numbers on every machine. It does not depend on
//! scenes, devices or clocks; the caller adds bodies, shapes and joints, calls
//! [`Dynamics::collide`] once and then [`Dynamics::step`] again and again.
//!
//! ```
//! use foxden_dynamics::*;
//! use foxden_dynamics::math::{AxisAngle, Pose, Vector};
//!
//! let mut world = Dynamics::new(Settings::default());
//! world.add_shape(ShapeSpec::new(Geometry::Plane, Attachment::World(Pose::IDENTITY)));
//! let ball = Geometry::Sphere { radius: 0.05 };
//! let pose = Pose::new(Vector::new(0.0, 0.0, 0.5), AxisAngle::IDENTITY);
//! let body = world.add_body(&BodySpec::new(MassProperties::of(&ball), pose));
//! world.add_shape(ShapeSpec::new(ball, Attachment::Body(body, Pose::IDENTITY)));
//! world.collide();
//! for _ in 0..100 {
//!     world.step(0.032);
//! }
//! let height = world.body(body).map(|body| body.centre().z);
//! assert!(height.is_some_and(|height| (height - 0.05).abs() < 0.001));
//! ```
#![forbid(unsafe_code)]

mod bodies;
mod clamp;
mod constraint_rows;
mod contacts;
mod direct_solver;
mod exactness;
mod faults;
mod geometry;
pub mod immersion;
mod islands;
mod joints;
mod mass;
pub mod math;
mod moments;
mod motor;
mod rapier_island;
mod shapes;
mod sleep;
mod slots;
mod step;
#[cfg(test)]
mod tests;
pub mod thread_pool;

pub use bodies::{Body, BodySpec, Damping};
pub use contacts::{Contact, ContactForce, ContactPoint, ContactProperties};
pub use exactness::{Inexact, StepExactness};
pub use faults::{Fault, FaultKind};
pub use geometry::{Bounds, Geometry, HeightField, HeightGrid, Mesh};
pub use joints::{AxisSpec, Joint, JointKind, JointSpec, Reaction, Suspension};
pub use mass::{MassProperties, REFERENCE_DENSITY};
pub use moments::Moments;
pub use motor::{Clipped, Effort, Motor, MotorSpec};
pub use shapes::{Attachment, Belt, Chain, Material, Nesting, Shape, ShapeSpec};
pub use sleep::SleepSettings;
pub use slots::Handle;
pub use step::IslandSize;

use crate::math::{Pose, Vector};
use contacts::pair_limit::PairLimit;
use contacts::{BroadPhase, ContactJoint};
use islands::Islands;
use islands::visit_order::VisitOrder;
use joints::Softness;
use rapier_island::RapierIsland;
use serde::{Deserialize, Serialize};
use slots::Slots;
use step::Workspace;

/// The handle of a body.
pub type BodyId = Handle<Body>;
/// The handle of a shape.
pub type ShapeId = Handle<Shape>;
/// The handle of a joint.
pub type JointId = Handle<Joint>;

/// How bodies are moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// As the genuine engine does it: equal but for rounding, except in islands
    /// with more rows than the genuine engine can solve.
    #[default]
    Exact,
    /// The same in all islands of up to 8,000 rows, however long it takes; rapier is
    /// never used.
    ExactOnly,
    /// By rapier alone: near, not equal, and faster where much touches.
    Fast,
}

/// What holds for the whole world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The acceleration of gravity.
    pub gravity: Vector,
    /// How soft rows are.
    pub cfm: f64,
    /// The share of an error that is corrected in a step.
    pub erp: f64,
    /// When bodies are put to sleep.
    pub sleep: SleepSettings,
    /// How bodies are moved.
    pub method: Method,
    /// Islands of up to this number of rows are solved directly, and so exactly; the
    /// bodies of larger ones are rapier islands, which rapier moves until they have
    /// fallen to half of it.
    pub rapier_rows: usize,
    /// Islands of up to this number of rows are always solved by driving their rows one
    /// after the other, with the rounding of the genuine engine; in larger ones a
    /// quicker method is tried first.
    #[serde(skip, default = "driven_rows")]
    pub driven_rows: usize,
}

const fn driven_rows() -> usize {
    DRIVEN_ROWS
}

/// Up to where rows are always driven: all islands that are not left to rapier.
const DRIVEN_ROWS: usize = 600;

/// Where rapier islands begin: what an exact step of an island may cost, some ten
/// milliseconds. Rapier is cheaper from fewer rows on already.
const RAPIER_ROWS: usize = 500;

impl Default for Settings {
    fn default() -> Self {
        Self {
            gravity: Vector::new(0.0, 0.0, -9.81),
            cfm: 1e-5,
            erp: 0.2,
            sleep: SleepSettings::default(),
            method: Method::Exact,
            rapier_rows: RAPIER_ROWS,
            driven_rows: DRIVEN_ROWS,
        }
    }
}

/// A world of rigid bodies.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Dynamics {
    /// What holds for the whole world; may be changed between steps.
    pub settings: Settings,
    /// What happens where materials touch; the first match counts.
    pub contact_properties: Vec<ContactProperties>,
    bodies: Slots<Body>,
    shapes: Slots<Shape>,
    joints: Slots<Joint>,
    /// How often a shape was made or came first.
    made_shapes: u64,
    /// Pairs of bodies that never touch, sorted.
    ignored: Vec<(BodyId, BodyId)>,
    joints_of_contact: Vec<ContactJoint>,
    /// Into which of the two lists the next contacts go.
    is_odd_step: bool,
    contacts: Vec<Contact>,
    #[serde(skip)]
    points: Vec<ContactPoint>,
    #[serde(skip)]
    broad_phase: BroadPhase,
    #[serde(skip)]
    visit_order: VisitOrder,
    #[serde(skip)]
    islands: Islands,
    island_sizes: Vec<IslandSize>,
    #[serde(skip)]
    touched: Vec<bool>,
    #[serde(skip)]
    work: Option<Box<Workspace>>,
    faults: Vec<Fault>,
    exactness: StepExactness,
    pair_limit: PairLimit,
    #[cfg(test)]
    #[serde(skip)]
    force_fault: Option<islands::solver::ForceFault>,
    /// The bodies that rapier has.
    #[serde(with = "rapier_island::encoding")]
    rapier: Option<Box<RapierIsland>>,
}

impl Dynamics {
    /// An empty world.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            ..Self::default()
        }
    }

    /// Adds a body.
    pub fn add_body(&mut self, spec: &BodySpec) -> BodyId {
        let body = Body::new(spec, self.settings.sleep.time);
        self.visit_order.forget();
        let id = self.bodies.insert(body);
        self.exactness.forget(id.index());
        id
    }

    /// Adds a joint between bodies that are in their initial poses. There is
    /// none if a body is missing (a Hinge2 needs two).
    pub fn add_joint(&mut self, spec: &JointSpec) -> Option<JointId> {
        let joint = Joint::new(spec, &self.bodies, self.softness())?;
        self.visit_order.forget();
        let id = self.joints.insert(joint);
        for body in [Some(spec.end), spec.parent].into_iter().flatten() {
            if let Some(body) = self.bodies.get_mut(body) {
                body.joints.push(id);
            }
        }
        Some(id)
    }

    const fn softness(&self) -> Softness {
        Softness {
            cfm: self.settings.cfm,
            erp: self.settings.erp,
        }
    }

    /// Removes a body with its joints and contacts; its shapes are the
    /// caller's to remove.
    pub fn remove_body(&mut self, id: BodyId) {
        let Some(body) = self.bodies.get(id) else {
            return;
        };
        let joints = body.joints.clone();
        self.leave_rapier(id);
        for joint in joints {
            self.remove_joint(joint);
        }
        self.forget_contacts(id);
        self.ignored.retain(|&(a, b)| a != id && b != id);
        self.visit_order.forget();
        self.bodies.remove(id);
    }

    /// Takes a body out of the rapier island; it comes back if its island is large.
    fn leave_rapier(&mut self, id: BodyId) {
        if let Some(mut rapier) = self.rapier.take() {
            rapier.drop_body(id, self);
            self.rapier = Some(rapier);
        }
    }

    /// Creates a joint again for bodies that were put elsewhere, with the frame
    /// and the positions that hold now. Motors and brakes stay as they are.
    pub fn rebuild_joint(&mut self, id: JointId, frame: &Pose, positions: &[f64]) {
        if let Some(rapier) = &mut self.rapier {
            rapier.forget_joint(id);
        }
        let world = self.softness();
        if let Some(joint) = self.joints.get_mut(id) {
            joint.rebuild(frame, positions, &self.bodies, world);
        }
    }

    /// The spring of an axis counts the position of the joint from here on.
    pub fn rest_spring_at(&mut self, id: JointId, axis: usize, position: f64) {
        if let Some(joint) = self.joints.get_mut(id) {
            joint.rest_spring_at(axis, position);
        }
    }

    /// Changes what acts on the axes of a joint (stops, springs, friction, motors)
    /// and its suspension; its axes and anchor stay where they are. No body wakes.
    pub fn adapt_joint(&mut self, id: JointId, spec: &JointSpec) {
        if let Some(rapier) = &mut self.rapier {
            rapier.forget_joint(id);
        }
        let world = self.softness();
        if let Some(joint) = self.joints.get_mut(id) {
            joint.adapt(spec, &self.bodies, world);
        }
    }

    /// Removes a joint.
    pub fn remove_joint(&mut self, id: JointId) {
        if self.joints.remove(id).is_none() {
            return;
        }
        self.visit_order.forget();
        if let Some(rapier) = &mut self.rapier {
            rapier.forget_joint(id);
        }
        for body in self.bodies.values_mut() {
            body.joints.retain(|&joint| joint != id);
        }
    }

    /// Contacts of a body that were found do not act.
    pub fn forget_contacts(&mut self, id: BodyId) {
        let place = id.index();
        self.joints_of_contact
            .retain(|contact| contact.pair.first != place && contact.pair.second != Some(place));
    }

    /// A body.
    pub fn body(&self, id: BodyId) -> Option<&Body> {
        self.bodies.get(id)
    }

    /// A joint.
    pub fn joint(&self, id: JointId) -> Option<&Joint> {
        self.joints.get(id)
    }

    /// The force or torque of a joint about one of its axes, as motors report it.
    pub fn feedback(&self, id: JointId, axis: usize) -> Option<f64> {
        self.joints.get(id)?.feedback(axis, self)
    }

    /// What was found to touch after the last step. Pairs at rest (sleeping
    /// bodies and obstacles) are looked at only if a shape of them is watched.
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// Whether anything touches.
    pub fn is_touching(&self) -> bool {
        !self.contacts.is_empty()
            || self
                .rapier
                .as_ref()
                .is_some_and(|rapier| rapier.is_touching())
    }

    /// How many bodies are in rapier islands.
    pub fn bodies_in_rapier(&self) -> usize {
        let places = 0..self.bodies.places();
        places.filter(|&place| self.is_in_rapier(place)).count()
    }

    /// Where two shapes touch now, whatever their groups.
    pub fn contact_points(&self, first: ShapeId, second: ShapeId, out: &mut Vec<ContactPoint>) {
        if let (Some(one), Some(two)) = (self.shapes.get(first), self.shapes.get(second)) {
            contacts::touch(
                (&one.spec.geometry, &one.pose),
                (&two.spec.geometry, &two.pose),
                out,
            );
        }
    }

    /// The sizes of the islands of the last step.
    pub fn island_sizes(&self) -> &[IslandSize] {
        &self.island_sizes
    }

    /// In how many steps bodies were moved exactly.
    pub fn exactness(&self) -> &StepExactness {
        &self.exactness
    }

    /// What went wrong since this was last asked.
    pub fn take_faults(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.faults)
    }

    /// Lets two bodies never touch.
    pub fn ignore_contacts(&mut self, one: BodyId, two: BodyId) {
        let pair = (one.min(two), one.max(two));
        if let Err(at) = self.ignored.binary_search(&pair) {
            self.ignored.insert(at, pair);
        }
    }

    /// Puts a body elsewhere and wakes it; its velocities stay.
    pub fn set_body_pose(&mut self, id: BodyId, pose: &Pose) {
        let sleep = self.settings.sleep;
        if let Some(body) = self.bodies.get_mut(id) {
            body.place(pose);
            body.wake(&sleep);
        }
    }

    /// Puts a body elsewhere; one that sleeps goes on sleeping.
    pub fn place_body(&mut self, id: BodyId, pose: &Pose) {
        if let Some(body) = self.bodies.get_mut(id) {
            body.place(pose);
        }
    }

    /// Sets the velocities of a body. One that sleeps has them when something else wakes it.
    pub fn set_velocity(&mut self, id: BodyId, linear: Vector, angular: Vector) {
        if let Some(body) = self.bodies.get_mut(id) {
            body.linear = linear;
            body.angular = angular;
            body.shown = (linear, angular);
        }
    }

    /// Holds a body for the next step: it does not move unless a body that is awake is
    /// linked to it. Whether it is held; what rapier moves is not.
    pub fn hold(&mut self, id: BodyId) -> bool {
        if self.settings.method == Method::Fast || self.is_in_rapier(id.index()) {
            return false;
        }
        let body = self.bodies.get_mut(id);
        body.is_some_and(|body| {
            body.asleep = true;
            true
        })
    }

    /// Takes the velocities of a body away, and the forces and torques that were added for the
    /// next step; the body wakes.
    pub fn put_to_rest(&mut self, id: BodyId) {
        self.set_velocity(id, Vector::ZERO, Vector::ZERO);
        self.wake(id);
        if let Some(body) = self.bodies.get_mut(id) {
            body.force = Vector::ZERO;
            body.torque = Vector::ZERO;
        }
    }

    /// Changes the mass; the solid stays where it is. What acts on it in the next step stays.
    pub fn set_mass(&mut self, id: BodyId, mass: MassProperties) {
        self.leave_rapier(id);
        let sleep = self.settings.sleep;
        let before = self.bodies.get(id).map(|body| body.mass.centre);
        if let Some(body) = self.bodies.get_mut(id) {
            let spec = BodySpec {
                mass,
                pose: body.pose(),
                centre: None,
                linear_velocity: body.linear,
                angular_velocity: body.angular,
                damping: body.damping(),
            };
            let joints = std::mem::take(&mut body.joints);
            let acting = (body.force, body.torque);
            *body = Body::new(&spec, sleep.time);
            body.joints = joints;
            (body.force, body.torque) = acting;
        }
        let after = self.bodies.get(id).map(|body| body.mass.centre);
        if let (Some(before), Some(after)) = (before, after)
            && before != after
        {
            self.shift_shapes(id, after - before);
        }
    }

    /// Changes the damping of a body; it does not wake.
    pub fn set_damping(&mut self, id: BodyId, damping: Damping) {
        if let Some(body) = self.bodies.get_mut(id)
            && body.damping() != damping
        {
            body.set_damping(damping);
            self.leave_rapier(id);
        }
    }

    /// Takes the velocities of a body away; what it showed last is shown until it moves.
    pub fn halt(&mut self, id: BodyId) {
        if let Some(body) = self.bodies.get_mut(id) {
            (body.linear, body.angular) = (Vector::ZERO, Vector::ZERO);
        }
    }

    /// Wakes a body.
    pub fn wake(&mut self, id: BodyId) {
        let sleep = self.settings.sleep;
        if let Some(body) = self.bodies.get_mut(id) {
            body.wake(&sleep);
        }
    }

    /// Adds a force at the centre of mass for the next step and wakes the body.
    pub fn add_force(&mut self, id: BodyId, force: Vector) {
        self.wake(id);
        if let Some(body) = self.bodies.get_mut(id) {
            body.force += force;
        }
    }

    /// Adds a force at a point of the world for the next step and wakes the body.
    pub fn add_force_at(&mut self, id: BodyId, force: Vector, point: Vector) {
        self.wake(id);
        if let Some(body) = self.bodies.get_mut(id) {
            body.force += force;
            body.torque += (point - body.position).cross(force);
        }
    }

    /// Adds a force at a point and a torque for the next step; no body wakes.
    pub fn load(&mut self, id: BodyId, force: Vector, point: Vector, torque: Vector) {
        if let Some(body) = self.bodies.get_mut(id)
            && !body.asleep
        {
            body.force += force;
            body.torque += (point - body.position).cross(force) + torque;
        }
    }

    /// Adds a torque for the next step and wakes the body.
    pub fn add_torque(&mut self, id: BodyId, torque: Vector) {
        self.wake(id);
        if let Some(body) = self.bodies.get_mut(id) {
            body.torque += torque;
        }
    }

    /// The motor of an axis of a joint, to be commanded; the end point wakes.
    pub fn motor_mut(&mut self, id: JointId, axis: usize) -> Option<&mut Motor> {
        self.wake_end(id);
        self.joints.get_mut(id)?.motor_mut(axis)
    }

    /// The motor of an axis, for changes that wake no body: losing and getting power.
    pub fn motor_at_rest_mut(&mut self, id: JointId, axis: usize) -> Option<&mut Motor> {
        self.joints.get_mut(id)?.motor_mut(axis)
    }

    /// Switches the power of the motor of an axis; this wakes nothing.
    pub fn set_motor_power(&mut self, id: JointId, axis: usize, on: bool) {
        if let Some(motor) = self
            .joints
            .get_mut(id)
            .and_then(|joint| joint.motor_mut(axis))
        {
            motor.set_power(on);
        }
    }

    /// Sets the damping that a brake adds to an axis of a joint; no body wakes.
    pub fn set_brake(&mut self, id: JointId, axis: usize, damping: f64) {
        if let Some(joint) = self.joints.get_mut(id) {
            joint.set_brake(axis, damping);
        }
    }

    /// A joint that was created again has the brake that it had before.
    pub fn keep_brake(&mut self, id: JointId, axis: usize, damping: f64) {
        if let Some(joint) = self.joints.get_mut(id) {
            joint.keep_brake(axis, damping);
        }
    }

    /// Changes stops, spring, damping or friction of an axis of a joint.
    pub fn change_axis(&mut self, id: JointId, axis: usize, change: impl FnOnce(&mut AxisSpec)) {
        if let Some(joint) = self.joints.get_mut(id) {
            joint.set_parameters(axis, change);
        }
        self.wake_end(id);
    }

    /// Wakes the end point of a joint; its parent stays as it is.
    fn wake_end(&mut self, id: JointId) {
        if let Some(joint) = self.joints.get(id) {
            let end = joint.end();
            self.wake(end);
        }
    }
}
