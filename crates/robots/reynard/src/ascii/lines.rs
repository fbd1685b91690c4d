//! Cuts a stream of bytes into lines.

/// The longest line.
const LONGEST: usize = 2 << 20;

/// A line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum AsciiLine {
    /// Text.
    Text(String),
    /// Bytes that are not UTF-8.
    NotText,
    /// More than anybody has to say.
    TooLong,
}

/// Bytes that have come and not been cut yet.
#[derive(Debug, Default)]
pub(super) struct LineBuffer {
    bytes: Vec<u8>,
    start: usize,
    /// How far the end was searched for already.
    searched: usize,
    /// The last line ended in CR: a LF that follows belongs to it.
    after_return: bool,
}

impl LineBuffer {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// How many bytes of an unfinished line have come.
    pub(super) fn waiting(&self) -> usize {
        self.bytes.len() - self.start
    }

    /// The next line that is complete. LF, CRLF and CR end a line.
    pub(super) fn next_line(&mut self) -> Option<AsciiLine> {
        if self.after_return && self.start < self.bytes.len() {
            self.after_return = false;
            if self.bytes[self.start] == b'\n' {
                self.start += 1;
                self.searched = self.searched.max(self.start);
            }
        }
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let Some(length) = self.bytes[self.searched..].iter().position(is_end) else {
            self.searched = self.bytes.len();
            return (self.bytes.len() - self.start > LONGEST).then_some(AsciiLine::TooLong);
        };
        let end = self.searched + length;
        let line = match std::str::from_utf8(&self.bytes[self.start..end]) {
            Ok(text) => AsciiLine::Text(text.to_owned()),
            Err(_) => AsciiLine::NotText,
        };
        self.after_return = self.bytes[end] == b'\r';
        self.start = end + 1;
        self.searched = self.start;
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(parts: &[&[u8]]) -> Vec<AsciiLine> {
        let mut lines = LineBuffer::default();
        let mut found = Vec::new();
        for part in parts {
            lines.push(part);
            found.extend(std::iter::from_fn(|| lines.next_line()));
        }
        found
    }

    #[test]
    fn all_ends_of_lines_are_known_wherever_packets_part() {
        let text = |text: &str| AsciiLine::Text(text.into());
        let expected = [text("a"), text("b"), text(""), text("c"), text("d")];
        assert_eq!(cut(&[b"a\nb\r\n\rc\rd\n"]), expected);
        assert_eq!(
            cut(&[b"a", b"\nb\r", b"\n\r", b"c\r", b"d", b"\n"]),
            expected
        );
        assert_eq!(cut(&[b"\xff\nx\ny"]), [AsciiLine::NotText, text("x")]);
    }

    #[test]
    fn endless_lines_are_distinguished_from_long_ones() {
        let mut lines = LineBuffer::default();
        for _ in 0..LONGEST / 1000 {
            lines.push(&[b'x'; 1000]);
            assert_eq!(lines.next_line(), None);
        }
        lines.push(&[b'x'; 1000]);
        assert_eq!(lines.next_line(), Some(AsciiLine::TooLong));
    }
}
