//! The letters of a Display: outlines of fonts, filled with grey levels.
//!
//! The genuine program draws with the TrueType files of thirteen fonts that may not be
//! given away. Free fonts stand in for them: one with serifs, one without, and one
//! whose letters have the same width. They are those of the Liberation family, whose
//! letters are as wide as those of Times New Roman, Arial and Courier New. Other fonts are files
//! of the project.

use ab_glyph::{Font as _, FontArc, PxScale, point};
use foxden_lang::resolve::{AssetKind, Location, Resolver};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// Dots per inch for which sizes of fonts are meant, divided by those of the unit.
const SCALE: f32 = 100.0 / 72.0;

/// The largest letters that are drawn, in pixels.
const MOST_PIXELS: f32 = 2000.0;

/// The most pixels of the box around a letter. Letters of a damaged font may be larger; they are
/// left out.
const MOST_PIXELS_OF_LETTER: f32 = 4.0 * MOST_PIXELS * MOST_PIXELS;

/// How many fonts of a project are kept, with those that are not there.
const MOST_FONTS: usize = 64;

/// How many bytes the fonts of a project may have together.
const MOST_FONT_BYTES: usize = 64 << 20;

/// The kind of a font.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FontFace {
    /// All letters have the same width.
    #[default]
    Mono,
    /// Without serifs.
    Sans,
    /// With serifs.
    Serif,
    /// The file of this name in the folder `fonts` of the project, without its ending.
    Project(String),
}

impl FontFace {
    /// What stands in for a font of the genuine program; for another name the font of the
    /// project.
    pub fn of_name(name: &str) -> Self {
        match name {
            "Courier New" | "Lucida Console" => Self::Mono,
            "Georgia" | "Palatino Linotype" | "Times New Roman" => Self::Serif,
            "Arial"
            | "Arial Black"
            | "Comic Sans MS"
            | "Impact"
            | "Lucida Sans Unicode"
            | "Tahoma"
            | "Trebuchet MS"
            | "Verdana" => Self::Sans,
            _ => Self::Project(name.to_owned()),
        }
    }

    /// The file of a font that is a part of this program.
    pub(super) fn own(&self) -> Option<&'static LoadedFont> {
        match self {
            Self::Mono => MONO.as_ref(),
            Self::Sans => SANS.as_ref(),
            Self::Serif => SERIF.as_ref(),
            Self::Project(_) => None,
        }
    }
}

/// A font file.
#[derive(Clone, Debug)]
pub(crate) struct LoadedFont {
    letters: FontArc,
    /// From one line to the next, in units of the font.
    line_height: f32,
}

impl LoadedFont {
    fn new(letters: FontArc, bytes: &[u8]) -> Option<Self> {
        letters.units_per_em()?;
        Some(Self {
            line_height: typographic_height(bytes)?,
            letters,
        })
    }
}

/// The fonts of a project, as far as displays asked for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct FontFiles {
    /// By name; `None` for those that cannot be read.
    known: BTreeMap<String, Option<Arc<LoadedFont>>>,
    bytes: usize,
}

impl FontFiles {
    /// The font of a name in the project of a world; `None` if there is no such file, or none
    /// that can be read.
    pub(crate) fn find(
        &mut self,
        name: &str,
        world: &Location,
        resolver: &dyn Resolver,
    ) -> Option<Arc<LoadedFont>> {
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        if self.known.len() >= MOST_FONTS {
            return None;
        }
        let font = self.read(name, world, resolver).map(Arc::new);
        self.known.insert(name.to_owned(), font.clone());
        font
    }

    fn read(
        &mut self,
        name: &str,
        world: &Location,
        resolver: &dyn Resolver,
    ) -> Option<LoadedFont> {
        // a name is no path
        if name.contains(['/', '\\', ':', '\0']) {
            return None;
        }
        // worlds are beside the folder, or in a folder beside it
        let urls = [format!("../fonts/{name}.ttf"), format!("fonts/{name}.ttf")];
        let mut found = urls.iter();
        let location = found.find_map(|url| resolver.locate(url, world, AssetKind::Font).ok())?;
        let bytes = resolver.read(&location).ok()?;
        let together = self.bytes.saturating_add(bytes.len());
        if together > MOST_FONT_BYTES || !is_whole(&bytes) {
            return None;
        }
        let letters = FontArc::try_from_vec(bytes.to_vec()).ok()?;
        let font = LoadedFont::new(letters, &bytes)?;
        self.bytes = together;
        Some(font)
    }
}

