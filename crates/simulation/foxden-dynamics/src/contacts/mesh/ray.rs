//! A ray that leaves a corner of a height field through a mesh.

use super::Placed;
use super::triangle_search::visit_near;
use crate::geometry::Node;
use crate::geometry::single::{Frame, Point};
use crate::math::Vector;

/// A ray this much along a triangle does not meet it.
const FLAT: f32 = 0.000_001;

/// How far along a ray the first face is, first in the order of the tree.
///
/// The length is below 0 where the genuine engine asks: boxes are then looked
/// for on the other side of the origin, faces on the side of the direction,
/// and no face is too far.
pub(in crate::contacts) fn first_face(
    placed: Placed,
    origin: Vector,
    direction: Vector,
    length: f64,
) -> Option<f64> {
    let frame = Frame::of(placed.pose);
    let (from, given) = (Point::rounded(origin), Point::rounded(direction));
    let from = frame.inverse().apply_to_origin(from);
    let along = Point(frame.rows.map(|row| row.dot(given)));
    let limit = length as f32;
    let segment = along * 0.5 * limit;
    let middle = from + segment;
    let reach = Point(segment.0.map(f32::abs));
    let is_near = |node: &Node| {
        let away = middle - node.centre;
        (0..3).all(|axis| {
            let (right, up) = ((axis + 1) % 3, (axis + 2) % 3);
            let apart = segment[right] * away[up] - segment[up] * away[right];
            away[axis].abs() <= node.half[axis] + reach[axis]
                && apart.abs() <= node.half[right] * reach[up] + node.half[up] * reach[right]
        })
    };
    let mut found = Vec::new();
    match placed.mesh.tree().root() {
        Some(root) => visit_near(placed.mesh, root, &is_near, &mut found),
        None => found.extend((!placed.mesh.corners().is_empty()).then_some(0)),
    }
    found.into_iter().find_map(|triangle| {
        let corners = placed.mesh.triangle_in_single(triangle as usize);
        let distance = meet(from, along, corners)?;
        let is_within = limit.is_sign_negative() || distance < limit;
        is_within.then_some(f64::from(distance))
    })
}

/// How far along a ray a triangle is, met from either side.
fn meet(origin: Point, direction: Point, [a, b, c]: [Point; 3]) -> Option<f32> {
    let (first, second) = (b - a, c - a);
    let across = direction.cross(second);
    let determinant = first.dot(across);
    if determinant.abs() <= FLAT * first.dot(first).min(second.dot(second)) {
        return None;
    }
    let inverse = 1.0 / determinant;
    let from = origin - a;
    let u = from.dot(across) * inverse;
    if u.is_sign_negative() || u > 1.0 {
        return None;
    }
    let turned = from.cross(first);
    let v = direction.dot(turned) * inverse;
    if v.is_sign_negative() || u + v > 1.0 {
        return None;
    }
    let distance = second.dot(turned) * inverse;
    (!distance.is_sign_negative()).then_some(distance)
}
