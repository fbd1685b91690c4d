//! A cylinder and a mesh.

use super::merge::keep_deepest;
use super::triangle_search::near_box;
use super::{Placed, clip, clip_segment, unit};
use crate::contacts::ContactPoint;
use crate::contacts::cylinders::Cylinder;
use crate::math::{Quaternion, Vector, sin_cos};
use std::f64::consts::PI;
use std::sync::LazyLock;

/// Shorter axes are not looked along, and flatter edges do not cross a cap.
const SHORT: f64 = 1e-5;
/// How far beyond its edges a triangle is still met.
const EDGE_MARGIN: f64 = 1e-5;
/// With this cosine or more a cap lies on the triangle, else the side does.
const UPRIGHT: f64 = 0.9;
/// A cap is an octagon around its circle.
const SIDES: usize = 8;

/// The directions from the sides of that octagon to the axis. The angles are added up,
/// as in the genuine engine, because a product rounds otherwise.
static INWARDS: LazyLock<[Vector; SIDES]> = LazyLock::new(|| {
    let half_side = PI / SIDES as f64;
    let mut angle = half_side;
    [(); SIDES].map(|()| {
        let (sine, cosine) = sin_cos(angle);
        angle += half_side * 2.0;
        Vector::new(-cosine, -sine, 0.0)
    })
});

/// Adds the points where a cylinder touches triangles from the front. Normals
/// point into the cylinder.
pub(in crate::contacts) fn cylinder_mesh(
    cylinder: Cylinder,
    placed: Placed,
    most: usize,
    out: &mut Vec<ContactPoint>,
) {
    let Cylinder {
        pose,
        radius,
        height,
    } = cylinder;
    let solid = Solid {
        cylinder,
        centre: pose.translation,
        axis: pose.rotation.column(2),
        half: height * 0.5,
    };
    let start = out.len();
    for at in near_box(placed, pose, Vector::new(radius, radius, solid.half)) {
        solid.on_triangle(placed.triangle(at), out);
        if out.len() - start >= most {
            out.truncate(start + most);
            break;
        }
    }
    keep_deepest(start, out);
    for point in &mut out[start..] {
        point.normal = -point.normal;
    }
}

struct Solid<'a> {
    cylinder: Cylinder<'a>,
    centre: Vector,
    axis: Vector,
    half: f64,
}

/// The axis along which a cylinder and a triangle are least deep in each other.
struct Best {
    depth: f64,
    /// How far the cylinder reaches along the axis.
    reach: f64,
    /// Towards the triangle.
    normal: Vector,
}

