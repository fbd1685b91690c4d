//! The pixels of a Display and what draws on them, pixel by pixel as the
//! genuine program does it.
//!
//! A pixel is a word `0xAARRGGBB`. Drawing mixes the colour with what is there
//! by the opacity; images are pasted without it.

use super::font::FontFace;
use super::picture::DisplayPicture;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Opaque black: what a display shows first.
pub const BLACK: u32 = 0xff00_0000;

/// The largest radius of an oval; larger ones are not drawn.
const MAX_RADIUS: i32 = 1 << 20;

/// How many pixels all images of one display may have together.
const MAX_IMAGE_PIXELS: usize = 64 << 20;

/// The pixels of a display, its pens and its images.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Canvas {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) pixels: Vec<u32>,
    /// `0x00RRGGBB`.
    pub(super) color: u32,
    pub(super) alpha: u32,
    /// 255 covers what is there.
    pub(super) opacity: u32,
    pub(super) font_face: FontFace,
    pub(super) font_size: u32,
    pub(super) is_font_smooth: bool,
    /// How far the next line is: that of the letter that was written last with this font, in
    /// pixels.
    pub(super) line_height: i32,
    images: BTreeMap<i32, DisplayPicture>,
}

impl Canvas {
    /// A black canvas. Its size is that of a display's fields: at least 1 x 1.
    pub fn new(width: u16, height: u16) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        Self {
            width: i32::from(width),
            height: i32::from(height),
            pixels: vec![BLACK; usize::from(width) * usize::from(height)],
            color: 0x00ff_ffff,
            alpha: 255,
            opacity: 255,
            font_face: FontFace::default(),
            font_size: 8,
            is_font_smooth: true,
            line_height: 0,
            images: BTreeMap::new(),
        }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [usize; 2] {
        [self.width as usize, self.height as usize]
    }

    /// The pixels, rows from the top.
    pub fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// Sets the colour of what is drawn next: `0x00RRGGBB`.
    pub fn set_color(&mut self, color: u32) {
        self.color = color & 0x00ff_ffff;
    }

    /// Sets the alpha that drawn pixels get.
    pub fn set_alpha(&mut self, alpha: u8) {
        self.alpha = u32::from(alpha);
    }

    /// Sets how far drawing covers what is there.
    pub fn set_opacity(&mut self, opacity: u8) {
        self.opacity = u32::from(opacity);
    }

    /// The file of the project whose letters are written.
    pub(crate) fn project_font(&self) -> Option<&str> {
        match &self.font_face {
            FontFace::Project(name) => Some(name),
            _ => None,
        }
    }

    /// Sets the kind and size of letters and whether their edges are smooth. Without a
    /// face, kind and size stay.
    pub fn set_font(&mut self, face: Option<FontFace>, size: u32, is_smooth: bool) {
        if let Some(face) = face {
            self.font_face = face;
            self.font_size = size;
            self.line_height = 0;
        }
        self.is_font_smooth = is_smooth;
    }

    /// As a controller that starts finds it: black and without images. The colour, the
    /// opacity and the font stay.
    pub fn clear(&mut self) {
        self.pixels.fill(BLACK);
        self.images.clear();
    }

    /// As after a reset of the simulation. Only the font stays.
    pub fn reset(&mut self) {
        self.clear();
        (self.color, self.alpha, self.opacity) = (0x00ff_ffff, 255, 255);
        self.is_font_smooth = true;
    }

    /// Makes black pixels transparent, so that a camera's picture shows below.
    pub fn clear_black(&mut self) {
        for pixel in &mut self.pixels {
            if *pixel == BLACK {
                *pixel = 0;
            }
        }
    }

