//! Why a template gave no text.

use super::output::{ConsoleLine, Position};

/// Kinds of failure, so that callers can word hints and tests can be exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// A statement is opened and never closed.
    Unclosed,
    /// The statements are not valid code.
    Syntax,
    /// The code threw an error.
    Thrown,
    /// An imported module does not exist, or has not what is asked of it.
    Module,
    /// A parameter holds a value that templates cannot be given.
    Parameter,
    /// More operations than allowed.
    OperationLimit,
    /// More memory than allowed.
    MemoryLimit,
    /// Calls nested too deeply.
    StackLimit,
    /// More text than allowed.
    OutputLimit,
    /// This build has no engine for the language.
    Unsupported,
}

/// Failure of a template.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct TemplateError {
    /// What kind of failure.
    pub kind: ErrorKind,
    /// Reason in words, without file and line.
    pub message: String,
    /// What would mend it, where that is known.
    pub hint: Option<String>,
    /// Place in the PROTO file, where it is known.
    pub position: Option<Position>,
    /// Console lines written before the failure.
    pub console: Vec<ConsoleLine>,
}

impl TemplateError {
    pub(super) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hint: None,
            position: None,
            console: Vec::new(),
        }
    }

    /// A bound of the sandbox was hit.
    pub(super) fn limit(kind: ErrorKind) -> Self {
        let message = match kind {
            ErrorKind::OperationLimit => "the template runs for too long",
            ErrorKind::MemoryLimit => "the template needs too much memory",
            ErrorKind::StackLimit => "the template calls functions too deeply nested",
            _ => "the template writes too much text",
        };
        Self::new(kind, message).hint("look for a loop that never ends")
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub(super) fn at(mut self, position: Position) -> Self {
        self.position.get_or_insert(position);
        self
    }

    /// Whether a bound of the sandbox was hit.
    pub fn is_limit(&self) -> bool {
        matches!(
            self.kind,
            ErrorKind::OperationLimit
                | ErrorKind::MemoryLimit
                | ErrorKind::StackLimit
                | ErrorKind::OutputLimit
        )
    }
}
