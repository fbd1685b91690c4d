//! Materials from Appearance and PBRAppearance nodes.

use crate::model::compile::read;
use crate::spatial::meshes::{MaterialMap, MeshMaterial};
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};
use foxden_vision::{Material, MaterialKind, Pbr, Phong, TextureMap, TextureTransform};

/// What a Shape looks like. `texture` finds the texture of an ImageTexture.
pub(super) fn material(
    scene: &Scene,
    shape: NodeId,
    texture: &mut dyn FnMut(NodeId) -> Option<TextureMap>,
) -> Material {
    let Some(appearance) = read::child(scene, shape, "appearance") else {
        return Material::UNLIT;
    };
    let mut map = |field: &str| texture(read::child(scene, appearance, field)?);
    let kind = match read::kind(scene, appearance) {
        NodeType::PBRAppearance => MaterialKind::Pbr(Box::new(pbr(scene, appearance, &mut map))),
        _ => phong(scene, appearance, map("texture")),
    };
    Material {
        kind,
        texture_transform: texture_transform(scene, appearance),
        ink: None,
    }
}

/// A material of a mesh file. `texture` finds the texture of a map.
pub(super) fn of_file(
    material: &MeshMaterial,
    texture: &mut dyn FnMut(MaterialMap) -> Option<TextureMap>,
) -> Material {
    Material::pbr(Pbr {
        base_color: material.base_color,
        base_color_map: texture(MaterialMap::BaseColor),
        transparency: material.transparency,
        roughness: material.roughness,
        roughness_map: texture(MaterialMap::Roughness),
        metalness: 0.0,
        metalness_map: texture(MaterialMap::Metalness),
        normal_map: texture(MaterialMap::Normal),
        occlusion_map: texture(MaterialMap::Occlusion),
        emissive_color: material.emissive_color,
        emissive_color_map: texture(MaterialMap::Emissive),
        ..Pbr::default()
    })
}

fn texture_transform(scene: &Scene, appearance: NodeId) -> TextureTransform {
    let Some(node) = read::child(scene, appearance, "textureTransform") else {
        return TextureTransform::IDENTITY;
    };
    let pair = |name: &str| read::vector2(scene, node, name);
    TextureTransform {
        center: pair("center"),
        rotation: read::number(scene, node, "rotation"),
        scale: pair("scale"),
        translation: pair("translation"),
    }
}

fn phong(scene: &Scene, appearance: NodeId, texture: Option<TextureMap>) -> MaterialKind {
    let Some(node) = read::child(scene, appearance, "material") else {
        return MaterialKind::Unlit(texture);
    };
    let number = |name: &str| read::number(scene, node, name);
    let color = |name: &str| read::color(scene, node, name);
    MaterialKind::Phong(Phong {
        ambient_intensity: number("ambientIntensity"),
        diffuse_color: color("diffuseColor"),
        emissive_color: color("emissiveColor"),
        specular_color: color("specularColor"),
        shininess: number("shininess"),
        transparency: number("transparency"),
        texture,
    })
}

fn pbr(scene: &Scene, node: NodeId, map: &mut dyn FnMut(&str) -> Option<TextureMap>) -> Pbr {
    let number = |name: &str| read::number(scene, node, name);
    let color = |name: &str| read::color(scene, node, name);
    Pbr {
        base_color: color("baseColor"),
        base_color_map: map("baseColorMap"),
        transparency: number("transparency"),
        roughness: number("roughness"),
        roughness_map: map("roughnessMap"),
        metalness: number("metalness"),
        metalness_map: map("metalnessMap"),
        ibl_strength: number("IBLStrength"),
        normal_map: map("normalMap"),
        normal_map_factor: number("normalMapFactor"),
        occlusion_map: map("occlusionMap"),
        occlusion_map_strength: number("occlusionMapStrength"),
        emissive_color: color("emissiveColor"),
        emissive_color_map: map("emissiveColorMap"),
        emissive_intensity: number("emissiveIntensity"),
    }
}

/// Changes the colour that a material gives off; whether it is another one.
pub(super) fn set_emissive(material: &mut Material, color: [f64; 3]) -> bool {
    let old = match &mut material.kind {
        MaterialKind::Unlit(_) => return false,
        MaterialKind::Phong(phong) => &mut phong.emissive_color,
        MaterialKind::Pbr(pbr) => &mut pbr.emissive_color,
    };
    std::mem::replace(old, color) != color
}
