//! Shows pictures. What is drawn comes in the order it was drawn in.

use crate::devices::DeviceMessages;
use crate::error::{DecodeError, DecodeErrorReason};
use crate::ids::Tag;
use crate::layout::messages;
use crate::reader::Reader;
use crate::wire::{Codec, SizedText, Wire, Writer};

messages! {
    /// What a controller asks.
    pub enum DisplayRequest: u8, "display request" {
        /// Draw in this colour.
        16 => SetColour {
            /// Red, green, blue, from the third byte down.
            colour: i32,
        },
        /// Leave this in the picture's alpha channel.
        17 => SetAlpha {
            /// 0 to 255.
            alpha: u8,
        },
        /// Mix what is drawn with what is there.
        18 => SetOpacity {
            /// 255 covers.
            opacity: u8,
        },
        /// Write with this font.
        19 => SetFont {
            /// Pixels.
            size: u32,
            /// Whether edges are smoothed.
            anti_aliasing: bool,
            /// Its name.
            font: String as SizedText,
        },
        /// Show what a camera sees below the drawings.
        20 => AttachCamera {
            /// The camera.
            camera: Tag,
        },
        /// Show no camera's picture.
        21 => DetachCamera,
        /// Draw a dot.
        32 => DrawPixel {
            /// The place of the dot.
            points: Vec<[i32; 2]> as Points,
        },
        /// Draw a line.
        33 => DrawLine {
            /// Its ends.
            points: Vec<[i32; 2]> as Points,
        },
        /// Write.
        34 => DrawText {
            /// The upper left corner of the text.
            points: Vec<[i32; 2]> as Points,
            /// The text.
            text: String,
        },
        /// Draw a rectangle.
        35 => DrawRectangle {
            /// Its corner, its size.
            points: Vec<[i32; 2]> as Points,
            /// Whether it is filled.
            fill: bool,
        },
        /// Draw an oval.
        36 => DrawOval {
            /// Its centre, its radii.
            points: Vec<[i32; 2]> as Points,
            /// Whether it is filled.
            fill: bool,
        },
        /// Draw a polygon.
        37 => DrawPolygon {
            /// Its corners.
            points: Vec<[i32; 2]> as Points,
            /// Whether it is filled.
            fill: bool,
        },
        /// Keep a part of the picture.
        64 => CopyImage {
            /// The number to keep it under, from 1.
            image: i32,
            /// Its corner.
            at: [i16; 2],
            /// Its size.
            size: [i16; 2],
        },
        /// Put a kept picture.
        65 => PasteImage {
            /// Its number.
            image: i32,
            /// The upper left corner.
            at: [i16; 2],
            /// Whether its alpha channel counts.
            blend: bool,
        },
        /// Send back a picture, which the library writes into a file.
        66 => SaveImage {
            /// Its number; 0 for what is shown.
            image: i32,
        },
        /// Keep a picture of the controller.
        67 => LoadImage {
            /// The number to keep it under, from 1.
            image: i32,
            /// The picture.
            picture: ControllerPicture,
        },
        /// Forget a kept picture.
        68 => DeleteImage {
            /// Its number.
            image: i32,
        },
        /// Send everything, for a real robot.
        69 => GetAll,
    }
}

messages! {
    /// The answers to the controller.
    pub enum DisplayAnswer: u8, "display answer" {
        /// How large it is. May be said only once.
        0 => Configure {
            /// Pixels.
            width: u16,
            /// Pixels.
            height: u16,
        },
        /// The picture that was asked for.
        66 => Image {
            /// Its number.
            image: i32,
            /// The picture.
            picture: SavedPicture,
        },
    }
}

impl DeviceMessages for DisplayRequest {
    type Answer = DisplayAnswer;
    const NEEDS_CONFIGURATION: bool = true;
}

/// A count, all x, then all y.
pub(crate) struct Points;

impl Codec<Vec<[i32; 2]>> for Points {
    const SMALLEST: usize = 2;

