//! A mesh and a box.

use super::merge::add_unique;
use super::triangle_search::near_box;
use super::{Placed, clip, unit};
use crate::contacts::ContactPoint;
use crate::math::{Pose, Vector};

/// An edge of the triangle must be better than a face by this factor.
const EDGE_HANDICAP: f64 = 1.5;

/// Adds the points where the triangles of a mesh touch a box. Normals point
/// into the mesh.
pub(in crate::contacts) fn mesh_cuboid(
    placed: Placed,
    (pose, size): (&Pose, Vector),
    most: usize,
    out: &mut Vec<ContactPoint>,
) {
    let cuboid = Cuboid {
        centre: pose.translation,
        axes: [0, 1, 2].map(|at| pose.rotation.column(at)),
        half: size * 0.5,
    };
    let start = out.len();
    let mut points = Vec::new();
    for at in near_box(placed, pose, cuboid.half) {
        points.clear();
        cuboid.on_triangle(placed.triangle(at), &mut points);
        for &point in &points {
            add_unique(point, start, most, out);
        }
    }
}

struct Cuboid {
    centre: Vector,
    axes: [Vector; 3],
    half: Vector,
}

struct Triangle {
    corners: [Vector; 3],
    /// From the first corner to the second, from the first to the third, and
    /// from the second to the third.
    edges: [Vector; 3],
    /// Not of length 1.
    normal: Vector,
}

/// Along what the box and the triangle are least deep in each other.
#[derive(Clone, Copy)]
enum Axis {
    Triangle,
    Face(usize),
    Edges { own: usize, other: usize },
}

struct Best {
    axis: Axis,
    depth: f64,
    /// Towards the triangle.
    normal: Vector,
}

impl Best {
    fn take(&mut self, axis: Axis, depth: f64, normal: Vector) {
        *self = Self {
            axis,
            depth,
            normal,
        };
    }
}

impl Cuboid {
    fn on_triangle(&self, corners: [Vector; 3], out: &mut Vec<ContactPoint>) {
        let [a, b, c] = corners;
        let (first, second) = (b - a, c - a);
        let triangle = Triangle {
            corners,
            edges: [first, second, second - first],
            normal: first.cross(second),
        };
        let Some(best) = self.separation(&triangle) else {
            return;
        };
        match best.axis {
            Axis::Triangle => self.clip_face(&triangle, best.normal, out),
            Axis::Face(axis) => self.clip_triangle(&triangle, axis, best.normal, out),
            Axis::Edges { own, other } => out.push(ContactPoint {
                position: self.between_edges(&triangle, own, other, best.normal),
                normal: best.normal,
                depth: best.depth,
            }),
        }
    }

    /// The axis of the least depth; `None` if some axis separates both.
    fn separation(&self, triangle: &Triangle) -> Option<Best> {
        let normal = triangle.normal;
        let length = normal.length();
        if length == 0.0 || !length.is_finite() {
            return None;
        }
        let away = triangle.corners[0] - self.centre;
        let reach: f64 = (0..3)
            .map(|at| self.half[at] * normal.dot(self.axes[at]).abs())
            .sum();
        // what is in front of the triangle does not touch it
        let depth = reach + normal.dot(away);
        if depth < 0.0 {
            return None;
        }
        let scale = 1.0 / length;
        let mut best = Best {
            axis: Axis::Triangle,
            depth: depth * scale,
            normal: normal * -scale,
        };
        for (at, &axis) in self.axes.iter().enumerate() {
            let place = axis.dot(away);
            let heights = [
                place,
                place + axis.dot(triangle.edges[0]),
                place + axis.dot(triangle.edges[1]),
            ];
            let low = heights.into_iter().fold(f64::INFINITY, f64::min);
            let high = heights.into_iter().fold(f64::NEG_INFINITY, f64::max);
            let (depth, sign) = shallower(low, high, self.half[at])?;
            if depth < best.depth {
                best.take(Axis::Face(at), depth, axis * sign);
            }
        }
        for (own, &axis) in self.axes.iter().enumerate() {
            let rise = axis.dot(normal);
            for (other, &edge) in triangle.edges.iter().enumerate() {
                let across = axis.cross(edge);
                if across.length_squared() <= f64::EPSILON {
                    continue;
                }
                let place = across.dot(away);
                let end = if other == 0 {
                    place + rise
                } else {
                    place - rise
                };
                let (right, up) = others(own);
                let reach = self.half[right] * self.axes[up].dot(edge).abs()
                    + self.half[up] * self.axes[right].dot(edge).abs();
                let (depth, sign) = shallower(place.min(end), place.max(end), reach)?;
                let scale = 1.0 / across.length();
                let depth = depth * scale;
                if depth * EDGE_HANDICAP < best.depth {
                    best.take(Axis::Edges { own, other }, depth, across * sign * scale);
                }
            }
        }
        Some(best)
    }

