//! Materials: what a surface looks like. Colours are as written in the world;
//! the renderer makes them linear where the genuine program does.

use crate::scene::TextureId;

/// A texture as a material uses it (an ImageTexture node).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextureMap {
    /// The picture.
    pub texture: TextureId,
    /// Whether it is repeated beside itself, and above and below.
    pub repeats: [bool; 2],
    /// 0: nearest texel; 1: trilinear; 2 to 5: anisotropic.
    pub filtering: u8,
}

/// A TextureTransform node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextureTransform {
    /// Centre of rotation and scale.
    pub center: [f64; 2],
    /// Angle.
    pub rotation: f64,
    /// Factors.
    pub scale: [f64; 2],
    /// Shift.
    pub translation: [f64; 2],
}

impl TextureTransform {
    /// Changes nothing.
    pub const IDENTITY: Self = Self {
        center: [0.0; 2],
        rotation: 0.0,
        scale: [1.0; 2],
        translation: [0.0; 2],
    };

    /// The two rows of the matrix for (u, v, 1).
    pub fn rows(&self) -> [[f32; 3]; 2] {
        let [cx, cy] = self.center;
        let (sin, cos) = (libm::sin(self.rotation), libm::cos(self.rotation));
        let moved = [self.translation[0] + cx, -self.translation[1] - cy - 1.0];
        let linear = [
            [self.scale[0] * cos, self.scale[0] * sin],
            [-self.scale[1] * sin, self.scale[1] * cos],
        ];
        let last = [-cx, cy + 1.0];
        std::array::from_fn(|row| {
            let [a, b] = linear[row];
            [a, b, a * moved[0] + b * moved[1] + last[row]].map(|part| part as f32)
        })
    }
}

/// What a surface looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Its reaction to light.
    pub kind: MaterialKind,
    /// How its textures are moved over the surface.
    pub texture_transform: TextureTransform,
    /// What pens painted on it: ink colour and density (alpha).
    pub ink: Option<TextureId>,
}

/// A reaction to light.
#[derive(Clone, Debug, PartialEq)]
pub enum MaterialKind {
    /// A Shape without appearance, or an Appearance without material: unlit.
    Unlit(Option<TextureMap>),
    /// Appearance with Material.
    Phong(Phong),
    /// PBRAppearance.
    Pbr(Box<Pbr>),
}

/// An Appearance with a Material.
#[derive(Clone, Debug, PartialEq)]
pub struct Phong {
    /// Part of the diffuse colour in ambient light.
    pub ambient_intensity: f64,
    /// Colour in diffuse light.
    pub diffuse_color: [f64; 3],
    /// Colour it gives off.
    pub emissive_color: [f64; 3],
    /// Colour of mirrored light.
    pub specular_color: [f64; 3],
    /// 0 to 1, the exponent divided by 128.
    pub shininess: f64,
    /// 0: opaque; 1: not drawn.
    pub transparency: f64,
    /// Its texture.
    pub texture: Option<TextureMap>,
}

impl Default for Phong {
    fn default() -> Self {
        Self {
            ambient_intensity: 0.2,
            diffuse_color: [0.8; 3],
            emissive_color: [0.0; 3],
            specular_color: [0.0; 3],
            shininess: 0.2,
            transparency: 0.0,
            texture: None,
        }
    }
}

/// A PBRAppearance.
#[derive(Clone, Debug, PartialEq)]
pub struct Pbr {
    /// Base colour.
    pub base_color: [f64; 3],
    /// Its map.
    pub base_color_map: Option<TextureMap>,
    /// 0: opaque; 1: not drawn.
    pub transparency: f64,
    /// Roughness.
    pub roughness: f64,
    /// Its map.
    pub roughness_map: Option<TextureMap>,
    /// Metalness.
    pub metalness: f64,
    /// Its map.
    pub metalness_map: Option<TextureMap>,
    /// Strength of the light of the sky.
    pub ibl_strength: f64,
    /// Normal map.
    pub normal_map: Option<TextureMap>,
    /// Factor of its x and y parts.
    pub normal_map_factor: f64,
    /// Occlusion map.
    pub occlusion_map: Option<TextureMap>,
    /// How strong it is.
    pub occlusion_map_strength: f64,
    /// Colour it gives off.
    pub emissive_color: [f64; 3],
    /// Its map.
    pub emissive_color_map: Option<TextureMap>,
    /// Factor of what it gives off.
    pub emissive_intensity: f64,
}

impl Pbr {
    /// Its maps.
    pub fn maps(&self) -> [&Option<TextureMap>; 6] {
        [
            &self.base_color_map,
            &self.roughness_map,
            &self.metalness_map,
            &self.normal_map,
            &self.occlusion_map,
            &self.emissive_color_map,
        ]
    }
}

impl Default for Pbr {
    fn default() -> Self {
        Self {
            base_color: [1.0; 3],
            base_color_map: None,
            transparency: 0.0,
            roughness: 0.0,
            roughness_map: None,
            metalness: 1.0,
            metalness_map: None,
            ibl_strength: 1.0,
            normal_map: None,
            normal_map_factor: 1.0,
            occlusion_map: None,
            occlusion_map_strength: 1.0,
            emissive_color: [0.0; 3],
            emissive_color_map: None,
            emissive_intensity: 1.0,
        }
    }
}

impl Material {
    /// The look of a Shape without appearance.
    pub const UNLIT: Self = Self {
        kind: MaterialKind::Unlit(None),
        texture_transform: TextureTransform::IDENTITY,
        ink: None,
    };

    /// An Appearance with a Material.
    pub fn phong(phong: Phong) -> Self {
        Self {
            kind: MaterialKind::Phong(phong),
            ..Self::UNLIT
        }
    }

    /// A PBRAppearance.
    pub fn pbr(pbr: Pbr) -> Self {
        Self {
            kind: MaterialKind::Pbr(Box::new(pbr)),
            ..Self::UNLIT
        }
    }

    /// How transparent it is without regard to textures.
    pub fn transparency(&self) -> f64 {
        match &self.kind {
            MaterialKind::Unlit(_) => 0.0,
            MaterialKind::Phong(phong) => phong.transparency,
            MaterialKind::Pbr(pbr) => pbr.transparency,
        }
    }

    /// Whether anything of it is drawn, in any picture.
    pub fn is_drawn(&self) -> bool {
        self.transparency() < 1.0
    }
}
