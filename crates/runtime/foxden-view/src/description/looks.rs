//! Geometries, materials, instances, lights and surroundings.

use super::Description;
use super::entries::{
    BackgroundEntry, FogEntry, GeometryEntry, InstanceEntry, LightEntry, MapEntry, MaterialEntry,
    TextureEntry, TextureTransformEntry, TransformEntry,
};
use crate::blobs::{BlobName, Blobs, geometry_name, mesh_kind, picture_name};
use foxden_runtime::running_world::RunningWorld;
use foxden_sim::viewer_data::{BodyGroups, ShownLight, ShownLightKind};
use foxden_vision::{
    Elements, FogKind, Geometry, Material, MaterialId, MaterialKind, Picture, TextureId,
    TextureMap, TextureTransform, VisibleScene,
};
use serde_json::{Map, Value as Json, json};
use std::collections::{BTreeMap, HashMap};

/// The names of contents that were named before, by their place in memory. What
/// is named is held, so that the place is not used for something else.
#[derive(Debug, Default)]
pub struct NameCache {
    geometries: HashMap<usize, NamedContent<Geometry>>,
    pictures: HashMap<usize, NamedContent<Picture>>,
}

#[derive(Debug)]
struct NamedContent<T> {
    name: BlobName,
    /// Holds the place.
    _content: T,
    /// Whether it was named since the last clean-up.
    is_used: bool,
}

impl<T: Clone> NamedContent<T> {
    fn named(content: &T, name: impl Fn(&T) -> BlobName) -> Self {
        Self {
            name: name(content),
            _content: content.clone(),
            is_used: false,
        }
    }

    fn take_used(&mut self) -> bool {
        std::mem::take(&mut self.is_used)
    }
}

impl NameCache {
    fn geometry(&mut self, geometry: &Geometry) -> BlobName {
        let place = std::ptr::from_ref(geometry.mesh()) as usize;
        let known = self.geometries.entry(place);
        let known = known.or_insert_with(|| NamedContent::named(geometry, geometry_name));
        known.is_used = true;
        known.name.clone()
    }

    fn picture(&mut self, picture: &Picture) -> BlobName {
        let place = picture.pixels().as_ptr() as usize;
        let known = self.pictures.entry(place);
        let known = known.or_insert_with(|| NamedContent::named(picture, picture_name));
        known.is_used = true;
        known.name.clone()
    }

    /// Forgets what was not named since this was called before. A name may still be in
    /// use for an equal content at another place.
    fn forget_unused(&mut self) {
        self.geometries.retain(|_, known| known.take_used());
        self.pictures.retain(|_, known| known.take_used());
    }
}

/// Collects what materials name.
struct Collector<'a> {
    visible: &'a VisibleScene,
    names: &'a mut NameCache,
    blobs: &'a Blobs,
    textures: BTreeMap<BlobName, TextureEntry>,
}

impl Collector<'_> {
    fn texture(&mut self, id: TextureId) -> Option<BlobName> {
        let texture = self.visible.texture(id)?;
        let picture = texture.flattened();
        let name = self.names.picture(picture);
        self.blobs.add_texture(&name, picture);
        self.textures.entry(name.clone()).or_insert(TextureEntry {
            width: picture.width(),
            height: picture.height(),
            alpha: picture.has_alpha(),
        });
        Some(name)
    }

    fn material(&mut self, id: MaterialId, material: &Material) -> MaterialEntry {
        let mut maps = BTreeMap::new();
        let mut map = |name: &'static str, map: &Option<TextureMap>| {
            let Some(map) = map else { return };
            if let Some(texture) = self.texture(map.texture) {
                maps.insert(
                    name,
                    MapEntry {
                        texture,
                        repeat: map.repeats,
                        filtering: map.filtering,
                    },
                );
            }
        };
        let (kind, values) = match &material.kind {
            MaterialKind::Unlit(texture) => {
                map("map", texture);
                ("unlit", Json::Null)
            }
            MaterialKind::Phong(phong) => {
                map("map", &phong.texture);
                let values = json!({
                    "ambientIntensity": phong.ambient_intensity,
                    "diffuseColor": phong.diffuse_color,
                    "emissiveColor": phong.emissive_color,
                    "specularColor": phong.specular_color,
                    "shininess": phong.shininess,
                    "transparency": phong.transparency,
                });
                ("phong", values)
            }
            MaterialKind::Pbr(pbr) => {
                map("baseColorMap", &pbr.base_color_map);
                map("roughnessMap", &pbr.roughness_map);
                map("metalnessMap", &pbr.metalness_map);
                map("normalMap", &pbr.normal_map);
                map("occlusionMap", &pbr.occlusion_map);
                map("emissiveColorMap", &pbr.emissive_color_map);
                let values = json!({
                    "baseColor": pbr.base_color,
                    "transparency": pbr.transparency,
                    "roughness": pbr.roughness,
                    "metalness": pbr.metalness,
                    "iblStrength": pbr.ibl_strength,
                    "normalMapFactor": pbr.normal_map_factor,
                    "occlusionMapStrength": pbr.occlusion_map_strength,
                    "emissiveColor": pbr.emissive_color,
                    "emissiveIntensity": pbr.emissive_intensity,
                });
                ("pbr", values)
            }
        };
        let transform = &material.texture_transform;
        MaterialEntry {
            id: id.number(),
            kind,
            values: match values {
                Json::Object(values) => values,
                _ => Map::new(),
            },
            maps,
            texture_transform: (*transform != TextureTransform::IDENTITY).then_some(
                TextureTransformEntry {
                    center: transform.center,
                    rotation: transform.rotation,
                    scale: transform.scale,
                    translation: transform.translation,
                },
            ),
            ink: material.ink.and_then(|ink| self.texture(ink)),
        }
    }
}

