//! Pictures: mapped from the simulator's files, saved and loaded.

use std::fs::OpenOptions;
use std::path::Path;

use foxden_client::Client;
use foxden_client::devices::{Device, DevicePicture, Pixels};
use foxden_protocol::Tag;
use foxden_protocol::devices::ImageFile;
use foxden_protocol::frame::{ChunkedImage, ImageKind};
use memmap2::MmapMut;
use thiserror::Error;

/// A file of the simulator, mapped.
#[derive(Debug)]
struct Mapped(MmapMut);

impl Pixels for Mapped {
    fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

/// Puts the pictures that came over TCP where they belong.
pub fn take_in(client: &mut Client, images: Vec<ChunkedImage>) {
    for image in images {
        let picture = client
            .device_mut(image.tag)
            .and_then(|device| device.state.picture_mut(image.kind));
        if let Some(picture) = picture {
            picture.pixels = Some(Box::new(image.pixels));
        }
    }
}

/// Maps the files that were announced for a device.
pub(crate) fn map_announced(device: &mut Device) {
    for kind in [ImageKind::Main, ImageKind::Segmentation] {
        let Some(picture) = device.state.picture_mut(kind) else {
            continue;
        };
        match picture.take_file() {
            Some(ImageFile::File { size, path }) => {
                picture.pixels = map(&path, size);
                if picture.pixels.is_none() {
                    eprintln!(
                        "Error: cannot map the picture of '{}' ({path}).",
                        device.name.as_str()
                    );
                }
            }
            Some(ImageFile::None) => picture.pixels = None,
            None => {}
        }
    }
}

/// Maps as many bytes as were announced, if the file has them.
fn map(path: &str, size: i32) -> Option<Box<dyn Pixels>> {
    let size = usize::try_from(size).ok()?;
    let file = OpenOptions::new().read(true).write(true).open(path).ok()?;
    if file.metadata().ok()?.len() < size as u64 {
        return None;
    }
    // SAFETY: the simulator neither moves nor shortens the file while a
    // controller has it; it writes only while the controller waits.
    let mapped = unsafe { memmap2::MmapOptions::new().len(size).map_mut(&file) };
    Some(Box::new(Mapped(mapped.ok()?)))
}

/// Why a picture could not be saved or loaded.
#[derive(Debug, Error)]
pub enum ImageFileError {
    /// Another ending than can be written.
    #[error("unsupported image format '{0}': use .png or .jpg")]
    Format(String),
    /// The quality of a JPEG.
    #[error("'quality' ({0}) must be between 1 and 100")]
    Quality(i32),
    /// There is no picture yet.
    #[error("there is no picture yet: enable the device and step first")]
    Missing,
    /// The file.
    #[error("{0}")]
    File(#[from] image::ImageError),
}

/// The kind of a file by its ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageFormat {
    /// Lossless.
    Png,
    /// With loss, 1 to 100.
    Jpeg(u8),
    /// Of floating-point numbers.
    Hdr,
}

impl ImageFormat {
    /// By the ending of the name.
    pub fn of(file: &str, quality: i32) -> Result<Self, ImageFileError> {
        let extension = Path::new(file).extension().and_then(|text| text.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("png") => Ok(Self::Png),
            Some("jpg" | "jpeg") => match u8::try_from(quality) {
                Ok(quality @ 1..=100) => Ok(Self::Jpeg(quality)),
                _ => Err(ImageFileError::Quality(quality)),
            },
            Some("hdr") => Ok(Self::Hdr),
            _ => Err(ImageFileError::Format(file.to_owned())),
        }
    }
}

/// Saves a picture of bytes in the order blue, green, red, alpha.
pub fn save_bgra(
    file: &str,
    format: ImageFormat,
    [width, height]: [u32; 2],
    bytes: &[u8],
) -> Result<(), ImageFileError> {
    let pixels = (width as usize) * (height as usize);
    let bytes = bytes.get(..4 * pixels).ok_or(ImageFileError::Missing)?;
    let rgb = bytes
        .chunks_exact(4)
        .flat_map(|pixel| [pixel[2], pixel[1], pixel[0]])
        .collect();
    save_rgb(file, format, [width, height], rgb)
}

/// Saves a picture of bytes in the order blue, green, red, alpha, with its
/// alpha where the format has one.
pub fn save_bgra_with_alpha(
    file: &str,
    format: ImageFormat,
    [width, height]: [u32; 2],
    bytes: &[u8],
) -> Result<(), ImageFileError> {
    if format != ImageFormat::Png {
        return save_bgra(file, format, [width, height], bytes);
    }
    let pixels = (width as usize) * (height as usize);
    let bytes = bytes.get(..4 * pixels).ok_or(ImageFileError::Missing)?;
    let rgba = bytes
        .chunks_exact(4)
        .flat_map(|pixel| [pixel[2], pixel[1], pixel[0], pixel[3]])
        .collect();
    let picture = image::RgbaImage::from_raw(width, height, rgba).ok_or(ImageFileError::Missing)?;
    picture.save_with_format(file, image::ImageFormat::Png)?;
    Ok(())
}

fn save_rgb(
    file: &str,
    format: ImageFormat,
    [width, height]: [u32; 2],
    rgb: Vec<u8>,
) -> Result<(), ImageFileError> {
    let picture = image::RgbImage::from_raw(width, height, rgb).ok_or(ImageFileError::Missing)?;
    match format {
        ImageFormat::Png => picture.save_with_format(file, image::ImageFormat::Png)?,
        ImageFormat::Jpeg(quality) => {
            let output = std::fs::File::create(file).map_err(image::ImageError::from)?;
            let output = std::io::BufWriter::new(output);
            image::codecs::jpeg::JpegEncoder::new_with_quality(output, quality)
                .encode_image(&picture)?;
        }
        ImageFormat::Hdr => return Err(ImageFileError::Format(file.to_owned())),
    }
    Ok(())
}

/// Saves distances as grey values from `near` (black) to `far` (white).
pub fn save_distances(
    file: &str,
    format: ImageFormat,
    [width, height]: [u32; 2],
    bytes: &[u8],
    near: f64,
    far: f64,
) -> Result<(), ImageFileError> {
    let pixels = (width as usize) * (height as usize);
    let bytes = bytes.get(..4 * pixels).ok_or(ImageFileError::Missing)?;
    let shares = bytes.chunks_exact(4).map(|bytes| {
        let distance = f32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        ((f64::from(distance) - near) / far).clamp(0.0, 1.0)
    });
    if format == ImageFormat::Hdr {
        let values: Vec<image::Rgb<f32>> =
            shares.map(|share| image::Rgb([share as f32; 3])).collect();
        let output = std::fs::File::create(file).map_err(image::ImageError::from)?;
        let output = std::io::BufWriter::new(output);
        image::codecs::hdr::HdrEncoder::new(output).encode(
            &values,
            width as usize,
            height as usize,
        )?;
        return Ok(());
    }
    // Truncated, as the genuine library does.
    let grey = shares
        .flat_map(|share| [(share * 255.0) as u8; 3])
        .collect();
    save_rgb(file, format, [width, height], grey)
}

/// A picture from a file: its size and its bytes, red, green, blue, alpha.
pub fn load(file: &str) -> Result<([u32; 2], Vec<u8>), ImageFileError> {
    let picture = image::open(file)?.to_rgba8();
    Ok(([picture.width(), picture.height()], picture.into_raw()))
}

/// The picture of a device.
pub fn of_device(client: &mut Client, tag: Tag) -> Option<&mut DevicePicture> {
    client.device_mut(tag)?.state.picture_mut(ImageKind::Main)
}
