//! Diagnostics: what is wrong with a file, where, why, and how to fix it.

mod code;
mod render;

pub use code::Code;
pub use render::{printable, printable_with_colors, render_human, render_json};

use crate::source::{Position, Source, Span};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// How many diagnostics of one file are stored.
pub const MAXIMUM_PER_FILE: usize = 200;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Part of the file was not understood.
    Error,
    /// Something was changed or dropped.
    Warning,
    /// A note.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        })
    }
}

/// A place in a file, with the text of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagnosticPlace {
    /// The file.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in UTF-16 units.
    pub column: u32,
    /// The line's text, shortened around the place if it is long.
    pub text: String,
    /// Where the underlined part of `text` starts and ends, in bytes.
    pub marked: (usize, usize),
}

impl fmt::Display for DiagnosticPlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl DiagnosticPlace {
    /// The place of a span of a file.
    pub fn of(source: &Source, span: Span) -> Self {
        let position = source.position(span.start as usize);
        let line = source.line(position.line);
        let offset = source.line_start(span.start as usize);
        let start = floor_boundary(line, span.start as usize - offset);
        let end = floor_boundary(line, (span.end as usize).saturating_sub(offset)).max(start);
        let (text, marked) = shorten(line, start, end);
        Self {
            file: source.name().clone(),
            line: position.line,
            column: position.column,
            text,
            marked,
        }
    }

    /// A part of a line of a file, from one byte of the line to another.
    pub fn in_line(source: &Source, position: Position, (start, end): (usize, usize)) -> Self {
        let (text, marked) = shorten(source.line(position.line), start, end);
        Self {
            file: source.name().clone(),
            line: position.line,
            column: position.column,
            text,
            marked,
        }
    }

    /// The head of a file.
    pub fn head(file: &Arc<str>) -> Self {
        Self {
            file: file.clone(),
            line: 1,
            column: 1,
            text: String::new(),
            marked: (0, 0),
        }
    }
}

fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Long lines are cut to what surrounds the place, so that messages stay readable.
fn shorten(line: &str, start: usize, end: usize) -> (String, (usize, usize)) {
    const WIDTH: usize = 160;
    if line.len() <= WIDTH {
        return (line.to_owned(), (start, end));
    }
    let from = floor_boundary(line, start.saturating_sub(60));
    let to = floor_boundary(line, from + WIDTH);
    let head = if from > 0 { "…" } else { "" };
    let tail = if to < line.len() { "…" } else { "" };
    let shift = |at: usize| at.clamp(from, to) - from + head.len();
    (
        format!("{head}{}{tail}", &line[from..to]),
        (shift(start), shift(end)),
    )
}

/// Cuts a text that quotes too much of a hostile file.
fn cut(text: &mut String) {
    const LENGTH: usize = 2_000;
    if text.len() > LENGTH {
        text.truncate(floor_boundary(text, LENGTH));
        text.push('…');
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its kind.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// Where it is.
    pub place: Option<DiagnosticPlace>,
    /// Which node of the scene it is about, as a path of names.
    pub node: Option<String>,
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub hint: Option<String>,
}

/// All findings of a run, in order, at most [`MAXIMUM_PER_FILE`] for each file.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    per_file: HashMap<Arc<str>, usize>,
    suppressed: usize,
    has_suppressed_errors: bool,
}

