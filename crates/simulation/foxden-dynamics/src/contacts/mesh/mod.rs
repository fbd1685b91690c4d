//! Meshes on other shapes, by the rules of the genuine engine.
//!
//! A tree gives the triangles near the other shape, in 32 bits; each of them
//! is then tried by itself, in 64 bits, and is solid from its front only.

mod ball;
mod capsule;
mod cuboid;
mod cylinder;
mod merge;
mod overlap;
mod pair;
mod ray;
mod triangle_search;

pub(super) use ball::mesh_ball;
pub(super) use capsule::mesh_capsule;
pub(super) use cuboid::mesh_cuboid;
pub(super) use cylinder::cylinder_mesh;
pub(super) use pair::mesh_mesh;
pub(super) use ray::first_face;

use crate::geometry::Mesh;
use crate::math::{Pose, Vector};

/// A mesh in the world.
#[derive(Clone, Copy)]
pub(super) struct Placed<'a> {
    pub mesh: &'a Mesh,
    pub pose: &'a Pose,
}

impl Placed<'_> {
    /// The corners of a triangle in the world.
    fn triangle(&self, at: u32) -> [Vector; 3] {
        self.mesh
            .triangle(at as usize)
            .map(|corner| self.pose.apply(corner))
    }
}

/// The unit vector of a direction as the genuine engine finds it. Nothing has no direction.
fn unit(vector: Vector) -> Option<Vector> {
    (vector.is_finite() && vector != Vector::ZERO).then(|| vector.normalized_safely())
}

/// The part of a polygon in front of a plane. The plane is all points whose
/// inner product with the normal is `-offset`; what lies in it is kept.
fn clip(points: &[Vector], normal: Vector, offset: f64, kept: &mut Vec<Vector>) {
    kept.clear();
    let Some(&last) = points.last() else {
        return;
    };
    let height = |point: Vector| normal.dot(point) + offset;
    let mut before = last;
    for &point in points {
        let (a, b) = (height(before), height(point));
        if a >= 0.0 {
            kept.push(before);
        }
        if (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0) {
            kept.push(crossing(before, point, a, b));
        }
        before = point;
    }
}

/// The part of a line segment in front of a plane; false if it is behind.
fn clip_segment(ends: &mut [Vector; 2], normal: Vector, offset: f64) -> bool {
    let [a, b] = ends.map(|end| normal.dot(end) + offset);
    if a < 0.0 && b < 0.0 {
        return false;
    }
    if (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0) {
        let met = crossing(ends[0], ends[1], a, b);
        ends[usize::from(a > 0.0)] = met;
    }
    true
}

/// Where the line between two points is at height 0.
fn crossing(from: Vector, to: Vector, height_from: f64, height_to: f64) -> Vector {
    let way = from - to;
    let part = |at: usize| from[at] - way[at] * height_from / (height_from - height_to);
    Vector::new(part(0), part(1), part(2))
}

#[cfg(test)]
mod tests;
