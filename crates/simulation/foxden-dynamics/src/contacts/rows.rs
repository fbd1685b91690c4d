//! The rows of a contact: the normal, then friction and rolling.

use super::ContactJoint;
use crate::bodies::Body;
use crate::constraint_rows::{Friction, Part, Row, plane_space};
use crate::joints::Rules;
use crate::math::Vector;
use crate::slots::Slots;

/// Adds the rows of a contact: its normal to the first list, the rows whose
/// bounds follow it to the second.
pub(crate) fn contact_rows(
    contact: &ContactJoint,
    bodies: &Slots<Body>,
    rules: &Rules,
    rows: &mut Vec<Row>,
    linked: &mut Vec<Row>,
) {
    let Some(first) = bodies.at(contact.pair.first) else {
        return;
    };
    let second = contact.pair.second.and_then(|place| bodies.at(place));
    let arm0 = contact.position - first.position;
    let arm1 = second.map(|body| contact.position - body.position);
    let along = |direction: Vector| {
        let other = arm1.map_or(Part::NONE, |arm| Part::at(arm, direction).negated());
        (Part::at(arm0, direction), other)
    };
    let about = |axis: Vector| {
        let other = arm1.map_or(Part::NONE, |_| Part::angular(-axis));
        (Part::angular(axis), other)
    };
    let surface = &contact.surface;
    let normal = rows.len();
    let parts = along(contact.normal);
    let speed = rules.rate(surface.soft_erp) * contact.depth.max(0.0);
    let mut row = Row::bilateral(contact.pair, parts.0, parts.1, speed, surface.soft_cfm)
        .bounded(0.0, f64::INFINITY);
    if surface.bounce != 0.0 {
        let incoming = -row.velocity(bodies);
        if surface.bounce_velocity >= 0.0 && incoming > surface.bounce_velocity {
            row.speed = row.speed.max(surface.bounce * incoming);
        }
    }
    rows.push(row);

    let (t1, t2) = match surface.direction {
        Some(direction) => (direction, contact.normal.cross(direction)),
        None => plane_space(contact.normal),
    };
    let mut link = |parts: (Part, Part), speed: f64, coefficient: f64, cfm: f64| {
        if coefficient > 0.0 {
            let mut row = Row::bilateral(contact.pair, parts.0, parts.1, speed, cfm);
            row.friction = Some(Friction {
                normal,
                coefficient,
            });
            linked.push(row);
        }
    };
    let softness = |slip: f64| if slip == 0.0 { rules.cfm } else { slip };
    let [rho, rho2, rho_normal] = surface.rolling;
    let is_per_axis = rho2 > 0.0 || rho_normal > 0.0;
    // With several rolling coefficients and one of friction the genuine engine
    // reads a second coefficient that was never set.
    let second_friction = if is_per_axis && surface.direction.is_none() {
        0.0
    } else {
        surface.friction[1]
    };
    let [slip1, slip2] = surface.slip.map(softness);
    link(along(t1), surface.motion, surface.friction[0], slip1);
    link(along(t2), 0.0, second_friction, slip2);
    let rolling = if is_per_axis {
        [rho, rho2, rho_normal]
    } else {
        [rho; 3]
    };
    for (axis, coefficient) in [t1, t2, contact.normal].into_iter().zip(rolling) {
        link(about(axis), 0.0, coefficient, rules.cfm);
    }
}
