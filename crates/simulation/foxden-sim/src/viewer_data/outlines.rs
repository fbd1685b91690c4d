//! The boundingObjects as lines.

use super::BodyGroups;
use crate::bodies::relative;
use crate::math::{Pose, Vector};
use crate::spatial::rays::shapes::ColliderShape;
use crate::world::World;
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::TAU;

/// How many lines a circle has.
const CIRCLE: usize = 24;

/// Half of the side of what is shown of a plane, in metres.
const PLANE: f64 = 5.0;

/// How many lines are shown of a mesh.
const MOST_EDGES: usize = 20_000;

impl World {
    /// The lines of all boundingObjects by the number of their group: pairs of
    /// points in the frame of the group.
    pub fn outlines(&self, groups: &BodyGroups) -> BTreeMap<u32, Vec<[f64; 3]>> {
        let mut found: BTreeMap<u32, Vec<[f64; 3]>> = BTreeMap::new();
        for collider in &self.model.colliders {
            let group = groups.of_place(Some(collider.place));
            let pose = self.viewed_pose(collider.place);
            let inner = match groups.start(&self.model, collider.place) {
                Some(start) => relative(&self.viewed_pose(start), &pose),
                None => pose,
            };
            let pose = inner.then(&collider.pose);
            let points = found.entry(group).or_default();
            lines(&collider.shape, &pose, points);
        }
        found
    }
}

fn lines(shape: &ColliderShape, pose: &Pose, points: &mut Vec<[f64; 3]>) {
    let mut line = |from: Vector, to: Vector| {
        points.push(pose.apply(from).to_array());
        points.push(pose.apply(to).to_array());
    };
    match shape {
        ColliderShape::Sphere { radius } => {
            for axis in 0..3 {
                circle(&mut line, axis, Vector::ZERO, *radius, 0.0, 1.0);
            }
        }
        ColliderShape::Box { half } => {
            let corner = |at: usize| {
                let sign = |bit: usize| if at >> bit & 1 == 1 { 1.0 } else { -1.0 };
                Vector::new(sign(0) * half.x, sign(1) * half.y, sign(2) * half.z)
            };
            for at in 0..8_usize {
                for bit in (0..3).filter(|bit| at >> bit & 1 == 0) {
                    line(corner(at), corner(at | 1 << bit));
                }
            }
        }
        ColliderShape::Cylinder {
            radius,
            half_height,
        }
        | ColliderShape::Capsule {
            radius,
            half_height,
        } => {
            let up = Vector::new(0.0, 0.0, *half_height);
            circle(&mut line, 2, up, *radius, 0.0, 1.0);
            circle(&mut line, 2, -up, *radius, 0.0, 1.0);
            for (x, y) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
                let side = Vector::new(x * radius, y * radius, 0.0);
                line(side - up, side + up);
            }
            if matches!(shape, ColliderShape::Capsule { .. }) {
                for axis in 0..2 {
                    circle(&mut line, axis, up, *radius, 0.0, 0.5);
                    circle(&mut line, axis, -up, *radius, 0.5, 1.0);
                }
            }
        }
        ColliderShape::Plane => {
            for at in -5..=5_i32 {
                let along = f64::from(at) * PLANE / 5.0;
                line(
                    Vector::new(along, -PLANE, 0.0),
                    Vector::new(along, PLANE, 0.0),
                );
                line(
                    Vector::new(-PLANE, along, 0.0),
                    Vector::new(PLANE, along, 0.0),
                );
            }
        }
        ColliderShape::Mesh(mesh) => {
            let mut edges = BTreeSet::new();
            for triangle in mesh.corners() {
                for at in 0..3 {
                    let (one, other) = (triangle[at], triangle[(at + 1) % 3]);
                    edges.insert((one.min(other), one.max(other)));
                }
            }
            let all = mesh.points();
            for (one, other) in edges.into_iter().take(MOST_EDGES) {
                line(all[one as usize], all[other as usize]);
            }
        }
        // the grid is drawn as it is; there is nothing else to see
        ColliderShape::Grid(_) => {}
    }
}

/// A part of a circle around an axis, from one part of a turn to another. It
/// begins such that the first half of circles around x and y is above.
fn circle(
    line: &mut impl FnMut(Vector, Vector),
    axis: usize,
    centre: Vector,
    radius: f64,
    from: f64,
    to: f64,
) {
    let count = (CIRCLE as f64 * (to - from)).round() as usize;
    let point = |at: usize| {
        let angle = TAU * (from + (to - from) * at as f64 / count as f64);
        let (sin, cos) = crate::math::sin_cos(angle);
        let flat = match axis {
            0 => Vector::new(0.0, cos, sin),
            1 => Vector::new(cos, 0.0, sin),
            _ => Vector::new(cos, sin, 0.0),
        };
        centre + flat * radius
    };
    for at in 0..count {
        line(point(at), point(at + 1));
    }
}
