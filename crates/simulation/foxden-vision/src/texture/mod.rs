//! Textures: pictures with their reduced levels, and how they are sampled.

mod anisotropic;

use crate::material::TextureMap;
use crate::picture::Picture;
use crate::shade::linear;
use std::sync::OnceLock;

/// A place in a texture and how it changes from pixel to pixel: to the right
/// and down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Spread {
    pub(crate) place: [f32; 2],
    pub(crate) across: [f32; 2],
    pub(crate) down: [f32; 2],
}

/// A picture as the renderer uses it. Cloning shares it.
#[derive(Clone, Debug)]
pub struct Texture {
    /// From the picture itself down to one pixel.
    levels: Vec<Picture>,
    is_translucent: bool,
    /// What is seen through it instead of the scene.
    below: Option<Picture>,
    flattened: OnceLock<Picture>,
}

impl Texture {
    /// A texture of a picture. One whose sides are not powers of two grows
    /// ([`Picture::fitted`]).
    pub fn new(picture: Picture) -> Self {
        Self::unfitted(picture.fitted())
    }

    /// A texture of a picture with exactly its pixels: of pens and noise masks.
    pub fn unfitted(picture: Picture) -> Self {
        let is_translucent = picture.uses_alpha();
        let mut levels = vec![picture];
        while let Some(reduced) = levels.last().and_then(Picture::reduced) {
            levels.push(reduced);
        }
        Self {
            levels,
            is_translucent,
            below: None,
            flattened: OnceLock::new(),
        }
    }

    /// A texture of a Display, with the picture of the camera that is below its drawings. The
    /// genuine program counts the screen of a Display as translucent, whatever it shows.
    pub fn of_display(picture: Picture, below: Option<Picture>) -> Self {
        Self {
            is_translucent: true,
            below,
            ..Self::unfitted(picture)
        }
    }

    /// Its picture.
    pub fn picture(&self) -> &Picture {
        &self.levels[0]
    }

    /// Its picture over what is below.
    pub fn flattened(&self) -> &Picture {
        match &self.below {
            Some(below) => self.flattened.get_or_init(|| self.picture().over(below)),
            None => self.picture(),
        }
    }

    /// Whether surfaces with it are drawn after what is opaque.
    pub fn is_translucent(&self) -> bool {
        self.is_translucent
    }

    /// Linear red, green and blue of a surface with this texture, and its opacity. The genuine
    /// program mixes what is below in linear light, from its nearest texel.
    pub(crate) fn linear_sample(&self, map: &TextureMap, spread: &Spread) -> [f32; 4] {
        let [r, g, b, alpha] = self.sample(map, spread);
        let color = [r, g, b].map(linear);
        let Some(below) = &self.below else {
            let [r, g, b] = color;
            return [r, g, b, alpha];
        };
        let [below_r, below_g, below_b, _] = nearest(below, map, spread.place);
        let below = [below_r, below_g, below_b].map(linear);
        let [r, g, b] = std::array::from_fn(|at| below[at] + (color[at] - below[at]) * alpha);
        [r, g, b, 1.0]
    }

    /// Red, green, blue and alpha at a place, from 0 to 1.
    pub(crate) fn sample(&self, map: &TextureMap, spread: &Spread) -> [f32; 4] {
        if map.filtering == 0 {
            return nearest(&self.levels[0], map, spread.place);
        }
        if map.filtering > 1
            && let Some(value) = self.anisotropic(map, spread)
        {
            return value;
        }
        self.trilinear(map, spread)
    }

    /// Between two levels, as the genuine program's software renderer finds them.
    fn trilinear(&self, map: &TextureMap, spread: &Spread) -> [f32; 4] {
        let size = [
            self.levels[0].width() as f32,
            self.levels[0].height() as f32,
        ];
        let texels = |step: [f32; 2]| {
            let (x, y) = (step[0] * size[0], step[1] * size[1]);
            x * x + y * y
        };
        let square = texels(spread.across).max(texels(spread.down));
        let last = self.levels.len() - 1;
        if square.is_nan() || square <= 1.0 {
            return self.bilinear(map, spread.place, 0);
        }
        // a logarithm that is straight between powers of two
        let bits = square.to_bits();
        let exponent = (bits >> 23) as i32 - 127;
        let mantissa = f32::from_bits(bits & 0x007f_ffff | 0x3f80_0000);
        let detail = 0.5 * (exponent as f32 + mantissa - 1.0);
        let level = detail as usize;
        if level >= last {
            return self.bilinear(map, spread.place, last);
        }
        let share = detail - detail.floor();
        let near = self.bilinear(map, spread.place, level);
        let far = self.bilinear(map, spread.place, level + 1);
        std::array::from_fn(|channel| near[channel] + share * (far[channel] - near[channel]))
    }

