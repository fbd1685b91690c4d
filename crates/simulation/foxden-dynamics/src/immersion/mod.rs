//! What of a shape lies below the surface of a fluid.
//!
//! The genuine engine does not always count the wet surface as geometry would:
//! a box shows one side of each pair once it is under, shapes that are cut by
//! the surface may show none along their axes, and some sums take a face twice
//! or leave it out. Drag follows from these numbers, so they are kept as they are.

mod boxes;
mod capsules;
mod meshes;
mod revolution;
mod spheres;

use super::geometry::Geometry;
use crate::math::{Matrix, Pose, Vector};
use revolution::Revolution;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Less than this under the surface counts as nothing, in cubic metres.
const LEAST_VOLUME: f64 = 1e-10;

/// The surface of a fluid: all is wet on the side from which the normal points away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FluidSurface {
    /// Of length 1.
    pub normal: Vector,
    /// How far the surface is from the origin along the normal.
    pub height: f64,
}

/// The wet part of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Immersed {
    /// The volume below the surface.
    pub volume: f64,
    /// The wet surface.
    pub area: f64,
    /// What the wet surface shows along the axes of the body.
    pub shown: [f64; 3],
    /// The centre of the wet volume in the world.
    pub centre: Vector,
}

impl FluidSurface {
    /// The surface of a fluid that fills a shape: its top. A mesh has its
    /// surface upside down, as in the genuine engine, and ground has none.
    pub fn of(geometry: &Geometry, pose: &Pose) -> Option<Self> {
        let up = pose.rotation.column(2);
        let at = |reach: f64| {
            Some(Self {
                normal: up,
                height: up.dot(pose.translation) + reach,
            })
        };
        match geometry {
            Geometry::Box { size } => at(size.z * 0.5),
            Geometry::Sphere { radius } => at(*radius),
            Geometry::Cylinder { height, .. } => at(height * 0.5),
            Geometry::Capsule { radius, height } => at(height * 0.5 + radius),
            Geometry::Plane => at(0.0),
            Geometry::Mesh(mesh) => Some(Self {
                normal: -Vector::Z,
                height: -mesh.bounds.placed(pose).high.z,
            }),
            Geometry::HeightField(_) => None,
        }
    }

    /// How deep a point is under the surface.
    pub fn depth(&self, point: Vector) -> f64 {
        self.height - self.normal.dot(point)
    }
}

/// The wet part of a shape of a body that is turned as `body`.
pub fn immersed(
    geometry: &Geometry,
    pose: &Pose,
    body: &Matrix,
    surface: &FluidSurface,
) -> Option<Immersed> {
    let found = match geometry {
        Geometry::Box { size } => boxes::immersed(*size, pose, body, surface),
        Geometry::Sphere { radius } => spheres::immersed(*radius, pose.translation, surface),
        Geometry::Cylinder { radius, height } => {
            Revolution::new(pose, surface, *radius, *height, true).immersed()
        }
        Geometry::Capsule { radius, height } => {
            capsules::immersed(&Revolution::new(pose, surface, *radius, *height, false))
        }
        Geometry::Mesh(mesh) => meshes::immersed(mesh, pose, surface),
        Geometry::Plane | Geometry::HeightField(_) => None,
    }?;
    (found.volume > LEAST_VOLUME && found.centre.is_finite()).then_some(found)
}

/// The whole surface of a shape.
pub fn whole_area(geometry: &Geometry) -> f64 {
    match geometry {
        Geometry::Box { size } => 2.0 * (size.x * (size.y + size.z) + size.y * size.z),
        Geometry::Sphere { radius } => 4.0 * PI * radius * radius,
        Geometry::Cylinder { radius, height } => 2.0 * PI * radius * (radius + height),
        Geometry::Capsule { radius, height } => 2.0 * PI * radius * (height + 2.0 * radius),
        Geometry::Mesh(mesh) => mesh
            .triangles()
            .map(|[a, b, c]| (b - a).cross(c - a).length() * 0.5)
            .sum(),
        Geometry::Plane | Geometry::HeightField(_) => 0.0,
    }
}

#[cfg(test)]
mod tests;
