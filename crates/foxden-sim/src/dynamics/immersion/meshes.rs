//! Meshes in a fluid: the triangles below the surface.

use super::{FluidSurface, Immersed};
use crate::dynamics::geometry::Mesh;
use crate::math::{Pose, Vector};

pub(super) fn immersed(mesh: &Mesh, pose: &Pose, surface: &FluidSurface) -> Option<Immersed> {
    // seen from a point of the surface, what closes the wet part has no volume
    let origin = pose.translation + surface.normal * surface.depth(pose.translation);
    let mut found = Immersed::default();
    let mut weighted = Vector::ZERO;
    for triangle in mesh.triangles() {
        let corners = triangle.map(|corner| pose.apply(corner) - origin);
        let depths = corners.map(|corner| -surface.normal.dot(corner));
        let wet = below(&corners, &depths);
        for pair in wet.windows(2).skip(1) {
            let (a, b, c) = (wet[0], pair[0], pair[1]);
            let volume = a.dot(b.cross(c)) / 6.0;
            found.volume += volume;
            found.area += (b - a).cross(c - a).length() * 0.5;
            weighted += (a + b + c) * (0.25 * volume);
        }
    }
    found.centre = origin + weighted * (1.0 / found.volume);
    Some(found)
}

/// The part of a triangle below the surface.
fn below(corners: &[Vector; 3], depths: &[f64; 3]) -> Vec<Vector> {
    let mut wet = Vec::with_capacity(4);
    for at in 0..3 {
        let next = (at + 1) % 3;
        if depths[at] > 0.0 {
            wet.push(corners[at]);
        }
        if (depths[at] > 0.0) != (depths[next] > 0.0) {
            let share = depths[at] / (depths[at] - depths[next]);
            wet.push(corners[at] + (corners[next] - corners[at]) * share);
        }
    }
    wet
}
