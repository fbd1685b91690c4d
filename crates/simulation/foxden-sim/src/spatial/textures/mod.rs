//! Images of textures: each file is read and decoded once and shared by all
//! nodes that name it.

mod coordinates;
mod transform;

pub(crate) use coordinates::Mapping;
pub use foxden_vision::{Picture, PictureError};
pub(crate) use transform::TextureTransform;

use crate::model::compile::read;
use crate::spatial::meshes::{CadMaterials, MaterialMap, MeshFiles};
use crate::world::reports::ReportKind;
use foxden_catalogue::NodeType;
use foxden_lang::resolve::{AssetKind, Location, Resolver};
use foxden_scene::{NodeId, Scene, Value};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The field of a Camera that names its noise mask.
const MASK_FIELD: &str = "noiseMaskUrl";

/// How many bytes all pictures of a world may take together.
pub(crate) const MOST_BYTES: usize = 1 << 30;

/// Files that were read, and which nodes mean which.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextureFiles {
    files: BTreeMap<String, Result<Arc<Picture>, PictureError>>,
    /// Only ever looked up, never walked through.
    of_node: HashMap<NodeId, Arc<Picture>>,
    /// The sides of sky boxes by their Background and field. Only ever looked up.
    of_sky: HashMap<(NodeId, &'static str), Arc<Picture>>,
    /// The noise masks of cameras. Only ever looked up.
    of_camera: HashMap<NodeId, Arc<Picture>>,
    /// The pictures of materials of CadShapes, by the place of the material. Only
    /// ever looked up.
    of_cad: HashMap<(NodeId, u32, MaterialMap), Arc<Picture>>,
    /// How many bytes the pictures take.
    bytes: usize,
    /// Whether they are looked at although no device of the world sees them.
    pub(crate) is_wanted: bool,
}

impl TextureFiles {
    /// Reads the files of ImageTexture nodes and of materials of CadShapes that were
    /// not read before, if anything in the world looks at them. Returns the nodes
    /// whose files cannot be read.
    pub(crate) fn read(
        &mut self,
        scene: &Scene,
        meshes: &MeshFiles,
        resolver: &dyn Resolver,
    ) -> Vec<(NodeId, ReportKind)> {
        self.of_node.clear();
        self.of_sky.clear();
        self.of_camera.clear();
        self.of_cad.clear();
        let mut missing = Vec::new();
        if !self.is_wanted && !is_any_texture_seen(scene) {
            return missing;
        }
        for node in scene.ids() {
            if read::kind(scene, node) == NodeType::Background {
                for field in SKY_BOX_FIELDS {
                    if let Some(Ok(picture)) = self.find(scene, node, field, resolver) {
                        self.of_sky.insert((node, field), picture);
                    }
                }
            }
            if read::kind(scene, node) == NodeType::Camera {
                match self.find(scene, node, MASK_FIELD, resolver) {
                    Some(Ok(picture)) => {
                        self.of_camera.insert(node, picture);
                    }
                    Some(Err(_)) => missing.push((node, ReportKind::NoPicture)),
                    None => {}
                }
            }
            if let Some(cad) = meshes.cad_materials(node) {
                missing.extend(self.read_cad(node, cad, resolver));
            }
            if read::kind(scene, node) != NodeType::ImageTexture {
                continue;
            }
            match self.find(scene, node, "url", resolver) {
                Some(Ok(picture)) => {
                    self.of_node.insert(node, picture);
                }
                Some(Err(error)) => missing.push((node, event(error))),
                None => {}
            }
        }
        missing
    }

    /// Reads the pictures of the materials of a CadShape.
    fn read_cad(
        &mut self,
        node: NodeId,
        cad: &CadMaterials,
        resolver: &dyn Resolver,
    ) -> Option<(NodeId, ReportKind)> {
        let mut missing = None;
        for (part, material) in (0..).zip(&cad.all) {
            for (map, file) in &material.maps {
                match self.open(file, &cad.location, false, resolver) {
                    Ok(picture) => {
                        self.of_cad.insert((node, part, *map), picture);
                    }
                    Err(error) => missing = Some((node, event(error))),
                }
            }
        }
        missing
    }

    /// The picture that a field names; `None` if it names no file.
    fn find(
        &mut self,
        scene: &Scene,
        node: NodeId,
        field: &str,
        resolver: &dyn Resolver,
    ) -> Option<Result<Arc<Picture>, PictureError>> {
        let value = scene.value_of(node, field)?;
        let url = match value.as_ref() {
            Value::StringList(urls) => urls.first()?,
            Value::String(url) if !url.value.is_empty() => url,
            _ => return None,
        };
        let holder = scene.file(url.file);
        Some(self.open(&url.value, holder, field == MASK_FIELD, resolver))
    }

    /// The picture that a URL in a file means. A mask keeps its size; other pictures
    /// are fitted to powers of two.
    fn open(
        &mut self,
        url: &str,
        holder: &Location,
        is_mask: bool,
        resolver: &dyn Resolver,
    ) -> Result<Arc<Picture>, PictureError> {
        let location = resolver
            .locate(url, holder, AssetKind::Texture)
            .map_err(|_| PictureError::Missing)?;
        let name = match is_mask {
            true => format!("mask {location}"),
            false => location.to_string(),
        };
        if let Some(known) = self.files.get(&name) {
            return known.clone();
        }
        let picture = resolver
            .read(&location)
            .map_err(|_| PictureError::Missing)
            .and_then(|bytes| Picture::decode(&bytes))
            .map(|picture| if is_mask { picture } else { picture.fitted() })
            .and_then(|picture| self.admit(picture));
        self.files.insert(name, picture.clone());
        picture
    }

