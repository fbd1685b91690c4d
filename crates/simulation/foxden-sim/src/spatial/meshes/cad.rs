//! The materials of CadShapes: those of their files, or of the libraries beside them.

use super::materials::{MOST_MATERIALS, MeshMaterial, read_library};
use super::{MeshFile, MeshFiles};
use foxden_lang::resolve::{AssetKind, Location, Resolver};
use foxden_scene::NodeId;
use std::sync::Arc;

/// The materials that the parts of a file have, in the order in which they are used.
#[derive(Clone, Debug)]
pub(crate) struct CadMaterials {
    pub(crate) all: Vec<MeshMaterial>,
    /// The file: pictures are beside it.
    pub(crate) location: Location,
    /// Whether a library that it names cannot be read.
    pub(crate) lacks_library: bool,
}

impl MeshFiles {
    /// The materials of a file, read when a CadShape first has it.
    pub(super) fn cad(
        &mut self,
        file: &MeshFile,
        location: Location,
        resolver: &dyn Resolver,
    ) -> Arc<CadMaterials> {
        let name = location.to_string();
        let made = self.cads.entry(name).or_insert_with(|| {
            let (known, lacks_library) = known_materials(file, &location, resolver);
            Arc::new(CadMaterials {
                all: used_materials(file, &known),
                location,
                lacks_library,
            })
        });
        Arc::clone(made)
    }

    /// The materials of a CadShape: at least one if its file could be read.
    pub(crate) fn cad_materials(&self, node: NodeId) -> Option<&Arc<CadMaterials>> {
        self.cad_of_node.get(&node)
    }
}

/// All materials that a file defines or that its libraries define, and whether one
/// of these is missing.
fn known_materials(
    file: &MeshFile,
    location: &Location,
    resolver: &dyn Resolver,
) -> (Vec<MeshMaterial>, bool) {
    let mut known = file.materials.clone();
    let mut lacks_library = false;
    for library in &file.libraries {
        let bytes = resolver
            .locate(library, location, AssetKind::Mesh)
            .and_then(|place| resolver.read(&place));
        match bytes {
            Ok(bytes) => known.extend(read_library(&String::from_utf8_lossy(&bytes))),
            Err(_) => lacks_library = true,
        }
    }
    (known, lacks_library)
}

fn used_materials(file: &MeshFile, known: &[MeshMaterial]) -> Vec<MeshMaterial> {
    let mut used: Vec<MeshMaterial> = Vec::new();
    for part in &file.parts {
        let is_new = used.iter().all(|material| material.name != part.material);
        if is_new && used.len() < MOST_MATERIALS {
            let found = known.iter().find(|known| known.name == part.material);
            let usual = || MeshMaterial::new(&part.material);
            used.push(found.cloned().unwrap_or_else(usual));
        }
    }
    used
}