    /// What the count cannot express is left out.
    fn encode(value: &Vec<[i32; 2]>, out: &mut Writer<'_>) {
        let count = i16::try_from(value.len()).unwrap_or(i16::MAX);
        count.encode(out);
        let points = &value[..usize::try_from(count).unwrap_or(0)];
        for axis in [0, 1] {
            for point in points {
                point[axis].encode(out);
            }
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Vec<[i32; 2]>, DecodeError> {
        let start = reader.clone();
        let count = i16::decode(reader)?;
        let count = reader
            .check_count(count.into(), 8)
            .map_err(|error| start.error(error.reason))?;
        let mut points = vec![[0; 2]; count];
        for axis in [0, 1] {
            for point in &mut points {
                point[axis] = i32::decode(reader)?;
            }
        }
        Ok(points)
    }
}

/// The order of the bytes of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PixelFormat {
    /// Red, green, blue.
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

impl PixelFormat {
    /// Its number on the wire.
    pub fn number(self) -> u8 {
        match self {
            Self::Rgb => 3,
            Self::Rgba => 4,
            Self::Argb => 5,
            Self::Bgra => 6,
            Self::Abgr => 7,
        }
    }

    /// How many bytes a pixel has.
    pub fn bytes_per_pixel(self) -> usize {
        match self {
            Self::Rgb => 3,
            Self::Rgba | Self::Argb | Self::Bgra | Self::Abgr => 4,
        }
    }

    fn from_number(number: u8) -> Option<Self> {
        [Self::Rgb, Self::Rgba, Self::Argb, Self::Bgra, Self::Abgr]
            .into_iter()
            .find(|format| format.number() == number)
    }
}

/// A picture of the controller. Its bytes always fit its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControllerPicture {
    size: [i16; 2],
    format: PixelFormat,
    pixels: Vec<u8>,
}

impl ControllerPicture {
    /// A picture, if there are as many bytes as its size and format need.
    pub fn new(size: [i16; 2], format: PixelFormat, pixels: Vec<u8>) -> Option<Self> {
        let needed = byte_count(size.map(i32::from), format.bytes_per_pixel())?;
        (needed == pixels.len()).then_some(Self {
            size,
            format,
            pixels,
        })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [i16; 2] {
        self.size
    }

    /// The order of the bytes.
    pub fn format(&self) -> PixelFormat {
        self.format
    }

    /// The bytes, rows from the top.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }
}

fn byte_count([width, height]: [i32; 2], per_pixel: usize) -> Option<usize> {
    let width = usize::try_from(width).ok()?;
    let height = usize::try_from(height).ok()?;
    width.checked_mul(height)?.checked_mul(per_pixel)
}

fn wrong_size(at: &Reader<'_>, [width, height]: [i32; 2]) -> DecodeError {
    at.error(DecodeErrorReason::InvalidValue {
        what: "size of a picture",
        value: i64::from(width.min(height)),
    })
}

impl Wire for ControllerPicture {
    const SMALLEST: usize = 5;

    fn encode(&self, out: &mut Writer<'_>) {
        self.size.encode(out);
        self.format.number().encode(out);
        out.bytes.extend_from_slice(&self.pixels);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let size_start = reader.clone();
        let size: [i16; 2] = Wire::decode(reader)?;
        let format_start = reader.clone();
        let number = u8::decode(reader)?;
        let format = PixelFormat::from_number(number).ok_or_else(|| {
            format_start.error(DecodeErrorReason::InvalidValue {
                what: "pixel format",
                value: number.into(),
            })
        })?;
        let needed = byte_count(size.map(i32::from), format.bytes_per_pixel())
            .ok_or_else(|| wrong_size(&size_start, size.map(i32::from)))?;
        Ok(Self {
            size,
            format,
            pixels: reader.take(needed)?.to_vec(),
        })
    }
}

/// A picture that is sent back: blue, green, red, alpha. Its bytes always fit
/// its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedPicture {
    size: [i32; 2],
    pixels: Vec<u8>,
}

impl SavedPicture {
    /// A picture, if there are four bytes for each pixel.
    pub fn new(size: [i32; 2], pixels: Vec<u8>) -> Option<Self> {
        (byte_count(size, 4)? == pixels.len()).then_some(Self { size, pixels })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [i32; 2] {
        self.size
    }

    /// The bytes, rows from the top.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }
}

impl Wire for SavedPicture {
    const SMALLEST: usize = 8;

    fn encode(&self, out: &mut Writer<'_>) {
        self.size.encode(out);
        out.bytes.extend_from_slice(&self.pixels);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let start = reader.clone();
        let size: [i32; 2] = Wire::decode(reader)?;
        let needed = byte_count(size, 4).ok_or_else(|| wrong_size(&start, size))?;
        Ok(Self {
            size,
            pixels: reader.take(needed)?.to_vec(),
        })
    }
}
