//! Meshes in a fluid: the triangles below the surface.
//!
//! Volume and centre are integrals over the wet triangles only, along a
//! direction in the surface of the fluid: what closes the wet part there adds
//! nothing to them. A mesh that is not closed shows how they are computed, so
//! the genuine engine's integrals are taken.

use super::{FluidSurface, Immersed};
use crate::geometry::Mesh;
use crate::math::{Matrix, Pose, Vector};
use std::f64::consts::FRAC_1_SQRT_2;

pub(super) fn immersed(mesh: &Mesh, pose: &Pose, surface: &FluidSurface) -> Option<Immersed> {
    if is_wholly_below(mesh, pose, surface) {
        return Some(whole(mesh, pose));
    }
    let along = direction_in_surface(surface.normal);
    let mut found = Integrals::default();
    for triangle in mesh.triangles() {
        let corners = triangle.map(|corner| pose.apply(corner));
        let depths = corners.map(|corner| surface.depth(corner));
        found.add_wet(corners, depths, surface.normal, along);
    }
    Some(Immersed {
        volume: 0.5 * found.volume,
        area: 0.5 * found.area,
        centre: found.moment * (1.0 / (0.5 * found.volume)),
        ..Immersed::default()
    })
}

/// Whether the box around a mesh is below the surface.
fn is_wholly_below(mesh: &Mesh, pose: &Pose, surface: &FluidSurface) -> bool {
    let bounds = mesh.bounds.placed(pose);
    let pick = |is_high: bool, axis: usize| {
        if is_high {
            bounds.high[axis]
        } else {
            bounds.low[axis]
        }
    };
    (0..8).all(|at| {
        let corner = Vector::new(
            pick(at & 1 != 0, 0),
            pick(at & 2 != 0, 1),
            pick(at & 4 != 0, 2),
        );
        surface.depth(corner) > 0.0
    })
}

/// The whole mesh, each part of the centre integrated along its own axis.
fn whole(mesh: &Mesh, pose: &Pose) -> Immersed {
    let mut found = Immersed::default();
    let mut moment = Vector::ZERO;
    for [a, b, c] in mesh.triangles() {
        let (first, second) = (b - a, c - a);
        let normal = first.cross(second);
        found.area += 0.5 * normal.length();
        found.volume += normal.dot(a) / 6.0;
        for axis in 0..3 {
            let (start, one, two) = (a[axis], first[axis], second[axis]);
            let square = start * (start + 2.0 / 3.0 * (one + two))
                + (one * one + one * two + two * two) / 6.0;
            moment[axis] += normal[axis] * square;
        }
    }
    found.centre = pose.apply(moment * (0.25 / found.volume));
    found
}

/// A direction across a normal: an axis if there is one.
fn direction_in_surface(normal: Vector) -> Vector {
    let axes = [Vector::X, Vector::Y, Vector::Z];
    if let Some(at) = (0..3).find(|at| normal[*at] == 0.0) {
        return axes[at];
    }
    if normal.z.abs() > FRAC_1_SQRT_2 {
        let scale = 1.0 / normal.y.hypot(normal.z);
        Vector::new(0.0, -normal.z * scale, normal.y * scale)
    } else {
        let scale = 1.0 / normal.x.hypot(normal.y);
        Vector::new(-normal.y * scale, normal.x * scale, 0.0)
    }
}

/// Sums over triangles: twice the area, twice the volume, and the volume times
/// its centre.
#[derive(Clone, Copy, Default)]
struct Integrals {
    area: f64,
    volume: f64,
    moment: Vector,
}

impl Integrals {
    fn add(&mut self, other: Self, factor: f64) {
        self.area += factor * other.area;
        self.volume += factor * other.volume;
        self.moment += other.moment * factor;
    }

    /// Adds the part of a triangle that is below the surface.
    fn add_wet(&mut self, corners: [Vector; 3], depths: [f64; 3], normal: Vector, along: Vector) {
        let is_wet = depths.map(|depth| depth > 0.0);
        let wet = is_wet.into_iter().filter(|is_wet| *is_wet).count();
        if wet >= 2 {
            self.add(Self::of(corners, along), 1.0);
        }
        if wet == 0 || wet == 3 {
            return;
        }
        // the corner that is alone on its side, and the triangle cut off with it
        let alone = (0..3)
            .find(|at| is_wet[*at] == (wet == 1))
            .unwrap_or_default();
        let start = corners[alone];
        let cut = |to: Vector| {
            let edge = to - start;
            start + edge * (depths[alone] / edge.dot(normal))
        };
        let part = [
            start,
            cut(corners[(alone + 1) % 3]),
            cut(corners[(alone + 2) % 3]),
        ];
        let factor = if wet == 1 { 1.0 } else { -1.0 };
        self.add(Self::of(part, along), factor);
    }

    fn of([a, b, c]: [Vector; 3], along: Vector) -> Self {
        let (first, second) = (b - a, c - a);
        let normal = first.cross(second);
        let shown = along.dot(normal);
        let Matrix([x, y, z]) = second_moments(a, first, second);
        // the sign of the first square in the second line is the genuine engine's
        let moment = Vector::new(
            0.5 * along.x * (x.x - y.y - z.z) + along.y * x.y + along.z * x.z,
            0.5 * along.y * (x.x + y.y - z.z) + along.x * x.y + along.z * y.z,
            0.5 * along.z * (z.z - x.x - y.y) + along.x * x.z + along.y * y.z,
        );
        Self {
            area: normal.length(),
            volume: shown * along.dot(a + (first + second) * (1.0 / 3.0)),
            moment: moment * shown,
        }
    }
}

/// The products of coordinates, integrated over the shares of two edges.
fn second_moments(start: Vector, first: Vector, second: Vector) -> Matrix {
    let sum = first + second;
    let row = |at: usize| {
        start * (0.5 * start[at])
            + (sum * start[at] + start * sum[at]) * (1.0 / 6.0)
            + (first * (2.0 * first[at] + second[at]) + second * (2.0 * second[at] + first[at]))
                * (1.0 / 24.0)
    };
    Matrix([row(0), row(1), row(2)])
}
