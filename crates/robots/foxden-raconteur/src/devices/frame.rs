//! Pictures of cameras and range-finders as clients get them.

use crate::job::{FoundDevice, Scope};
use crate::values::no_extras;
use foxden_sim::PictureBytes;
use foxden_sim::controller::PictureKind;
use image::ExtendedColorType;
use image::codecs::jpeg::JpegEncoder;
use raconteur::value::Record;
use raconteur::{Error, ErrorCode, Result};

/// Numbers of `com.robotraconteur.image.ImageEncoding`.
const BGR888: i32 = 0x1002;
const DEPTH_F32: i32 = 0x4006;
const COMPRESSED: i32 = 0x6000;

/// The pixels of a picture, row by row without padding.
#[derive(Clone, Debug, PartialEq)]
enum Pixels {
    /// Blue, green and red of each pixel.
    Colors(Vec<u8>),
    /// Metres for each pixel, and the greatest distance that the device measures.
    Distances(Vec<f32>, f64),
}

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Frame {
    size: [u32; 2],
    pixels: Pixels,
}

impl Frame {
    /// The newest picture of a device.
    pub(super) fn read(scope: &Scope<'_>, device: FoundDevice) -> Option<Self> {
        let world = &scope.run.world;
        let view = world.device_view(device.node)?;
        let picture = world.picture(device.robot, device.tag, PictureKind::Main)?;
        let pixels = match picture {
            PictureBytes::Colors(pixels) => {
                let pixels = pixels.chunks_exact(4).flat_map(|pixel| &pixel[..3]);
                Pixels::Colors(pixels.copied().collect())
            }
            PictureBytes::Distances(metres) => Pixels::Distances(metres.to_vec(), view.max_range),
            PictureBytes::Scan(..) => return None,
        };
        Some(Self {
            size: [view.width, view.height],
            pixels,
        })
    }

    fn info(&self, header: Record, step: u32, encoding: i32) -> Record {
        let [width, height] = self.size;
        Record::new("com.robotraconteur.image.ImageInfo")
            .with("data_header", header)
            .with("height", height)
            .with("width", width)
            .with("step", step)
            .with("encoding", encoding)
            .with("extended", no_extras())
    }

    /// `com.robotraconteur.image.Image`.
    pub(super) fn image(self, header: Record) -> Record {
        let (bytes_per_pixel, encoding) = match self.pixels {
            Pixels::Colors(_) => (3, BGR888),
            Pixels::Distances(..) => (4, DEPTH_F32),
        };
        let info = self.info(header, self.size[0] * bytes_per_pixel, encoding);
        let data = match self.pixels {
            Pixels::Colors(bytes) => bytes,
            Pixels::Distances(metres, _) => {
                metres.iter().flat_map(|one| one.to_le_bytes()).collect()
            }
        };
        Record::new("com.robotraconteur.image.Image")
            .with("image_info", info)
            .with("data", data)
    }

    /// `com.robotraconteur.image.CompressedImage`, a JPEG with a quality of up to 100.
    pub(super) fn compressed(&self, header: Record, quality: u8) -> Result<Record> {
        Ok(Record::new("com.robotraconteur.image.CompressedImage")
            .with("image_info", self.info(header, 0, COMPRESSED))
            .with("data", self.jpeg(quality)?))
    }

    /// A JPEG. Distances become grey: black is 0, white the greatest distance or more.
    fn jpeg(&self, quality: u8) -> Result<Vec<u8>> {
        let (pixels, color_type) = match &self.pixels {
            Pixels::Colors(bytes) => {
                let pixels = bytes.chunks_exact(3).flat_map(|p| [p[2], p[1], p[0]]);
                (pixels.collect::<Vec<u8>>(), ExtendedColorType::Rgb8)
            }
            Pixels::Distances(metres, most) => {
                // casts of floats saturate; NaN becomes 0
                let grey = |one: &f32| (f64::from(*one) / most * 255.0).round() as u8;
                (metres.iter().map(grey).collect(), ExtendedColorType::L8)
            }
        };
        let mut bytes = Vec::new();
        let [width, height] = self.size;
        JpegEncoder::new_with_quality(&mut bytes, quality)
            .encode(&pixels, width, height, color_type)
            .map_err(|error| {
                let text = format!("the picture cannot be compressed: {error}");
                Error::new(ErrorCode::OperationFailed, text)
            })?;
        Ok(bytes)
    }
}