fn geometry_entry(geometry: &Geometry) -> GeometryEntry {
    let mesh = geometry.mesh();
    let (elements, indices) = match &mesh.elements {
        Elements::Triangles(list) => (list.len(), 3 * list.len()),
        Elements::Lines(list) => (list.len(), 2 * list.len()),
        Elements::Points => (mesh.positions.len(), 0),
    };
    let floats = 8 * mesh.positions.len() + 3 * mesh.colors.len() + 2 * mesh.ink_coordinates.len();
    GeometryEntry {
        kind: mesh_kind(mesh),
        vertices: mesh.positions.len(),
        elements,
        colors: !mesh.colors.is_empty(),
        ink: !mesh.ink_coordinates.is_empty(),
        bounds: geometry.bounds(),
        bytes: 4 * (floats + indices),
    }
}

/// What can be seen, without nodes, bodies and Viewpoint.
pub(super) fn looks(
    world: &mut RunningWorld,
    groups: &BodyGroups,
    names: &mut NameCache,
    blobs: &Blobs,
) -> Description {
    let shown = world.shown_scene(groups);
    let visible = shown.visible;
    let mut collector = Collector {
        visible,
        names,
        blobs,
        textures: BTreeMap::new(),
    };
    let mut geometries = BTreeMap::new();
    let mut materials = BTreeMap::new();
    let mut instances = Vec::new();
    for shape in &shown.shapes {
        let Some(instance) = visible.instance(shape.instance) else {
            continue;
        };
        let (Some(geometry), Some(material)) = (
            visible.geometry(instance.geometry),
            visible.material(instance.material),
        ) else {
            continue;
        };
        let name = collector.names.geometry(geometry);
        geometries.entry(name.clone()).or_insert_with(|| {
            blobs.add_geometry(&name, geometry);
            geometry_entry(geometry)
        });
        let id = instance.material;
        materials
            .entry(id)
            .or_insert_with(|| collector.material(id, material));
        instances.push(InstanceEntry {
            id: shape.instance.number(),
            node: shape.node.number(),
            body: shape.group,
            geometry: name,
            material: id.number(),
            transform: TransformEntry {
                position: shape.transform.position,
                rotation: shape.transform.rotation,
                scale: shape.transform.scale,
            },
            cast_shadows: instance.casts_shadows,
            billboard: shape.is_in_billboard,
        });
    }
    let background = visible
        .background
        .as_ref()
        .map(|background| BackgroundEntry {
            color: background.sky_color,
            luminosity: background.luminosity,
            sky_box: background.sky_box.and_then(|sides| {
                let names: Option<Vec<BlobName>> = sides
                    .into_iter()
                    .map(|side| collector.texture(side))
                    .collect();
                names?.try_into().ok()
            }),
        });
    let fog = visible.fog.map(|fog| FogEntry {
        kind: match fog.kind {
            FogKind::Linear => "linear",
            FogKind::Exponential => "exponential",
            FogKind::Exponential2 => "exponential2",
        },
        color: fog.color,
        range: fog.visibility_range,
    });
    let textures = collector.textures;
    names.forget_unused();
    Description {
        geometries,
        textures,
        materials: materials.into_values().collect(),
        instances,
        lights: lights(&shown.lights),
        background,
        fog,
        ..Description::default()
    }
}

/// The lights as entries.
pub(crate) fn lights(lights: &[ShownLight]) -> Vec<LightEntry> {
    let entry = |light: &ShownLight| {
        let (kind, location, direction, cone) = match light.kind {
            ShownLightKind::Directional { direction } => {
                ("directional", None, Some(direction), None)
            }
            ShownLightKind::Point { location } => ("point", Some(location), None, None),
            ShownLightKind::Spot {
                location,
                direction,
                cut_off_angle,
                beam_width,
            } => (
                "spot",
                Some(location),
                Some(direction),
                Some([cut_off_angle, beam_width]),
            ),
        };
        LightEntry {
            node: light.node.number(),
            kind,
            on: light.is_on,
            color: light.color,
            intensity: light.intensity,
            ambient_intensity: light.ambient_intensity,
            cast_shadows: light.casts_shadows,
            direction,
            location,
            attenuation: location.map(|_| light.attenuation),
            radius: location.map(|_| light.radius),
            cut_off_angle: cone.map(|[cut_off, _]| cut_off),
            beam_width: cone.map(|[_, beam]| beam),
            body: light.group,
        }
    };
    lights.iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use foxden_vision::Mesh;

    #[test]
    fn equal_geometries_that_are_made_again_are_not_kept() {
        let mut names = NameCache::default();
        let mut kept: Vec<(BlobName, Geometry)> = Vec::new();
        for _ in 0..3 {
            let geometry = Geometry::new(Mesh::empty()).expect("a mesh");
            let name = names.geometry(&geometry);
            assert!(kept.iter().all(|(other, _)| *other == name));
            // as a recording or a viewer would hold it
            kept.push((name, geometry));
            names.forget_unused();
            assert_eq!(names.geometries.len(), 1);
        }
        names.forget_unused();
        assert_eq!(names.geometries.len(), 0);
    }
}
