//! The visible scene: one for all cameras of a world and for its viewers.

use crate::geometry::Geometry;
use crate::instance::{Instance, Transform};
use crate::light::Light;
use crate::material::Material;
use crate::raster::Visibility;
use crate::shade::{Cube, Surface};
use crate::surroundings::{Background, Fog};
use crate::texture::Texture;
use crate::tree::Casters;
use std::sync::Arc;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// Its number: they count up from 0 in the order of adding.
            pub const fn number(self) -> u32 {
                self.0
            }
        }
    };
}

id!(
    /// A geometry of a scene.
    GeometryId
);
id!(
    /// A texture of a scene.
    TextureId
);
id!(
    /// A material of a scene.
    MaterialId
);
id!(
    /// An instance of a scene. The order of ids is the order of drawing.
    InstanceId
);

/// Everything that can be seen. Handles are never used again after something
/// was removed; using one of another scene or of something removed has no effect.
///
/// After changes call [`VisibleScene::update`] once, then any number of cameras
/// may render, also at the same time.
#[derive(Clone, Debug, Default)]
pub struct VisibleScene {
    pub(crate) geometries: Vec<Option<Geometry>>,
    pub(crate) textures: Vec<Option<Texture>>,
    pub(crate) materials: Vec<Option<(Material, Surface)>>,
    pub(crate) instances: Vec<Option<Instance>>,
    /// Lights that are on, in scene order. Of each kind the first 48 count.
    pub lights: Vec<Light>,
    /// What is seen where nothing is.
    pub background: Option<Background>,
    /// Fog.
    pub fog: Option<Fog>,
    /// How many threads a large picture may use; 0 and 1 mean one. Pictures
    /// do not depend on it.
    pub threads: usize,
    /// How triangles that are seen are found. Pictures do not depend on it.
    pub visibility: Visibility,
    /// Shapes that cast shadows, if a light needs them.
    casters: Casters,
    /// Whether these are not up to date.
    has_changed: bool,
    /// The sky box, and what it was made of.
    cube: Option<([TextureId; 6], Option<Arc<Cube>>)>,
}

fn push<T>(list: &mut Vec<Option<T>>, item: T) -> u32 {
    list.push(Some(item));
    (list.len() - 1) as u32
}

fn slot<T>(list: &mut [Option<T>], at: u32) -> Option<&mut Option<T>> {
    list.get_mut(at as usize)
}

impl VisibleScene {
    /// An empty scene.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a geometry that instances can share.
    pub fn add_geometry(&mut self, geometry: Geometry) -> GeometryId {
        GeometryId(push(&mut self.geometries, geometry))
    }

    /// Adds a texture.
    pub fn add_texture(&mut self, texture: Texture) -> TextureId {
        TextureId(push(&mut self.textures, texture))
    }

    /// Adds a material.
    pub fn add_material(&mut self, material: Material) -> MaterialId {
        let surface = Surface::new(&material);
        MaterialId(push(&mut self.materials, (material, surface)))
    }

    /// Adds an instance.
    pub fn add_instance(&mut self, instance: Instance) -> InstanceId {
        self.has_changed = true;
        InstanceId(push(&mut self.instances, instance))
    }

    /// Puts another texture in the place of one, for instance what a display shows now.
    pub fn set_texture(&mut self, id: TextureId, texture: Texture) {
        if let Some(slot @ Some(_)) = slot(&mut self.textures, id.0) {
            *slot = Some(texture);
            self.has_changed = true;
        }
    }

    /// Puts another material in the place of one.
    pub fn set_material(&mut self, id: MaterialId, material: Material) {
        if let Some(slot @ Some(_)) = slot(&mut self.materials, id.0) {
            let surface = Surface::new(&material);
            *slot = Some((material, surface));
            self.has_changed = true;
        }
    }

    /// Moves an instance.
    pub fn set_transform(&mut self, id: InstanceId, transform: Transform) {
        if let Some(Some(instance)) = slot(&mut self.instances, id.0) {
            instance.transform = transform;
            self.has_changed = true;
        }
    }

