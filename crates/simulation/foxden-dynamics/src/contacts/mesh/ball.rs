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
    let NearestFace { u, v, squared } = nearest(a - centre, first, second)?;
    let inside = radius - squared.abs().sqrt();
    if inside.is_nan() || inside < 0.0 {
        return None;
    }
    let position = a * (1.0 - u - v) + b * u + c * v;
    let away = centre - position;
    let distance = away.length();
    let share = if distance > 0.0 {
        away.dot(normal) / distance
    } else {
        1.0
    };
    (share >= 0.0).then(|| ContactPoint {
        position,
        normal: -normal,
        depth: inside * share,
    })
}

/// The point of a triangle that is nearest to the origin.
struct NearestFace {
    /// The shares of the two edges from the first corner.
    u: f64,
    v: f64,
    /// The square of its distance, as a polynomial of the shares. It rounds otherwise than the
    /// distance itself does: whether a ball that just touches has a contact depends on that.
    squared: f64,
}

/// The point of a triangle nearest to the origin. The triangle starts at `from`. `None` if it
/// has no area.
fn nearest(from: Vector, first: Vector, second: Vector) -> Option<NearestFace> {
    let (aa, ab, bb) = (first.dot(first), first.dot(second), second.dot(second));
    let (a, b, c) = (from.dot(first), from.dot(second), from.dot(from));
    let determinant = (aa * bb - ab * ab).abs();
    let (u, v) = (ab * b - bb * a, ab * a - aa * b);
    // the share of one edge, given its square and where the point is on it
    let along = |edge: f64, place: f64| {
        if place >= 0.0 {
            (0.0, c)
        } else if -place >= edge {
            (1.0, edge + 2.0 * place + c)
        } else {
            let share = -place / edge;
            (share, place * share + c)
        }
    };
    let on_first = || {
        let (u, squared) = along(aa, a);
        NearestFace { u, v: 0.0, squared }
    };
    let on_second = || {
        let (v, squared) = along(bb, b);
        NearestFace { u: 0.0, v, squared }
    };
    let at_first_end = || NearestFace {
        u: 1.0,
        v: 0.0,
        squared: aa + 2.0 * a + c,
    };
    let at_second_end = || NearestFace {
        u: 0.0,
        v: 1.0,
        squared: bb + 2.0 * b + c,
    };
    let at = |u: f64, v: f64| NearestFace {
        u,
        v,
        squared: u * (aa * u + ab * v + 2.0 * a) + v * (ab * u + bb * v + 2.0 * b) + c,
    };
    let third = aa - 2.0 * ab + bb;
    Some(if u + v <= determinant {
        match (u < 0.0, v < 0.0) {
            (true, true) if a < 0.0 => on_first(),
            (true, _) => on_second(),
            (false, true) => on_first(),
            (false, false) if determinant == 0.0 => return None,
            (false, false) => {
                let inverse = 1.0 / determinant;
                at(u * inverse, v * inverse)
            }
        }
    } else if u < 0.0 {
        let (from_first, from_second) = (ab + a, bb + b);
        if from_second > from_first {
            let towards_first = from_second - from_first;
            if towards_first >= third {
                at_first_end()
            } else {
                let u = towards_first / third;
                at(u, 1.0 - u)
            }
        } else if from_second <= 0.0 {
            at_second_end()
        } else {
            on_second()
        }
    } else if v < 0.0 {
        let (from_second, from_first) = (ab + b, aa + a);
        if from_first > from_second {
            let towards_second = from_first - from_second;
            if towards_second >= third {
                at_second_end()
            } else {
                let v = towards_second / third;
                at(1.0 - v, v)
            }
        } else if from_first <= 0.0 {
            at_first_end()
        } else {
            on_first()
        }
    } else {
        let towards_first = bb + b - ab - a;
        if towards_first <= 0.0 {
            at_second_end()
        } else if towards_first >= third {
            at_first_end()
        } else {
            let u = towards_first / third;
            at(u, 1.0 - u)
        }
    })
}
