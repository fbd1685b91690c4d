//! Pictures laid over pictures (noiseMaskUrl).

use crate::material::TextureMap;
use crate::raster::Frame;
use crate::scene::VisibleScene;
use crate::settings::NoiseMask;
use crate::texture::Spread;

/// Lays a mask over displayed colours.
pub(super) fn masked(
    scene: &VisibleScene,
    mask: &NoiseMask,
    frame: &Frame,
    colors: &mut [[f32; 3]],
) {
    let Some(texture) = scene.texture(mask.texture) else {
        return;
    };
    let (width, height) = (frame.width as f32, frame.height as f32);
    let size = [
        texture.picture().width() as f32,
        texture.picture().height() as f32,
    ];
    let spare = [size[0] - width, size[1] - height];
    let factor = if spare[0] < 0.0 || spare[1] < 0.0 {
        if spare[0] > spare[1] {
            [width / height, 1.0]
        } else {
            [1.0, height / width]
        }
    } else {
        [width / size[0], height / size[1]]
    };
    let map = TextureMap {
        texture: mask.texture,
        repeats: [true; 2],
        filtering: 1,
    };
    for (at, color) in colors.iter_mut().enumerate() {
        let place = [
            ((at % frame.width as usize) as f32 + 0.5) / width,
            ((at / frame.width as usize) as f32 + 0.5) / height,
        ];
        let spread = Spread {
            place: std::array::from_fn(|axis| {
                (place[axis] + mask.offset[axis] as f32) * factor[axis]
            }),
            across: [factor[0] / width, 0.0],
            down: [0.0, factor[1] / height],
        };
        let [red, green, blue, alpha] = texture.sample(&map, &spread);
        let noise = [red, green, blue];
        *color = std::array::from_fn(|channel| {
            color[channel] + alpha * (noise[channel] - color[channel])
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Picture, Texture};

    #[test]
    fn a_mask_covers_by_its_alpha_and_moves() {
        let mut scene = VisibleScene::new();
        // left half opaque white, right half clear
        let pixels = [[255, 255, 255, 255], [255, 255, 255, 0]].concat();
        let Some(picture) = Picture::from_pixels(2, 1, pixels) else {
            unreachable!()
        };
        let texture = scene.add_texture(Texture::new(picture));
        let frame = Frame::new(2, 1, [1.0, 0.5], 0.01, f64::INFINITY);
        let mut colors = [[0.0; 3]; 2];
        let mask = NoiseMask {
            texture,
            offset: [0.0; 2],
        };
        masked(&scene, &mask, &frame, &mut colors);
        assert_eq!(colors, [[1.0; 3], [0.0; 3]]);
        let moved = NoiseMask {
            offset: [0.5, 0.0],
            ..mask
        };
        masked(&scene, &moved, &frame, &mut colors);
        assert_eq!(colors, [[1.0; 3], [1.0; 3]]);
    }
}
