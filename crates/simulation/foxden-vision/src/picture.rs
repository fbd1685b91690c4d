//! Decoded pictures.

use image::{DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader, Limits};
use std::io::Cursor;
use std::sync::Arc;

/// How many bytes a decoder may take for one picture.
const MOST_BYTES: u64 = 512 << 20;
/// Red, green, blue and alpha.
const CHANNELS: usize = 4;

/// Why a picture is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// Its file cannot be found or read.
    #[error("the file cannot be read")]
    Missing,
    /// Its file is of another kind.
    #[error("it is neither PNG nor JPEG")]
    UnknownKind,
    /// It is larger than what is decoded.
    #[error("it is too large")]
    TooLarge,
    /// Its file is broken.
    #[error("the file is broken")]
    Broken,
}

/// A picture: rows from top to bottom of pixels with red, green, blue and alpha.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    pixels: Arc<[u8]>,
    uses_alpha: bool,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({} x {})", self.width, self.height)
    }
}

impl Picture {
    /// The greatest width and height of a picture file.
    pub const MOST_PIXELS_ALONG: u32 = 16_384;
    /// The greatest number of pixels of a picture file, with both sides rounded up
    /// to powers of two.
    pub const MOST_PIXELS: u64 = 1 << 26;

    /// Decodes a PNG or JPEG file. What a file claims about its size is
    /// believed only up to a limit.
    ///
    /// # Errors
    /// When the file is of another kind, too large or broken.
    pub fn decode(bytes: &[u8]) -> Result<Self, PictureError> {
        let format = image::guess_format(bytes)
            .ok()
            .filter(|format| matches!(format, ImageFormat::Png | ImageFormat::Jpeg))
            .ok_or(PictureError::UnknownKind)?;
        if format == ImageFormat::Png && !has_whole_palette(bytes) {
            return Err(PictureError::Broken);
        }
        let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
        let mut limits = Limits::default();
        limits.max_image_width = Some(Self::MOST_PIXELS_ALONG);
        limits.max_image_height = Some(Self::MOST_PIXELS_ALONG);
        limits.max_alloc = Some(MOST_BYTES);
        reader.limits(limits);
        let problem = |error| match error {
            ImageError::Limits(_) => PictureError::TooLarge,
            _ => PictureError::Broken,
        };
        let decoder = reader.into_decoder().map_err(problem)?;
        let (width, height) = decoder.dimensions();
        // the picture may grow to this size later
        let [wide, high] = [width, height].map(|side| u64::from(side).next_power_of_two());
        if wide * high > Self::MOST_PIXELS || decoder.total_bytes() > MOST_BYTES {
            return Err(PictureError::TooLarge);
        }
        let image = DynamicImage::from_decoder(decoder).map_err(problem)?;
        let image = image.into_rgba8();
        let (width, height) = image.dimensions();
        let picture = Self::from_pixels(width, height, image.into_raw());
        Ok(Self {
            uses_alpha: format == ImageFormat::Png && has_alpha_channel(bytes),
            ..picture.ok_or(PictureError::Broken)?
        })
    }

    /// A picture of these pixels; `None` if it has none or there are not as
    /// many bytes as its size says.
    pub fn from_pixels(width: u32, height: u32, pixels: Vec<u8>) -> Option<Self> {
        let count = (width as usize).checked_mul(height as usize)?;
        let is_whole = count > 0 && pixels.len() == count.checked_mul(CHANNELS)?;
        is_whole.then(|| Self {
            width,
            height,
            uses_alpha: pixels.chunks_exact(CHANNELS).any(|pixel| pixel[3] < 255),
            pixels: pixels.into(),
        })
    }

    /// How many pixels it has in a row.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// How many rows it has.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Red, green, blue and alpha of its pixels, by rows from the top.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// How many bytes its pixels take.
    pub fn bytes(&self) -> usize {
        self.pixels.len()
    }

    /// A pixel; beyond the edges the one at the edge.
    pub fn pixel(&self, column: u32, row: u32) -> [u8; CHANNELS] {
        let column = column.min(self.width - 1) as usize;
        let row = row.min(self.height - 1) as usize;
        let at = (row * self.width as usize + column) * CHANNELS;
        std::array::from_fn(|channel| self.pixels[at + channel])
    }

    /// Whether any pixel lets something through.
    pub fn has_alpha(&self) -> bool {
        self.pixels
            .chunks_exact(CHANNELS)
            .any(|pixel| pixel[3] < 255)
    }

    /// Whether surfaces with it count as translucent: a file whose pixels have an alpha, even
    /// if all of them are opaque.
    pub fn uses_alpha(&self) -> bool {
        self.uses_alpha
    }

