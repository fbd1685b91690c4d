//! Light of the sky.

use super::cube::Cube;
use crate::scene::VisibleScene;
use crate::vector::Vector;
use std::sync::Arc;

/// What surfaces get from all around, and what is seen where nothing is.
#[derive(Clone, Debug)]
pub(crate) struct Sky {
    /// Factor of what surfaces get.
    pub(crate) luminosity: f32,
    /// The light of a sky of one colour.
    light: Vector,
    /// What is seen, linear, before exposure.
    background: Vector,
    cube: Option<Arc<Cube>>,
}

impl Sky {
    pub(crate) fn new(scene: &VisibleScene, viewpoint_exposure: f64) -> Self {
        let Some(background) = &scene.background else {
            return Self {
                luminosity: 0.0,
                light: [0.0; 3],
                background: [0.0; 3],
                cube: None,
            };
        };
        let color = background.sky_color;
        Self {
            luminosity: background.luminosity as f32,
            light: color.map(|part| (libm::floor(part * 255.0 + 0.5) / 255.0) as f32),
            background: color.map(|part| {
                let seen = -libm::log(1.000_000_001 - libm::pow(part, 2.2));
                (seen / viewpoint_exposure) as f32
            }),
            cube: scene.cube().cloned(),
        }
    }

    /// Light that a matt surface gets.
    pub(crate) fn diffuse(&self, normal: Vector) -> Vector {
        match &self.cube {
            Some(cube) => cube.level(normal, 6.0),
            None => self.light,
        }
    }

    /// Light that a mirror of a roughness gets from a direction.
    pub(crate) fn specular(&self, direction: Vector, roughness: f32) -> Vector {
        match &self.cube {
            Some(cube) => cube.level(direction, 7.0 * roughness),
            None => self.light,
        }
    }

    /// What is seen in a direction.
    pub(crate) fn seen(&self, direction: Vector) -> Vector {
        match &self.cube {
            Some(cube) => cube.seen(direction).map(|part| part * part),
            None => self.background,
        }
    }
}
