//! From linear light to bytes.

use crate::half;

/// The displayed parts of all half precision numbers, for one exposure.
#[derive(Clone, Debug, Default)]
pub(crate) struct ToneTable {
    exposure: f32,
    parts: Vec<f32>,
}

impl ToneTable {
    /// Makes it one for an exposure.
    pub(crate) fn prepare(&mut self, exposure: f32) {
        if self.parts.is_empty() || self.exposure != exposure {
            self.exposure = exposure;
            let all = (0..half::COUNT as u16).map(|bits| mapped(half::value(bits), exposure));
            self.parts = all.collect();
        }
    }

    /// The displayed part of light that was rounded to half precision.
    pub(crate) fn part(&self, light: f32) -> f32 {
        self.parts[(half::bits(light) as usize).min(half::COUNT - 1)]
    }
}

/// The displayed part of linear light, from 0 to 1.
fn mapped(light: f32, exposure: f32) -> f32 {
    let part = 1.0 - libm::expf(-light * exposure);
    if part > 0.0 {
        libm::powf(part, 1.0 / 2.2)
    } else {
        0.0
    }
}

/// The byte of a displayed part.
pub(crate) fn byte(part: f32) -> u8 {
    (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_of_one_is_byte_207() {
        assert_eq!(byte(mapped(1.0, 1.0)), 207);
        assert_eq!(byte(mapped(0.0, 1.0)), 0);
        assert_eq!(byte(mapped(1.0, 0.0)), 0);
        assert_eq!(byte(mapped(1e9, 1.0)), 255);
        assert_eq!(byte(f32::NAN), 0);
    }
}
