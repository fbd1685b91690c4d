//! The letters of a Display: outlines of fonts, filled with grey levels.
//!
//! The genuine program draws with the TrueType files of thirteen fonts that may not be
//! given away. Free fonts stand in for them: one with serifs, one without, and one
//! whose letters have the same width. They are those of the Liberation family, whose
//! letters are as wide as those of Times New Roman, Arial and Courier New.

use ab_glyph::{Font as _, FontRef, PxScale, point};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Dots per inch for which sizes of fonts are meant, divided by those of the unit.
const SCALE: f32 = 100.0 / 72.0;

/// The largest letters that are drawn, in pixels.
const MOST_PIXELS: f32 = 2000.0;

/// The kind of a font.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FontFace {
    /// All letters have the same width.
    #[default]
    Mono,
    /// Without serifs.
    Sans,
    /// With serifs.
    Serif,
}

impl FontFace {
    /// What stands in for a font of the genuine program; `None` if it has no such font.
    pub fn of_name(name: &str) -> Option<Self> {
        match name {
            "Courier New" | "Lucida Console" => Some(Self::Mono),
            "Georgia" | "Palatino Linotype" | "Times New Roman" => Some(Self::Serif),
            "Arial"
            | "Arial Black"
            | "Comic Sans MS"
            | "Impact"
            | "Lucida Sans Unicode"
            | "Tahoma"
            | "Trebuchet MS"
            | "Verdana" => Some(Self::Sans),
            _ => None,
        }
    }

    fn font(self) -> Option<&'static LoadedFont> {
        match self {
            Self::Mono => MONO.as_ref(),
            Self::Sans => SANS.as_ref(),
            Self::Serif => SERIF.as_ref(),
        }
    }
}

/// A font file.
struct LoadedFont {
    letters: FontRef<'static>,
    /// From one line to the next, in units of the font.
    line_height: f32,
}

type FontFile = LazyLock<Option<LoadedFont>>;

static MONO: FontFile =
    LazyLock::new(|| load(include_bytes!("../../../fonts/LiberationMono-Regular.ttf")));
static SANS: FontFile =
    LazyLock::new(|| load(include_bytes!("../../../fonts/LiberationSans-Regular.ttf")));
static SERIF: FontFile =
    LazyLock::new(|| load(include_bytes!("../../../fonts/LiberationSerif-Regular.ttf")));

fn load(bytes: &'static [u8]) -> Option<LoadedFont> {
    Some(LoadedFont {
        letters: FontRef::try_from_slice(bytes).ok()?,
        line_height: typographic_height(bytes)?,
    })
}

/// The typographic ascender less the descender of the OS/2 table: FreeType takes it as the
/// vertical advance of fonts that have none.
fn typographic_height(bytes: &[u8]) -> Option<f32> {
    const HEADER: usize = 12;
    const ENTRY: usize = 16;
    const ASCENDER: usize = 68;
    let number = |at: usize| {
        let bytes = bytes.get(at..)?.first_chunk::<2>()?;
        Some(i16::from_be_bytes(*bytes))
    };
    let mut tables = bytes.get(HEADER..)?.chunks_exact(ENTRY);
    let entry = tables.find(|entry| entry.starts_with(b"OS/2"))?;
    let table = u32::from_be_bytes(*entry.get(8..)?.first_chunk::<4>()?) as usize;
    let [ascender, descender] = [number(table + ASCENDER)?, number(table + ASCENDER + 2)?];
    Some(f32::from(ascender) - f32::from(descender))
}

/// Letters of one size.
pub(super) struct SizedFont {
    font: &'static FontRef<'static>,
    /// From one line to the next, in units of the font.
    line_height: f32,
    scale: PxScale,
    /// Pixels for each unit of the font.
    unit: f32,
}

impl SizedFont {
    /// Letters of a size in points.
    pub(super) fn new(face: FontFace, size: u32) -> Option<Self> {
        let LoadedFont {
            letters: font,
            line_height,
        } = face.font()?;
        let pixels = (size as f32 * SCALE).min(MOST_PIXELS);
        let unit = pixels / font.units_per_em()?;
        Some(Self {
            font,
            line_height: *line_height,
            scale: PxScale::from(unit * font.height_unscaled()),
            unit,
        })
    }

    /// How far the next letter is, in whole pixels. A letter without pixels takes no place,
    /// except the space.
    pub(super) fn advance(&self, letter: char) -> i32 {
        let glyph = self.font.glyph_id(letter);
        if letter != ' ' && (glyph.0 == 0 || self.font.outline(glyph).is_none()) {
            return 0;
        }
        (self.font.h_advance_unscaled(glyph) * self.unit) as i32
    }

    /// How far the next line is, in whole pixels.
    pub(super) fn line_height(&self) -> i32 {
        (self.line_height * self.unit) as i32
    }

    /// Gives the pixels of a letter, with the part of each that it covers: columns
    /// from where the letter begins, rows from the baseline, downwards.
    pub(super) fn pixels(&self, letter: char, mut give: impl FnMut(i32, i32, f32)) {
        let glyph = self.font.glyph_id(letter);
        if glyph.0 == 0 {
            return;
        }
        let glyph = glyph.with_scale_and_position(self.scale, point(0.0, 0.0));
        let Some(outline) = self.font.outline_glyph(glyph) else {
            return;
        };
        let corner = outline.px_bounds().min;
        let (left, top) = (corner.x as i32, corner.y as i32);
        outline.draw(|column, row, share| give(left + column as i32, top + row as i32, share));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn fonts_are_as_wide_as_those_that_they_stand_for() {
        let width = |name: &str, letter: char| {
            let font = SizedFont::new(FontFace::of_name(name).unwrap(), 72).unwrap();
            font.advance(letter)
        };
        // 100 pixels: Courier New has 0.6 of its size for every letter
        assert_eq!(
            [width("Courier New", 'i'), width("Lucida Console", 'W')],
            [60; 2]
        );
        // as in Arial and in Times New Roman
        assert_eq!([width("Arial", 'W'), width("Arial", 'i')], [94, 22]);
        assert_eq!(
            [width("Times New Roman", 'W'), width("Georgia", 'i')],
            [94, 27]
        );
        assert_eq!(FontFace::of_name("Lucida Consolas"), None);
        // only the space has a width without having pixels
        assert_eq!([width("Arial", ' '), width("Arial", '\u{a0}')], [27, 0]);
        assert_eq!(width("Arial", '\u{1f98a}'), 0);
        // typographic ascender and descender: 1255 and -386 of 2048
        let mono = SizedFont::new(FontFace::Mono, 72).unwrap();
        assert_eq!(mono.line_height(), 80);
    }

    #[test]
    fn a_capital_stands_on_the_baseline() {
        let font = SizedFont::new(FontFace::Sans, 72).unwrap();
        let (mut low, mut high, mut sum) = (i32::MAX, i32::MIN, 0.0);
        font.pixels('H', |_, row, share| {
            if share > 0.5 {
                low = low.min(row);
                high = high.max(row);
            }
            sum += share;
        });
        assert_eq!((low, high), (-69, -1));
        assert!(sum > 1000.0, "{sum}");
        let mut is_empty = true;
        font.pixels(' ', |_, _, _| is_empty = false);
        assert!(is_empty);
    }
}
