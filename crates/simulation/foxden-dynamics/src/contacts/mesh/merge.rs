//! Points of neighbouring triangles that are one.

use crate::contacts::ContactPoint;

/// How near numbers are taken to be equal.
const EPSILON: f64 = f64::EPSILON;
/// How near points of round shapes are one, in each part of place and normal.
const NEAR: f64 = 1e-4;

/// Adds a point of a box, unless there is one at the same place with the same
/// axis: that one becomes as deep as the new one.
pub(super) fn add_unique(
    point: ContactPoint,
    start: usize,
    most: usize,
    out: &mut Vec<ContactPoint>,
) {
    let mut is_known = false;
    for known in &mut out[start..] {
        let away = point.position - known.position;
        let is_same =
            away.length_squared() < EPSILON && 1.0 - point.normal.dot(known.normal).abs() < EPSILON;
        if is_same {
            known.depth = known.depth.max(point.depth);
            is_known = true;
        }
    }
    if !is_known && out.len() - start < most {
        out.push(point);
    }
}

/// Leaves the deepest of points that are near each other.
pub(super) fn keep_deepest(start: usize, out: &mut Vec<ContactPoint>) {
    let points = &out[start..];
    let mut is_kept = vec![true; points.len()];
    for (at, one) in points.iter().enumerate() {
        for (other, two) in points.iter().enumerate().skip(at + 1) {
            if is_near(one, two) {
                let shallower = if two.depth > one.depth { at } else { other };
                is_kept[shallower] = false;
            }
        }
    }
    let mut at = 0;
    out.retain(|_| {
        at += 1;
        at <= start || is_kept[at - 1 - start]
    });
}

fn is_near(one: &ContactPoint, two: &ContactPoint) -> bool {
    let (place, turn) = (one.position - two.position, one.normal - two.normal);
    (0..3).all(|at| place[at].abs() < NEAR && turn[at].abs() < NEAR)
}
