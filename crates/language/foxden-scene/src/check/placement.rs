//! Removes nodes from places where they are not allowed.

use super::admission::{admits_known, is_bounding_object, is_in_bounding_object_of};
use super::{PlacementError, admits};
use crate::node::{FieldPlace, FieldRef, FollowedNode, NodeId, StoredValue, cell};
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::scene::Scene;
use foxden_lang::diagnostic::Code;
use std::collections::{BTreeMap, BTreeSet};

/// Removes nodes that are not allowed at top level.
pub(super) fn check_top_level(scene: &mut Scene, library: &mut Library) {
    let top_level = scene.top_level();
    let mut misplaced = BTreeSet::new();
    for node in scene.nodes_in(top_level).to_vec() {
        if let Err(refusal) = admits(scene, top_level, node) {
            report_misplaced(scene, library, node, &refusal);
            misplaced.insert(node);
        }
    }
    detach(scene, &misplaced);
}

/// Removes what is not allowed below a node. A USE loses what its DEF loses,
/// which is reported there.
pub(super) fn check(scene: &mut Scene, library: &mut Library, node: NodeId) {
    check_below(scene, library, node, false);
}

/// Checks again what a field holds and all below it, except a node and what is in
/// it. Returns the nodes that were removed, each with the field that held it.
pub(crate) fn check_again(
    scene: &mut Scene,
    library: &mut Library,
    field: FieldRef,
    except: NodeId,
) -> Vec<(FieldRef, NodeId)> {
    let holder = PlacementVisit {
        node: field.node,
        is_repeated: scene.node(field.node).used_def().is_some(),
        is_bounding: is_in_bounding_object_of(scene, field.node)
            || is_bounding_object(scene, field),
    };
    let mut walk = PlacementWalk {
        except: Some(except),
        ..PlacementWalk::default()
    };
    walk.check_field(scene, library, field, &holder);
    walk.check_pending(scene, library);
    walk.removed
}

/// Removes again what was removed, and reported, before these nodes got new
/// copies of a parameter's nodes: the parameter itself may still have it.
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

/// A node whose fields are to be checked.
struct PlacementVisit {
    node: NodeId,
    /// Whether what is removed was reported elsewhere.
    is_repeated: bool,
    /// Whether it is part of a boundingObject.
    is_bounding: bool,
}

/// The nodes whose fields are still to be checked, and what was removed so far.
#[derive(Default)]
struct PlacementWalk {
    pending: Vec<PlacementVisit>,
    /// A node that is passed over.
    except: Option<NodeId>,
    removed: Vec<(FieldRef, NodeId)>,
}

impl PlacementWalk {
    fn check_pending(&mut self, scene: &mut Scene, library: &mut Library) {
        while let Some(visit) = self.pending.pop() {
            if scene.get(visit.node).is_none() {
                continue;
            }
            let mut holder = PlacementVisit {
                is_repeated: visit.is_repeated || scene.node(visit.node).used_def().is_some(),
                ..visit
            };
            for field in scene.base_fields(holder.node) {
                // what comes behind a boundingObject is taken for a part of it, as in the genuine program
                holder.is_bounding |= is_bounding_object(scene, field);
                self.check_field(scene, library, field, &holder);
            }
        }
    }

    /// Removes what is not allowed in a field; the rest is still to be checked.
    fn check_field(
        &mut self,
        scene: &mut Scene,
        library: &mut Library,
        field: FieldRef,
        holder: &PlacementVisit,
    ) {
        let mut misplaced = Vec::new();
        for (at, child) in scene.nodes_in(field).iter().copied().enumerate() {
            if self.except == Some(child) {
                continue;
            }
            match admits_known(scene, field, child, holder.is_bounding) {
                Ok(()) => self.pending.push(PlacementVisit {
                    node: child,
                    ..*holder
                }),
                Err(refusal) => misplaced.push((at, child, refusal)),
            }
        }
        if misplaced.is_empty() {
            return;
        }
        if !holder.is_repeated {
            for (_, child, refusal) in &misplaced {
                report_misplaced(scene, library, *child, refusal);
            }
        }
        let places: Vec<usize> = misplaced.iter().map(|(at, _, _)| *at).collect();
        remove_all(scene, field, &places);
        let gone = misplaced.into_iter().map(|(_, child, _)| (field, child));
        self.removed.extend(gone);
    }
}

fn check_below(scene: &mut Scene, library: &mut Library, node: NodeId, is_told: bool) {
    let mut walk = PlacementWalk::default();
    walk.pending.push(PlacementVisit {
        node,
        is_repeated: is_told,
        is_bounding: is_in_bounding_object_of(scene, node),
    });
    walk.check_pending(scene, library);
}

fn report_misplaced(scene: &Scene, library: &mut Library, node: NodeId, refusal: &PlacementError) {
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

/// Takes the nodes at some places out of a field, and out of the parameter that
/// they came from: all together, as each removal looks at the whole scene.
fn remove_all(scene: &mut Scene, field: FieldRef, places: &[usize]) {
    let at_places = |scene: &Scene, field: FieldRef| -> BTreeSet<NodeId> {
        let nodes = scene.nodes_in(field);
        let found = places.iter().filter_map(|at| nodes.get(*at));
        found.copied().collect()
    };
    let origin = source_field(scene, field).filter(|source| *source != field);
    let nodes = at_places(scene, field);
    detach(scene, &nodes);
    if let Some(source) = origin {
        let sources = at_places(scene, source);
        if !sources.is_empty() {
            remove_copies(scene, sources);
            remove_all(scene, source, places);
        }
    }
}

/// Removes everything in bodies that represents nodes of a parameter, and what
/// represents that in the bodies around.
fn remove_copies(scene: &mut Scene, mut sources: BTreeSet<NodeId>) {
    let mut copies = BTreeSet::new();
    while !sources.is_empty() {
        let is_copy = |id: &NodeId| match scene.node(*id).follows {
            FollowedNode::Parameter(source) => sources.contains(&source),
            _ => false,
        };
        let found: BTreeSet<NodeId> = scene.ids().filter(is_copy).collect();
        copies.extend(&found);
        sources = found;
    }
    detach(scene, &copies);
}

/// Takes nodes out of the fields that hold them, and forgets them.
fn detach(scene: &mut Scene, nodes: &BTreeSet<NodeId>) {
    let mut holders: BTreeMap<FieldRef, BTreeSet<NodeId>> = BTreeMap::new();
    for node in nodes {
        if let Some(holder) = scene.get(*node).and_then(|node| node.parent) {
            holders.entry(holder).or_default().insert(*node);
        }
    }
    for (holder, gone) in holders {
        scene.links_mut(holder).retain(|kept| !gone.contains(kept));
    }
    scene.discard_all(nodes);
}

/// The field that the nodes of a field are copies of.
fn source_field(scene: &Scene, field: FieldRef) -> Option<FieldRef> {
    let node = scene.node(field.node);
    if let FollowedNode::Parameter(source) = node.follows {
        // the inside of an instance that came as a parameter is its own; only what was written is shared
        let is_inside = node.instance.is_some() && matches!(field.place, FieldPlace::Field(_))
            || node.owner.is_some_and(|owner| {
                matches!(scene.node(owner.node).follows, FollowedNode::Parameter(_))
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
        Some(StoredValue::Is(_) | StoredValue::Adapted(..)) => Some(scene.owner_of(field)),
        _ => None,
    }
}
