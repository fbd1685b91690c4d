//! Appearance with Material.

use super::lamps::Reach;
use super::{Lamp, Point};
use crate::vector::{Vector, add, dot, normalized, scale};

/// The material of a point, linear.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PhongPoint {
    pub(crate) ambient: Vector,
    pub(crate) diffuse: Vector,
    pub(crate) specular: Vector,
    pub(crate) emissive: Vector,
    pub(crate) exponent: f32,
}

impl PhongPoint {
    /// What does not come from single lights.
    pub(crate) fn base(&self, ambient_light: Vector) -> Vector {
        std::array::from_fn(|channel| {
            self.emissive[channel] + ambient_light[channel] * self.ambient[channel]
        })
    }

    /// What comes back of a light.
    pub(crate) fn lit(&self, lamp: &Lamp, reach: &Reach, point: &Point) -> Vector {
        let cosine = dot(point.normal, reach.to_light);
        if cosine <= 0.0 {
            return [0.0; 3];
        }
        let strength = reach.part * lamp.intensity;
        let mirrored = if self.specular == [0.0; 3] {
            0.0
        } else {
            let half = normalized(add(reach.to_light, point.view));
            libm::powf(dot(point.normal, half).max(0.0), self.exponent)
        };
        let light = scale(lamp.color, strength);
        std::array::from_fn(|channel| {
            light[channel] * (cosine * self.diffuse[channel] + mirrored * self.specular[channel])
        })
    }
}
