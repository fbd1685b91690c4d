//! Textures: pictures with their reduced levels, and how they are sampled.

mod anisotropic;

use crate::material::TextureMap;
use crate::picture::Picture;

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
    has_alpha: bool,
}

impl Texture {
    /// A texture of a picture. One whose sides are not powers of two grows
    /// ([`Picture::fitted`]).
    pub fn new(picture: Picture) -> Self {
        Self::unfitted(picture.fitted())
    }

    /// A texture of a picture with exactly its pixels: of displays and pens.
    pub fn unfitted(picture: Picture) -> Self {
        let has_alpha = picture.has_alpha();
        let mut levels = vec![picture];
        while let Some(reduced) = levels.last().and_then(Picture::reduced) {
            levels.push(reduced);
        }
        Self { levels, has_alpha }
    }

    /// Its picture.
    pub fn picture(&self) -> &Picture {
        &self.levels[0]
    }

    /// Whether something may be seen through it.
    pub fn has_alpha(&self) -> bool {
        self.has_alpha
    }

    /// Red, green, blue and alpha at a place, from 0 to 1.
    pub(crate) fn sample(&self, map: &TextureMap, spread: &Spread) -> [f32; 4] {
        if map.filtering == 0 {
            return self.nearest(map, spread.place);
        }
        if map.filtering > 1
            && let Some(value) = self.anisotropic(map, spread)
        {
            return value;
        }
        self.trilinear(map, spread)
    }

    fn nearest(&self, map: &TextureMap, [u, v]: [f32; 2]) -> [f32; 4] {
        let picture = &self.levels[0];
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
    fn reduced_levels_are_means() {
        let texture = texture();
        assert_eq!(texture.levels.len(), 3);
        assert_eq!(texture.levels[1].pixel(0, 0)[0], 50);
        assert_eq!(texture.levels[2].pixel(0, 0)[0], 100);
        assert!((red(&map(1, true), 0.1, 1.0) - 100.0).abs() < 1e-3);
    }
}