    /// The face of the box that looks at the triangle, cut by the triangle.
    fn clip_face(&self, triangle: &Triangle, normal: Vector, out: &mut Vec<ContactPoint>) {
        let [a, b, c] = triangle.corners;
        let up = -normal;
        let inside = self.axes.map(|axis| axis.dot(up));
        let [x, y, z] = inside.map(f64::abs);
        let facing = match (y > x, y > z, x > z) {
            (true, true, _) => 1,
            (false, _, true) => 0,
            _ => 2,
        };
        let away = self.axes[facing] * self.half[facing];
        let middle = self.centre - a;
        let middle = if inside[facing] > 0.0 {
            middle - away
        } else {
            middle + away
        };
        let (right, left) = others(facing);
        let along = self.axes[right] * self.half[right];
        let across = self.axes[left] * self.half[left];
        let face = [
            middle + along - across,
            middle - along - across,
            middle - along + across,
            middle + along + across,
        ];
        let sides = [(b - a, 0.0), (c - b, 1.0), (a - c, 0.0)];
        let mut points = face.to_vec();
        let mut kept = Vec::with_capacity(9);
        let Some(down) = unit(-triangle.normal) else {
            return;
        };
        clip(&points, down, 0.0, &mut kept);
        std::mem::swap(&mut points, &mut kept);
        for (edge, is_beyond) in sides {
            let Some(inwards) = unit(triangle.normal.cross(edge)) else {
                return;
            };
            clip(
                &points,
                inwards,
                is_beyond * (a - c).dot(inwards),
                &mut kept,
            );
            std::mem::swap(&mut points, &mut kept);
        }
        out.extend(points.iter().map(|&point| ContactPoint {
            position: point + a,
            normal,
            depth: (-up.dot(point)).max(0.0),
        }));
    }

    /// The triangle, cut by a face of the box and by its sides.
    fn clip_triangle(
        &self,
        triangle: &Triangle,
        axis: usize,
        normal: Vector,
        out: &mut Vec<ContactPoint>,
    ) {
        let mut points = triangle.corners.map(|corner| corner - self.centre).to_vec();
        let mut kept = Vec::with_capacity(9);
        clip(&points, -normal, self.half[axis], &mut kept);
        std::mem::swap(&mut points, &mut kept);
        let (right, up) = others(axis);
        for side in [right, up] {
            for inwards in [self.axes[side], -self.axes[side]] {
                clip(&points, inwards, self.half[side], &mut kept);
                std::mem::swap(&mut points, &mut kept);
            }
        }
        out.extend(points.iter().map(|&point| ContactPoint {
            position: point + self.centre,
            normal,
            depth: (self.half[axis] - normal.dot(point)).max(0.0),
        }));
    }

    /// The middle between the nearest points of two edges.
    fn between_edges(
        &self,
        triangle: &Triangle,
        own: usize,
        other: usize,
        normal: Vector,
    ) -> Vector {
        let mut corner = self.centre;
        for (at, &axis) in self.axes.iter().enumerate() {
            let sign = if normal.dot(axis) > 0.0 { 1.0 } else { -1.0 };
            corner += axis * (sign * self.half[at]);
        }
        let [a, b, c] = triangle.corners;
        let start = [a, c, b][other];
        let along = self.axes[own];
        let edge = unit(triangle.edges[other]).unwrap_or(Vector::ZERO);
        let way = start - corner;
        let cosine = along.dot(edge);
        let (to_first, to_second) = (along.dot(way), -edge.dot(way));
        let square = 1.0 - cosine * cosine;
        let (first, second) = if square > 0.0 {
            let scale = 1.0 / square;
            (
                (to_first + cosine * to_second) * scale,
                (cosine * to_first + to_second) * scale,
            )
        } else {
            (0.0, 0.0)
        };
        (corner + along * first + (start + edge * second)) * 0.5
    }
}

/// The other two axes, in order.
const fn others(axis: usize) -> (usize, usize) {
    match axis {
        0 => (1, 2),
        1 => (0, 2),
        _ => (0, 1),
    }
}

/// How deep an interval is in another about 0, and on which side less so;
/// `None` if they are apart.
fn shallower(low: f64, high: f64, half: f64) -> Option<(f64, f64)> {
    let (above, below) = (half - low, high + half);
    if above < 0.0 || below < 0.0 {
        None
    } else if above > below {
        Some((below, -1.0))
    } else {
        Some((above, 1.0))
    }
}
