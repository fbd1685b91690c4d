//! Geometries: checked meshes with what searching in them needs.

use crate::mesh::{Mesh, MeshError};
use std::sync::Arc;

/// A mesh that can be drawn. Cloning shares it.
#[derive(Clone, Debug)]
pub struct Geometry {
    pub(crate) mesh: Arc<Mesh>,
    pub(crate) bounds: [[f32; 3]; 2],
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
}
