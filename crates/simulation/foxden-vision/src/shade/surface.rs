//! Surfaces: materials made ready for shading.

use super::lamps::Reach;
use super::pbr::PbrPoint;
use super::phong::PhongPoint;
use super::{Lamp, Lamps, Point, Sky, linear, linear_color};
use crate::material::{Material, MaterialKind, Pbr, Phong, TextureMap};
use crate::scene::VisibleScene;
use crate::texture::Spread;
use crate::vector::{Vector, product, scale, short};

/// A material with linear colours.
#[derive(Clone, Debug)]
pub(crate) struct Surface {
    kind: Kind,
    /// Rows of the matrix for (u, v, 1) of its textures.
    rows: [[f32; 3]; 2],
    opacity: f32,
    ink: Option<TextureMap>,
}

#[derive(Clone, Debug)]
enum Kind {
    Unlit(Option<TextureMap>),
    Phong {
        point: PhongPoint,
        /// Ambient light that comes back with a texture.
        textured_ambient: f32,
        texture: Option<TextureMap>,
    },
    Pbr {
        base: Vector,
        emissive: Vector,
        pbr: Box<Pbr>,
    },
}

impl Surface {
    pub(crate) fn new(material: &Material) -> Self {
        let kind = match &material.kind {
            MaterialKind::Unlit(texture) => Kind::Unlit(*texture),
            MaterialKind::Phong(phong) => phong_kind(phong),
            MaterialKind::Pbr(pbr) => Kind::Pbr {
                base: linear_color(pbr.base_color),
                emissive: short(pbr.emissive_color),
                pbr: pbr.clone(),
            },
        };
        Self {
            kind,
            rows: material.texture_transform.rows(),
            opacity: 1.0 - material.transparency() as f32,
            ink: material.ink.map(|texture| TextureMap {
                texture,
                repeats: [false; 2],
                filtering: 0,
            }),
        }
    }

    /// Whether it is drawn after what is opaque.
    pub(crate) fn is_translucent(&self, scene: &VisibleScene) -> bool {
        let is_translucent = |map: &Option<TextureMap>| {
            map.as_ref()
                .and_then(|map| scene.texture(map.texture))
                .is_some_and(crate::texture::Texture::is_translucent)
        };
        self.opacity < 1.0
            || match &self.kind {
                Kind::Unlit(map) => is_translucent(map),
                Kind::Phong { texture, .. } => is_translucent(texture),
                // the genuine program asks each of its textures
                Kind::Pbr { pbr, .. } => pbr.maps().into_iter().any(is_translucent),
            }
    }

    /// The linear colour of lines and points.
    pub(crate) fn glow(&self) -> Vector {
        match &self.kind {
            Kind::Unlit(_) => [1.0; 3],
            Kind::Phong { point, .. } => point.emissive,
            Kind::Pbr { emissive, .. } => *emissive,
        }
    }

    /// Whether places in textures are needed.
    pub(crate) fn has_maps(&self) -> bool {
        self.ink.is_some()
            || match &self.kind {
                Kind::Unlit(map) => map.is_some(),
                Kind::Phong { texture, .. } => texture.is_some(),
                Kind::Pbr { pbr, .. } => pbr.maps().into_iter().any(Option::is_some),
            }
    }

    /// The normal map with its factor.
    pub(crate) fn normal_map(&self) -> Option<(&TextureMap, f32)> {
        match &self.kind {
            Kind::Pbr { pbr, .. } => Some((pbr.normal_map.as_ref()?, pbr.normal_map_factor as f32)),
            _ => None,
        }
    }

    /// Places in its textures.
    pub(crate) fn moved(&self, spread: Spread) -> Spread {
        let [a, b] = self.rows;
        let point = |[u, v]: [f32; 2]| [a[0] * u + a[1] * v + a[2], b[0] * u + b[1] * v + b[2]];
        let vector = |[u, v]: [f32; 2]| [a[0] * u + a[1] * v, b[0] * u + b[1] * v];
        Spread {
            place: point(spread.place),
            across: vector(spread.across),
            down: vector(spread.down),
        }
    }
}

fn phong_kind(phong: &Phong) -> Kind {
    let ambient = phong
        .diffuse_color
        .map(|part| phong.ambient_intensity * part);
    Kind::Phong {
        point: PhongPoint {
            ambient: linear_color(ambient),
            diffuse: linear_color(phong.diffuse_color),
            specular: linear_color(phong.specular_color),
            emissive: linear_color(phong.emissive_color),
            exponent: 128.0 * phong.shininess as f32,
        },
        textured_ambient: linear(phong.ambient_intensity as f32),
        texture: phong.texture,
    }
}

