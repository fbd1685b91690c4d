//! How much infra-red light comes back from surfaces.

use super::read;
use crate::spatial::textures::{Mapping, Texture, TextureFiles, TextureTransform};
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};

/// What infra-red light sees of an appearance.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct InfraredSurface {
    /// The part of red light that comes back, without pictures.
    red: f64,
    roughness: f64,
    pictures: Option<Box<Pictures>>,
}

/// The pictures on a surface.
#[derive(Clone, Debug, PartialEq)]
struct Pictures {
    color: Texture,
    roughness: Option<Texture>,
    occlusion: Option<Texture>,
    transform: Option<TextureTransform>,
    mapping: Option<Mapping>,
}

impl InfraredSurface {
    /// The surface of a Shape. The mapping is asked for if there are pictures.
    pub(super) fn read(
        scene: &Scene,
        textures: &TextureFiles,
        appearance: Option<NodeId>,
        mapping: impl FnOnce() -> Option<Mapping>,
    ) -> Self {
        let Some(appearance) = appearance else {
            return Self::plain(1.0, 0.0);
        };
        let picture = |name: &str| {
            let node = read::child(scene, appearance, name)?;
            textures.texture(scene, node)
        };
        let pictures = |color: &str, roughness: Option<Texture>, occlusion: Option<Texture>| {
            let transform = read::child(scene, appearance, "textureTransform");
            Some(Box::new(Pictures {
                color: picture(color)?,
                roughness,
                occlusion,
                transform: transform.map(|node| TextureTransform::read(scene, node)),
                mapping: mapping(),
            }))
        };
        if read::kind(scene, appearance) == NodeType::PBRAppearance {
            let opaque = 1.0 - read::number(scene, appearance, "transparency");
            return Self {
                red: read::color(scene, appearance, "baseColor")[0] * opaque,
                roughness: read::number(scene, appearance, "roughness"),
                pictures: pictures(
                    "baseColorMap",
                    picture("roughnessMap"),
                    picture("occlusionMap"),
                ),
            };
        }
        let pictures = pictures("texture", None, None);
        let red = read::child(scene, appearance, "material").map_or(1.0, |material| {
            // a picture takes the place of the colour
            let diffuse = match pictures {
                Some(_) => 1.0,
                None => read::color(scene, material, "diffuseColor")[0],
            };
            // a material keeps its transparency in 32 bits
            let transparency = read::number(scene, material, "transparency") as f32;
            diffuse * (1.0 - f64::from(transparency))
        });
        Self {
            pictures,
            ..Self::plain(red, 0.0)
        }
    }

    fn plain(red: f64, roughness: f64) -> Self {
        Self {
            red,
            roughness,
            pictures: None,
        }
    }

    /// How pictures are put on it, if there are any.
    pub(crate) fn mapping(&self) -> Option<&Mapping> {
        self.pictures.as_ref()?.mapping.as_ref()
    }

    /// How much infra-red light comes back, from 0.2 to 1. The place is where
    /// its pictures are looked at, if that is known. `ink` is the red of what
    /// pens painted there, and its density.
    pub(crate) fn reflection(&self, place: Option<[f64; 2]>, ink: [f64; 2]) -> f64 {
        let (mut red, mut roughness, mut occlusion) = (self.red, self.roughness, 0.0);
        if let (Some(pictures), Some(place)) = (&self.pictures, place) {
            let place = match &pictures.transform {
                Some(transform) => transform.apply(place),
                None => place,
            };
            red *= pictures.color.red(place);
            if let Some(picture) = &pictures.roughness {
                roughness = picture.red(place);
            }
            if let Some(picture) = &pictures.occlusion {
                occlusion = picture.red(place);
            }
        }
        let [ink, density] = ink;
        let red = (1.0 - density) * red + density * ink;
        0.8 * red * (1.0 - roughness / 2.0) * (1.0 - occlusion / 2.0) + 0.2
    }
}