    /// The picture over another one, which is stretched to its size.
    pub fn over(&self, below: &Self) -> Self {
        let mut pixels = Vec::with_capacity(self.pixels.len());
        for row in 0..self.height {
            for column in 0..self.width {
                let at = |at: u32, count: u32, of: u32| {
                    (u64::from(at) * u64::from(of) / u64::from(count)) as u32
                };
                let old = below.pixel(
                    at(column, self.width, below.width),
                    at(row, self.height, below.height),
                );
                let new = self.pixel(column, row);
                let alpha = u32::from(new[3]);
                pixels.extend((0..3).map(|channel| {
                    let (old, new) = (u32::from(old[channel]), u32::from(new[channel]));
                    (((255 - alpha) * old + alpha * new) / 255) as u8
                }));
                pixels.push(255);
            }
        }
        Self {
            pixels: pixels.into(),
            uses_alpha: false,
            ..*self
        }
    }

    /// The picture at half the size, of the means of four pixels; `None` if it
    /// is one pixel.
    pub fn reduced(&self) -> Option<Self> {
        if self.width == 1 && self.height == 1 {
            return None;
        }
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let pixels: Vec<u8> = (0..height)
            .flat_map(|row| (0..width).map(move |column| (column, row)))
            .flat_map(|(column, row)| {
                let corners = [(0, 0), (1, 0), (0, 1), (1, 1)]
                    .map(|(right, down)| self.pixel(2 * column + right, 2 * row + down));
                std::array::from_fn::<u8, CHANNELS, _>(|channel| {
                    let sum: u32 = corners
                        .iter()
                        .map(|corner| u32::from(corner[channel]))
                        .sum();
                    ((sum + 2) / 4) as u8
                })
            })
            .collect();
        Self::from_pixels(width, height, pixels)
    }

    /// The picture as the genuine renderer keeps it: one whose sides are not
    /// powers of two grows, with its proportions, into the box of the next
    /// ones. Each pixel is the nearest one of the original.
    pub fn fitted(self) -> Self {
        let (width, height) = (self.width, self.height);
        if width.is_power_of_two() && height.is_power_of_two() {
            return self;
        }
        let (wide, high) = (width.next_power_of_two(), height.next_power_of_two());
        let scaled = |long: u32, by: u32, of: u32| u64::from(long) * u64::from(by) / u64::from(of);
        // as wide as the box is high; whatever is left over of a pixel is cut off
        let by_height = scaled(high, width, height);
        let (new_width, new_height) = if by_height <= u64::from(wide) {
            (by_height, u64::from(high))
        } else {
            (u64::from(wide), scaled(wide, height, width))
        };
        let (new_width, new_height) = (new_width.max(1), new_height.max(1));
        // the middle of a new pixel in the original
        let origin =
            |at: u64, new: u64, old: u32| ((2 * at + 1) * u64::from(old) / (2 * new)) as u32;
        let pixels: Vec<u8> = (0..new_height)
            .flat_map(|row| (0..new_width).map(move |column| (column, row)))
            .flat_map(|(column, row)| {
                self.pixel(
                    origin(column, new_width, width),
                    origin(row, new_height, height),
                )
            })
            .collect();
        Self {
            width: new_width as u32,
            height: new_height as u32,
            pixels: pixels.into(),
            uses_alpha: self.uses_alpha,
        }
    }
}

/// The chunks of a PNG file: kind and length.
fn chunks(bytes: &[u8]) -> impl Iterator<Item = ([u8; 4], usize)> {
    const SIGNATURE: usize = 8;
    let mut rest = bytes.get(SIGNATURE..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let (kind, after) = after.split_first_chunk::<4>()?;
        let length = u32::from_be_bytes(*length) as usize;
        // the content and a checksum
        rest = after.get(length.saturating_add(4)..).unwrap_or_default();
        Some((*kind, length))
    })
}

/// Whether the genuine program's decoder gives the pixels of a PNG file an alpha. It does not
/// for palettes.
fn has_alpha_channel(bytes: &[u8]) -> bool {
    const KIND: usize = 25;
    const COLORS: u8 = 2;
    const GREY_AND_ALPHA: u8 = 4;
    const COLORS_AND_ALPHA: u8 = 6;
    match bytes.get(KIND) {
        Some(&(GREY_AND_ALPHA | COLORS_AND_ALPHA)) => true,
        Some(&COLORS) => chunks(bytes).any(|(kind, _)| kind == *b"tRNS"),
        _ => false,
    }
}

