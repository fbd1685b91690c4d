//! What the recorder draws on displays, and what it gets back of it.

use super::{Vis, integer};
use crate::client::leading_number;
use foxden_client::devices::{DeviceState, Display};
use foxden_protocol::Tag;
use foxden_protocol::devices::display::{ControllerPicture, DisplayRequest, PixelFormat};
use foxden_sim::World;

/// A picture that a display gave back: the name of its file, its size, and
/// red, green, blue, alpha for each pixel.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DisplayedPicture {
    pub(crate) file: String,
    pub(crate) size: [usize; 2],
    pub(crate) pixels: Vec<[u8; 4]>,
}

impl Vis {
    /// Draws; whether the order is known.
    pub(super) fn draw(&mut self, world: &mut World, tag: Tag, words: &[&str]) -> bool {
        let [order, words @ ..] = words else {
            return false;
        };
        let number = |at: usize| words.get(at).map_or(0, |word| integer(word) as i32);
        let pair = |at: usize| [number(at), number(at + 1)];
        let short = |at: usize| [number(at) as i16, number(at + 1) as i16];
        let share = |at: usize| {
            let share = words.get(at).map_or(0.0, |word| leading_number(word));
            (share * 255.0) as u8
        };
        let name = words.get(1).copied().unwrap_or_default();
        let image = self.images.get(&i64::from(number(0))).copied();
        let fill = order.starts_with("fill");
        let request = match *order {
            "color" => DisplayRequest::SetColour {
                colour: i32::from_str_radix(words.first().unwrap_or(&""), 16).unwrap_or(0),
            },
            "alpha" => DisplayRequest::SetAlpha { alpha: share(0) },
            "opacity" => DisplayRequest::SetOpacity { opacity: share(0) },
            "pixel" => DisplayRequest::DrawPixel {
                points: vec![pair(0)],
            },
            "line" => DisplayRequest::DrawLine {
                points: vec![pair(0), pair(2)],
            },
            "rect" | "fillrect" => DisplayRequest::DrawRectangle {
                points: vec![pair(0), pair(2)],
                fill,
            },
            "oval" | "filloval" => DisplayRequest::DrawOval {
                points: vec![pair(0), pair(2)],
                fill,
            },
            "poly" | "fillpoly" => DisplayRequest::DrawPolygon {
                points: (0..words.len() / 2).map(|at| pair(2 * at)).collect(),
                fill,
            },
            "new" => match pattern(number(1), number(2), number(3)) {
                Some(picture) => return self.load(tag, number(0), picture),
                None => return false,
            },
            "load" => match self.texture(name) {
                Some(picture) => return self.load(tag, number(0), picture),
                None => return false,
            },
            "copy" => {
                let image = match self.display(tag) {
                    Some(display) => display.new_image(),
                    None => return false,
                };
                self.images.insert(i64::from(number(0)), image);
                DisplayRequest::CopyImage {
                    image,
                    at: short(1),
                    size: short(3),
                }
            }
            "paste" => DisplayRequest::PasteImage {
                image: image.unwrap_or(0),
                at: short(1),
                blend: number(3) != 0,
            },
            "delete" => DisplayRequest::DeleteImage {
                image: image.unwrap_or(0),
            },
            "save" => {
                let image = if number(0) < 0 { Some(0) } else { image };
                self.save(world, tag, image.unwrap_or(0), name);
                return true;
            }
            "attach" | "detach" => return self.attach(tag, order, words),
            _ => return false,
        };
        if let Some(display) = self.display(tag) {
            display.draw(request);
        }
        true
    }

    fn display(&mut self, tag: Tag) -> Option<&mut Display> {
        match self.client.state(tag)? {
            DeviceState::Display(display) => Some(display),
            _ => None,
        }
    }

    fn attach(&mut self, tag: Tag, order: &str, words: &[&str]) -> bool {
        let camera = words
            .first()
            .and_then(|name| self.client.library.tag_of(name));
        let Some(display) = self.display(tag) else {
            return false;
        };
        // what the library refuses changes nothing
        let _ = match (order, camera) {
            ("attach", Some(camera)) => display.attach_camera(camera),
            _ => display.detach_camera(),
        };
        true
    }

    fn load(&mut self, tag: Tag, slot: i32, picture: ControllerPicture) -> bool {
        let Some(display) = self.display(tag) else {
            return false;
        };
        let image = display.new_image();
        display.draw(DisplayRequest::LoadImage { image, picture });
        self.images.insert(i64::from(slot), image);
        true
    }

    fn texture(&self, name: &str) -> Option<ControllerPicture> {
        let bytes = (self.textures)(name.strip_prefix("TEX/")?)?;
        let picture = image::load_from_memory(&bytes).ok()?.to_rgba8();
        let size = [picture.width(), picture.height()].map(|side| side as i16);
        ControllerPicture::new(size, PixelFormat::Rgba, picture.into_raw())
    }

    fn save(&mut self, world: &mut World, tag: Tag, image: i32, name: &str) {
        if let Some(display) = self.display(tag) {
            display.saved.clear();
            display.draw(DisplayRequest::SaveImage { image });
        }
        self.client.flush(world);
        let Some(display) = self.display(tag) else {
            return;
        };
        let saved: Vec<_> = display.saved.drain(..).collect();
        for saved in saved {
            let size = saved.picture.size().map(|side| side.max(0) as usize);
            let pixels = saved.picture.pixels().chunks_exact(4);
            self.saved.push(DisplayedPicture {
                file: name.strip_prefix("OUT_").unwrap_or(name).to_owned(),
                size,
                pixels: pixels
                    .map(|pixel| [pixel[2], pixel[1], pixel[0], pixel[3]])
                    .collect(),
            });
        }
    }
}

/// The pattern of bytes of which the recorder makes pictures.
fn pattern(width: i32, height: i32, format: i32) -> Option<ControllerPicture> {
    let format = match format {
        0 => PixelFormat::Rgb,
        1 => PixelFormat::Rgba,
        2 => PixelFormat::Argb,
        _ => PixelFormat::Bgra,
    };
    let count = usize::try_from(width * height).ok()? * format.bytes_per_pixel();
    let bytes = (0..count).map(|at| ((at * 37 + 11) & 255) as u8).collect();
    ControllerPicture::new([width as i16, height as i16], format, bytes)
}
