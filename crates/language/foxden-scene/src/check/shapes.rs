//! Geometries that correct only the first invalid field they find, and what holds in a
//! boundingObject.

use super::admission::is_in_bounding_object_of;
use super::range::correct;
use crate::node::{FieldRef, NodeId};
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::scene::Scene;
use foxden_catalogue::NodeType;
use foxden_lang::diagnostic::Code;
use foxden_lang::value::Value;

/// Around a boundingObject circles have at least this number of edges.
const LEAST_BOUNDING_EDGES: i32 = 16;

/// The fields of a geometry in the order in which they are checked, if the first mistake
/// ends the check.
fn order(scene: &Scene, id: NodeId) -> Option<&'static [&'static str]> {
    Some(match scene.node(id).base_type() {
        NodeType::Capsule | NodeType::Cylinder => &["subdivision", "radius", "height"],
        NodeType::Cone => &["subdivision", "bottomRadius", "height"],
        // a sphere that is drawn is checked a second time when its mesh is scaled
        NodeType::Sphere if is_in_bounding_object_of(scene, id) => &["subdivision", "radius"],
        _ => return None,
    })
}

/// Checks a geometry after it was read; whether it is one of those here.
pub(super) fn check(scene: &mut Scene, library: &mut Library, id: NodeId) -> bool {
    let Some(fields) = order(scene, id) else {
        return false;
    };
    raise_bounding_edges(scene, id);
    for name in fields {
        let field = scene.base_field(id, name);
        if field.is_some_and(|field| correct(scene, library, field)) {
            break;
        }
    }
    true
}

/// Whether a field is checked alone when it changes.
pub(super) fn is_alone(kind: NodeType) -> bool {
    matches!(
        kind,
        NodeType::Capsule | NodeType::Cone | NodeType::Cylinder
    )
}

/// Checks the number of edges after it was changed.
pub(super) fn check_edges(scene: &mut Scene, library: &mut Library, field: FieldRef) {
    if scene.field_name(field) == "subdivision" && raise_bounding_edges(scene, field.node) {
        let message = format!(
            "'subdivision' has no effect in a boundingObject; it was changed to {LEAST_BOUNDING_EDGES}"
        );
        let finding = Finding::warning(Code::Range, message, "leave it out");
        report(scene, library, field.node, finding);
    }
}

/// Gives a round shape of a boundingObject enough edges, as the genuine program silently
/// does when it draws the boundingObject; whether it had fewer.
fn raise_bounding_edges(scene: &mut Scene, id: NodeId) -> bool {
    let kind = scene.node(id).base_type();
    let has_edges = matches!(kind, NodeType::Capsule | NodeType::Cylinder);
    let edges = scene.integer(id, "subdivision").unwrap_or(0);
    let is_raised = has_edges
        && edges < LEAST_BOUNDING_EDGES
        && is_in_bounding_object_of(scene, id)
        && !is_in_use(scene, id);
    if is_raised {
        scene.put(id, "subdivision", Value::Int(LEAST_BOUNDING_EDGES));
    }
    is_raised
}

/// Whether a node is a USE or below one.
fn is_in_use(scene: &Scene, id: NodeId) -> bool {
    std::iter::once(id)
        .chain(scene.ancestors(id))
        .any(|node| scene.node(node).used_def().is_some())
}
