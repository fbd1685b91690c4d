//! Nodes that cannot be shared: their USE becomes a node of its own.

use crate::node::{Follows, NodeId};
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::scene::Scene;
use foxden_catalogue::NodeType;
use foxden_lang::diagnostic::Code;
use std::collections::HashSet;

pub(super) fn check(scene: &mut Scene, library: &mut Library, node: NodeId) {
    let has_uses = scene
        .everything_below(node)
        .into_iter()
        .any(|id| scene.node(id).used_def().is_some());
    if !has_uses {
        return;
    }
    let mut seen = HashSet::new();
    for id in written_order(scene, scene.root()) {
        seen.insert(id);
        let Some(def) = scene.node(id).used_def() else {
            continue;
        };
        if !is_below(scene, id, node) {
            continue;
        }
        if let Some(reason) = unusable(scene, id) {
            become_independent(scene, library, id, def, reason);
        } else if !seen.contains(&def)
            && scene
                .get(def)
                .is_some_and(|def| def.owner == scene.node(id).owner)
        {
            become_independent(
                scene,
                library,
                id,
                def,
                "the DEF stands in a parameter that is declared later",
            );
        }
    }
}

fn is_below(scene: &Scene, id: NodeId, ancestor: NodeId) -> bool {
    id == ancestor || scene.ancestors(id).any(|node| node == ancestor)
}

/// All nodes in the order their fields are declared: parameters of an instance, then its inside.
fn written_order(scene: &Scene, root: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut stack = vec![root];
    while let Some(id) = stack.pop() {
        found.push(id);
        let node = scene.node(id);
        let inside = node
            .links
            .iter()
            .rev()
            .flat_map(|(_, nodes)| nodes.iter().rev().copied());
        stack.extend(inside);
        if let Some(instance) = &node.instance {
            for level in instance.levels.iter().rev() {
                stack.extend(
                    level
                        .links
                        .iter()
                        .rev()
                        .flat_map(|(_, nodes)| nodes.iter().rev().copied()),
                );
            }
        }
    }
    found
}

/// Whether a USE may repeat a node.
pub(crate) fn is_usable(scene: &Scene, id: NodeId) -> bool {
    unusable(scene, id).is_none()
}

fn unusable(scene: &Scene, id: NodeId) -> Option<&'static str> {
    let kind = scene.node(id).base_type();
    if kind.is_a(NodeType::Solid) {
        return Some("a Solid cannot be shared");
    }
    if kind == NodeType::Billboard || kind == NodeType::TrackWheel {
        return Some("this node cannot be shared");
    }
    if kind.is_a(NodeType::Joint) {
        return Some("a joint cannot be shared");
    }
    if kind.is_a(NodeType::JointParameters) {
        return Some("joint parameters cannot be shared");
    }
    if kind.model().is_device {
        return Some("a device cannot be shared");
    }
    let below = scene.descendants(id);
    let holds = |wanted: NodeType| {
        below
            .iter()
            .any(|node| scene.node(*node).base_type().is_a(wanted))
    };
    if holds(NodeType::Solid) {
        return Some("a node that contains a Solid cannot be shared");
    }
    if holds(NodeType::Joint) {
        return Some("a node that contains a joint cannot be shared");
    }
    None
}

fn become_independent(
    scene: &mut Scene,
    library: &mut Library,
    id: NodeId,
    def: NodeId,
    reason: &str,
) {
    let name = scene.get(def).and_then(|def| def.def.clone());
    let message = format!("{reason}, so this USE became a node of its own");
    report(
        scene,
        library,
        id,
        Finding::warning(
            Code::UseNotAllowed,
            message,
            "write the node out, or share only shapes, appearances, geometries and lights",
        ),
    );
    let node = scene.node_mut(id);
    node.follows = Follows::Nothing;
    node.def = name;
}
