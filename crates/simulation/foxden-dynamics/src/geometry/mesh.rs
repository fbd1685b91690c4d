//! Surfaces of triangles.

use super::mesh_mass::VolumeIntegrals;
use super::single::Point;
use super::{Bounds, MeshTree};
use crate::mass::{MassProperties, inverse};
use crate::math::Vector;
use std::sync::OnceLock;

/// A surface of triangles. Vertices are rounded to 32 bits, as in the genuine engine.
#[derive(Clone, Debug)]
pub struct Mesh {
    vertices: Vec<Vector>,
    triangles: Vec<[u32; 3]>,
    /// Around the vertices before they were rounded.
    pub(crate) bounds: Bounds,
    /// Made when something comes near for the first time.
    tree: OnceLock<MeshTree>,
}

impl Mesh {
    /// What the genuine program takes for a mesh that encloses nothing.
    const WEIGHTLESS: MassProperties = MassProperties::unit_inertia(1.0);

    /// A mesh; triangles that name missing vertices are left out.
    pub fn new(vertices: Vec<Vector>, mut triangles: Vec<[u32; 3]>) -> Self {
        triangles.retain(|corners| corners.iter().all(|&at| (at as usize) < vertices.len()));
        let bounds = Bounds::of_points(vertices.iter().copied());
        let vertices = vertices
            .into_iter()
            .map(|vertex| Point::rounded(vertex).widened())
            .collect();
        Self {
            vertices,
            triangles,
            bounds,
            tree: OnceLock::new(),
        }
    }

    /// The corners of every triangle.
    pub fn triangles(&self) -> impl Iterator<Item = [Vector; 3]> + '_ {
        (0..self.triangles.len()).map(|at| self.triangle(at))
    }

    /// The corners of a triangle.
    pub(crate) fn triangle(&self, at: usize) -> [Vector; 3] {
        self.triangles[at].map(|corner| self.vertices[corner as usize])
    }

    /// The corners of a triangle in 32 bits.
    pub(crate) fn triangle_in_single(&self, at: usize) -> [Point; 3] {
        self.triangle(at).map(Point::rounded)
    }

    /// The numbers of the vertices of every triangle.
    pub(crate) fn corners(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The vertices.
    pub fn vertices(&self) -> &[Vector] {
        &self.vertices
    }

    /// The vertices that triangles use, each once, in the order of the triangles.
    pub(crate) fn used_vertices(&self) -> impl Iterator<Item = Vector> + '_ {
        let mut is_used = vec![false; self.vertices.len()];
        self.triangles.iter().flatten().filter_map(move |&at| {
            let is_new = !std::mem::replace(&mut is_used[at as usize], true);
            is_new.then(|| self.vertices[at as usize])
        })
    }

    /// The tree of its triangles.
    pub(crate) fn tree(&self) -> &MeshTree {
        self.tree.get_or_init(|| {
            let triangles: Vec<_> = (0..self.triangles.len())
                .map(|at| self.triangle_in_single(at))
                .collect();
            MeshTree::build(&triangles)
        })
    }

    /// What the enclosed volume weighs: the sum over the tetrahedra between
    /// the origin and each triangle.
    ///
    /// The genuine engine computes the inertia about the origin of the mesh
    /// and then uses it as if it were that about the centre of mass.
    pub(crate) fn mass(&self, density: f64) -> MassProperties {
        let integrals = VolumeIntegrals::of(self.triangles());
        let mass = density * integrals.volume;
        if !(mass > 0.0 && mass.is_finite()) {
            return Self::WEIGHTLESS;
        }
        let [x, y, z] = integrals.first.map(|first| first / integrals.volume);
        let found = MassProperties {
            mass,
            centre: Vector::new(x, y, z),
            inertia: integrals.inertia(density),
        };
        if inverse(&found.inertia_about(Vector::ZERO)).is_some() {
            found
        } else {
            Self::WEIGHTLESS
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Geometry;

    fn cuboid(size: Vector, offset: Vector) -> Mesh {
        let vertices = (0..8)
            .map(|at| {
                let side =
                    |bit: usize, length: f64| if at & bit == 0 { -0.5 } else { 0.5 } * length;
                offset + Vector::new(side(1, size.x), side(2, size.y), side(4, size.z))
            })
            .collect();
        let triangles = vec![
            [0, 2, 1],
            [1, 2, 3],
            [4, 5, 6],
            [5, 7, 6],
            [0, 1, 4],
            [1, 5, 4],
            [2, 6, 3],
            [3, 6, 7],
            [0, 4, 2],
            [2, 4, 6],
            [1, 3, 5],
            [3, 7, 5],
        ];
        Mesh::new(vertices, triangles)
    }

    #[test]
    fn the_inertia_about_the_origin_is_used_at_the_centre_of_mass() {
        // these numbers are exact in 32 bits
        let size = Vector::new(0.25, 0.5, 1.0);
        let offset = Vector::new(1.0, -2.0, 0.5);
        let mesh = cuboid(size, offset).mass(1000.0);
        let solid = MassProperties::of(&Geometry::Box { size });
        assert!((mesh.mass - solid.mass).abs() < 1e-9);
        assert!((mesh.centre - offset).length() < 1e-12);
        let expected = solid.with_centre(offset).inertia_about(Vector::ZERO);
        for row in 0..3 {
            assert!((mesh.inertia.0[row] - expected.0[row]).length() < 1e-9);
        }
    }

    #[test]
    fn a_mesh_that_is_inside_out_weighs_one_kilogram() {
        let size = Vector::new(0.25, 0.5, 1.0);
        let mut mesh = cuboid(size, Vector::ZERO);
        for corners in &mut mesh.triangles {
            corners.swap(1, 2);
        }
        assert_eq!(mesh.mass(1000.0), MassProperties::unit_inertia(1.0));
    }

    #[test]
    fn a_mesh_without_a_lid_weighs_as_much_as_a_closed_one() {
        // the volume is found by the faces across x, as the genuine engine does it
        let size = Vector::new(0.25, 0.5, 1.0);
        let closed = cuboid(size, Vector::ZERO);
        let mut open = cuboid(size, Vector::ZERO);
        open.triangles.drain(2..4);
        assert_eq!(open.mass(1000.0).mass, closed.mass(1000.0).mass);
        assert!(open.mass(1000.0).centre.z < -0.1);
    }

    #[test]
    fn vertices_are_rounded_but_bounds_are_not() {
        let vertices = vec![Vector::new(0.1, 0.0, 0.0), Vector::X, Vector::Y];
        let mesh = Mesh::new(vertices, vec![[2, 0, 1], [0, 1, 9]]);
        assert_eq!(mesh.vertices()[0].x, f64::from(0.1_f32));
        assert_eq!(mesh.bounds.high.y, 1.0);
        assert_eq!(mesh.used_vertices().next(), Some(Vector::Y));
        assert_eq!(mesh.triangles().count(), 1);
    }
}
