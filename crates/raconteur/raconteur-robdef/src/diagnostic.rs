//! What the parser and the validation have to say about a definition.

use std::fmt;

use crate::Span;

/// Whether a definition with this remark can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A warning; the definition can be used.
    Warning,
    /// The definition is refused.
    Error,
}

/// One remark about a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Name of the service definition, empty if it is not known yet.
    pub service: String,
    /// Where in that definition's text.
    pub span: Span,
    /// What is wrong and, where it helps, what would be right.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        if !self.service.is_empty() {
            write!(formatter, "{}:", self.service)?;
        }
        write!(formatter, "{}: {word}: {}", self.span, self.message)
    }
}

/// Everything found wrong with a definition; holds at least one error.
///
/// ```
/// use raconteur_robdef::{Diagnostic, Problems, Severity, parse};
/// let problems: Problems = parse("service example.lift\n\nobjekt Lift\nend\n").unwrap_err();
/// let first: &Diagnostic = problems.errors().next().expect("a problem");
/// assert_eq!((first.severity, first.span.line), (Severity::Error, 3));
/// assert!(problems.iter().count() >= 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problems {
    diagnostics: Vec<Diagnostic>,
}

impl Problems {
    /// Splits remarks into a refusal or, when none is an error, the warnings.
    pub(crate) fn check(diagnostics: Vec<Diagnostic>) -> Result<Vec<Diagnostic>, Problems> {
        let refused = diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error);
        if refused {
            Err(Problems { diagnostics })
        } else {
            Ok(diagnostics)
        }
    }

    /// All remarks in the order of the text, warnings included.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter()
    }

    /// The errors alone.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            if index > 0 {
                formatter.write_str("\n")?;
            }
            write!(formatter, "{diagnostic}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
