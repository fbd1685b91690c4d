//! Surfaces of triangles.

use super::single::Point;
use super::{Bounds, MeshTree};
use crate::dynamics::mass::MassProperties;
use crate::math::{Matrix, Vector};
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
        let mut volume = 0.0;
        let mut first = Vector::ZERO;
        let mut second = Matrix([Vector::ZERO; 3]);
        for [a, b, c] in self.triangles() {
            let six = a.dot(b.cross(c));
            let sum = a + b + c;
            volume += six / 6.0;
            first += sum * (six / 24.0);
            for at in 0..3 {
                let products = a * a[at] + b * b[at] + c * c[at] + sum * sum[at];
                second.0[at] += products * (six / 120.0);
            }
        }
        let mass = density * volume;
        if mass <= 0.0 || !mass.is_finite() {
            return MassProperties::unit_inertia(1.0);
        }
        let trace = second.0[0].x + second.0[1].y + second.0[2].z;
        let row = |at: usize, unit: Vector| (unit * trace - second.0[at]) * density;
        MassProperties {
            mass,
            centre: first * (1.0 / volume),
            inertia: Matrix([row(0, Vector::X), row(1, Vector::Y), row(2, Vector::Z)]),
        }
    }
}
