//! The anisotropic filter: a mean over the ellipse of texels that a pixel
//! covers, weighted by a bell curve, as the genuine program's software renderer
//! takes it. It blurs a little even where the texture is magnified.

use super::{Spread, Texture, wrapped};
use crate::material::TextureMap;
use std::sync::OnceLock;

const WEIGHTS: usize = 1024;
/// The most texels of an ellipse along a side: farther ones have no weight that counts.
const MOST_ALONG: i64 = 4096;

fn weights() -> &'static [f32; WEIGHTS] {
    static TABLE: OnceLock<[f32; WEIGHTS]> = OnceLock::new();
    TABLE.get_or_init(|| {
        std::array::from_fn(|at| libm::expf(-2.0 * at as f32 / (WEIGHTS - 1) as f32))
    })
}

impl Texture {
    pub(super) fn anisotropic(&self, map: &TextureMap, spread: &Spread) -> Option<[f32; 4]> {
        let whole = [
            self.levels[0].width() as f32,
            self.levels[0].height() as f32,
        ];
        let texels = |step: [f32; 2]| [step[0] * whole[0], step[1] * whole[1]];
        let (right, below) = (texels(spread.across), texels(spread.down));
        let square = |step: [f32; 2]| step[0] * step[0] + step[1] * step[1];
        let least = square(right).min(square(below));
        let level = detail(least).min(self.levels.len() - 1);
        let part = 1.0 / (1_u32 << level) as f32;
        let picture = &self.levels[level];
        let scaled = |step: [f32; 2]| step.map(|along| along * part);
        let ([ux, vx], [uy, vy]) = (scaled(right), scaled(below));
        // the ellipse a x x + b x y + c y y = f
        let a = vx * vx + vy * vy + 1.0;
        let b = -2.0 * (ux * vx + uy * vy);
        let c = ux * ux + uy * uy + 1.0;
        let f = a * c - b * b / 4.0;
        let d = 4.0 * (a * c) - b * b;
        let half = [2.0 / d * (d * c * f).sqrt(), 2.0 / d * (a * d * f).sqrt()];
        let scale = (WEIGHTS - 1) as f32 / f;
        let (a, b, c) = (a * scale, b * scale, c * scale);
        let place: [f32; 2] =
            std::array::from_fn(|axis| spread.place[axis] * (whole[axis] * part) - 0.5);
        let first = [0, 1].map(|axis| (place[axis] - half[axis]).floor());
        let last = [0, 1].map(|axis| (place[axis] + half[axis]).ceil());
        if !first.iter().chain(&last).all(|at| at.abs() < 1e9) {
            return None;
        }
        let (first, last) = (first.map(|at| at as i64), last.map(|at| at as i64));
        if (0..2).any(|axis| last[axis] - first[axis] > MOST_ALONG) {
            return None;
        }
        let table = weights();
        let u = first[0] as f32 - place[0];
        let base = (a * (2.0 * u + 1.0), a * (u * u));
        let (mut sum, mut whole) = ([0.0_f32; 4], 0.0_f32);
        for row in first[1]..=last[1] {
            let v = row as f32 - place[1];
            let mut step = base.0 + b * v;
            let mut value = (c * v + b * u) * v + base.1;
            for column in first[0]..=last[0] {
                let index = (value as i32).max(0) as usize;
                if let Some(weight) = table.get(index) {
                    let texel = picture.pixel(
                        wrapped(column, picture.width(), map.repeats[0]),
                        wrapped(row, picture.height(), map.repeats[1]),
                    );
                    for channel in 0..4 {
                        sum[channel] += f32::from(texel[channel]) / 255.0 * weight;
                    }
                    whole += weight;
                }
                value += step;
                step += 2.0 * a;
            }
        }
        Some(if whole == 0.0 {
            self.bilinear(map, spread.place, level)
        } else {
            sum.map(|part| part / whole)
        })
    }
}

/// How often a picture is halved for a square of texels.
fn detail(square: f32) -> usize {
    let exponent = (square.to_bits() >> 23) as i64 - 127;
    (exponent / 2).max(0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_follows_the_shorter_step() {
        assert_eq!([0.1, 1.0, 3.9, 4.0, 17.0].map(detail), [0, 0, 0, 1, 2]);
        assert_eq!(weights()[0], 1.0);
        assert!((weights()[1023] - 0.135_335_28).abs() < 1e-7);
    }
}
