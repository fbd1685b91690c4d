//! Drops nodes that stand where they may not.

use super::{Refusal, admits};
use crate::node::{Cell, FieldRef, Follows, NodeId, Place, cell};
use crate::proto::library::Library;
use crate::report::report;
use crate::scene::Scene;
use foxden_lang::diagnostic::{Code, Severity};

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
    let mut pending = vec![(node, false)];
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
        Severity::Warning,
        code,
        message,
        refusal.hint.clone(),
    );
}

/// Takes a node out of a field, and out of the parameter that it came from.
pub(crate) fn remove(scene: &mut Scene, field: FieldRef, at: usize) {
    let node = scene.nodes_in(field)[at];
    let origin = match source_field(scene, field) {
        Some(source) if source != field && at < scene.nodes_in(source).len() => Some((source, at)),
        _ => None,
    };
    scene.links_mut(field).remove(at);
    scene.discard(node);
    if let Some((source, at)) = origin {
        let source_node = scene.nodes_in(source)[at];
        let copies: Vec<_> = scene
            .ids()
            .filter(|id| scene.node(*id).follows == Follows::Parameter(source_node))
            .collect();
        for copy in copies {
            let Some(holder) = scene.get(copy).and_then(|copy| copy.parent) else {
                continue;
            };
            scene.links_mut(holder).retain(|kept| *kept != copy);
            scene.discard(copy);
        }
        remove(scene, source, at);
    }
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