    /// Between four texels. The genuine program's software renderer rounds
    /// places to 1/256 of a texel and computes with bytes, first along rows
    /// (`cam_texture_bilinear`).
    pub(crate) fn bilinear(&self, map: &TextureMap, [u, v]: [f32; 2], level: usize) -> [f32; 4] {
        let picture = &self.levels[level];
        let along = |part: f32, count: u32, repeats: bool| {
            let fine = (part * (count as f32 * 256.0)).round_ties_even();
            // what is not finite becomes a number
            let fine = (fine as i64).saturating_sub(128);
            let texels = [fine >> 8, (fine >> 8) + 1].map(|at| wrapped(at, count, repeats));
            (texels, (fine & 255) as i32)
        };
        let (columns, across) = along(u, picture.width(), map.repeats[0]);
        let (rows, down) = along(v, picture.height(), map.repeats[1]);
        let line = |row: usize| -> [i32; 4] {
            let near = picture.pixel(columns[0], rows[row]).map(i32::from);
            let far = picture.pixel(columns[1], rows[row]).map(i32::from);
            std::array::from_fn(|at| mixed(near[at], far[at], across))
        };
        let (near, far) = (line(0), line(1));
        std::array::from_fn(|at| mixed(near[at], far[at], down) as f32 / 255.0)
    }
}

/// The nearest texel of a picture.
fn nearest(picture: &Picture, map: &TextureMap, [u, v]: [f32; 2]) -> [f32; 4] {
    let at = |part: f32, count: u32, repeats: bool| {
        // what is not finite becomes a number
        wrapped((part * count as f32).floor() as i64, count, repeats)
    };
    picture
        .pixel(
            at(u, picture.width(), map.repeats[0]),
            at(v, picture.height(), map.repeats[1]),
        )
        .map(|part| f32::from(part) / 255.0)
}

/// A byte between two, by a weight in 1/256.
fn mixed(near: i32, far: i32, weight: i32) -> i32 {
    near + ((weight * (far - near) + 128) >> 8)
}

/// The number of a texel along a side.
fn wrapped(at: i64, count: u32, repeats: bool) -> u32 {
    let count = i64::from(count);
    let within = if repeats {
        at.rem_euclid(count)
    } else {
        at.clamp(0, count - 1)
    };
    within as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::TextureId;

    fn texture() -> Texture {
        let reds = [0_u8, 100, 200, 100];
        let pixels = reds.iter().flat_map(|red| [*red, 0, 0, 255]).collect();
        let Some(picture) = Picture::from_pixels(4, 1, pixels) else {
            unreachable!()
        };
        Texture::new(picture)
    }

    fn map(filtering: u8, repeats: bool) -> TextureMap {
        TextureMap {
            texture: TextureId(0),
            repeats: [repeats; 2],
            filtering,
        }
    }

    fn red(map: &TextureMap, u: f32, step: f32) -> f32 {
        let spread = Spread {
            place: [u, 0.5],
            across: [step, 0.0],
            down: [0.0, 0.0],
        };
        texture().sample(map, &spread)[0] * 255.0
    }

    #[test]
    fn nearest_and_bilinear_texels() {
        assert_eq!(red(&map(0, true), 0.3, 0.0), 100.0);
        assert_eq!(red(&map(0, true), -0.1, 0.0), 100.0);
        assert_eq!(red(&map(0, false), -0.1, 0.0), 0.0);
        // in the middle between the first and the second texel
        assert!((red(&map(1, true), 0.25, 0.01) - 50.0).abs() < 1e-3);
        assert!((red(&map(1, true), 0.0, 0.01) - 50.0).abs() < 1e-3);
        assert!((red(&map(1, false), 0.0, 0.01) - 0.0).abs() < 1e-3);
    }

    #[test]
    fn what_is_below_a_display_is_mixed_in_linear_light() {
        let picture = |pixel: [u8; 4]| match Picture::from_pixels(1, 1, pixel.to_vec()) {
            Some(picture) => picture,
            None => unreachable!(),
        };
        let drawn = picture([255, 0, 0, 51]);
        let texture = Texture::of_display(drawn, Some(picture([0, 188, 255, 0])));
        assert!(texture.is_translucent());
        let [r, g, b, alpha] = texture.linear_sample(&map(4, true), &Spread::default());
        // 188 is half of the light
        let expected = [0.2, 0.8 * linear(188.0 / 255.0), 0.8, 1.0];
        for (found, expected) in [r, g, b, alpha].iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
        // the picture itself stays: it is what the surface gives off
        assert_eq!(texture.picture().pixel(0, 0), [255, 0, 0, 51]);
        assert_eq!(texture.flattened().pixel(0, 0), [51, 150, 204, 255]);
    }

    #[test]
    fn reduced_levels_are_means() {
        let texture = texture();
        assert_eq!(texture.levels.len(), 3);
        assert_eq!(texture.levels[1].pixel(0, 0)[0], 50);
        assert_eq!(texture.levels[2].pixel(0, 0)[0], 100);
        assert!((red(&map(1, true), 0.1, 1.0) - 100.0).abs() < 1e-3);
    }
}
