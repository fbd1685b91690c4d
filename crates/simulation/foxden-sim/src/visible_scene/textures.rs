//! Textures of ImageTexture nodes: one for each picture, and one for each
//! Display that shows its content on a Shape.

use super::Sources;
use crate::model::compile::read;
use crate::world::assets::AssetFiles;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};
use foxden_vision::{Picture, Texture, TextureId, TextureMap, VisibleScene};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The filtering of textures that have no node.
const USUAL_FILTERING: u8 = 4;

/// The textures of a scene.
#[derive(Debug, Default)]
pub(super) struct Textures {
    /// By their place in memory; the pictures stay there as long as they are here.
    files: HashMap<usize, (TextureId, Arc<Picture>)>,
    displays: BTreeMap<NodeId, TextureId>,
    /// Noise masks of cameras, by their place in memory.
    masks: HashMap<usize, (TextureId, Arc<Picture>)>,
}

/// How an ImageTexture node puts a texture on surfaces.
pub(super) fn map(scene: &Scene, node: NodeId, texture: TextureId) -> TextureMap {
    let filtering = read::integer(scene, node, "filtering").clamp(0, 5);
    TextureMap {
        texture,
        repeats: ["repeatS", "repeatT"].map(|name| read::flag(scene, node, name)),
        filtering: filtering as u8,
    }
}

impl Textures {
    /// The texture of an ImageTexture, if its file could be read.
    pub(super) fn of_node(
        &mut self,
        visible: &mut VisibleScene,
        scene: &Scene,
        assets: &AssetFiles,
        node: NodeId,
    ) -> Option<TextureMap> {
        let picture = assets.textures.picture(node)?;
        Some(map(scene, node, self.of_picture(visible, picture)))
    }

    /// The texture of a picture that a mesh file names.
    pub(super) fn of_file(
        &mut self,
        visible: &mut VisibleScene,
        picture: &Arc<Picture>,
    ) -> TextureMap {
        TextureMap {
            texture: self.of_picture(visible, picture),
            repeats: [true; 2],
            filtering: USUAL_FILTERING,
        }
    }

    /// The texture of a picture file.
    pub(super) fn of_picture(
        &mut self,
        visible: &mut VisibleScene,
        picture: &Arc<Picture>,
    ) -> TextureId {
        let place = Arc::as_ptr(picture) as usize;
        let (id, _) = self.files.entry(place).or_insert_with(|| {
            let texture = Texture::new(Picture::clone(picture));
            (visible.add_texture(texture), Arc::clone(picture))
        });
        *id
    }

    /// The texture of a noise mask, with exactly its pixels.
    pub(super) fn of_mask(
        &mut self,
        visible: &mut VisibleScene,
        picture: &Arc<Picture>,
    ) -> TextureId {
        let place = Arc::as_ptr(picture) as usize;
        let (id, _) = self.masks.entry(place).or_insert_with(|| {
            let texture = Texture::unfitted(Picture::clone(picture));
            (visible.add_texture(texture), Arc::clone(picture))
        });
        *id
    }

    /// The texture that shows the content of a Display.
    pub(super) fn of_display(&self, display: NodeId) -> Option<TextureId> {
        self.displays.get(&display).copied()
    }

    /// Finds the ImageTextures that show the content of Displays, and gives
    /// each Display a texture.
    pub(super) fn find_displays(
        &mut self,
        visible: &mut VisibleScene,
        sources: &Sources<'_>,
    ) -> BTreeMap<NodeId, TextureId> {
        let mut shown = BTreeMap::new();
        let states = sources.state.devices.displays.iter();
        for (row, state) in sources.model.devices.displays.iter().zip(states) {
            let display = row.mount.node;
            let screens = screens(sources.scene, display);
            if screens.is_empty() || !state.has_content {
                continue;
            }
            let id = *self.displays.entry(display).or_insert_with(|| {
                let black = Picture::from_pixels(1, 1, vec![0, 0, 0, 255]);
                match black {
                    Some(black) => visible.add_texture(Texture::of_display(black, None)),
                    None => unreachable!("one pixel has four bytes"),
                }
            });
            shown.extend(screens.into_iter().map(|node| (node, id)));
        }
        shown
    }
}

/// The ImageTextures without a file that show what a Display draws: those of
/// its first Shape, or of all Shapes of a Group that comes first.
fn screens(scene: &Scene, display: NodeId) -> Vec<NodeId> {
    let Some(first) = read::child(scene, display, "children") else {
        return Vec::new();
    };
    let shapes = match read::kind(scene, first) {
        NodeType::Shape => vec![first],
        kind if kind.is_a(NodeType::Group) => scene
            .descendants(first)
            .into_iter()
            .filter(|node| read::kind(scene, *node) == NodeType::Shape)
            .collect(),
        _ => Vec::new(),
    };
    let textures = shapes.into_iter().flat_map(|shape| {
        let appearance = read::child(scene, shape, "appearance");
        let fields: &[&str] = match appearance.map(|node| read::kind(scene, node)) {
            Some(NodeType::PBRAppearance) => &["baseColorMap", "emissiveColorMap"],
            _ => &["texture"],
        };
        let found = fields
            .iter()
            .filter_map(move |field| read::child(scene, appearance?, field));
        found.collect::<Vec<NodeId>>()
    });
    textures
        .filter(|node| read::texts(scene, *node, "url").is_empty())
        .collect()
}
