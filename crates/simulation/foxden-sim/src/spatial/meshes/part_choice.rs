//! Which parts of a file a node has.
//!
//! A CadShape is drawn material by material. A Mesh chooses parts by their name and the
//! number of their material, but only in COLLADA files: in others these fields have no
//! effect.

use super::{MeshFile, MeshPart};
use crate::model::compile::read;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};
use std::sync::Arc;

/// How a Mesh chooses parts of a COLLADA file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct NamedParts {
    /// Whether parts are found by their names.
    pub(super) has_names: bool,
}

/// Which parts are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct PartChoice {
    /// Those with this name; all if it is empty.
    name: String,
    /// Those whose material has this number.
    material_index: Option<u32>,
    /// Those with this material.
    material: Option<Arc<str>>,
}

impl MeshFile {
    /// Which of its parts a node wants, of a material if only that is asked for.
    pub(super) fn choice(
        &self,
        scene: &Scene,
        node: NodeId,
        material: Option<&Arc<str>>,
    ) -> PartChoice {
        let material = material.cloned();
        match &self.named_parts {
            Some(_) if read::kind(scene, node) == NodeType::Mesh => PartChoice {
                name: read::text(scene, node, "name"),
                // a negative number means all
                material_index: u32::try_from(read::integer(scene, node, "materialIndex")).ok(),
                material,
            },
            _ => PartChoice {
                material,
                ..PartChoice::default()
            },
        }
    }

    /// The wanted parts.
    pub(super) fn chosen<'a>(
        &'a self,
        choice: &'a PartChoice,
    ) -> impl Iterator<Item = &'a MeshPart> {
        let has_names = self
            .named_parts
            .as_ref()
            .is_none_or(|named| named.has_names);
        let is_wanted = move |part: &&MeshPart| {
            let PartChoice {
                name,
                material_index,
                material,
            } = choice;
            (name.is_empty() || (has_names && *part.name == **name))
                && material_index.is_none_or(|index| part.material_index == index)
                && material
                    .as_ref()
                    .is_none_or(|material| part.material == *material)
        };
        self.parts.iter().filter(is_wanted)
    }
}
