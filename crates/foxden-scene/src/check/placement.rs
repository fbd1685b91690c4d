//! Drops nodes that stand where they may not.

use super::{Refusal, admits};
use crate::node::{Cell, FieldRef, Follows, NodeId, Place, cell};
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::scene::Scene;
use foxden_lang::diagnostic::Code;
use std::collections::BTreeSet;

/// Drops top-level nodes that may not stand there.
pub(super) fn check_top_level(scene: &mut Scene, library: &mut Library) {
    let top_level = scene.top_level();
    for node in scene.nodes_in(top_level).to_vec() {
        if let Err(refusal) = admits(scene, top_level, node) {
            tell(scene, library, node, &refusal);
            scene.links_mut(top_level).retain(|kept| *kept != node);
            scene.discard(node);
        }
    }
}

/// Drops what may not stand below a node. A USE loses what its DEF loses,
/// which was told there.
pub(super) fn check(scene: &mut Scene, library: &mut Library, node: NodeId) {
    check_below(scene, library, node, false);
}

/// Drops again what was dropped, and told, before these nodes were given their
/// copies of a parameter's nodes anew: the parameter itself may have kept it.
pub(crate) fn drop_misplaced(
    scene: &mut Scene,
    library: &mut Library,
    refreshed: &BTreeSet<NodeId>,
) {
    for node in refreshed {
        let is_in_tree = scene.get(*node).is_some() && scene.is_in_tree(*node);
        if is_in_tree {
            check_below(scene, library, *node, true);
        }
    }
}

fn check_below(scene: &mut Scene, library: &mut Library, node: NodeId, is_told: bool) {
    let mut pending = vec![(node, is_told)];
    while let Some((node, is_repeated)) = pending.pop() {
        if scene.get(node).is_none() {
            continue;
        }
        let is_repeated = is_repeated || scene.node(node).used_def().is_some();
        for field in scene.base_fields(node) {
            let mut at = 0;
            while let Some(child) = scene.nodes_in(field).get(at).copied() {
                match admits(scene, field, child) {
                    Ok(()) => {
                        pending.push((child, is_repeated));
                        at += 1;
                    }
                    Err(refusal) => {
                        if !is_repeated {
                            tell(scene, library, child, &refusal);
                        }
                        remove(scene, field, at);
                    }
                }
            }
        }
    }
}

fn tell(scene: &Scene, library: &mut Library, node: NodeId, refusal: &Refusal) {
    let code = if refusal.is_slot {
        Code::Slot
    } else {
        Code::Placement
    };
    let message = format!("{}; it was left out", refusal.reason);
    report(
        scene,
        library,
        node,
        Finding::warning(code, message, refusal.hint.clone()),
    );
}

/// Takes a node out of a field, and out of the parameter that it came from.
pub(crate) fn remove(scene: &mut Scene, field: FieldRef, at: usize) {
    let node = scene.nodes_in(field)[at];
    let origin = match source_field(scene, field) {
        Some(source) if source != field && at < scene.nodes_in(source).len() => Some((source, at)),
        _ => None,
    };
    detach(scene, node);
    if let Some((source, at)) = origin {
        remove_copies(scene, scene.nodes_in(source)[at]);
        remove(scene, source, at);
    }
}

/// Takes out all that stands in bodies for a node of a parameter, and what
/// stands for that in the bodies around.
fn remove_copies(scene: &mut Scene, source: NodeId) {
    let copies: Vec<_> = scene
        .ids()
        .filter(|id| scene.node(*id).follows == Follows::Parameter(source))
        .collect();
    for copy in copies {
        if scene.get(copy).is_some() {
            remove_copies(scene, copy);
            detach(scene, copy);
        }
    }
}

fn detach(scene: &mut Scene, node: NodeId) {
    if let Some(holder) = scene.node(node).parent {
        scene.links_mut(holder).retain(|kept| *kept != node);
    }
    scene.discard(node);
}

/// The field that the nodes of a field are copies of.
fn source_field(scene: &Scene, field: FieldRef) -> Option<FieldRef> {
    let node = scene.node(field.node);
    if let Follows::Parameter(source) = node.follows {
        // the inside of an instance that came as a parameter is its own; only what was written is shared
        let is_inside = node.instance.is_some() && matches!(field.place, Place::Field(_))
            || node.owner.is_some_and(|owner| {
                matches!(scene.node(owner.node).follows, Follows::Parameter(_))
            });
        if is_inside {
            return None;
        }
        return scene.get(source).map(|_| FieldRef {
            node: source,
            ..field
        });
    }
    let page = node.page_at(field.place.level())?;
    match cell(page, field.place.index()) {
        Some(Cell::Is(_) | Cell::Adapted(..)) => Some(scene.owner_of(field)),
        _ => None,
    }
}
