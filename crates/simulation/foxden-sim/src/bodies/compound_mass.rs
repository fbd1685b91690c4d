//! What bodies of several solids weigh.

use crate::bodies::{SolidMass, solid_mass};
use crate::dynamics::{Damping, MassProperties, Moments};
use crate::math::{Pose, Vector};
use crate::model::Model;

/// The solids that share a body, each with what it weighs by itself.
pub(crate) fn parts(
    model: &Model,
    members: &[usize],
    weights: &[Moments],
) -> Vec<(usize, SolidMass)> {
    let solids = members.iter().filter_map(|member| {
        let physics = model.solids[*member].physics.as_ref()?;
        Some((*member, solid_mass(physics, &weights[*member])))
    });
    solids.collect()
}

/// What the solids of a body weigh together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CompoundMass {
    /// Seen from the body.
    pub(crate) mass: MassProperties,
    /// The centre of mass of several solids in the world.
    pub(crate) centre: Option<Vector>,
}

/// The mass of parts of a body that is at a pose. As in the genuine program the
/// centre is where the parts are now, found in the world, and the inertia about it
/// that of parts where they were when they were weighed: a solid that was moved
/// inside its body is not weighed again until its own mass changes.
pub(crate) fn weigh(
    parts: &[(usize, SolidMass)],
    pose: &Pose,
    now: impl Fn(usize) -> Pose,
    weighed: impl Fn(usize) -> Pose,
) -> CompoundMass {
    if let [(_, alone)] = parts {
        return CompoundMass {
            mass: Moments::NONE.with(&alone.moments).about(alone.centre),
            centre: None,
        };
    }
    let mut sum = Moments::NONE;
    let (mut moment, mut mass) = (Vector::ZERO, 0.0);
    for (at, own) in parts {
        let pose = weighed(*at);
        let placed = own.moments.turned(&pose.rotation).moved(pose.translation);
        sum = sum.with(&placed);
        moment += now(*at).apply(own.centre) * own.moments.mass;
        mass += own.moments.mass;
    }
    let centre = Vector::new(moment.x / mass, moment.y / mass, moment.z / mass);
    CompoundMass {
        mass: sum.about(pose.seen_from_inside(centre)),
        centre: Some(centre),
    }
}

/// The damping of merged solids: the mean by volume, or the world's if there is none.
pub(crate) fn damping(model: &Model, members: &[usize], weights: &[Moments]) -> Damping {
    let (mut linear, mut angular, mut total) = (0.0, 0.0, 0.0);
    for member in members {
        let weight = weights[*member].mass;
        total += weight;
        let own = model.solids[*member]
            .physics
            .as_ref()
            .and_then(|physics| physics.damping);
        if let Some(own) = own {
            linear += weight * own.linear;
            angular += weight * own.angular;
        }
    }
    if linear == 0.0 && angular == 0.0 {
        return model.bodies.default_damping.unwrap_or_default();
    }
    Damping {
        linear: linear / total,
        angular: angular / total,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Matrix, Vector};

    fn at(x: f64) -> Pose {
        Pose {
            translation: Vector::new(x, 0.0, 0.0),
            ..Pose::IDENTITY
        }
    }

    #[test]
    fn a_part_that_was_moved_is_not_weighed_again() {
        let alone = MassProperties {
            inertia: Matrix([Vector::ZERO; 3]),
            ..MassProperties::unit_inertia(1.0)
        };
        let point = SolidMass {
            moments: Moments::of(&alone),
            centre: Vector::ZERO,
        };
        let parts = [(0, point), (1, point)];
        let place = |second: f64| move |part: usize| at([0.0, second][part]);
        let weigh =
            |parts: &[_], now: f64| weigh(parts, &Pose::IDENTITY, place(now), place(1.0)).mass;
        let unmoved = weigh(&parts, 1.0);
        assert_eq!((unmoved.centre.x, unmoved.inertia.0[2].z), (0.5, 0.5));
        // the centre is that of the points at 0 and 2, the inertia about it that of 0 and 1
        let moved = weigh(&parts, 2.0);
        assert_eq!((moved.centre.x, moved.inertia.0[2].z), (1.0, 1.0));
        assert_eq!(weigh(&parts[..1], 2.0), alone);
    }
}
