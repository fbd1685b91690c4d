//! Meshes of the geometry nodes, with the facets, normals and texture
//! coordinates of the genuine program.
//!
//! Most are of unit size: the size of the node is a factor of
//! [`Transform::scale`](crate::Transform::scale), as each function says, so that
//! all nodes of a kind share one geometry.

mod capsule;
mod cuboid;
mod cylinder;
mod elevation_grid;
mod faces;
mod lines_and_points;
mod sphere;

pub use capsule::capsule;
pub use cuboid::{box_, plane};
pub use cylinder::{cone, cylinder};
pub use elevation_grid::elevation_grid;
pub use faces::{Faces, indexed_face_set};
pub use lines_and_points::{lines, points};
pub use sphere::{ico_sphere, sphere, uv_sphere};

use std::f64::consts::TAU;

/// The most parts that a circle is divided into.
pub const MOST_SUBDIVISIONS: u32 = 10_000;

/// Which parts of a body of revolution are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parts {
    /// The upper end; a cone has none.
    pub top: bool,
    /// What is between the ends.
    pub side: bool,
    /// The lower end.
    pub bottom: bool,
}

impl Parts {
    /// All of it.
    pub const ALL: Self = Self {
        top: true,
        side: true,
        bottom: true,
    };
}

/// Sine and cosine of the corners of a circle; the last is the first again.
fn circle(subdivision: u32) -> Vec<[f64; 2]> {
    let count = f64::from(subdivision);
    (0..=subdivision)
        .map(|at| {
            let angle = TAU * f64::from(at) / count;
            [libm::sin(angle), libm::cos(angle)]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::mesh::Mesh;
    use crate::vector::{cross, dot, sub};

    /// Whether all triangles of a convex mesh about the origin look away from it
    /// and their normals too.
    pub(super) fn faces_outwards(mesh: &Mesh) -> bool {
        mesh.triangles().iter().all(|triangle| {
            let [a, b, c] = mesh.corners(*triangle);
            let normal = cross(sub(b, a), sub(c, a));
            dot(normal, a) >= 0.0
                && triangle
                    .iter()
                    .all(|at| dot(mesh.normals[*at as usize], normal) > 0.0)
        })
    }
}