impl Solid<'_> {
    fn on_triangle(&self, corners: [Vector; 3], out: &mut Vec<ContactPoint>) {
        let [a, b, c] = corners;
        let edges = [b - a, c - b, a - c];
        let Some(normal) = unit(edges[1].cross(a - b)) else {
            return;
        };
        if normal.dot(self.centre) - a.dot(normal) < 0.0 {
            return;
        }
        let Some(best) = self.separation(corners, edges, normal) else {
            return;
        };
        if best.normal.dot(self.axis).abs() < UPRIGHT {
            out.extend(
                self.side_on_triangle(a, edges, normal, &best)
                    .into_iter()
                    .flatten(),
            );
        } else {
            self.triangle_on_cap(corners, &best, out);
        }
    }

    /// The axis of the least depth; `None` if some axis separates both.
    fn separation(&self, corners: [Vector; 3], edges: [Vector; 3], normal: Vector) -> Option<Best> {
        let seen = corners.map(|corner| corner - self.centre);
        let mut best = Best {
            depth: f64::INFINITY,
            reach: 0.0,
            normal: Vector::ZERO,
        };
        let reach = self.axis * self.half;
        let caps = [self.centre + reach, self.centre - reach];
        // the side behind the triangle is never taken
        self.look_along(-normal, seen, true, &mut best)?;
        for edge in edges {
            self.look_along(self.axis.cross(edge), seen, false, &mut best)?;
        }
        for corner in corners {
            let across = (corner - caps[0]).cross(self.axis).cross(self.axis);
            self.look_along(across, seen, false, &mut best)?;
        }
        self.look_along(self.axis, seen, false, &mut best)?;
        let [a, b, c] = corners;
        for cap in caps {
            for (from, to) in [(a, b), (b, c), (a, c)] {
                if let Some(axis) = self.rim_to_edge(cap, from, to) {
                    self.look_along(axis, seen, false, &mut best)?;
                }
            }
        }
        Some(best)
    }

    /// The direction across an edge and across the circle through the point
    /// where the edge crosses the plane of a cap.
    fn rim_to_edge(&self, cap: Vector, from: Vector, to: Vector) -> Option<Vector> {
        let along = unit(to - from)?;
        let rise = along.dot(self.axis);
        if rise.abs() < SHORT {
            return None;
        }
        let height = (cap - from).dot(self.axis);
        let part = |at: usize| from[at] + along[at] * height / rise;
        let crossing = Vector::new(part(0), part(1), part(2));
        let tangent = (cap - crossing).cross(self.axis);
        Some(tangent.cross(along))
    }

    fn look_along(
        &self,
        axis: Vector,
        seen: [Vector; 3],
        is_one_sided: bool,
        best: &mut Best,
    ) -> Option<()> {
        let length = axis.length();
        if length < SHORT || !length.is_finite() {
            return Some(());
        }
        let axis = Vector::new(axis.x / length, axis.y / length, axis.z / length);
        let cosine = self.axis.dot(axis);
        let own = if cosine.abs() > 1.0 {
            self.half.abs()
        } else {
            (self.half * cosine).abs() + self.cylinder.radius * (1.0 - cosine * cosine).sqrt()
        };
        let heights = seen.map(|corner| corner.dot(axis));
        let low = heights.into_iter().fold(f64::INFINITY, f64::min);
        let high = heights.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let (middle, reach) = ((low + high) * 0.5, (high - low) * 0.5);
        if middle.abs() > own + reach {
            return None;
        }
        let depth = own + reach - middle.abs();
        if depth < best.depth {
            let is_turned = middle < 0.0 && !is_one_sided;
            *best = Best {
                depth,
                reach: own,
                normal: if is_turned { -axis } else { axis },
            };
        }
        Some(())
    }

    /// The ends of that part of the nearest line of the side which lies over the triangle.
    fn side_on_triangle(
        &self,
        a: Vector,
        edges: [Vector; 3],
        normal: Vector,
        best: &Best,
    ) -> Option<[ContactPoint; 2]> {
        let across = best.normal - self.axis * self.axis.dot(best.normal);
        let length = across.length();
        if length < SHORT {
            return None;
        }
        let across = Vector::new(across.x / length, across.y / length, across.z / length);
        let line = self.centre + across * self.cylinder.radius;
        let reach = self.axis * self.half;
        let mut ends = [line + reach - a, line - reach - a];
        let inwards = edges.map(|edge| normal.cross(edge));
        let is_over = clip_segment(&mut ends, -normal, 0.0)
            && clip_segment(&mut ends, inwards[0], EDGE_MARGIN)
            && clip_segment(
                &mut ends,
                inwards[1],
                -(edges[0].dot(inwards[1]) - EDGE_MARGIN),
            )
            && clip_segment(&mut ends, inwards[2], EDGE_MARGIN);
        is_over.then(|| {
            ends.map(|end| {
                let position = end + a;
                let rest = best.reach - (position - self.centre).dot(best.normal);
                ContactPoint {
                    position,
                    normal: best.normal,
                    depth: (best.depth - rest).max(0.0),
                }
            })
        })
    }

    /// The triangle, cut by the octagon around a cap.
    fn triangle_on_cap(&self, corners: [Vector; 3], best: &Best, out: &mut Vec<ContactPoint>) {
        let is_top = self.axis.dot(best.normal) > 0.0;
        let sign = if is_top { 1.0 } else { -1.0 };
        let cap = self.centre + self.axis * (self.half * sign);
        // Whether a point in the plane of the cap counts is decided by the last digit: vectors
        // are turned by a quaternion, as in the genuine engine.
        let outside = self.cylinder.pose.rotation.quaternion_of_body();
        let inside = inverse(outside);
        let mut points: Vec<Vector> = corners
            .iter()
            .map(|&corner| turned(inside, corner - cap))
            .collect();
        let mut kept = Vec::with_capacity(12);
        clip(&points, Vector::Z * -sign, 0.0, &mut kept);
        std::mem::swap(&mut points, &mut kept);
        for inwards in *INWARDS {
            clip(&points, inwards, self.cylinder.radius, &mut kept);
            std::mem::swap(&mut points, &mut kept);
        }
        out.extend(points.into_iter().filter_map(|point| {
            let position = turned(outside, point) + cap;
            let depth = best.reach - (position - self.centre).dot(best.normal).abs();
            (depth > 0.0).then_some(ContactPoint {
                position,
                normal: best.normal,
                depth,
            })
        }));
    }
}

/// The opposite rotation, divided by the square of its length.
fn inverse(Quaternion { w, v }: Quaternion) -> Quaternion {
    let square = w * w + v.x * v.x + v.y * v.y + v.z * v.z;
    if square <= 0.0 {
        return Quaternion::IDENTITY;
    }
    Quaternion {
        w: w / square,
        v: Vector::new(-v.x / square, -v.y / square, -v.z / square),
    }
}

/// A vector turned, with the sums in the order of the genuine engine.
fn turned(Quaternion { w, v: q }: Quaternion, v: Vector) -> Vector {
    let x = v.x * w + v.z * q.y - v.y * q.z;
    let y = v.y * w + v.x * q.z - v.z * q.x;
    let z = v.z * w + v.y * q.x - v.x * q.y;
    let along = v.x * q.x + v.y * q.y + v.z * q.z;
    Vector::new(
        w * x + q.x * along + q.y * z - q.z * y,
        w * y + q.y * along + q.z * x - q.x * z,
        w * z + q.z * along + q.x * y - q.y * x,
    )
}
