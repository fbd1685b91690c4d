//! Geometries: checked meshes with what searching in them needs.

use crate::clusters::{Cluster, clusters};
use crate::mesh::{Mesh, MeshError};
use crate::tree::Tree;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

/// After this many pictures that rays would have drawn faster, the tree is made:
/// making it takes about as long as they would have saved.
const PICTURES_BEFORE_TREE: u32 = 16;

/// A mesh that can be drawn. Cloning shares it.
#[derive(Clone, Debug)]
pub struct Geometry {
    pub(crate) mesh: Arc<Mesh>,
    pub(crate) bounds: [[f32; 3]; 2],
    /// Made when rays are first sent.
    tree: Arc<OnceLock<Tree>>,
    /// Pictures that rays would have drawn faster.
    pictures: Arc<AtomicU32>,
    /// Made when it is first drawn.
    clusters: Arc<OnceLock<Vec<Cluster>>>,
}

impl Geometry {
    /// Checks a mesh.
    ///
    /// # Errors
    /// When it cannot be drawn: [`Mesh::check`].
    pub fn new(mesh: Mesh) -> Result<Self, MeshError> {
        mesh.check()?;
        let bounds = mesh.bounds().unwrap_or([[0.0; 3]; 2]);
        Ok(Self {
            mesh: Arc::new(mesh),
            bounds,
            tree: Arc::default(),
            pictures: Arc::default(),
            clusters: Arc::default(),
        })
    }

    /// Its mesh.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// The box around it.
    pub fn bounds(&self) -> [[f32; 3]; 2] {
        self.bounds
    }

    /// Parts of it that are skipped together; none if it is small.
    pub(crate) fn clusters(&self) -> &[Cluster] {
        self.clusters.get_or_init(|| clusters(&self.mesh))
    }

    /// Notes a picture that rays through the tree would have drawn faster.
    pub(crate) fn want_tree(&self) {
        self.pictures.fetch_add(1, Ordering::Relaxed);
    }

    /// The tree of its triangles, if it was made for shadows or is worth making.
    pub(crate) fn wanted_tree(&self) -> Option<&Tree> {
        match self.pictures.load(Ordering::Relaxed) < PICTURES_BEFORE_TREE {
            true => self.tree.get(),
            false => Some(self.tree()),
        }
    }

    /// The tree of its triangles.
    pub(crate) fn tree(&self) -> &Tree {
        self.tree.get_or_init(|| {
            let positions = &self.mesh.positions;
            let bounds: Vec<[[f32; 3]; 2]> = self
                .mesh
                .triangles()
                .iter()
                .map(|triangle| {
                    let corners = triangle.map(|at| positions[at as usize]);
                    let all = |pick: fn(f32, f32) -> f32| {
                        std::array::from_fn(|axis| {
                            pick(pick(corners[0][axis], corners[1][axis]), corners[2][axis])
                        })
                    };
                    [all(f32::min), all(f32::max)]
                })
                .collect();
            Tree::new(&bounds)
        })
    }
}
