//! Files that a scene names, read when they are needed.

use crate::devices::display::FontFiles;
use crate::spatial::meshes::MeshFiles;
use crate::spatial::textures::TextureFiles;
use crate::world::reports::ReportKind;
use foxden_lang::resolve::Resolver;
use foxden_scene::{NodeId, Scene};

/// The files that a scene names, as far as they could be read.
#[derive(Clone, Debug, Default)]
pub(crate) struct AssetFiles {
    pub(crate) meshes: MeshFiles,
    pub(crate) textures: TextureFiles,
    /// Read when a display first writes with them.
    pub(crate) fonts: FontFiles,
}

impl AssetFiles {
    /// Reads files that are new in the scene. Returns what cannot be read.
    pub(crate) fn read(
        &mut self,
        scene: &Scene,
        resolver: &dyn Resolver,
    ) -> Vec<(NodeId, ReportKind)> {
        let mut unread = self.meshes.read(scene, resolver);
        unread.extend(self.textures.read(scene, &self.meshes, resolver));
        unread
    }
}
