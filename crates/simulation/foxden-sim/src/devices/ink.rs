//! Ink: what pens painted on a Shape, and how it dries.

use serde::{Deserialize, Serialize};

/// Ink thinner than this does not dry any further.
const LEAST_DENSITY: f64 = 0.001;
/// The sides of the texture of a shape without one: at least and at most.
const SIDES: [f64; 2] = [32.0, 1024.0];
/// Larger sheets get coarser texels, so that memory stays bounded.
const MOST_TEXELS: usize = 1 << 24;
/// The radius of a shape, in metres, from which on it gets the largest texture.
const LARGE: f64 = 10.0;

/// What pens painted on a Shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ink {
    width: usize,
    height: usize,
    /// The width of one part of the texture.
    original_width: usize,
    /// Red, green, blue from 0 to 1 and the density.
    texels: Vec<[f32; 4]>,
    /// Whether there is something new that cameras do not see yet.
    is_new: bool,
}

impl Ink {
    /// A clean sheet for a shape whose texture has this size and whose geometry
    /// needs several parts of it.
    pub(crate) fn new([mut width, mut height]: [usize; 2], [across, down]: [usize; 2]) -> Self {
        while (width * across) * (height * down) > MOST_TEXELS {
            (width, height) = (width.div_ceil(2), height.div_ceil(2));
        }
        let (whole, high) = (width * across, height * down);
        Self {
            width: whole,
            height: high,
            original_width: width,
            texels: vec![[1.0, 1.0, 1.0, 0.0]; whole * high],
            is_new: true,
        }
    }

    /// The width of one part of the texture.
    pub(crate) fn original_width(&self) -> usize {
        self.original_width
    }

    /// Whether there is something new that cameras do not see yet.
    pub(crate) fn is_new(&self) -> bool {
        self.is_new
    }

    /// Paints a disc around a place: from 0 to 1 across and down. Nothing is
    /// painted around places beyond the sheet.
    pub(crate) fn paint(
        &mut self,
        [u, v]: [f64; 2],
        diameter: usize,
        color: [f64; 3],
        density: f64,
    ) {
        if !((0.0..=1.0).contains(&u) && (0.0..=1.0).contains(&v)) {
            return;
        }
        let column = (u * self.width as f64) as usize;
        let row = (v * self.height as f64) as usize;
        // an odd and the even number below it give the same disc
        let radius = diameter.clamp(1, self.width) / 2;
        let columns = column.saturating_sub(radius)..=(column + radius).min(self.width - 1);
        for y in row.saturating_sub(radius)..=(row + radius).min(self.height - 1) {
            for x in columns.clone() {
                let (across, down) = (x.abs_diff(column), y.abs_diff(row));
                if across * across + down * down <= radius * radius {
                    let texel = &mut self.texels[y * self.width + x];
                    *texel = mixed(*texel, color, density as f32);
                }
            }
        }
        self.is_new = true;
    }

    /// The ink dries by a factor.
    pub(crate) fn fade(&mut self, factor: f64) {
        for texel in &mut self.texels {
            let density = f64::from(texel[3]);
            if density > LEAST_DENSITY {
                texel[3] = (density * factor) as f32;
                self.is_new = true;
            }
        }
    }

    /// The ink as a texture; it is not new any more.
    pub(crate) fn show(&mut self) -> Option<foxden_vision::Picture> {
        self.is_new = false;
        self.picture()
    }

    /// The ink as a texture.
    pub(crate) fn picture(&self) -> Option<foxden_vision::Picture> {
        // what is left over of a byte is cut off
        let byte = |part: f32| (255.0 * part) as u8;
        let bytes = self.texels.iter().flat_map(|texel| texel.map(byte));
        let size = [self.width as u32, self.height as u32];
        foxden_vision::Picture::from_pixels(size[0], size[1], bytes.collect())
    }

    /// The colour and the density at a place; beyond the sheet it repeats.
    pub(crate) fn at(&self, [u, v]: [f64; 2]) -> ([f32; 3], f32) {
        let along = |place: f64, count: usize| {
            let texel = (place * count as f64) as i64;
            texel.rem_euclid(count as i64) as usize
        };
        let (column, row) = (along(u, self.width), along(v, self.height));
        let [red, green, blue, density] = self.texels[row * self.width + column];
        ([red, green, blue], density)
    }
}

/// New ink over old, by their densities.
fn mixed(old: [f32; 4], color: [f64; 3], density: f32) -> [f32; 4] {
    let sum = density + old[3];
    let share = if sum < 1e-15 { 0.0 } else { old[3] / sum };
    let part = |at: usize| {
        let kept = f64::from(share * old[at]);
        (kept + f64::from(1.0 - share) * color[at]) as f32
    };
    [part(0), part(1), part(2), sum.min(1.0)]
}

/// The side of the texture that pens paint on a shape without one: the power
/// of two nearest to a size that grows with the radius of the ball around it.
pub(crate) fn side_without_texture(radius: f64) -> usize {
    let [least, most] = SIDES;
    let radius = f64::from(radius as f32);
    let wanted = match radius > LARGE {
        true => most,
        false => least + (most - least) * radius / LARGE,
    };
    let next = (wanted as usize).next_power_of_two() as f64;
    let is_below = (next - wanted).abs() > (next / 2.0 - wanted).abs();
    (if is_below { next / 2.0 } else { next }) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ink_mixes_and_fades() {
        let mut ink = Ink::new([8, 8], [1, 1]);
        ink.paint([0.5, 0.5], 3, [1.0, 0.0, 0.0], 0.5);
        let painted = ink.texels.iter().filter(|texel| texel[3] > 0.0).count();
        assert_eq!(painted, 5);
        ink.paint([0.5, 0.5], 1, [0.0, 1.0, 0.0], 0.5);
        assert_eq!(ink.texels[4 * 8 + 4], [0.5, 0.5, 0.0, 1.0]);
        let before = ink.clone();
        ink.paint([7.0, -3.0], 100, [0.0; 3], 1.0);
        assert_eq!(ink, before);
        ink.fade(0.5);
        assert_eq!(ink.at([0.5, 0.5]), ([0.5, 0.5, 0.0], 0.5));
        ink.fade(0.001);
        let thin = ink.at([0.5, 0.5]).1;
        ink.fade(0.5);
        assert_eq!(ink.at([0.5, 0.5]).1, thin);
    }

    #[test]
    fn sheets_are_powers_of_two() {
        assert_eq!(side_without_texture(0.0), 32);
        assert_eq!(side_without_texture(0.14), 32);
        assert_eq!(side_without_texture(0.17), 64);
        assert_eq!(side_without_texture(5.0), 512);
        assert_eq!(side_without_texture(1e9), 1024);
    }
}
