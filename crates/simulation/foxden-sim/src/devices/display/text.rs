//! Text on a Display. Letters begin at whole pixels, as in the genuine program.

use super::canvas::Canvas;
use super::font::{LoadedFont, SizedFont};

impl Canvas {
    /// Writes from the upper left corner of the first letter on. The baseline is as
    /// many pixels below it as the size of the font has points. `project_font` is the one that
    /// was set, if it is a file of the project.
    pub(crate) fn text(&mut self, [x, y]: [i32; 2], text: &str, project_font: Option<&LoadedFont>) {
        let face = self.font_face.clone();
        let font = face.own().or(project_font);
        let Some(font) = font.and_then(|font| SizedFont::new(font, self.font_size)) else {
            return;
        };
        let size = i32::try_from(self.font_size).unwrap_or(i32::MAX);
        let [width, height] = self.size().map(|side| side as i32);
        let (mut left, mut top) = (x, y);
        for letter in text.chars() {
            if letter == '\n' {
                left = x;
                top = top.saturating_add(self.line_height);
                continue;
            }
            let is_near = left.saturating_add(size) >= 0
                && left < width
                && top.saturating_add(size) >= 0
                && top < height;
            // a letter that begins outside counts as wide as it is high
            let advance = match is_near {
                true => {
                    // as in the genuine program, lines have a height once a letter was drawn
                    self.line_height = font.line_height();
                    self.letter(&font, [left, top.saturating_add(size)], letter);
                    font.advance(letter)
                }
                false => size,
            };
            left = left.saturating_add(advance);
        }
    }

    fn letter(&mut self, font: &SizedFont<'_>, [left, baseline]: [i32; 2], letter: char) {
        font.pixels(letter, |column, row, share| {
            let (column, row) = (left.saturating_add(column), baseline.saturating_add(row));
            let opacity = match self.is_font_smooth {
                // grey levels are bytes
                true => self.opacity * (share * 255.0 + 0.5) as u32 / 255,
                false if share >= 0.5 => self.opacity,
                false => 0,
            };
            if opacity > 0 {
                self.letter_pixel(column, row, opacity.min(255));
            }
        });
    }
}