type FontFile = LazyLock<Option<LoadedFont>>;

static MONO: FontFile =
    LazyLock::new(|| load(include_bytes!("../../../fonts/LiberationMono-Regular.ttf")));
static SANS: FontFile =
    LazyLock::new(|| load(include_bytes!("../../../fonts/LiberationSans-Regular.ttf")));
static SERIF: FontFile =
    LazyLock::new(|| load(include_bytes!("../../../fonts/LiberationSerif-Regular.ttf")));

fn load(bytes: &'static [u8]) -> Option<LoadedFont> {
    LoadedFont::new(FontArc::try_from_slice(bytes).ok()?, bytes)
}

/// The tables of a font file: their names, and where they are.
fn tables(bytes: &[u8]) -> impl Iterator<Item = (&[u8], std::ops::Range<usize>)> {
    const HEADER: usize = 12;
    const ENTRY: usize = 16;
    let count = bytes.get(4..).and_then(<[u8]>::first_chunk::<2>);
    let count = count.map_or(0, |count| u16::from_be_bytes(*count));
    let number = |entry: &[u8], at: usize| {
        let bytes = entry.get(at..).and_then(<[u8]>::first_chunk::<4>);
        bytes.map_or(usize::MAX, |bytes| u32::from_be_bytes(*bytes) as usize)
    };
    let entries = bytes.get(HEADER..).unwrap_or_default().chunks_exact(ENTRY);
    entries.take(usize::from(count)).map(move |entry| {
        let (start, length) = (number(entry, 8), number(entry, 12));
        (&entry[..4], start..start.saturating_add(length))
    })
}

/// Whether all tables that a font file names are in it.
fn is_whole(bytes: &[u8]) -> bool {
    tables(bytes).all(|(_, place)| bytes.get(place).is_some())
}

/// The typographic ascender less the descender of the OS/2 table: FreeType takes it as the
/// vertical advance of fonts that have none.
fn typographic_height(bytes: &[u8]) -> Option<f32> {
    const ASCENDER: usize = 68;
    let (_, place) = tables(bytes).find(|(name, _)| *name == b"OS/2")?;
    let table = bytes.get(place)?;
    let number = |at: usize| {
        let bytes = table.get(at..)?.first_chunk::<2>()?;
        Some(i16::from_be_bytes(*bytes))
    };
    let [ascender, descender] = [number(ASCENDER)?, number(ASCENDER + 2)?];
    Some(f32::from(ascender) - f32::from(descender))
}

/// Letters of one size.
pub(super) struct SizedFont<'a> {
    font: &'a FontArc,
    /// From one line to the next, in units of the font.
    line_height: f32,
    scale: PxScale,
    /// Pixels for each unit of the font.
    unit: f32,
}

impl<'a> SizedFont<'a> {
    /// Letters of a size in points.
    pub(super) fn new(font: &'a LoadedFont, size: u32) -> Option<Self> {
        let LoadedFont {
            letters: font,
            line_height,
        } = font;
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
        let bounds = outline.px_bounds();
        // false for what is no number, too
        let is_small = bounds.width() * bounds.height() <= MOST_PIXELS_OF_LETTER;
        if !is_small {
            return;
        }
        let corner = bounds.min;
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
            let font = FontFace::of_name(name).own().unwrap();
            SizedFont::new(font, 72).unwrap().advance(letter)
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
        let other = FontFace::of_name("Lucida Consolas");
        assert_eq!(other, FontFace::Project("Lucida Consolas".to_owned()));
        // only the space has a width without having pixels
        assert_eq!([width("Arial", ' '), width("Arial", '\u{a0}')], [27, 0]);
        assert_eq!(width("Arial", '\u{1f98a}'), 0);
        // typographic ascender and descender: 1255 and -386 of 2048
        let mono = SizedFont::new(FontFace::Mono.own().unwrap(), 72).unwrap();
        assert_eq!(mono.line_height(), 80);
    }

    #[test]
    fn a_capital_stands_on_the_baseline() {
        let font = SizedFont::new(FontFace::Sans.own().unwrap(), 72).unwrap();
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
