//! Pictures as files.

use crate::picture::{Picture, PictureError};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};

/// The kind of a picture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Without loss.
    Png,
    /// With loss; a quality from 1 to 100.
    Jpeg(u8),
}

impl PictureFormat {
    /// By the ending of a file name; `quality` is for JPEG.
    pub fn of_name(name: &str, quality: u8) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "png" => Some(Self::Png),
            "jpg" | "jpeg" => Some(Self::Jpeg(quality.clamp(1, 100))),
            _ => None,
        }
    }
}

/// The bytes of a picture file from pixels of a camera: blue, green, red, alpha.
/// Files have no alpha.
///
/// # Errors
/// When there are not as many pixels as the size says, or none.
pub fn encode_picture(
    [width, height]: [u32; 2],
    pixels: &[u8],
    format: PictureFormat,
) -> Result<Vec<u8>, PictureError> {
    let count = (width as usize).checked_mul(height as usize);
    if count.and_then(|count| count.checked_mul(4)) != Some(pixels.len()) || pixels.is_empty() {
        return Err(PictureError::Broken);
    }
    let rgb: Vec<u8> = pixels
        .chunks_exact(4)
        .flat_map(|pixel| [pixel[2], pixel[1], pixel[0]])
        .collect();
    let mut bytes = Vec::new();
    let color = ExtendedColorType::Rgb8;
    let done = match format {
        PictureFormat::Png => PngEncoder::new(&mut bytes).write_image(&rgb, width, height, color),
        PictureFormat::Jpeg(quality) => JpegEncoder::new_with_quality(&mut bytes, quality)
            .write_image(&rgb, width, height, color),
    };
    match done {
        Ok(()) => Ok(bytes),
        Err(_) => Err(PictureError::TooLarge),
    }
}

/// The bytes of a picture file; a PNG has alpha if the picture lets something through.
///
/// # Errors
/// When the picture is too large for the kind of file.
pub fn encode_rgba(picture: &Picture, format: PictureFormat) -> Result<Vec<u8>, PictureError> {
    let (width, height) = (picture.width(), picture.height());
    let mut bytes = Vec::new();
    if format == PictureFormat::Png && picture.has_alpha() {
        let encoder = PngEncoder::new(&mut bytes);
        let color = ExtendedColorType::Rgba8;
        let done = encoder.write_image(picture.pixels(), width, height, color);
        return done.map(|()| bytes).map_err(|_| PictureError::TooLarge);
    }
    let pixels = picture.pixels().chunks_exact(4);
    let bgra: Vec<u8> = pixels.flat_map(|p| [p[2], p[1], p[0], p[3]]).collect();
    encode_picture([width, height], &bgra, format)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_back() {
        let pixels = [1, 2, 3, 255, 40, 50, 60, 255];
        let bytes = encode_picture([2, 1], &pixels, PictureFormat::Png).unwrap();
        let picture = Picture::decode(&bytes).unwrap();
        assert_eq!(picture.pixel(0, 0), [3, 2, 1, 255]);
        assert_eq!(picture.pixel(1, 0), [60, 50, 40, 255]);
        let format = PictureFormat::of_name("a.JPG", 90).unwrap();
        let bytes = encode_picture([2, 1], &pixels, format).unwrap();
        assert_eq!(Picture::decode(&bytes).unwrap().width(), 2);
        assert_eq!(PictureFormat::of_name("a.gif", 90), None);
        assert!(encode_picture([3, 1], &pixels, PictureFormat::Png).is_err());
        assert!(encode_picture([0, 0], &[], PictureFormat::Png).is_err());
        let clear = Picture::from_pixels(1, 1, vec![9, 8, 7, 100]).unwrap();
        let bytes = encode_rgba(&clear, PictureFormat::Png).unwrap();
        assert_eq!(Picture::decode(&bytes).unwrap(), clear);
        assert_eq!(encode_rgba(&picture, PictureFormat::Png).unwrap().len(), {
            encode_picture([2, 1], &pixels, PictureFormat::Png)
                .unwrap()
                .len()
        });
    }
}
