//! A mesh and a ball.

use super::triangle_search::near_ball;
use super::{Placed, unit};
use crate::contacts::ContactPoint;
use crate::math::Vector;

/// Adds a point for each triangle that the ball reaches from the front. The
/// normal is that of the triangle, also at an edge. Normals point into the mesh.
pub(in crate::contacts) fn mesh_ball(
    placed: Placed,
    (centre, radius): (Vector, f64),
    most: usize,
    out: &mut Vec<ContactPoint>,
) {
    let start = out.len();
    for at in near_ball(placed, centre, radius) {
        if out.len() - start == most {
            return;
        }
        out.extend(on_triangle(placed.triangle(at), centre, radius));
    }
}

fn on_triangle([a, b, c]: [Vector; 3], centre: Vector, radius: f64) -> Option<ContactPoint> {
    let (first, second) = (b - a, c - a);
    let normal = unit(first.cross(second))?;
    if normal.dot(centre) - normal.dot(a) < 0.0 {
        return None;
    }
    let (u, v) = nearest(a - centre, first, second)?;
    let position = a * (1.0 - u - v) + b * u + c * v;
    let away = centre - position;
    let distance = away.length();
    if distance > radius {
        return None;
    }
    let share = if distance > 0.0 {
        away.dot(normal) / distance
    } else {
        1.0
    };
    (share >= 0.0).then(|| ContactPoint {
        position,
        normal: -normal,
        depth: (radius - distance) * share,
    })
}

/// The shares of two edges in the point of a triangle nearest to the origin.
/// The triangle starts at `from`. `None` if it has no area.
fn nearest(from: Vector, first: Vector, second: Vector) -> Option<(f64, f64)> {
    let (aa, ab, bb) = (first.dot(first), first.dot(second), second.dot(second));
    let (a, b) = (from.dot(first), from.dot(second));
    let determinant = (aa * bb - ab * ab).abs();
    let (u, v) = (ab * b - bb * a, ab * a - aa * b);
    // how far along an edge, given how long it is and where the point is on it
    let along = |length: f64, place: f64| {
        if place >= 0.0 {
            0.0
        } else if -place >= length {
            1.0
        } else {
            -place / length
        }
    };
    let on_first = || (along(aa, a), 0.0);
    let on_second = || (0.0, along(bb, b));
    let (to_first, to_second) = (aa + a - ab - b, bb + b - ab - a);
    let on_third = |towards_first: f64| {
        let length = aa - 2.0 * ab + bb;
        if towards_first <= 0.0 {
            (0.0, 1.0)
        } else if towards_first >= length {
            (1.0, 0.0)
        } else {
            let share = towards_first / length;
            (share, 1.0 - share)
        }
    };
    Some(if u + v <= determinant {
        match (u < 0.0, v < 0.0) {
            (true, true) if a < 0.0 => on_first(),
            (true, _) => on_second(),
            (false, true) => on_first(),
            (false, false) if determinant == 0.0 => return None,
            (false, false) => (u / determinant, v / determinant),
        }
    } else if u < 0.0 {
        if to_second > 0.0 {
            on_third(to_second)
        } else {
            on_second()
        }
    } else if v < 0.0 {
        if to_first > 0.0 {
            let (v, u) = on_third(to_first);
            (u, v)
        } else {
            on_first()
        }
    } else {
        on_third(to_second)
    })
}