/// Whether the palette of a PNG file, if it has one, consists of whole colours and is not
/// too long. The decoder panics if it does not.
fn has_whole_palette(bytes: &[u8]) -> bool {
    const MOST_COLORS: usize = 256;
    chunks(bytes).all(|(kind, length)| {
        kind != *b"PLTE" || (length.is_multiple_of(3) && length <= 3 * MOST_COLORS)
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use image::{DynamicImage, RgbaImage};

    fn encoded(format: ImageFormat) -> Vec<u8> {
        let image = RgbaImage::from_fn(6, 5, |x, y| image::Rgba([x as u8 * 40, y as u8, 7, 128]));
        let mut bytes = Cursor::new(Vec::new());
        let image = DynamicImage::ImageRgba8(image);
        match format {
            ImageFormat::Jpeg => image.to_rgb8().write_to(&mut bytes, format).unwrap(),
            _ => image.write_to(&mut bytes, format).unwrap(),
        }
        bytes.into_inner()
    }

    #[test]
    fn a_palette_that_ends_in_the_middle_of_a_colour_is_broken() {
        // found by fuzzing: the decoder panics
        let checksum = |bytes: &[u8]| {
            let mut sum = u32::MAX;
            for byte in bytes {
                sum ^= u32::from(*byte);
                for _ in 0..8 {
                    sum = (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg());
                }
            }
            !sum
        };
        let png = |palette: usize| {
            let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
            let stored = [0x78, 1, 1, 2, 0, 0xfd, 0xff, 0, 0, 0, 2, 0, 1];
            let colors = vec![7; palette];
            let head = [0, 0, 0, 1, 0, 0, 0, 1, 8, 3, 0, 0, 0];
            let parts: [(&[u8; 4], &[u8]); 4] = [
                (b"IHDR", &head),
                (b"PLTE", &colors),
                (b"IDAT", &stored),
                (b"IEND", &[]),
            ];
            for (kind, content) in parts {
                file.extend((content.len() as u32).to_be_bytes());
                let part = [kind, content].concat();
                file.extend(&part);
                file.extend(checksum(&part).to_be_bytes());
            }
            file
        };
        assert!(Picture::decode(&png(6)).is_ok());
        for palette in [4, 268, 771] {
            let decoded = Picture::decode(&png(palette));
            assert_eq!(decoded.err(), Some(PictureError::Broken), "{palette}");
        }
    }

    #[test]
    fn both_kinds_are_decoded() {
        let picture = Picture::decode(&encoded(ImageFormat::Png)).unwrap();
        assert_eq!((picture.width(), picture.height()), (6, 5));
        assert_eq!(picture.pixel(2, 3), [80, 3, 7, 128]);
        let picture = Picture::decode(&encoded(ImageFormat::Jpeg)).unwrap();
        assert_eq!((picture.width(), picture.height()), (6, 5));
        assert_eq!(picture.pixel(0, 0)[3], 255);
    }

    #[test]
    fn a_file_with_an_alpha_is_translucent_even_if_its_pixels_are_opaque() {
        let file = |image: DynamicImage| {
            let mut bytes = Cursor::new(Vec::new());
            image.write_to(&mut bytes, ImageFormat::Png).unwrap();
            Picture::decode(&bytes.into_inner()).unwrap()
        };
        let opaque = RgbaImage::from_pixel(3, 2, image::Rgba([1, 2, 3, 255]));
        let image = DynamicImage::ImageRgba8(opaque);
        assert!(!file(image.clone()).has_alpha());
        assert!(file(image.clone()).uses_alpha());
        assert!(file(image.clone()).fitted().uses_alpha());
        assert!(!file(image.to_rgb8().into()).uses_alpha());
        assert!(!file(image.to_luma8().into()).uses_alpha());
        assert!(file(image.to_luma_alpha8().into()).uses_alpha());
    }

    #[test]
    fn broken_files_are_refused() {
        let whole = encoded(ImageFormat::Png);
        assert_eq!(Picture::decode(b""), Err(PictureError::UnknownKind));
        assert_eq!(
            Picture::decode(b"GIF89a..."),
            Err(PictureError::UnknownKind)
        );
        assert_eq!(Picture::decode(&whole[..40]), Err(PictureError::Broken));
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x55;
            // whatever comes out, nothing is torn down
            let _ = Picture::decode(&damaged);
        }
    }

    #[test]
    fn a_file_that_claims_to_be_huge_is_refused_before_it_is_decoded() {
        let mut huge = encoded(ImageFormat::Png);
        huge[16..20].copy_from_slice(&60_000_u32.to_be_bytes());
        huge[20..24].copy_from_slice(&60_000_u32.to_be_bytes());
        let refused = Picture::decode(&huge);
        assert!(refused.is_err(), "{refused:?}");
    }

    #[test]
    fn sizes_that_are_no_powers_of_two_grow_with_their_proportions() {
        let picture = Picture::decode(&encoded(ImageFormat::Png)).unwrap();
        let fitted = picture.clone().fitted();
        assert_eq!((fitted.width(), fitted.height()), (8, 6));
        assert_eq!(fitted.pixel(0, 0), picture.pixel(0, 0));
        assert_eq!(fitted.pixel(7, 5), picture.pixel(5, 4));
        assert_eq!(fitted.pixel(2, 1), picture.pixel(1, 1));
        let plain = Picture::from_pixels(4, 2, vec![9; 32]).unwrap();
        assert_eq!(plain.clone().fitted(), plain);
    }
}