    /// Mixes the colour into a pixel of the canvas.
    fn mix(&mut self, at: usize, opacity: u32) {
        let old = self.pixels[at];
        let new = (self.alpha << 24) | self.color;
        let channel = |shift: u32| {
            let (old, new) = ((old >> shift) & 255, (new >> shift) & 255);
            (((255 - opacity) * old + opacity * new) / 255) << shift
        };
        self.pixels[at] = channel(24) | channel(16) | channel(8) | channel(0);
    }

    /// Draws a pixel if it is on the canvas.
    pub fn pixel(&mut self, x: i32, y: i32) {
        self.shaded_pixel(x, y, self.opacity);
    }

    /// Draws a pixel with an opacity of its own.
    fn shaded_pixel(&mut self, x: i32, y: i32, opacity: u32) {
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            self.mix((y * self.width + x) as usize, opacity);
        }
    }

    /// Draws a pixel of a letter. The genuine program counts through the rows here: what is
    /// to the left of the canvas is drawn at the right end of the row above.
    pub(super) fn letter_pixel(&mut self, x: i32, y: i32, opacity: u32) {
        if x >= self.width || y >= self.height {
            return;
        }
        let at = i64::from(y) * i64::from(self.width) + i64::from(x);
        if let Ok(at) = usize::try_from(at) {
            self.mix(at, opacity);
        }
    }

    /// Draws a line with both ends.
    pub fn line(&mut self, from: [i32; 2], to: [i32; 2]) {
        let limits = [self.width, self.height];
        let is_outside = (0..2)
            .any(|axis| from[axis].max(to[axis]) < 0 || from[axis].min(to[axis]) >= limits[axis]);
        if is_outside {
            return;
        }
        let span = |axis: usize| i64::from(to[axis]) - i64::from(from[axis]);
        let major = if span(0).abs() > span(1).abs() { 0 } else { 1 };
        let minor = 1 - major;
        let (long, short) = (2 * span(major).abs(), 2 * span(minor).abs());
        let start = short - (long >> 1);
        // only the steps within the canvas along the major axis draw anything
        let sign = span(major).signum();
        let steps = span(major).abs();
        let origin = i64::from(from[major]);
        let last = i64::from(limits[major] - 1);
        let (first, end) = match sign {
            1.. => ((-origin).max(0), (last - origin).min(steps)),
            0 => (0, 0),
            _ => ((origin - last).max(0), origin.min(steps)),
        };
        for step in first..=end {
            let crossed = match step {
                0 => 0,
                _ => {
                    let error = i128::from(start) + i128::from(step - 1) * i128::from(short);
                    (error.div_euclid(i128::from(long)) + 1) as i64
                }
            };
            let along = origin + sign * step;
            let across = i64::from(from[minor]) + span(minor).signum() * crossed;
            let mut point = [0; 2];
            point[major] = along;
            point[minor] = across;
            if let [Ok(x), Ok(y)] = point.map(i32::try_from) {
                self.pixel(x, y);
            }
        }
    }

    /// Draws the frame of a rectangle, or fills it. A filled one that begins
    /// outside keeps its size.
    pub fn rectangle(&mut self, [x, y]: [i32; 2], [width, height]: [i32; 2], fill: bool) {
        if fill {
            return self.filled_rectangle([x, y], [width, height]);
        }
        let right = x.saturating_add(width).saturating_sub(1);
        let bottom = y.saturating_add(height).saturating_sub(1);
        let columns = x.max(0)..=right.min(self.width - 1);
        // as in the genuine program, each side is drawn by itself: one that is at the same
        // place as the opposite one is mixed twice
        let has_lower_side = match self.opacity {
            // an opaque frame has no lower side in the first row
            255 => bottom > 0,
            _ => true,
        };
        for column in columns {
            self.pixel(column, y);
            if has_lower_side {
                self.pixel(column, bottom);
            }
        }
        let rows = match self.opacity {
            255 => y.max(0)..=bottom.min(self.height - 1),
            // the corners belong to the upper and the lower side
            _ => y.saturating_add(1).max(0)..=bottom.saturating_sub(1).min(self.height - 1),
        };
        for row in rows {
            self.pixel(x, row);
            self.pixel(right, row);
        }
    }

    fn filled_rectangle(&mut self, [x, y]: [i32; 2], [width, height]: [i32; 2]) {
        let (x, y) = (x.max(0), y.max(0));
        let width = width.min(self.width.saturating_sub(x));
        let height = height.min(self.height.saturating_sub(y));
        let word = match self.alpha {
            0 => 0,
            alpha => (alpha << 24) | self.color,
        };
        for row in y..y.saturating_add(height.max(0)) {
            for column in x..x.saturating_add(width.max(0)) {
                let at = (row * self.width + column) as usize;
                match self.opacity {
                    255 => self.pixels[at] = word,
                    opacity => self.mix(at, opacity),
                }
            }
        }
    }

    /// Draws the outline of an oval around a centre, or fills it.
    pub fn oval(&mut self, [x, y]: [i32; 2], [a, b]: [i32; 2], fill: bool) {
        let radii = 1..=MAX_RADIUS;
        if !radii.contains(&a) || !radii.contains(&b) {
            return;
        }
        let reaches = |centre: i32, radius: i32, limit: i32| {
            let (centre, radius) = (i64::from(centre), i64::from(radius));
            centre + radius >= 0 && centre - radius < i64::from(limit)
        };
        if !reaches(x, a, self.width) || !reaches(y, b, self.height) {
            return;
        }
        let (mut left, mut right, mut low, mut high) = (x - a, x + a, y, y);
        let (wide, tall) = (i64::from(a), i64::from(b));
        let (step_y, step_x) = (2 * wide * wide, 2 * tall * tall);
        let mut error = wide * tall * tall;
        let (mut error_x, mut error_y) = (2 * error, 0);
        let mut column = a;
        // the genuine program compares the first row with this number: an oval around row -1
        // leaves out row 0
        let mut drawn = -2;
        if fill {
            self.line([left, y], [right, y]);
        } else {
            self.pixel(right, y);
            self.pixel(left, y);
        }
        while column > 0 {
            if error > 0 {
                low += 1;
                high -= 1;
                error_y += step_y;
                error -= error_y;
            }
            if error <= 0 {
                column -= 1;
                left += 1;
                right -= 1;
                error_x -= step_x;
                error += error_x;
            }
            if fill {
                if drawn != high {
                    self.line([left, low], [right, low]);
                    self.line([left, high], [right, high]);
                }
                drawn = high;
            } else {
                self.pixel(left, low);
                self.pixel(left, high);
                if column != 0 {
                    self.pixel(right, low);
                    self.pixel(right, high);
                }
            }
        }
    }

    /// Draws the outline of a polygon, or fills it: row by row between the
    /// edges that cross it.
    pub fn polygon(&mut self, points: &[[i32; 2]], fill: bool) {
        let bounds = |axis: usize| {
            let parts = points.iter().map(|point| point[axis]);
            Some((parts.clone().min()?, parts.max()?))
        };
        let (Some((left, right)), Some((top, bottom))) = (bounds(0), bounds(1)) else {
            return;
        };
        if left >= self.width || top >= self.height || right < 0 || bottom < 0 {
            return;
        }
        let mut level_edges = Vec::new();
        let mut crossings: Vec<i32> = Vec::new();
        for row in top.max(0)..=bottom.min(self.height - 1) {
            crossings.clear();
            let mut previous = points[points.len() - 1];
            for &point in points {
                let ([x, y], [other_x, other_y]) = (point, previous);
                if (y < row && row <= other_y) || (other_y < row && row <= y) {
                    let rise = i64::from(row) - i64::from(y);
                    let run = i64::from(other_x) - i64::from(x);
                    let height = i64::from(other_y) - i64::from(y);
                    let crossing = i64::from(x) + rise * run / height;
                    crossings.push(crossing as i32);
                } else if y == row && other_y == row {
                    level_edges.push((row, x.min(other_x), x.max(other_x)));
                }
                previous = point;
            }
            crossings.sort_unstable();
            for at in (2..crossings.len()).step_by(2) {
                if crossings[at - 1] == crossings[at] {
                    crossings[at] = crossings[at].saturating_add(1);
                }
            }
            for pair in crossings.chunks_exact(2).map(|pair| [pair[0], pair[1]]) {
                self.polygon_row(pair, row, fill);
            }
        }
        for (row, left, right) in level_edges {
            for column in left.max(0)..=right.min(self.width - 1) {
                self.pixel(column, row);
            }
        }
    }

    fn polygon_row(&mut self, [left, right]: [i32; 2], row: i32, fill: bool) {
        if fill {
            let width = right.saturating_sub(left).saturating_add(1);
            return self.filled_rectangle([left, row], [width, 1]);
        }
        self.pixel(left, row);
        if left != right {
            self.pixel(right, row);
        }
    }

    /// Stores a picture under a number; whether there was room for it.
    pub fn load(&mut self, image: i32, picture: DisplayPicture) -> bool {
        let others = self.images.iter().filter(|(number, _)| **number != image);
        let used: usize = others.map(|(_, picture)| picture.pixels.len()).sum();
        let fits = used + picture.pixels.len() <= MAX_IMAGE_PIXELS;
        if fits {
            self.images.insert(image, picture);
        }
        fits
    }

    /// Forgets an image.
    pub fn delete(&mut self, image: i32) {
        self.images.remove(&image);
    }

    /// An image that was stored.
    pub fn image(&self, image: i32) -> Option<&DisplayPicture> {
        self.images.get(&image)
    }

    /// The part of some pixels of this canvas's size that an image of it
    /// would be; none outside.
    pub fn part(&self, pixels: &[u32], at: [i32; 2], size: [i32; 2]) -> Option<DisplayPicture> {
        let [x, y] = at.map(|start| start.max(0));
        let width = (self.width - x).min(size[0] - (x - at[0]));
        let height = (self.height - y).min(size[1] - (y - at[1]));
        if x >= self.width || y >= self.height || width < 1 || height < 1 {
            return None;
        }
        let rows = (y..y + height).flat_map(|row| {
            let start = (row * self.width + x) as usize;
            pixels[start..start + width as usize].iter().copied()
        });
        Some(DisplayPicture {
            width: width as usize,
            height: height as usize,
            pixels: rows.collect(),
        })
    }

    /// Puts an image on the canvas, by its alpha or as it is.
    pub fn paste(&mut self, image: i32, [x, y]: [i32; 2], blend: bool) {
        let Some(picture) = self.images.get(&image) else {
            return;
        };
        let columns = visible(x, picture.width, self.width);
        for row in visible(y, picture.height, self.height) {
            for column in columns.clone() {
                let source = (row - y) as usize * picture.width + (column - x) as usize;
                let new = picture.pixels[source];
                let pixel = &mut self.pixels[(row * self.width + column) as usize];
                *pixel = if blend { blended(*pixel, new) } else { new };
            }
        }
    }
}

/// The columns or rows of a canvas that an image at a position covers.
fn visible(at: i32, size: usize, limit: i32) -> std::ops::Range<i32> {
    let end = i64::from(at) + size as i64;
    at.max(0)..end.min(i64::from(limit)) as i32
}

/// A new pixel over an old one, by the alpha of the new one.
pub(super) fn blended(old: u32, new: u32) -> u32 {
    let alpha = new >> 24;
    let channel = |shift: u32| {
        let (old, new) = ((old >> shift) & 255, (new >> shift) & 255);
        (((255 - alpha) * old + alpha * new) / 255) << shift
    };
    ((alpha + (old >> 24)).min(255) << 24) | channel(16) | channel(8) | channel(0)
}
