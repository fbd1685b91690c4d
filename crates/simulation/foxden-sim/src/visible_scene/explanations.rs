//! What is seen at a point, in words and numbers.

use super::VisibleWorld;
use crate::math::{Vector, acos, exp, pow};
use crate::pictures::picture_requests::SeenLight;
use foxden_vision::{FogKind, Light, LightKind, MaterialKind};

impl VisibleWorld {
    /// What a Shape is made of.
    pub(crate) fn material_in_words(&self, shape: usize) -> String {
        let Some(Some(drawn)) = self.shapes.get(shape) else {
            return String::new();
        };
        let color = |name: &str, [red, green, blue]: [f64; 3]| {
            format!("{name} {red:.3} {green:.3} {blue:.3}")
        };
        let textured = |has_texture: bool| if has_texture { ", textured" } else { "" };
        match &drawn.material.kind {
            MaterialKind::Unlit(texture) => {
                format!("no material, unlit{}", textured(texture.is_some()))
            }
            MaterialKind::Phong(phong) => format!(
                "Appearance: {}, {}, {}, transparency {:.2}{}",
                color("diffuse", phong.diffuse_color),
                color("specular", phong.specular_color),
                color("emissive", phong.emissive_color),
                phong.transparency,
                textured(phong.texture.is_some())
            ),
            MaterialKind::Pbr(pbr) => format!(
                "PBRAppearance: {}, roughness {:.2}, metalness {:.2}, {}, transparency {:.2}{}",
                color("base", pbr.base_color),
                pbr.roughness,
                pbr.metalness,
                color("emissive", pbr.emissive_color),
                pbr.transparency,
                textured(pbr.base_color_map.is_some())
            ),
        }
    }

    /// What each light does at a point of a surface.
    pub(crate) fn lights_at(&self, point: [f64; 3], normal: [f64; 3]) -> Vec<SeenLight> {
        let (point, normal): (Vector, Vector) = (point.into(), normal.into());
        let lights = self.scene.lights.iter();
        lights.map(|light| seen(light, point, normal)).collect()
    }

    /// The part of a colour that is fog at a distance.
    pub(crate) fn fog_at(&self, distance: f64) -> f64 {
        let Some(fog) = self.scene.fog.filter(|fog| fog.visibility_range > 0.0) else {
            return 0.0;
        };
        let share = distance / fog.visibility_range;
        let clear = match fog.kind {
            FogKind::Linear => 1.0 - share,
            FogKind::Exponential => exp(-share),
            FogKind::Exponential2 => exp(-share * share),
        };
        pow(1.0 - clear.clamp(0.0, 1.0), 2.2)
    }
}

fn seen(light: &Light, point: Vector, normal: Vector) -> SeenLight {
    let (kind, towards, distance, attenuation) = match light.kind {
        LightKind::Directional { direction } => {
            let direction: Vector = direction.into();
            ("DirectionalLight", -direction.normalized(), None, 1.0)
        }
        LightKind::Point {
            location,
            attenuation,
            radius,
        } => {
            let way = Vector::from(location) - point;
            let left = fading(attenuation, radius, way.length());
            ("PointLight", way.normalized(), Some(way.length()), left)
        }
        LightKind::Spot {
            location,
            direction,
            attenuation,
            radius,
            beam_width,
            cut_off_angle,
        } => {
            let way = Vector::from(location) - point;
            let axis: Vector = direction.into();
            let cosine = -way.normalized().dot(axis.normalized());
            let angle = acos(cosine.clamp(-1.0, 1.0));
            let cone = match angle {
                angle if angle >= cut_off_angle => 0.0,
                angle if angle > beam_width => {
                    (cut_off_angle - angle) / (cut_off_angle - beam_width)
                }
                _ => 1.0,
            };
            let left = cone * fading(attenuation, radius, way.length());
            ("SpotLight", way.normalized(), Some(way.length()), left)
        }
    };
    SeenLight {
        kind,
        intensity: light.intensity,
        distance,
        attenuation,
        cosine: normal.dot(towards),
        share: None,
    }
}

/// What distance leaves of a light.
fn fading([constant, linear, square]: [f64; 3], radius: f64, distance: f64) -> f64 {
    if distance > radius {
        return 0.0;
    }
    1.0 / (constant + distance * (linear + square * distance))
}
