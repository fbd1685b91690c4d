//! Height fields and what lies on them, by the rules of the genuine engine.
//!
//! The other shape is looked at in the engine's frame of the field, where y is
//! up. Each plane of the surface is infinite at first; a point on it counts if
//! it is over a triangle of that plane.

mod zone;

use super::ContactPoint;
use super::mesh::{Placed, first_face};
use super::plane::Plane;
use crate::geometry::{Bounds, Geometry, HeightField};
use crate::math::{Pose, Vector};
use zone::{Triangle, Zone};

/// How near numbers are taken to be equal.
const EPSILON: f64 = f64::EPSILON;
/// The most points of a shape on one plane.
const MOST_ON_PLANE: usize = 10;
/// A shape that is wider than this many cells may touch single samples.
const MANY_CELLS: f64 = 1.5;

/// Adds the points where a shape touches a height field. Normals point into
/// the field.
pub(super) fn height_field_shape(
    (field, pose): (&HeightField, &Pose),
    (geometry, shape_pose): (&Geometry, &Pose),
    most: usize,
    out: &mut Vec<ContactPoint>,
) {
    let frame = field.frame(pose);
    let inverse = frame.rotation.transposed();
    let middle = Vector::new(field.grid().width() / 2.0, 0.0, field.grid().depth() / 2.0);
    let seen = Pose {
        rotation: inverse * shape_pose.rotation,
        translation: inverse * (shape_pose.translation - frame.translation) + middle,
    };
    let Some(bounds) = geometry.bounds(&seen) else {
        return;
    };
    let vertices = match geometry {
        Geometry::Mesh(mesh) => mesh
            .used_vertices()
            .map(|vertex| seen.apply(vertex))
            .collect(),
        _ => Vec::new(),
    };
    let visitor = Visitor {
        geometry,
        pose: seen,
        bounds,
        vertices,
    };
    let start = out.len();
    visitor.touch(field, most, out);
    out.truncate(start + most);
    for point in &mut out[start..] {
        point.position = frame.rotation * (point.position - middle) + frame.translation;
        point.normal = frame.rotation * -point.normal;
    }
}

/// A shape in the engine's frame of a field.
struct Visitor<'a> {
    geometry: &'a Geometry,
    pose: Pose,
    bounds: Bounds,
    /// Those of a mesh.
    vertices: Vec<Vector>,
}

impl Visitor<'_> {
    /// Adds the points in the engine's frame. Normals point out of the field.
    fn touch(&self, field: &HeightField, most: usize, out: &mut Vec<ContactPoint>) {
        let Some(zone) = Zone::of(field, &self.bounds) else {
            return;
        };
        let (bottom, top) = (self.bounds.low.y, self.bounds.high.y);
        if bottom - zone.highest > -EPSILON {
            return;
        }
        if zone.lowest - top > -EPSILON {
            // wholly below the surface: pushed up to it
            let at = self.pose.translation;
            out.push(ContactPoint {
                position: Vector::new(at.x, zone.lowest, at.z),
                normal: Vector::Y,
                depth: zone.lowest - top,
            });
            return;
        }
        if zone.highest - zone.lowest < EPSILON {
            let plane = Plane {
                normal: Vector::Y,
                distance: zone.lowest,
            };
            self.on_plane(&plane, most, out);
            return;
        }
        let is_wide = self.is_wide(field);
        let mut is_done = zone.sunken_samples(bottom, is_wide);
        let triangles = zone.triangles_above(bottom);
        let mut has_point = vec![false; triangles.len()];
        let mut points = Vec::new();
        for group in zone::planes(&triangles) {
            let Some(&first) = group.first() else {
                continue;
            };
            points.clear();
            self.on_plane(&triangles[first].plane, MOST_ON_PLANE, &mut points);
            points.retain(|point| {
                group
                    .iter()
                    .any(|&at| zone.is_over(&triangles[at], point.position))
            });
            if points.is_empty() {
                continue;
            }
            out.append(&mut points);
            for &at in &group {
                has_point[at] = true;
                for sample in triangles[at].samples {
                    is_done[sample] = true;
                }
            }
        }
        if is_wide {
            let mut rest = triangles.iter().zip(&has_point);
            let without_points = rest.by_ref().filter(|(_, has_point)| !**has_point);
            for (triangle, _) in without_points {
                self.touch_samples(&zone, triangle, &mut is_done, out);
            }
        }
    }

    /// Whether the shape covers enough cells that single samples may touch it.
    fn is_wide(&self, field: &HeightField) -> bool {
        let [across, along] = field.steps();
        let size = self.bounds.high - self.bounds.low;
        matches!(self.geometry, Geometry::Mesh(_))
            || size.x * (1.0 / across) > MANY_CELLS
            || size.z * (1.0 / along) > MANY_CELLS
    }

    fn on_plane(&self, plane: &Plane, most: usize, out: &mut Vec<ContactPoint>) {
        let pose = &self.pose;
        match self.geometry {
            Geometry::Sphere { radius } => plane.sphere(pose.translation, *radius, out),
            Geometry::Box { size } => plane.cuboid(pose, *size, out),
            Geometry::Capsule { radius, height } => plane.capsule(pose, *radius, *height, out),
            Geometry::Cylinder { radius, height } => plane.cylinder(pose, *radius, *height, out),
            Geometry::Mesh(_) => plane.points(self.vertices.iter().copied(), most, out),
            Geometry::Plane | Geometry::HeightField(_) => {}
        }
    }

    /// Samples of a triangle that are inside the shape.
    fn touch_samples(
        &self,
        zone: &Zone,
        triangle: &Triangle,
        is_done: &mut [bool],
        out: &mut Vec<ContactPoint>,
    ) {
        for at in triangle.samples {
            if is_done[at] {
                continue;
            }
            let position = zone.sample(at);
            if let Some(depth) = self.depth_of(position, triangle.plane.normal) {
                out.push(ContactPoint {
                    position,
                    normal: triangle.plane.normal,
                    depth,
                });
                is_done[at] = true;
            }
        }
    }

    /// How deep a sample is in the shape, where the engine can tell.
    fn depth_of(&self, sample: Vector, normal: Vector) -> Option<f64> {
        let inside = self.pose.unapply(sample);
        let depth = match self.geometry {
            Geometry::Sphere { radius } => radius - (sample - self.pose.translation).length(),
            Geometry::Box { size } => (0..3)
                .map(|at| size[at] * 0.5 - inside[at].abs())
                .fold(f64::INFINITY, f64::min),
            Geometry::Capsule { radius, height } => {
                let (middle, axis) = (self.pose.translation, self.pose.rotation.column(2));
                let half = height * 0.5;
                let along = (sample - middle).dot(axis).min(half).max(-half);
                radius - (sample - (middle + axis * along)).length()
            }
            Geometry::Mesh(mesh) => {
                let placed = Placed {
                    mesh,
                    pose: &self.pose,
                };
                let length = (self.bounds.low.y - sample.y) * 1000.0;
                return first_face(placed, sample, normal, length);
            }
            // the engine's ray has a length below 0, which meets no cylinder
            Geometry::Cylinder { .. } | Geometry::Plane | Geometry::HeightField(_) => return None,
        };
        (depth > EPSILON).then_some(depth)
    }
}

#[cfg(test)]
mod tests;
