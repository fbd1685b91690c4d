//! Reads a statement from left to right.

use super::lines::Statement;
use crate::Span;

/// A place within a statement and what is wrong there.
#[derive(Debug)]
pub(crate) struct Fault {
    pub span: Span,
    pub message: String,
}

/// The unread rest of a statement.
pub(crate) struct Cursor<'a> {
    statement: &'a Statement,
    position: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(statement: &'a Statement) -> Self {
        Cursor {
            statement,
            position: 0,
            end: statement.text.len(),
        }
    }

    /// A cursor over the next `length` characters, which this one skips.
    pub fn take(&mut self, length: usize) -> Cursor<'a> {
        let start = self.position;
        self.position = (start + length).min(self.end);
        Cursor {
            statement: self.statement,
            position: start,
            end: self.position,
        }
    }

    pub fn rest(&self) -> &'a str {
        &self.statement.text[self.position..self.end]
    }

    pub fn position(&self) -> usize {
        self.position
    }

    pub fn is_empty(&self) -> bool {
        self.position >= self.end
    }

    /// A fault at the next character.
    pub fn fault(&self, message: impl Into<String>) -> Fault {
        let length = self.rest().split([' ', '\t']).next().map_or(0, str::len);
        self.fault_from(self.position, self.position + length.max(1), message)
    }

    /// A fault over a range of the statement.
    pub fn fault_from(&self, start: usize, end: usize, message: impl Into<String>) -> Fault {
        Fault {
            span: self.statement.span(start, end),
            message: message.into(),
        }
    }

    /// Skips blanks; says whether there were any.
    pub fn blanks(&mut self) -> bool {
        !self.run(|byte| matches!(byte, b' ' | b'\t')).is_empty()
    }

    /// Skips one or more blanks.
    pub fn some_blanks(&mut self) -> Result<(), Fault> {
        if self.blanks() {
            Ok(())
        } else {
            Err(self.fault("a blank is expected here"))
        }
    }

    /// Takes the longest run of bytes that match.
    pub fn run(&mut self, matches: impl Fn(u8) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest
            .bytes()
            .position(|byte| !matches(byte))
            .unwrap_or(rest.len());
        self.position += length;
        &rest[..length]
    }

    /// Takes one expected character if it is there.
    pub fn eat(&mut self, expected: char) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.position += expected.len_utf8();
        }
        found
    }

    /// Letters, digits and underscores; may be empty.
    pub fn word(&mut self) -> &'a str {
        self.run(is_word)
    }

    /// A name: a word that starts with a letter and ends with none but a
    /// letter or digit.
    pub fn name(&mut self, what: &str) -> Result<&'a str, Fault> {
        let start = self.position;
        let word = self.word();
        if is_name(word) {
            return Ok(word);
        }
        if word.is_empty() {
            return Err(self.fault(format!("{what} is expected here")));
        }
        Err(self.fault_from(
            start,
            self.position,
            format!("{what} begins with a letter and ends with a letter or digit"),
        ))
    }

    /// Names joined by dots.
    pub fn dotted(&mut self, what: &str) -> Result<&'a str, Fault> {
        let start = self.position;
        loop {
            self.name(what)?;
            if !self.eat('.') {
                return Ok(&self.statement.text[start..self.position]);
            }
        }
    }

    /// Blanks up to the end.
    pub fn finish(&mut self) -> Result<(), Fault> {
        self.blanks();
        if self.is_empty() {
            return Ok(());
        }
        let end = self.position + self.rest().trim_end().len();
        Err(self.fault_from(
            self.position,
            end,
            format!("`{}` does not belong here", self.rest().trim_end()),
        ))
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// True for a name without dots, reserved or not.
pub(crate) fn is_name(word: &str) -> bool {
    word.bytes()
        .next()
        .is_some_and(|byte| byte.is_ascii_alphabetic())
        && word.bytes().all(is_word)
        && !word.ends_with('_')
}

/// True for names joined by dots.
pub(crate) fn is_dotted_name(text: &str) -> bool {
    text.split('.').all(is_name)
}
