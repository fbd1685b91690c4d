//! What rapier asks while it steps: which shapes touch, and how their
//! surfaces rub and bounce.

use super::convert::{vector, vector_back};
use crate::dynamics::contacts::Surface;
use crate::dynamics::shapes::Shape;
use crate::dynamics::{ContactProperties, Dynamics};
use rapier3d_f64::prelude::{
    ActiveHooks, ColliderHandle, ColliderSet, ContactModificationContext, PairFilterContext,
    PhysicsHooks, RigidBodyHandle, RigidBodySet, SolverFlags,
};

/// Friction without bound.
const ENDLESS_FRICTION: f64 = 1e6;

/// The rules of the world, looked up while rapier has the bodies.
pub(super) struct Rules<'a> {
    pub dynamics: &'a Dynamics,
    pub step: f64,
}

/// What rapier must ask about a shape. Asking costs, so it asks only where the
/// answer is not the usual one.
pub(super) fn hooks(shape: &Shape, dynamics: &Dynamics) -> ActiveHooks {
    let mut hooks = ActiveHooks::empty();
    let body = shape.body().and_then(|id| dynamics.bodies.get(id));
    let is_jointed = body.is_some_and(|body| !body.joints.is_empty());
    let is_ignored = shape
        .body()
        .is_some_and(|id| dynamics.ignored.iter().any(|&(a, b)| a == id || b == id));
    if shape.spec.group.is_some() || is_jointed || is_ignored {
        hooks |= ActiveHooks::FILTER_CONTACT_PAIRS;
    }
    let has_properties =
        |entry: &ContactProperties| entry.materials.contains(&shape.spec.material);
    if dynamics.contact_properties.iter().any(has_properties) {
        hooks |= ActiveHooks::MODIFY_SOLVER_CONTACTS;
    }
    hooks
}

impl Rules<'_> {
    fn shape(&self, colliders: &ColliderSet, handle: ColliderHandle) -> Option<&Shape> {
        let place = colliders.get(handle)?.user_data;
        self.dynamics.shapes.at(usize::try_from(place).ok()?)
    }
}

impl PhysicsHooks for Rules<'_> {
    fn filter_contact_pair(&self, context: &PairFilterContext) -> Option<SolverFlags> {
        let one = self.shape(context.colliders, context.collider1)?;
        let two = self.shape(context.colliders, context.collider2)?;
        (one.body().is_some() || two.body().is_some())
            .then(|| self.dynamics.may_touch(one, two))?
            .then_some(SolverFlags::COMPUTE_RIGID_IMPULSES)
    }

    fn modify_solver_contacts(&self, context: &mut ContactModificationContext) {
        let (Some(one), Some(two)) = (
            self.shape(context.colliders, context.collider1),
            self.shape(context.colliders, context.collider2),
        ) else {
            return;
        };
        let (first, second) = if one.order > two.order {
            (one, two)
        } else {
            (two, one)
        };
        let (bodies, handles) = (context.bodies, [context.rigid_body1, context.rigid_body2]);
        let Some(contacts) = context.rigid_mut() else {
            return;
        };
        let normal = vector_back(*contacts.normal);
        let surface = Surface::between(&self.dynamics.contact_properties, first, second, normal);
        let [along, across] = surface.friction.map(|value| value.min(ENDLESS_FRICTION));
        *contacts.friction = ((along + across) * 0.5).max(0.0);
        let approach = contacts
            .solver_contacts
            .iter()
            .map(|contact| approach(bodies, handles, contact.anchor1, *contacts.normal))
            .fold(0.0, f64::max);
        let bounces = surface.bounce_velocity >= 0.0 && approach > surface.bounce_velocity;
        *contacts.restitution = if bounces { surface.bounce } else { 0.0 };
        self.sink(&surface, contacts);
    }
}

impl Rules<'_> {
    /// A soft contact gives way under its load: at rest the shapes are as deep
    /// in each other as the genuine rows let them.
    fn sink(
        &self,
        surface: &Surface,
        contacts: &mut rapier3d_f64::pipeline::ModifiableManifold<'_>,
    ) {
        if !(surface.soft_cfm > 0.0 && surface.soft_erp > 0.0) {
            return;
        }
        let loads = contacts.manifold.points.iter().map(|point| point.data.impulse);
        let (load, count) = loads.fold((0.0, 0.0), |(sum, count), impulse| (sum + impulse, count + 1.0));
        if count == 0.0 {
            return;
        }
        // impulse / step is the force, cfm times it the speed, and step / erp the depth
        let depth = surface.soft_cfm * (load / count) / surface.soft_erp;
        if depth.is_finite() {
            for contact in contacts.solver_contacts.iter_mut() {
                contact.dist += depth.min(self.most_depth());
            }
        }
    }

    /// The deepest that softness lets shapes sink: what gravity does in a step.
    fn most_depth(&self) -> f64 {
        self.dynamics.settings.gravity.length() * self.step * self.step
    }
}

/// How fast two bodies approach each other at a point.
fn approach(
    bodies: &RigidBodySet,
    handles: [Option<RigidBodyHandle>; 2],
    point: rapier3d_f64::math::Vector,
    normal: rapier3d_f64::math::Vector,
) -> f64 {
    let speed = |handle: Option<RigidBodyHandle>| {
        handle
            .and_then(|handle| bodies.get(handle))
            .map_or(vector(crate::math::Vector::ZERO), |body| {
                body.velocity_at_point(point)
            })
    };
    // the normal points from the first body to the second
    (speed(handles[0]) - speed(handles[1])).dot(normal)
}
