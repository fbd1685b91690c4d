//! TextureTransforms.

use crate::math::{cos, sin};
use crate::model::compile::read;
use foxden_scene::{NodeId, Scene};

/// A TextureTransform, in single precision like the renderer's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TextureTransform {
    center: [f32; 2],
    sine: f32,
    cosine: f32,
    scale: [f32; 2],
    translation: [f32; 2],
}

impl TextureTransform {
    pub(crate) fn read(scene: &Scene, node: NodeId) -> Self {
        let pair = |name: &str| read::vector2(scene, node, name).map(|part| part as f32);
        let angle = f64::from(read::number(scene, node, "rotation") as f32);
        Self {
            center: pair("center"),
            sine: sin(angle) as f32,
            cosine: cos(angle) as f32,
            scale: pair("scale"),
            translation: pair("translation"),
        }
    }

    /// Where a texture is looked at for a place on a surface. The vertical axis
    /// of the transform points up from the lower edge, that of a place down
    /// from the upper one.
    pub(crate) fn apply(&self, place: [f64; 2]) -> [f64; 2] {
        let [mut u, mut v] = place.map(|part| part as f32);
        let [x, y] = self.center;
        u += self.translation[0];
        v -= self.translation[1];
        u += x;
        v += -y - 1.0;
        let turned = [
            u * self.cosine + v * self.sine,
            -u * self.sine + v * self.cosine,
        ];
        [
            f64::from(turned[0] * self.scale[0] - x),
            f64::from(turned[1] * self.scale[1] + (y + 1.0)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: TextureTransform = TextureTransform {
        center: [0.0; 2],
        sine: 0.0,
        cosine: 1.0,
        scale: [1.0; 2],
        translation: [0.0; 2],
    };

    #[test]
    fn nothing_to_do_leaves_places_as_they_are() {
        assert_eq!(NONE.apply([0.25, 0.5]), [0.25, 0.5]);
    }

    #[test]
    fn a_picture_is_moved_then_turned_then_scaled() {
        let moved = TextureTransform {
            translation: [0.25, 0.5],
            ..NONE
        };
        assert_eq!(moved.apply([0.25, 0.75]), [0.5, 0.25]);
        let scaled = TextureTransform {
            scale: [2.0, 4.0],
            ..NONE
        };
        // what stays is the lower left corner
        assert_eq!(scaled.apply([0.0, 1.0]), [0.0, 1.0]);
        assert_eq!(scaled.apply([0.25, 0.75]), [0.5, 0.0]);
        let turned = TextureTransform {
            sine: 1.0,
            cosine: 0.0,
            center: [-0.5, -0.5],
            ..NONE
        };
        assert_eq!(turned.apply([0.5, 0.5]), [0.5, 0.5]);
        assert_eq!(turned.apply([1.0, 0.5]), [0.5, 0.0]);
    }
}
