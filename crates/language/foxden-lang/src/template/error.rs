//! Errors of templates.

use super::inputs::TemplateLimits;
use super::output::{TemplateMessage, TemplatePosition};

/// Kinds of failure, so that callers can word hints and tests can be exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// A statement is opened and never closed.
    Unclosed,
    /// The statements are not valid code.
    Syntax,
    /// The code threw an error.
    Thrown,
    /// An imported module does not exist, or lacks what is asked of it.
    Module,
    /// A parameter has a value that templates cannot get.
    Parameter,
    /// More operations than one evaluation may take.
    OperationLimit,
    /// More operations than all evaluations of a round may take together.
    RoundLimit,
    /// More processor time than allowed.
    TimeLimit,
    /// More memory than allowed.
    MemoryLimit,
    /// Calls nested too deeply.
    StackLimit,
    /// More text than allowed.
    OutputLimit,
    /// More or larger files than allowed.
    FileLimit,
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
    /// How to fix it, if that is known.
    pub hint: Option<String>,
    /// Place in the PROTO file, where it is known.
    pub position: Option<TemplatePosition>,
    /// Console lines written before the failure.
    pub console: Vec<TemplateMessage>,
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

    /// A limit was reached.
    pub(super) fn limit(kind: ErrorKind, limits: &TemplateLimits) -> Self {
        let message = match kind {
            ErrorKind::OperationLimit => {
                format!(
                    "the template takes more than {} operations",
                    limits.operations
                )
            }
            ErrorKind::RoundLimit => format!(
                "the templates take more than {} operations together",
                limits.round
            ),
            ErrorKind::TimeLimit => format!(
                "the template takes more than {} s of processor time",
                limits.time.as_secs()
            ),
            ErrorKind::MemoryLimit => format!(
                "the template needs more than {} MiB of memory",
                limits.memory >> 20
            ),
            ErrorKind::StackLimit => "the template calls functions too deeply nested".to_owned(),
            ErrorKind::FileLimit => "the template writes too many or too large files".to_owned(),
            _ => format!(
                "the template writes more than {} bytes to the console",
                limits.console
            ),
        };
        let hint = match kind {
            ErrorKind::RoundLimit => "use fewer instances, or make the template do less",
            ErrorKind::TimeLimit => "look for work on very long texts",
            ErrorKind::FileLimit => "write fewer files, or use one name again",
            _ => "look for a loop that never ends",
        };
        Self::new(kind, message).hint(hint)
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub(super) fn at(mut self, position: TemplatePosition) -> Self {
        self.position.get_or_insert(position);
        self
    }

    /// Whether a bound of the sandbox was hit.
    pub fn is_limit(&self) -> bool {
        matches!(
            self.kind,
            ErrorKind::OperationLimit
                | ErrorKind::RoundLimit
                | ErrorKind::TimeLimit
                | ErrorKind::MemoryLimit
                | ErrorKind::StackLimit
                | ErrorKind::OutputLimit
                | ErrorKind::FileLimit
        )
    }
}