    fn admit(&mut self, picture: Picture) -> Result<Arc<Picture>, PictureError> {
        let bytes = self.bytes.saturating_add(picture.bytes());
        if bytes > MOST_BYTES {
            return Err(PictureError::TooLarge);
        }
        self.bytes = bytes;
        Ok(Arc::new(picture))
    }

    /// The picture of an ImageTexture, if its file could be read.
    pub(crate) fn picture(&self, node: NodeId) -> Option<&Arc<Picture>> {
        self.of_node.get(&node)
    }

    /// The picture of a map of a material of a CadShape, if its file could be read.
    pub(crate) fn of_cad(
        &self,
        node: NodeId,
        part: u32,
        map: MaterialMap,
    ) -> Option<&Arc<Picture>> {
        self.of_cad.get(&(node, part, map))
    }

    /// A side of the sky box of a Background, if its file could be read.
    pub(crate) fn sky_side(&self, node: NodeId, field: &'static str) -> Option<&Arc<Picture>> {
        self.of_sky.get(&(node, field))
    }

    /// The noise mask of a Camera, if its file could be read.
    pub(crate) fn noise_mask(&self, camera: NodeId) -> Option<&Arc<Picture>> {
        self.of_camera.get(&camera)
    }

    /// What an ImageTexture shows, if its file could be read.
    pub(crate) fn texture(&self, scene: &Scene, node: NodeId) -> Option<Texture> {
        let picture = self.of_node.get(&node)?;
        Some(Texture {
            picture: picture.clone(),
            repeats: ["repeatS", "repeatT"].map(|name| read::flag(scene, node, name)),
        })
    }
}

/// What is said about a picture that is not there.
fn event(error: PictureError) -> ReportKind {
    match error {
        PictureError::Missing => ReportKind::NoPicture,
        PictureError::TooLarge => ReportKind::PictureTooLarge,
        PictureError::UnknownKind | PictureError::Broken => ReportKind::PictureBroken,
    }
}

/// Whether a device of the world sees textures.
pub(crate) fn is_any_texture_seen(scene: &Scene) -> bool {
    scene.ids().any(|node| sees_textures(scene, node))
}

/// Whether a device sees what textures show.
fn sees_textures(scene: &Scene, node: NodeId) -> bool {
    match read::kind(scene, node) {
        NodeType::Camera => true,
        NodeType::DistanceSensor => read::text(scene, node, "type") == "infra-red",
        _ => false,
    }
}

/// The fields of a Background that name the sides of a sky box: front, right,
/// back, left, top, bottom.
pub(crate) const SKY_BOX_FIELDS: [&str; 6] = [
    "frontUrl",
    "rightUrl",
    "backUrl",
    "leftUrl",
    "topUrl",
    "bottomUrl",
];

/// A picture as a surface shows it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Texture {
    picture: Arc<Picture>,
    /// Whether it is repeated beside itself, and above and below.
    repeats: [bool; 2],
}

impl Texture {
    /// Red, green, blue and alpha at a place: the nearest pixel. The picture
    /// takes the range from 0 to 1 from left to right and from top to bottom.
    pub(crate) fn texel(&self, place: [f64; 2]) -> [u8; 4] {
        let size = [self.picture.width(), self.picture.height()];
        let [column, row] = std::array::from_fn(|axis| {
            let within = if self.repeats[axis] {
                place[axis].rem_euclid(1.0)
            } else {
                place[axis].clamp(0.0, 1.0)
            };
            let count = size[axis];
            ((within * f64::from(count)) as u32).min(count - 1)
        });
        self.picture.pixel(column, row)
    }

    /// The part of red light that comes back from a place.
    pub(crate) fn red(&self, place: [f64; 2]) -> f64 {
        f64::from(self.texel(place)[0]) / 255.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texture(repeats: [bool; 2]) -> Texture {
        let pixels = [10, 20, 30, 40, 50, 60, 70, 80]
            .into_iter()
            .flat_map(|red| [red, 0, 0, 255]);
        let Some(picture) = Picture::from_pixels(4, 2, pixels.collect()) else {
            unreachable!()
        };
        Texture {
            picture: Arc::new(picture),
            repeats,
        }
    }

    #[test]
    fn the_nearest_pixel_counts_from_the_upper_left() {
        let texture = texture([false; 2]);
        assert_eq!(texture.texel([0.0, 0.0])[0], 10);
        assert_eq!(texture.texel([0.26, 0.49])[0], 20);
        assert_eq!(texture.texel([1.0, 1.0])[0], 80);
        assert_eq!(texture.texel([7.0, -3.0])[0], 40);
        assert_eq!(texture.texel([f64::NAN, f64::NAN])[0], 10);
    }

    #[test]
    fn what_is_repeated_goes_on_at_both_ends() {
        let texture = texture([true; 2]);
        assert_eq!(texture.texel([1.26, 2.0])[0], 20);
        assert_eq!(texture.texel([-0.01, -0.01])[0], 80);
    }
}