/// What shading looks at beside the point.
pub(crate) struct Shading<'a> {
    pub(crate) scene: &'a VisibleScene,
    pub(crate) lamps: &'a Lamps,
    pub(crate) sky: &'a Sky,
    /// Whether light is drawn in passes, because a light casts shadows: the genuine
    /// program leaves the intensity of what is given off out of these.
    pub(crate) is_in_passes: bool,
    /// Whether the light of a number is hidden from the point.
    pub(crate) shadow: &'a dyn Fn(usize, &Reach) -> bool,
}

impl Shading<'_> {
    fn texel(&self, map: Option<&TextureMap>, spread: &Spread) -> Option<[f32; 4]> {
        let map = map?;
        Some(self.scene.texture(map.texture)?.sample(map, spread))
    }

    /// Linear colour and opacity that a map gives to a surface.
    fn linear_texel(&self, map: Option<&TextureMap>, spread: &Spread) -> Option<[f32; 4]> {
        let map = map?;
        Some(self.scene.texture(map.texture)?.linear_sample(map, spread))
    }

    fn sum(&self, point: &Point, lit: impl Fn(&Lamp, &Reach) -> Vector) -> Vector {
        let mut sum = [0.0; 3];
        for (number, lamp) in self.lamps.all.iter().enumerate() {
            let Some(reach) = lamp.reach(point) else {
                continue;
            };
            let part = lit(lamp, &reach);
            if part == [0.0; 3] || (lamp.casts_shadows && (self.shadow)(number, &reach)) {
                continue;
            }
            for channel in 0..3 {
                sum[channel] += part[channel];
            }
        }
        sum
    }

    /// Linear colour and opacity of a point.
    pub(crate) fn shade(
        &self,
        surface: &Surface,
        point: &Point,
        spread: &Spread,
        ink_place: &Spread,
    ) -> ([f32; 3], f32) {
        let mut point = *point;
        let spread = surface.moved(*spread);
        let ink = self.texel(surface.ink.as_ref(), ink_place);
        let inked = |color: Vector| match ink {
            Some([r, g, b, density]) => {
                let ink = [r, g, b];
                std::array::from_fn(|at| color[at] + (ink[at] - color[at]) * density)
            }
            None => color,
        };
        match &surface.kind {
            Kind::Unlit(map) => match self.texel(map.as_ref(), &spread) {
                Some([r, g, b, a]) => ([r, g, b], a),
                None => ([1.0; 3], surface.opacity),
            },
            Kind::Phong {
                point: material,
                textured_ambient,
                texture,
            } => {
                let mut material = *material;
                let mut opacity = surface.opacity;
                let texel = self.linear_texel(texture.as_ref(), &spread);
                let mut tint = [1.0; 3];
                if let Some([r, g, b, a]) = texel {
                    material.diffuse = [1.0; 3];
                    material.specular = [0.0; 3];
                    material.ambient = [*textured_ambient; 3];
                    tint = inked([r, g, b]);
                    opacity *= a;
                } else {
                    material.diffuse = inked(material.diffuse);
                }
                let base = material.base(self.lamps.ambient);
                let lit = self.sum(&point, |lamp, reach| material.lit(lamp, reach, &point));
                (product(crate::vector::add(base, lit), tint), opacity)
            }
            Kind::Pbr {
                base,
                emissive,
                pbr,
            } => {
                let mut base = *base;
                let mut opacity = surface.opacity;
                let map = pbr.base_color_map.as_ref();
                if let Some([r, g, b, a]) = self.linear_texel(map, &spread) {
                    base = product(base, [r, g, b]);
                    opacity *= a;
                }
                let base = inked(base);
                let red = |map: &Option<TextureMap>, value: f64| {
                    self.texel(map.as_ref(), &spread)
                        .map_or(value as f32, |texel| texel[0])
                };
                let material = PbrPoint::new(
                    base,
                    red(&pbr.metalness_map, pbr.metalness),
                    red(&pbr.roughness_map, pbr.roughness),
                );
                if let Some((map, factor)) = surface.normal_map()
                    && let Some(texel) = self.texel(Some(map), &spread)
                {
                    point.normal = super::normal::bent(&point, &spread, texel, factor);
                }
                let lit = self.sum(&point, |lamp, reach| material.lit(lamp, reach, &point));
                let mut around = material.sky_lit(self.sky, pbr.ibl_strength as f32, &point);
                if let Some(texel) = self.texel(pbr.occlusion_map.as_ref(), &spread) {
                    let strength = pbr.occlusion_map_strength as f32;
                    around = scale(around, 1.0 + (texel[0] - 1.0) * strength);
                }
                let glow = match self.texel(pbr.emissive_color_map.as_ref(), &spread) {
                    Some([r, g, b, _]) => [r, g, b],
                    None => *emissive,
                };
                let intensity = if self.is_in_passes {
                    1.0
                } else {
                    pbr.emissive_intensity as f32
                };
                let color = std::array::from_fn(|channel| {
                    lit[channel] + around[channel] + glow[channel] * intensity
                });
                (color, opacity)
            }
        }
    }
}
