//! Where everything is, what shape it has, and what a ray meets.

pub(crate) mod dirty_colliders;
pub(crate) mod frustum;
pub(crate) mod meshes;
pub mod rays;
pub mod textures;
pub(crate) mod transform_tree;
pub(crate) mod transforms;
