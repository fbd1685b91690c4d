//! Cuts a text into statements: drops comments, gathers documentation, joins
//! continued lines, and remembers where every character came from.

use crate::Span;

/// One statement, possibly joined from several lines of the text.
#[derive(Debug)]
pub(crate) struct Statement {
    /// The characters, all printable ASCII or tab.
    pub text: String,
    /// The `##` lines before it.
    pub documentation: Option<String>,
    /// For each joined line: where it begins in `text`, and its line number.
    pieces: Vec<(usize, u32)>,
}

impl Statement {
    /// The place of a range of the statement's characters.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let piece = self
            .pieces
            .iter()
            .rev()
            .find(|(begin, _)| *begin <= start)
            .copied()
            .unwrap_or((0, 1));
        Span {
            line: piece.1,
            column: to_u32(start.saturating_sub(piece.0)).saturating_add(1),
            length: to_u32(end.saturating_sub(start)),
        }
    }

    /// The place of the statement without the blanks around it.
    pub fn whole(&self) -> Span {
        let start = self.text.len() - self.text.trim_start().len();
        let end = self.text.trim_end().len();
        self.span(start, end)
    }
}

/// A line that cannot be part of a definition.
#[derive(Debug)]
pub(crate) struct LineFault {
    pub span: Span,
    pub message: &'static str,
}

/// The statements of a text, one after the other.
pub(crate) struct Statements<'a> {
    lines: std::str::Split<'a, char>,
    number: u32,
}

impl<'a> Statements<'a> {
    pub fn new(text: &'a str) -> Self {
        Statements {
            // A line feed ends a line; it does not begin another one.
            lines: text.strip_suffix('\n').unwrap_or(text).split('\n'),
            number: 0,
        }
    }

    fn line(&mut self) -> Option<&'a str> {
        let line = self.lines.next()?;
        self.number = self.number.saturating_add(1);
        Some(line.trim_end_matches('\r'))
    }
}

impl Iterator for Statements<'_> {
    type Item = Result<Statement, LineFault>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut documentation: Vec<&str> = Vec::new();
        let mut gap = false;
        loop {
            let line = self.line()?;
            if let Some(column) = line.chars().position(|character| !allowed(character)) {
                return Some(Err(LineFault {
                    span: Span {
                        line: self.number,
                        column: to_u32(column).saturating_add(1),
                        length: 1,
                    },
                    message: "definitions hold only printable ASCII characters and tabs",
                }));
            }
            let trimmed = line.trim_start_matches([' ', '\t']);
            if let Some(text) = trimmed.strip_prefix("##") {
                if std::mem::take(&mut gap) {
                    documentation.clear();
                }
                documentation.push(text);
            } else if trimmed.starts_with('#') {
                documentation.clear();
            } else if trimmed.is_empty() {
                gap = true;
            } else {
                return Some(self.join(line, documentation));
            }
        }
    }
}

impl Statements<'_> {
    /// Appends the lines that a `\` at the end asks for.
    fn join(&mut self, first: &str, documentation: Vec<&str>) -> Result<Statement, LineFault> {
        let mut text = first.to_owned();
        let mut pieces = vec![(0, self.number)];
        while text.ends_with('\\') {
            text.pop();
            text.push(' ');
            let fault = |span_line, column, message| LineFault {
                span: Span {
                    line: span_line,
                    column,
                    length: 1,
                },
                message,
            };
            let begin = pieces.last().map_or(0, |piece| piece.0);
            let column = to_u32(text.len() - begin);
            let last = self.number;
            let Some(next) = self.line() else {
                return Err(fault(last, column, "a line must follow the `\\`"));
            };
            if let Some(column) = next.chars().position(|character| !allowed(character)) {
                let message = "definitions hold only printable ASCII characters and tabs";
                return Err(fault(
                    self.number,
                    to_u32(column).saturating_add(1),
                    message,
                ));
            }
            pieces.push((text.len(), self.number));
            text.push_str(next);
        }
        Ok(Statement {
            text,
            documentation: (!documentation.is_empty()).then(|| documentation.join("\n")),
            pieces,
        })
    }
}

fn allowed(character: char) -> bool {
    matches!(character, ' '..='~' | '\t')
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
