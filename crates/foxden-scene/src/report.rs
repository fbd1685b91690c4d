//! Findings about nodes of a scene.

use crate::node::NodeId;
use crate::proto::library::Library;
use crate::scene::Scene;
use foxden_lang::diagnostic::{Code, Diagnostic, Severity};

/// Reports something about a node, at the place where it was written.
pub(crate) fn report(
    scene: &Scene,
    library: &mut Library,
    node: NodeId,
    severity: Severity,
    code: Code,
    message: impl Into<String>,
    hint: impl Into<String>,
) {
    let written = scene.node(node).written;
    // places and paths cost a walk, which a million findings must not pay
    if let Some(file) = library.files.get(written.file.0 as usize)
        && library.diagnostics.is_full(file.source.name())
    {
        return library.diagnostics.suppress(severity);
    }
    let place = library
        .files
        .get(written.file.0 as usize)
        .map(|_| library.place(written.file, written.span));
    let hint = hint.into();
    library.diagnostics.push(Diagnostic {
        code,
        severity,
        place,
        node: Some(scene.path(node)),
        message: message.into(),
        hint: (!hint.is_empty()).then_some(hint),
    });
}
