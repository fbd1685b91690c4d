//! Pictures that a controller sends to a Display or gets from it.

use serde::{Deserialize, Serialize};

/// The order of the bytes of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PixelOrder {
    /// Red, green, blue; opaque.
    Rgb,
    /// Red, green, blue, alpha.
    Rgba,
    /// Alpha, red, green, blue.
    Argb,
    /// Blue, green, red, alpha.
    Bgra,
    /// Alpha, blue, green, red.
    Abgr,
}

/// A picture of words `0xAARRGGBB`, rows from the top.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DisplayPicture {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The pixels.
    pub pixels: Vec<u32>,
}

impl DisplayPicture {
    /// A picture from bytes; `None` if there are not as many as it needs.
    pub fn from_bytes(
        width: usize,
        height: usize,
        order: PixelOrder,
        bytes: &[u8],
    ) -> Option<Self> {
        let size = if order == PixelOrder::Rgb { 3 } else { 4 };
        let count = width.checked_mul(height)?;
        if count.checked_mul(size)? != bytes.len() {
            return None;
        }
        let word = |pixel: &[u8]| {
            let [alpha, red, green, blue] = match order {
                PixelOrder::Rgb => [255, pixel[0], pixel[1], pixel[2]],
                PixelOrder::Rgba => [pixel[3], pixel[0], pixel[1], pixel[2]],
                PixelOrder::Argb => [pixel[0], pixel[1], pixel[2], pixel[3]],
                PixelOrder::Bgra => [pixel[3], pixel[2], pixel[1], pixel[0]],
                PixelOrder::Abgr => [pixel[0], pixel[3], pixel[2], pixel[1]],
            };
            u32::from_be_bytes([alpha, red, green, blue])
        };
        Some(Self {
            width,
            height,
            pixels: bytes.chunks_exact(size).map(word).collect(),
        })
    }

    /// The bytes of the pixels: blue, green, red, alpha.
    pub fn to_bgra(&self) -> Vec<u8> {
        let words = self.pixels.iter();
        words.flat_map(|word| word.to_le_bytes()).collect()
    }
}
