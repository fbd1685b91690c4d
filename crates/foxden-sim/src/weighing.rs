//! What bodies of several solids weigh.

use crate::bodies::solid_mass;
use crate::dynamics::{Damping, MassProperties};
use crate::math::Pose;
use crate::model::Model;

/// The solids that share a body, each with what it weighs by itself.
pub(crate) fn parts(
    model: &Model,
    members: &[usize],
    weights: &[MassProperties],
) -> Vec<(usize, MassProperties)> {
    let solids = members.iter().filter_map(|member| {
        let physics = model.solids[*member].physics.as_ref()?;
        Some((*member, solid_mass(physics, &weights[*member])))
    });
    solids.collect()
}

/// The mass of parts, seen from their body. As in the genuine program the
/// centre is where the parts are now, and the inertia about it that of parts
/// where they were when they were weighed: a solid that was moved inside its
/// body is not weighed again until its own mass changes.
pub(crate) fn weigh(
    parts: &[(usize, MassProperties)],
    now: impl Fn(usize) -> Pose,
    weighed: impl Fn(usize) -> Pose,
) -> MassProperties {
    if let [(_, alone)] = parts {
        return *alone;
    }
    let placed = |pose: &dyn Fn(usize) -> Pose| {
        let mut sum = MassProperties::NONE;
        for (at, own) in parts {
            sum = sum.combined(&own.placed(&pose(*at)));
        }
        sum
    };
    let (seen, then) = (placed(&now), placed(&weighed));
    if seen == then {
        return seen;
    }
    MassProperties {
        inertia: then.inertia_about(seen.centre),
        ..seen
    }
}

/// The damping of merged solids: the mean by volume, or the world's if there is none.
pub(crate) fn damping(model: &Model, members: &[usize], weights: &[MassProperties]) -> Damping {
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
