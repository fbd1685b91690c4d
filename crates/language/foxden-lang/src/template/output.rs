//! What an evaluation gives back: text, where it came from, console lines.

use std::sync::Arc;

/// A place in the PROTO file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TemplatePosition {
    /// Line, from 1.
    pub line: u32,
    /// Column in UTF-16 units, from 1.
    pub column: u32,
}

/// Result of a template.
#[derive(Debug, Clone, PartialEq)]
pub struct TemplateOutput {
    /// The generated PROTO text.
    pub text: String,
    /// Leads places in `text` back to the PROTO file.
    pub lines: LineMap,
    /// What the template wrote to the console, in order.
    pub console: Vec<TemplateMessage>,
}

/// How loud a console line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConsoleLevel {
    /// `console.log`, `print` and their like.
    Info,
    /// A doubt of the engine about the template itself.
    Warning,
    /// `console.error`, `io.stderr` and failed file requests.
    Error,
}

/// One message from a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateMessage {
    /// How loud.
    pub level: ConsoleLevel,
    /// The message.
    pub text: String,
}

/// Finds the line and column of byte offsets in a PROTO body.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BodyLines {
    body: Arc<str>,
    starts: Arc<[usize]>,
    first: TemplatePosition,
}

impl BodyLines {
    pub(super) fn new(body: Arc<str>, line: u32, column: u32) -> Self {
        let starts = std::iter::once(0)
            .chain(
                body.bytes()
                    .enumerate()
                    .filter(|(_, b)| *b == b'\n')
                    .map(|(i, _)| i + 1),
            )
            .collect();
        Self {
            body,
            starts,
            first: TemplatePosition { line, column },
        }
    }

    pub(super) fn position(&self, offset: usize) -> TemplatePosition {
        let offset = floor_char_boundary(&self.body, offset);
        let row = self
            .starts
            .partition_point(|start| *start <= offset)
            .saturating_sub(1);
        let units = self.body[self.starts[row]..offset].encode_utf16().count();
        let before = if row == 0 { self.first.column } else { 1 };
        TemplatePosition {
            line: self
                .first
                .line
                .saturating_add(u32::try_from(row).unwrap_or(u32::MAX)),
            column: before.saturating_add(u32::try_from(units).unwrap_or(u32::MAX)),
        }
    }
}

/// The largest character boundary of `text` at or below `offset`.
pub(super) fn floor_char_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// A run of output and where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OutputRun {
    /// First byte in the output.
    pub output: usize,
    /// First byte in the body.
    pub source: usize,
    /// Copied byte for byte; otherwise all of it comes from `source`.
    pub verbatim: bool,
}

/// Leads places in generated text back to the PROTO file.
#[derive(Debug, Clone, PartialEq)]
pub struct LineMap {
    pub(super) lines: BodyLines,
    pub(super) pieces: Vec<OutputRun>,
}

impl LineMap {
    /// Byte offset in the body text from which the byte at `output_offset`
    /// of the output came. Text made by an expression leads to the start of
    /// its statement.
    pub fn body_offset(&self, output_offset: usize) -> usize {
        let index = self
            .pieces
            .partition_point(|piece| piece.output <= output_offset);
        match index
            .checked_sub(1)
            .and_then(|index| self.pieces.get(index))
        {
            Some(piece) if piece.verbatim => piece.source + (output_offset - piece.output),
            Some(piece) => piece.source,
            None => 0,
        }
    }

    /// Line and column in the PROTO file of a byte of the output.
    pub fn position(&self, output_offset: usize) -> TemplatePosition {
        self.lines.position(self.body_offset(output_offset))
    }
}
