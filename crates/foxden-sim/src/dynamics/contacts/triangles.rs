//! Shapes on surfaces of triangles: meshes and height fields.
//!
//! Each triangle is a piece of a plane, seen from its front. No recording
//! shows the genuine engine's choice of points here.

use super::ContactPoint;
use super::plane::Plane;
use super::round::sphere_sphere;
use crate::dynamics::geometry::{Bounds, Geometry};
use crate::dynamics::numbers::limited;
use crate::math::{Pose, Vector};

/// Points closer together than this are one.
const SAME: f64 = 1e-9;

/// A shape (first) on triangles given in the world.
pub(super) fn on_triangles(
    (geometry, pose): (&Geometry, &Pose),
    triangles: impl Iterator<Item = [Vector; 3]>,
    out: &mut Vec<ContactPoint>,
) {
    let Some(bounds) = geometry.bounds(pose) else {
        return;
    };
    let start = out.len();
    for corners in triangles {
        if bounds.overlaps(&Bounds::of_points(corners)) {
            on_triangle(geometry, pose, corners, out);
        }
    }
    remove_doubles(out, start);
}

fn on_triangle(
    geometry: &Geometry,
    pose: &Pose,
    corners: [Vector; 3],
    out: &mut Vec<ContactPoint>,
) {
    let [a, b, c] = corners;
    let normal = (b - a).cross(c - a).normalized();
    if normal == Vector::ZERO || !normal.is_finite() {
        return;
    }
    let plane = Plane {
        normal,
        distance: normal.dot(a),
    };
    let front = normal.dot(pose.translation) - plane.distance;
    // What is more than half behind belongs to another triangle.
    if front <= 0.0 && !matches!(geometry, Geometry::Mesh(_)) {
        return;
    }
    let start = out.len();
    match geometry {
        Geometry::Sphere { radius } => {
            let nearest = nearest_point(corners, normal, pose.translation);
            sphere_sphere(pose.translation, *radius, nearest, 0.0, out);
            return;
        }
        Geometry::Box { size } => plane.cuboid(pose, *size, out),
        Geometry::Capsule { radius, height } => plane.capsule(pose, *radius, *height, out),
        Geometry::Cylinder { radius, height } => plane.cylinder(pose, *radius, *height, out),
        Geometry::Mesh(mesh) => {
            let size = (mesh.bounds.high - mesh.bounds.low).length();
            let points = mesh.vertices().iter().map(|&vertex| pose.apply(vertex));
            plane.points(points, out);
            // Deep points have come in through another triangle.
            retain_from(out, start, |point| point.depth < 0.1 * size);
        }
        Geometry::Plane | Geometry::HeightField(_) => return,
    }
    retain_from(out, start, |point| is_over(corners, normal, point.position));
    let reach = reach(geometry, pose, normal);
    for corner in corners {
        if is_inside(geometry, pose.unapply(corner)) {
            out.push(ContactPoint {
                position: corner,
                normal,
                depth: reach - front,
            });
        }
    }
}

fn retain_from(
    out: &mut Vec<ContactPoint>,
    start: usize,
    mut keep: impl FnMut(&ContactPoint) -> bool,
) {
    let mut at = 0;
    out.retain(|point| {
        at += 1;
        at <= start || keep(point)
    });
}

fn remove_doubles(out: &mut Vec<ContactPoint>, start: usize) {
    let mut kept = start;
    for at in start..out.len() {
        let point = out[at];
        let is_double = out[start..kept].iter().any(|other| {
            (other.position - point.position).length() < SAME
                && other.normal.dot(point.normal) > 0.999
        });
        if !is_double {
            out[kept] = point;
            kept += 1;
        }
    }
    out.truncate(kept);
}

/// Whether a point lies over a triangle, seen along its normal.
fn is_over([a, b, c]: [Vector; 3], normal: Vector, point: Vector) -> bool {
    let left_of = |from: Vector, to: Vector| {
        let edge = to - from;
        normal.dot(edge.cross(point - from)) >= -SAME * edge.length()
    };
    left_of(a, b) && left_of(b, c) && left_of(c, a)
}

/// The point of a triangle nearest to another point.
fn nearest_point([a, b, c]: [Vector; 3], normal: Vector, point: Vector) -> Vector {
    if is_over([a, b, c], normal, point) {
        return point - normal * normal.dot(point - a);
    }
    let on_edge = |from: Vector, to: Vector| {
        let edge = to - from;
        let share = edge.dot(point - from) / edge.length_squared();
        from + edge * limited(share, 0.0, 1.0)
    };
    let distance = |candidate: &Vector| (*candidate - point).length_squared();
    [on_edge(a, b), on_edge(b, c), on_edge(c, a)]
        .into_iter()
        .min_by(|one, two| distance(one).total_cmp(&distance(two)))
        .unwrap_or(a)
}

/// How far a shape reaches along a direction from its origin.
fn reach(geometry: &Geometry, pose: &Pose, direction: Vector) -> f64 {
    let inside = pose.rotation.transposed() * direction;
    let across = inside.x.hypot(inside.y);
    match geometry {
        Geometry::Box { size } => {
            0.5 * (inside.x.abs() * size.x + inside.y.abs() * size.y + inside.z.abs() * size.z)
        }
        Geometry::Sphere { radius } => *radius,
        Geometry::Capsule { radius, height } => inside.z.abs() * height * 0.5 + radius,
        Geometry::Cylinder { radius, height } => inside.z.abs() * height * 0.5 + radius * across,
        _ => 0.0,
    }
}

fn is_inside(geometry: &Geometry, point: Vector) -> bool {
    let across = point.x.hypot(point.y);
    match geometry {
        Geometry::Box { size } => (0..3).all(|at| point[at].abs() < size[at] * 0.5),
        Geometry::Capsule { radius, height } => {
            let beyond = (point.z.abs() - height * 0.5).max(0.0);
            across.hypot(beyond) < *radius
        }
        Geometry::Cylinder { radius, height } => across < *radius && point.z.abs() < height * 0.5,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_and_a_ball_rest_on_two_triangles() {
        let (a, b) = (Vector::new(-1.0, -1.0, 0.0), Vector::new(1.0, -1.0, 0.0));
        let (c, d) = (Vector::new(-1.0, 1.0, 0.0), Vector::new(1.0, 1.0, 0.0));
        let ground = [[a, b, c], [d, c, b]];
        let touch = |geometry: Geometry, z: f64| {
            let pose = Pose {
                translation: Vector::new(0.3, 0.1, z),
                ..Pose::IDENTITY
            };
            let mut out = Vec::new();
            on_triangles((&geometry, &pose), ground.into_iter(), &mut out);
            out
        };
        let cube = || Geometry::Box {
            size: Vector::new(0.2, 0.2, 0.2),
        };
        let points = touch(cube(), 0.099);
        assert_eq!(points.len(), 4);
        assert!(
            points
                .iter()
                .all(|point| (point.depth - 0.001).abs() < 1e-12)
        );
        let points = touch(Geometry::Sphere { radius: 0.1 }, 0.099);
        assert_eq!(points.len(), 1);
        assert!((points[0].normal - Vector::Z).length() < 1e-12);
        assert!(touch(cube(), 0.101).is_empty());
    }
}
