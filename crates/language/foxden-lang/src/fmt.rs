//! Formatting: white space changes, nothing else.
//!
//! Line breaks stay where the author put them; indentation, blanks between
//! words, trailing blanks and runs of empty lines become regular. Comments,
//! commas, declarations, strings and template statements stay as they are.

use crate::diagnostic::{Diagnostics, Reporter};
use crate::lexer::TokenKind;
use crate::source::Source;
use crate::syntax::SyntaxTree;
use std::sync::Arc;

/// Whether a text is a world or a PROTO, which decides how statements open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A `.wbt` file.
    World,
    /// A `.proto` file.
    Proto,
}

impl FileKind {
    /// The kind of a file by its name.
    pub fn of(name: &str) -> Self {
        match name.to_ascii_lowercase().ends_with(".proto") {
            true => Self::Proto,
            false => Self::World,
        }
    }
}

/// Formats a text. A text with words that cannot be read is not touched; the
/// findings say why.
///
/// ```
/// use foxden_lang::fmt::{FileKind, format_text};
///
/// let text = "#VRML_SIM R2023b utf8\nSolid{\nname  \"a\"# here\n   }\n";
/// let formatted = format_text("a.wbt", text, FileKind::World)?;
/// assert_eq!(formatted, "#VRML_SIM R2023b utf8\nSolid {\n  name \"a\" # here\n}\n");
/// # Ok::<(), foxden_lang::diagnostic::Diagnostics>(())
/// ```
pub fn format_text(name: &str, text: &str, kind: FileKind) -> Result<String, Diagnostics> {
    let source = Arc::new(Source::new(name, text));
    let mut diagnostics = Diagnostics::default();
    let mut reporter = Reporter::new(&source, &mut diagnostics);
    let tree = match kind {
        FileKind::World => SyntaxTree::read_world(source.clone(), &mut reporter),
        FileKind::Proto => SyntaxTree::read_proto(source.clone(), &mut reporter),
    };
    if diagnostics.has_errors() {
        return Err(diagnostics);
    }
    Ok(Formatter::new(&tree).run())
}

/// One part of a line.
enum LinePart<'t> {
    Word(&'t str),
    Open(&'t str),
    Close(&'t str),
    Comment(&'t str),
    Commas(&'t str),
}

struct Formatter<'t> {
    tree: &'t SyntaxTree,
    output: String,
    line: Vec<LinePart<'t>>,
    depth: usize,
    empty_lines: usize,
    line_end: &'static str,
}

impl<'t> Formatter<'t> {
    fn new(tree: &'t SyntaxTree) -> Self {
        let text = tree.source().text();
        let head = &text[..tree.header().end];
        let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        Self {
            tree,
            output: head.to_owned(),
            line: Vec::new(),
            depth: 0,
            empty_lines: 0,
            line_end,
        }
    }

    fn run(mut self) -> String {
        let tree = self.tree;
        for (at, token) in tree.tokens().iter().enumerate() {
            let mut between = tree.trivia_before(at);
            if at == 0 {
                between = &between[tree.header().end.min(between.len())..];
            }
            self.blanks(between);
            let text = tree.text(at);
            match token.kind() {
                TokenKind::End => {}
                TokenKind::OpenBrace | TokenKind::OpenBracket => {
                    self.line.push(LinePart::Open(text))
                }
                TokenKind::CloseBrace | TokenKind::CloseBracket => {
                    self.line.push(LinePart::Close(text))
                }
                _ => self.line.push(LinePart::Word(text)),
            }
        }
        if !self.line.is_empty() {
            self.end_line();
        }
        self.output
    }

    /// The text between two words: line ends, comments, commas.
    fn blanks(&mut self, text: &'t str) {
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let length = match c {
                '\n' => {
                    self.end_line();
                    1
                }
                '#' => {
                    let length = rest.find('\n').unwrap_or(rest.len());
                    self.line.push(LinePart::Comment(rest[..length].trim_end()));
                    length
                }
                ',' => {
                    let length = rest.len() - rest.trim_start_matches(',').len();
                    self.line.push(LinePart::Commas(&rest[..length]));
                    length
                }
                _ => c.len_utf8(),
            };
            rest = &rest[length..];
        }
    }

    fn end_line(&mut self) {
        if self.line.is_empty() {
            self.empty_lines += 1;
            return;
        }
        if self.empty_lines > 0 && !self.output.is_empty() {
            self.output.push_str(self.line_end);
        }
        self.empty_lines = 0;
        let closing = self
            .line
            .iter()
            .take_while(|piece| matches!(piece, LinePart::Close(_)))
            .count();
        let indent = self.depth.saturating_sub(closing);
        self.output.extend(std::iter::repeat_n(' ', 2 * indent));
        for (at, piece) in std::mem::take(&mut self.line).into_iter().enumerate() {
            let (text, touches) = match piece {
                LinePart::Word(text) | LinePart::Comment(text) => (text, false),
                LinePart::Open(text) => {
                    self.depth += 1;
                    (text, false)
                }
                LinePart::Close(text) => {
                    self.depth = self.depth.saturating_sub(1);
                    (text, false)
                }
                LinePart::Commas(text) => (text, true),
            };
            if at > 0 && !touches {
                self.output.push(' ');
            }
            self.output.push_str(text);
        }
        self.output.push_str(self.line_end);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn formatted(text: &str, kind: FileKind) -> String {
        let once = format_text("t", text, kind).unwrap();
        assert_eq!(
            format_text("t", &once, kind).unwrap(),
            once,
            "formatting twice changes nothing"
        );
        once
    }

    #[test]
    fn indentation_follows_brackets() {
        let text =
            "#VRML_SIM R2023b utf8\n\n\n\nSolid {\nchildren [\nDEF A   Shape{ } ]\n  \n\n\n}\n\n\n";
        assert_eq!(
            formatted(text, FileKind::World),
            "#VRML_SIM R2023b utf8\n\nSolid {\n  children [\n    DEF A Shape { } ]\n\n}\n"
        );
    }

    #[test]
    fn comments_and_commas_stay() {
        let text = "#VRML_SIM R2023b utf8\n# info\nA{x 0 ,1,,2#c ]\n#d\n}";
        assert_eq!(
            formatted(text, FileKind::World),
            "#VRML_SIM R2023b utf8\n# info\nA { x 0, 1,, 2 #c ]\n  #d\n}\n"
        );
    }

    #[test]
    fn statements_keep_every_byte() {
        let text = "#VRML_SIM R2023b utf8\n# template language: javascript\nPROTO A [ ]\n{\n%<\n   let a  = 1;\n>%\n  Solid { name \"%<=  a >%\"  }\n}\n";
        assert_eq!(
            formatted(text, FileKind::Proto),
            "#VRML_SIM R2023b utf8\n# template language: javascript\nPROTO A [ ]\n{\n  %<\n   let a  = 1;\n>%\n  Solid { name \"%<=  a >%\" }\n}\n"
        );
    }

    #[test]
    fn line_ends_keep_their_kind() {
        let text = "#VRML_SIM R2023b utf8\r\nA {\r\nx 1\r\n}\r\n";
        assert_eq!(
            formatted(text, FileKind::World),
            "#VRML_SIM R2023b utf8\r\nA {\r\n  x 1\r\n}\r\n"
        );
    }

    #[test]
    fn a_text_that_cannot_be_read_is_left_alone() {
        assert!(format_text("t", "#VRML_SIM R2023b utf8\nA { x 3m }", FileKind::World).is_err());
    }
}
