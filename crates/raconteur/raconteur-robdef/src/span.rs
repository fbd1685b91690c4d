//! Where in a definition's text something was written.

use std::fmt;

/// A place in a definition's text: line and column count from 1, in characters
/// (definitions are ASCII, so characters are bytes).
///
/// Spans are ignored in comparisons: two definitions are equal when their
/// content is, at any position.
///
/// ```
/// use raconteur_robdef::Span;
/// let one = Span { line: 1, column: 1, length: 3 };
/// let other = Span { line: 9, column: 4, length: 3 };
/// assert_eq!(one, other);
/// assert_eq!(other.to_string(), "9:4");
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Span {
    /// Line, from 1; 0 for things that were not read from a text.
    pub line: u32,
    /// Column of the first character, from 1.
    pub column: u32,
    /// Number of characters on that line.
    pub length: u32,
}

impl PartialEq for Span {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for Span {}

impl fmt::Display for Span {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.line, self.column)
    }
}
