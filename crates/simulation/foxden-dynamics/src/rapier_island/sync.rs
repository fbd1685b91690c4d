//! What is passed to rapier before a step, and what is read back after it.

use super::conversion::{placed, pose, rotation_back, shape, vector, vector_back};
use super::surfaces::Rules;
use super::{Known, RapierIsland, Workspace};
use crate::bodies::Body;
use crate::math::Vector;
use crate::{Attachment, BodyId, Dynamics, Fault};
use rapier3d_f64::parry::bounding_volume::BoundingVolume;
use rapier3d_f64::prelude::{
    Aabb, BroadPhaseBvh, ColliderSet, ImpulseJointSet, IntegrationParameters, IslandManager,
    NarrowPhase, RigidBodySet, SpringCoefficients,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

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

/// The fastest that shapes are pushed out of each other, in metres per second.
const PUSH_OUT: f64 = 3.0;

impl RapierIsland {
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
                // not passed on; it is found and put to rest after the step
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
            if let (Attachment::World(at), true) = (&own.spec.attachment, own.is_moved)
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
    pub(crate) fn step(&mut self, dynamics: &mut Dynamics, step: f64, faults: &mut Vec<Fault>) {
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
        if self.step_rapier(dynamics, step) {
            self.read_back(dynamics, step, faults);
        } else {
            self.rest_all(dynamics, faults);
        }
    }

    /// Lets rapier step; whether it came to an end. There are shapes and places
    /// that make it panic, which must not stop the rest of the world.
    fn step_rapier(&mut self, dynamics: &Dynamics, step: f64) -> bool {
        if self.is_broken {
            return false;
        }
        let parameters = self.parameters(step);
        let rules = Rules { dynamics, step };
        let stepped = catch_unwind(AssertUnwindSafe(|| {
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
        }));
        if stepped.is_err() {
            self.give_up();
        }
        stepped.is_ok()
    }

    /// Forgets what rapier has: it may hold together no longer.
    fn give_up(&mut self) {
        self.is_broken = true;
        self.body_set = RigidBodySet::new();
        self.collider_set = ColliderSet::new();
        self.joint_set = ImpulseJointSet::new();
        self.islands = IslandManager::new();
        self.broad = BroadPhaseBvh::new();
        self.narrow = NarrowPhase::new();
        self.work = Workspace::default();
        self.links.clear();
    }

    /// Puts all members to rest where they are and lists them.
    fn rest_all(&self, dynamics: &mut Dynamics, faults: &mut Vec<Fault>) {
        for place in (0..self.members.len()).filter(|&place| self.holds(place)) {
            let Some(body) = dynamics.bodies.at_mut(place) else {
                continue;
            };
            if body.asleep {
                continue;
            }
            body.linear = Vector::ZERO;
            body.angular = Vector::ZERO;
            body.shown = (Vector::ZERO, Vector::ZERO);
            body.asleep = true;
            faults.push(Fault::not_finite(BodyId::new(place)));
        }
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

    fn read_back(&mut self, dynamics: &mut Dynamics, step: f64, faults: &mut Vec<Fault>) {
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
                faults.push(Fault::not_finite(BodyId::new(place)));
            }
            body.rotation = body.orientation.matrix();
            if !body.asleep {
                body.shown = (body.linear, body.angular);
            }
        }
        // invalid parts are added again with the next step
        for fault in &faults[first_fault..] {
            self.drop_body(fault.body, dynamics);
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
pub(super) fn is_sane(body: &Body) -> bool {
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