impl Diagnostics {
    /// Adds one, unless its file has too many already or it was said before.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.keep(diagnostic);
    }

    /// Adds one, and returns it if it was stored.
    fn keep(&mut self, mut diagnostic: Diagnostic) -> Option<&mut Diagnostic> {
        cut(&mut diagnostic.message);
        diagnostic.hint.iter_mut().for_each(cut);
        diagnostic.node.iter_mut().for_each(cut);
        let file = diagnostic
            .place
            .as_ref()
            .map_or_else(|| Arc::from(""), |place| place.file.clone());
        // hints are added later, so they do not count
        let says_the_same = |known: &Diagnostic| {
            known.code == diagnostic.code
                && known.place == diagnostic.place
                && known.node == diagnostic.node
                && known.message == diagnostic.message
        };
        let mut recent = self.list.iter().rev().take(MAXIMUM_PER_FILE);
        if recent.any(says_the_same) {
            return None;
        }
        if self.is_full(&file) {
            self.suppress(diagnostic.severity);
            return None;
        }
        *self.per_file.entry(file).or_default() += 1;
        self.list.push(diagnostic);
        self.list.last_mut()
    }

    /// Counts a diagnostic that is not stored.
    pub fn suppress(&mut self, severity: Severity) {
        self.suppressed += 1;
        self.has_suppressed_errors |= severity == Severity::Error;
    }

    /// Whether no more diagnostics of a file are stored, so that their text is
    /// not needed.
    pub fn is_full(&self, file: &str) -> bool {
        self.per_file
            .get(file)
            .is_some_and(|count| *count >= MAXIMUM_PER_FILE)
    }

    /// Takes over the findings of another run.
    pub fn extend(&mut self, other: Diagnostics) {
        self.suppressed += other.suppressed;
        self.has_suppressed_errors |= other.has_suppressed_errors;
        for diagnostic in other.list {
            self.push(diagnostic);
        }
    }

    /// The findings in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// The findings of each file together and from its head to its end, the
    /// files in the order in which they were first mentioned.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        let mut files: HashMap<Arc<str>, usize> = HashMap::new();
        let mut rank = |diagnostic: &Diagnostic| {
            let place = diagnostic.place.as_ref()?;
            let next = files.len();
            let file = *files.entry(place.file.clone()).or_insert(next);
            Some((file, place.line, place.column))
        };
        let mut ranked: Vec<_> = self.list.drain(..).map(|one| (rank(&one), one)).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        self.list = ranked.into_iter().map(|(_, one)| one).collect();
        self
    }

    /// Whether there is an error among them, or among those that were dropped.
    pub fn has_errors(&self) -> bool {
        self.has_suppressed_errors || self.count(Severity::Error) > 0
    }

    /// How many there are of one severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.list
            .iter()
            .filter(|diagnostic| diagnostic.severity == severity)
            .count()
    }

    /// How many were dropped because their file had too many.
    pub fn suppressed(&self) -> usize {
        self.suppressed
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// Reports findings of one file.
pub struct Reporter<'a> {
    source: &'a Source,
    map: Option<&'a dyn Fn(Span) -> DiagnosticPlace>,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> Reporter<'a> {
    /// Findings whose spans are those of a file.
    pub fn new(source: &'a Source, diagnostics: &'a mut Diagnostics) -> Self {
        Self {
            source,
            map: None,
            diagnostics,
        }
    }

    /// Findings in generated text, whose spans `map` brings back to the file.
    pub fn mapped(
        source: &'a Source,
        map: &'a dyn Fn(Span) -> DiagnosticPlace,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Self {
            source,
            map: Some(map),
            diagnostics,
        }
    }

    /// The place of a span.
    pub fn place(&self, span: Span) -> DiagnosticPlace {
        match self.map {
            Some(map) => map(span),
            None => DiagnosticPlace::of(self.source, span),
        }
    }

    /// Whether no more diagnostics of this file are stored.
    pub fn is_full(&self) -> bool {
        self.diagnostics.is_full(self.source.name())
    }

    /// Counts a diagnostic that is not stored.
    pub fn suppress(&mut self, severity: Severity) {
        self.diagnostics.suppress(severity);
    }

    /// The findings so far.
    pub fn diagnostics(&mut self) -> &mut Diagnostics {
        self.diagnostics
    }

    /// Reports an error.
    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) -> Hint<'_> {
        self.report(Severity::Error, code, span, message)
    }

    /// Reports a warning.
    pub fn warning(&mut self, code: Code, span: Span, message: impl Into<String>) -> Hint<'_> {
        self.report(Severity::Warning, code, span, message)
    }

    /// Reports a finding.
    pub fn report(
        &mut self,
        severity: Severity,
        code: Code,
        span: Span,
        message: impl Into<String>,
    ) -> Hint<'_> {
        // a place costs a walk along its line, which a million mistakes must not pay
        if self.is_full() {
            self.suppress(severity);
            return Hint(None);
        }
        let place = self.place(span);
        Hint(self.diagnostics.keep(Diagnostic {
            code,
            severity,
            place: Some(place),
            node: None,
            message: message.into(),
            hint: None,
        }))
    }
}

/// A way to add a hint to what was just reported.
pub struct Hint<'a>(Option<&'a mut Diagnostic>);

impl Hint<'_> {
    /// How to fix it.
    pub fn hint(self, text: impl Into<String>) {
        if let Some(diagnostic) = self.0
            && diagnostic.hint.is_none()
        {
            let mut text = text.into();
            cut(&mut text);
            diagnostic.hint = Some(text);
        }
    }
}
