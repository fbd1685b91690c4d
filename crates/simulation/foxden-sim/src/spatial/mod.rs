//! Where everything is, what shape it has, and what a ray meets.

pub(crate) mod dirty_colliders;
pub mod footprints;
pub(crate) mod frustum;
pub(crate) mod meshes;
pub mod rays;
pub mod textures;
pub(crate) mod transform_tree;
pub(crate) mod transforms;

/// How many triangles a mesh file has; `None` if it cannot be read. The name says what
/// kind of file it is.
///
/// ```
/// use foxden_sim::spatial::mesh_triangles;
/// assert_eq!(mesh_triangles("a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), Some(1));
/// assert_eq!(mesh_triangles("a.stl", b"no mesh"), None);
/// ```
pub fn mesh_triangles(name: &str, bytes: &[u8]) -> Option<usize> {
    meshes::count_triangles(name, bytes)
}
