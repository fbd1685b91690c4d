//! Balls and capsules among themselves and on boxes.

use super::ContactPoint;
use crate::clamp::limited;
use crate::math::{Pose, Vector};

/// Two balls; where the centres coincide there is an arbitrary direction.
pub(super) fn sphere_sphere(
    one: Vector,
    radius_one: f64,
    two: Vector,
    radius_two: f64,
    out: &mut Vec<ContactPoint>,
) {
    let between = one - two;
    let distance = between.length();
    if distance > radius_one + radius_two {
        return;
    }
    if distance <= 0.0 {
        out.push(ContactPoint {
            position: one,
            normal: Vector::X,
            depth: radius_one + radius_two,
        });
        return;
    }
    let normal = between * (1.0 / distance);
    let along = 0.5 * (radius_two - radius_one - distance);
    out.push(ContactPoint {
        position: one + normal * along,
        normal,
        depth: radius_one + radius_two - distance,
    });
}

/// A capsule (first) and a ball.
pub(super) fn capsule_sphere(
    pose: &Pose,
    radius: f64,
    height: f64,
    centre: Vector,
    sphere_radius: f64,
    out: &mut Vec<ContactPoint>,
) {
    let axis = pose.rotation.column(2);
    let half = 0.5 * height;
    let along = limited(axis.dot(centre - pose.translation), -half, half);
    let nearest = pose.translation + axis * along;
    sphere_sphere(nearest, radius, centre, sphere_radius, out);
}

/// A ball (first) and a box.
pub(super) fn sphere_box(
    centre: Vector,
    radius: f64,
    pose: &Pose,
    size: Vector,
    out: &mut Vec<ContactPoint>,
) {
    let from_box = centre - pose.translation;
    let inside = pose.rotation.transposed() * from_box;
    let half = size * 0.5;
    let mut clamped = inside;
    let mut is_outside = false;
    for at in 0..3 {
        if inside[at] < -half[at] {
            clamped[at] = -half[at];
            is_outside = true;
        }
        if inside[at] > half[at] {
            clamped[at] = half[at];
            is_outside = true;
        }
    }
    if !is_outside {
        let mut nearest = 0;
        let mut least = f64::INFINITY;
        for at in 0..3 {
            let distance = half[at] - clamped[at].abs();
            if distance < least {
                (least, nearest) = (distance, at);
            }
        }
        let mut normal = Vector::ZERO;
        normal[nearest] = if clamped[nearest] > 0.0 { 1.0 } else { -1.0 };
        out.push(ContactPoint {
            position: centre,
            normal: pose.rotation * normal,
            depth: least + radius,
        });
        return;
    }
    // seen from the box: far from the origin of the world fewer digits are lost
    let on_box = pose.rotation * clamped;
    let away = from_box - on_box;
    let depth = radius - away.length();
    if depth < 0.0 {
        return;
    }
    out.push(ContactPoint {
        position: on_box + pose.translation,
        normal: away.normalized_safely(),
        depth,
    });
}
