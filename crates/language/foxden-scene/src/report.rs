//! Findings about nodes of a scene.

use crate::node::NodeId;
use crate::proto::library::Library;
use crate::scene::Scene;
use foxden_lang::diagnostic::{Code, Diagnostic, Severity};

/// A diagnostic about a node.
pub(crate) struct Finding {
    severity: Severity,
    code: Code,
    message: String,
    hint: String,
}

impl Finding {
    /// Something that is wrong.
    pub fn error(code: Code, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message, hint)
    }

    /// Something that was corrected or has no effect.
    pub fn warning(code: Code, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message, hint)
    }

    /// Something to know.
    pub fn note(code: Code, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, message, hint)
    }

    /// With a severity that depends.
    pub fn new(
        severity: Severity,
        code: Code,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        let (message, hint) = (message.into(), hint.into());
        Self {
            severity,
            code,
            message,
            hint,
        }
    }
}

/// Reports a finding about a node, at the place where it was written.
pub(crate) fn report(scene: &Scene, library: &mut Library, node: NodeId, finding: Finding) {
    let written = scene.node(node).written;
    // places and paths cost a walk, which a million findings must not pay
    if let Some(file) = library.files.get(written.file.0 as usize)
        && library.diagnostics.is_full(file.source.name())
    {
        return library.diagnostics.suppress(finding.severity);
    }
    let diagnostic = diagnostic(scene, library, node, finding);
    library.diagnostics.push(diagnostic);
}

/// A warning about a node of a scene that is loaded, at the place where it was
/// written.
pub fn warning_about(
    scene: &Scene,
    library: &Library,
    node: NodeId,
    code: Code,
    message: impl Into<String>,
    hint: impl Into<String>,
) -> Diagnostic {
    diagnostic(scene, library, node, Finding::warning(code, message, hint))
}

fn diagnostic(scene: &Scene, library: &Library, node: NodeId, finding: Finding) -> Diagnostic {
    let written = scene.node(node).written;
    let place = library
        .files
        .get(written.file.0 as usize)
        .map(|_| library.place(written.file, written.span));
    Diagnostic {
        code: finding.code,
        severity: finding.severity,
        place,
        node: Some(scene.path(node)),
        message: finding.message,
        hint: (!finding.hint.is_empty()).then_some(finding.hint),
    }
}
