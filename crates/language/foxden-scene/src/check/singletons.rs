//! A world has one WorldInfo and one Viewpoint, and at most one Background and Fog.

use crate::node::{FieldRef, Node, NodeId};
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::scene::Scene;
use foxden_catalogue::NodeType;
use foxden_lang::diagnostic::{Code, Diagnostic, DiagnosticPlace, Severity};

pub(super) fn check(scene: &mut Scene, library: &mut Library) {
    for kind in [
        NodeType::WorldInfo,
        NodeType::Viewpoint,
        NodeType::Background,
        NodeType::Fog,
    ] {
        let found: Vec<NodeId> = scene
            .nodes_in(scene.top_level())
            .iter()
            .copied()
            .filter(|node| scene.node(*node).base_type() == kind)
            .collect();
        for second in found.iter().skip(1) {
            let message = format!(
                "a world has only one {}; this one has no effect",
                kind.name()
            );
            report(
                scene,
                library,
                *second,
                Finding::error(Code::Singleton, message, "remove it"),
            );
        }
    }
    add_missing(scene, library, NodeType::WorldInfo, 0);
    add_missing(scene, library, NodeType::Viewpoint, 1);
}

fn add_missing(scene: &mut Scene, library: &mut Library, kind: NodeType, at: usize) {
    let top_level: FieldRef = scene.top_level();
    if scene
        .nodes_in(top_level)
        .iter()
        .any(|node| scene.node(*node).base_type() == kind)
    {
        return;
    }
    let file = library.files[0].source.name().clone();
    library.diagnostics.push(Diagnostic {
        code: Code::Singleton,
        severity: Severity::Warning,
        place: Some(DiagnosticPlace::head(&file)),
        node: None,
        message: format!(
            "the world has no {}; one with default values was added",
            kind.name()
        ),
        hint: Some(format!("add: {} {{ }}", kind.name())),
    });
    let node = scene.add(Node::blank(kind, Some(top_level)));
    let nodes = scene.links_mut(top_level);
    let at = at.min(nodes.len());
    nodes.insert(at, node);
}
