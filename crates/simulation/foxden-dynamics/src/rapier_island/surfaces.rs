//! What rapier asks while it steps: which shapes touch, and how their
//! surfaces rub and bounce.

use super::conversion::{vector, vector_back};
use crate::constraint_rows::plane_space;
use crate::contacts::Surface;
use crate::math::Vector;
use crate::shapes::Shape;
use crate::{ContactProperties, Dynamics};
use rapier3d_f64::prelude::{
    ActiveHooks, ColliderHandle, ColliderSet, ContactModificationContext, PairFilterContext,
    PhysicsHooks, RigidBodyHandle, RigidBodySet, SolverFlags,
};

/// In worlds of up to this number of shapes rapier asks about every contact. In larger
/// ones it asks only about materials with properties of their own: contacts
/// about which it asks are looked for again in every step.
const FEW_SHAPES: usize = 64;

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
    let has_properties = |entry: &ContactProperties| entry.materials.contains(&shape.spec.material);
    let is_small = dynamics.shapes.places() <= FEW_SHAPES;
    let is_unusual =
        shape.spec.belt.is_some() || dynamics.contact_properties.iter().any(has_properties);
    if is_small || is_unusual {
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
        let is_in_order = one.contact_order > two.contact_order;
        let (first, second) = if is_in_order { (one, two) } else { (two, one) };
        let (bodies, handles) = (context.bodies, [context.rigid_body1, context.rigid_body2]);
        let Some(contacts) = context.rigid_mut() else {
            return;
        };
        // it points from the first collider to the second; ours into the first shape
        let normal = vector_back(*contacts.normal) * if is_in_order { -1.0 } else { 1.0 };
        let list = &self.dynamics.contact_properties;
        let properties = ContactProperties::between(list, first, second);
        let surface = Surface::between(properties, first, second, normal);
        if surface.motion != 0.0 {
            let passing = passing(&surface, first, normal) * if is_in_order { 1.0 } else { -1.0 };
            for contact in contacts.solver_contacts.iter_mut() {
                // rapier adds it to the speed that friction brings to nothing
                contact.tangent_velocity = vector(-passing);
            }
        }
        let [along, across] = surface.friction.map(|value| value.min(ENDLESS_FRICTION));
        *contacts.friction = ((along + across) * 0.5).max(0.0);
        let speeds = contacts
            .solver_contacts
            .iter()
            .map(|contact| approach(bodies, handles, contact.anchor1, *contacts.normal));
        let (approach, count) = speeds.fold((0.0_f64, 0.0), |(most, count), speed| {
            (most.max(speed), count + 1.0)
        });
        let bounces = surface.bounce_velocity >= 0.0 && approach > surface.bounce_velocity;
        let give =
            surface.soft_cfm * mass_against(bodies, handles) / (self.step * f64::max(count, 1.0));
        *contacts.restitution = if bounces && give.is_finite() {
            // soft contacts swallow a part of the bounce
            ((surface.bounce - give) / (1.0 + give)).max(0.0)
        } else {
            0.0
        };
    }
}

/// How fast the first shape shall pass the second where one of them is a belt.
fn passing(surface: &Surface, first: &Shape, normal: Vector) -> Vector {
    // the rows of a contact begin with the shape that has a body
    let sign = if first.body().is_some() { 1.0 } else { -1.0 };
    let along = surface
        .direction
        .unwrap_or_else(|| plane_space(normal * sign).0);
    along * (surface.motion * sign)
}

/// The mass that two bodies have against each other.
fn mass_against(bodies: &RigidBodySet, handles: [Option<RigidBodyHandle>; 2]) -> f64 {
    let inverse: f64 = handles
        .into_iter()
        .filter_map(|handle| bodies.get(handle?))
        .filter(|body| body.is_dynamic())
        .map(|body| 1.0 / body.mass())
        .sum();
    1.0 / inverse
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
            .map_or(vector(Vector::ZERO), |body| body.velocity_at_point(point))
    };
    // the normal points from the first body to the second
    (speed(handles[0]) - speed(handles[1])).dot(normal)
}
