//! PBRAppearance.

use super::lamps::Reach;
use super::{Lamp, Point, Sky, split_sum};
use crate::vector::{Vector, add, dot, normalized, scale};
use std::f32::consts::PI;

/// The material of a point, linear.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PbrPoint {
    roughness: f32,
    alpha: f32,
    diffuse: Vector,
    specular: Vector,
    grazing: f32,
}

impl PbrPoint {
    pub(crate) fn new(base: Vector, metalness: f32, roughness: f32) -> Self {
        const MIRROR: f32 = 0.04;
        let metalness = metalness.clamp(0.0, 1.0);
        let roughness = roughness.clamp(0.04, 1.0);
        let diffuse = base.map(|part| part * (1.0 - MIRROR) * (1.0 - metalness));
        let specular = base.map(|part| MIRROR * (1.0 - metalness) + part * metalness);
        let greatest = specular[0].max(specular[1]).max(specular[2]);
        Self {
            roughness,
            alpha: roughness * roughness,
            diffuse,
            specular,
            grazing: (greatest * 25.0).min(1.0),
        }
    }

    /// What comes back of a light.
    pub(crate) fn lit(&self, lamp: &Lamp, reach: &Reach, point: &Point) -> Vector {
        let half = normalized(add(reach.to_light, point.view));
        let nl = dot(point.normal, reach.to_light).clamp(0.0001, 1.0);
        let nv = dot(point.normal, point.view).abs() + 0.0001;
        let nh = dot(point.normal, half).clamp(0.0, 1.0);
        let vh = dot(point.view, half).clamp(0.0, 1.0);
        let square = self.alpha * self.alpha;
        let masking = |cosine: f32| {
            2.0 * cosine / (cosine + (square + (1.0 - square) * (cosine * cosine)).sqrt())
        };
        let geometry = masking(nl) * masking(nv);
        let f = (nh * square - nh) * nh + 1.0;
        let facets = square / (PI * f * f);
        let away = 1.0 - vh;
        let fresnel = away * away * away * away * away;
        let mirrored = geometry * facets / (4.0 * nl * nv);
        let strength = reach.part * lamp.intensity * nl;
        std::array::from_fn(|channel| {
            let share = self.specular[channel] + (self.grazing - self.specular[channel]) * fresnel;
            let scattered = (1.0 - share) * self.diffuse[channel] / PI * lamp.intensity;
            strength * lamp.color[channel] * (scattered + share * mirrored)
        })
    }

    /// What comes back of the light of the sky.
    pub(crate) fn sky_lit(&self, sky: &Sky, strength: f32, point: &Point) -> Vector {
        let strength = strength * sky.luminosity;
        let cosine = dot(point.normal, point.view);
        let [x, y] = split_sum(cosine - 0.001, self.roughness);
        let mirror = scale(point.normal, 2.0 * cosine);
        let mirror = std::array::from_fn(|axis| mirror[axis] - point.view[axis]);
        let scattered = sky.diffuse(point.normal);
        let mirrored = sky.specular(mirror, self.roughness);
        std::array::from_fn(|channel| {
            strength
                * (scattered[channel] * self.diffuse[channel]
                    + mirrored[channel] * (self.specular[channel] * x + y))
        })
    }
}
