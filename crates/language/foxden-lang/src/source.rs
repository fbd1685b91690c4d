//! The text of a file, decoded, with line and column arithmetic.

use std::sync::{Arc, OnceLock};

/// The largest file that is read, in bytes.
pub const MAXIMUM_FILE_SIZE: usize = 256 << 20;

/// A range of a file's text, in bytes of the decoded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span from one byte to another.
    pub fn new(start: usize, end: usize) -> Self {
        Self {
            start: start as u32,
            end: end as u32,
        }
    }
}

/// A line and a column, both from 1; columns count UTF-16 units, a tab is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// A decoded file.
#[derive(Debug)]
pub struct Source {
    name: Arc<str>,
    text: String,
    is_exact: bool,
    line_starts: OnceLock<Vec<u32>>,
}

impl Source {
    /// Wraps text that is decoded already.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
            is_exact: true,
            line_starts: OnceLock::new(),
        }
    }

    /// Decodes a file: UTF-8 with or without a mark, UTF-16 with a mark.
    /// Bytes that are not text become U+FFFD.
    pub fn decode(name: impl Into<Arc<str>>, bytes: &[u8]) -> Self {
        let (text, is_exact) = decode(bytes);
        Self {
            name: name.into(),
            text,
            is_exact,
            line_starts: OnceLock::new(),
        }
    }

    /// The name for messages.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether writing the text as UTF-8 gives the bytes of the file again.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The line and column of a byte.
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self
            .line_starts()
            .partition_point(|start| *start as usize <= offset)
            - 1;
        let start = self.line_starts()[line] as usize;
        let mut end = offset;
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        // counted by bytes, as a line may be as long as the file
        let column = self.text.as_bytes()[start..end]
            .iter()
            .map(|byte| usize::from(byte & 0xC0 != 0x80) + usize::from(*byte >= 0xF0))
            .sum::<usize>();
        Position {
            line: line as u32 + 1,
            column: column as u32 + 1,
        }
    }

    /// The byte where the line of a byte starts.
    pub fn line_start(&self, offset: usize) -> usize {
        let starts = self.line_starts();
        starts[starts.partition_point(|start| *start as usize <= offset) - 1] as usize
    }

    /// A line's text without its end; empty past the last one.
    pub fn line(&self, line: u32) -> &str {
        let starts = self.line_starts();
        let Some(start) = starts.get(line as usize - 1) else {
            return "";
        };
        let end = starts
            .get(line as usize)
            .map_or(self.text.len(), |next| *next as usize);
        self.text[*start as usize..end].trim_end_matches(['\n', '\r'])
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            std::iter::once(0)
                .chain(memchr::memchr_iter(b'\n', self.text.as_bytes()).map(|at| at as u32 + 1))
                .collect()
        })
    }
}

fn decode(bytes: &[u8]) -> (String, bool) {
    match bytes {
        [0xFF, 0xFE, rest @ ..] => (utf16(rest, u16::from_le_bytes), false),
        [0xFE, 0xFF, rest @ ..] => (utf16(rest, u16::from_be_bytes), false),
        [0xEF, 0xBB, 0xBF, rest @ ..] => (String::from_utf8_lossy(rest).into_owned(), false),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => (text.to_owned(), true),
            Err(_) => (String::from_utf8_lossy(bytes).into_owned(), false),
        },
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units)
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_utf16_units() {
        let source = Source::new("a.wbt", "x\n\tname \"é中🤖\" foo");
        let foo = source.text().find("foo").unwrap_or(0);
        assert_eq!(
            source.position(foo),
            Position {
                line: 2,
                column: 14
            }
        );
        assert_eq!(source.line(1), "x");
        assert_eq!(source.line(9), "");
    }

    #[test]
    fn every_encoding_gives_the_same_text() {
        let plain = "é\n";
        let utf16: Vec<u8> = [0xFF, 0xFE]
            .into_iter()
            .chain(plain.encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        assert_eq!(Source::decode("a", &utf16).text(), plain);
        assert_eq!(Source::decode("a", "\u{feff}é\n".as_bytes()).text(), plain);
        assert_eq!(Source::decode("a", b"a\xFFb").text(), "a\u{FFFD}b");
        assert!(!Source::decode("a", b"a\xFFb").is_exact());
    }
}