    /// Puts another instance in the place of one.
    pub fn set_instance(&mut self, id: InstanceId, instance: Instance) {
        if let Some(slot @ Some(_)) = slot(&mut self.instances, id.0) {
            *slot = Some(instance);
            self.has_changed = true;
        }
    }

    /// Takes a geometry away; its instances are not drawn any more.
    pub fn remove_geometry(&mut self, id: GeometryId) {
        if let Some(slot) = slot(&mut self.geometries, id.0) {
            *slot = None;
            self.has_changed = true;
        }
    }

    /// Takes a texture away; surfaces with it look as without.
    pub fn remove_texture(&mut self, id: TextureId) {
        if let Some(slot) = slot(&mut self.textures, id.0) {
            *slot = None;
            self.has_changed = true;
        }
    }

    /// Takes a material away; its instances are not drawn any more.
    pub fn remove_material(&mut self, id: MaterialId) {
        if let Some(slot) = slot(&mut self.materials, id.0) {
            *slot = None;
            self.has_changed = true;
        }
    }

    /// Takes an instance away.
    pub fn remove_instance(&mut self, id: InstanceId) {
        if let Some(slot) = slot(&mut self.instances, id.0) {
            *slot = None;
            self.has_changed = true;
        }
    }

    /// An instance.
    pub fn instance(&self, id: InstanceId) -> Option<&Instance> {
        self.instances.get(id.0 as usize)?.as_ref()
    }

    /// All instances with their ids.
    pub fn instances(&self) -> impl Iterator<Item = (InstanceId, &Instance)> {
        let numbered = (0..).map(InstanceId).zip(&self.instances);
        numbered.filter_map(|(id, instance)| Some((id, instance.as_ref()?)))
    }

    /// The instances that devices see.
    pub(crate) fn seen_instances(&self) -> impl Iterator<Item = (InstanceId, &Instance)> {
        let all = self.instances();
        all.filter(|(_, instance)| !instance.is_in_billboard)
    }

    /// A geometry.
    pub fn geometry(&self, id: GeometryId) -> Option<&Geometry> {
        self.geometries.get(id.0 as usize)?.as_ref()
    }

    /// A texture.
    pub fn texture(&self, id: TextureId) -> Option<&Texture> {
        self.textures.get(id.0 as usize)?.as_ref()
    }

    /// A material.
    pub fn material(&self, id: MaterialId) -> Option<&Material> {
        Some(&self.materials.get(id.0 as usize)?.as_ref()?.0)
    }

    /// A material ready for shading.
    pub(crate) fn surface(&self, id: MaterialId) -> Option<&Surface> {
        Some(&self.materials.get(id.0 as usize)?.as_ref()?.1)
    }

    /// Shapes that cast shadows, as of the last update.
    pub(crate) fn casters(&self) -> &Casters {
        &self.casters
    }

    /// Brings what cameras use up to date after changes. Costs nothing if
    /// nothing changed.
    pub fn update(&mut self) {
        self.update_cube();
        let needs_casters = self.lights.iter().any(|light| light.casts_shadows);
        if self.has_changed && needs_casters {
            self.casters = Casters::new(self);
            self.has_changed = false;
        }
    }

    fn update_cube(&mut self) {
        let wanted = self
            .background
            .as_ref()
            .and_then(|background| background.sky_box);
        if self.cube.as_ref().map(|(known, _)| *known) == wanted {
            return;
        }
        self.cube = wanted.map(|ids| {
            let pictures = ids.map(|id| self.texture(id).map(|texture| texture.picture().clone()));
            let cube = match pictures {
                [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f)] => {
                    Some(Arc::new(Cube::new([a, b, c, d, e, f])))
                }
                _ => None,
            };
            (ids, cube)
        });
    }

    /// The sky box, as of the last update.
    pub(crate) fn cube(&self) -> Option<&Arc<Cube>> {
        self.cube.as_ref()?.1.as_ref()
    }
}
