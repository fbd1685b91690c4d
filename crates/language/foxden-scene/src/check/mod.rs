//! Which nodes are allowed where, and which values are valid.
//!
//! The same rules apply to a world that is loaded and to a node that is
//! inserted while it runs.

mod admission;
mod dependent;
mod legacy_fields;
mod names;
mod physics;
mod placement;
mod radar;
mod range;
mod shapes;
mod singletons;
pub(crate) mod slot;
mod urls;
mod uses;

pub(crate) use admission::{PlacementError, admits};
pub(crate) use placement::{check_again, drop_misplaced};
pub(crate) use range::check_field;
pub(crate) use uses::is_usable;

use crate::edit::def_names::DanglingUse;
use crate::node::NodeId;
use crate::proto::library::Library;
use crate::scene::Scene;

/// Checks a whole world after it was read.
pub(crate) fn run(scene: &mut Scene, library: &mut Library) {
    placement::check_top_level(scene, library);
    singletons::check(scene, library);
    let top_level = scene.nodes_in(scene.top_level()).to_vec();
    for node in &top_level {
        placement::check(scene, library, *node);
    }
    // looks at the whole world, so once for all
    uses::check(scene, library, scene.root());
    scene.repair_names(DanglingUse::StandsAlone);
    for node in top_level {
        if scene.get(node).is_some() {
            check_values(scene, library, node);
        }
    }
    scene.repeat_unseen();
    names::check(scene, library);
}

/// Checks a node in the tree, and all below it.
pub(crate) fn check_node(scene: &mut Scene, library: &mut Library, node: NodeId) {
    placement::check(scene, library, node);
    check_content(scene, library, node);
}

/// Checks sharing and values at a node and below it, but not whether nodes are
/// allowed there.
pub(crate) fn check_content(scene: &mut Scene, library: &mut Library, node: NodeId) {
    uses::check(scene, library, node);
    check_values(scene, library, node);
}

fn check_values(scene: &mut Scene, library: &mut Library, node: NodeId) {
    crate::hidden::apply(scene, library, node);
    for id in scene.descendants(node) {
        range::check_words(scene, library, id);
        legacy_fields::check(scene, library, id);
        range::check(scene, library, id);
        urls::check(scene, library, id);
    }
}
