//! Hidden items: the state of parts that are buried in an instance.

use crate::node::{Cell, NodeId, cell};
use crate::proto::library::Library;
use crate::report::report;
use crate::scene::Scene;
use foxden_catalogue::NodeType;
use foxden_lang::ast::{HiddenItem, HiddenState};
use foxden_lang::diagnostic::{Code, Severity};
use foxden_lang::value::Value;

/// Gives the parts of instances at and below a node the state that the file saved.
pub(crate) fn apply(scene: &mut Scene, library: &mut Library, node: NodeId) {
    for id in scene.descendants(node) {
        let Some(instance) = &scene.node(id).instance else {
            continue;
        };
        let items = instance.hidden.clone();
        if items.is_empty() {
            continue;
        }
        let solids = solids(scene, id);
        let joint_is_missing = |item: &&HiddenItem| {
            item.joint.is_some_and(|joint| {
                solids
                    .get(item.solid as usize)
                    .is_some_and(|solid| joints(scene, *solid).len() <= joint as usize)
            })
        };
        if let Some(bad) = items.iter().find(joint_is_missing) {
            let message = format!(
                "hidden item '{}_{}' names a joint that does not exist; all hidden items were dropped",
                bad.what.name(),
                bad.solid
            );
            report(
                scene,
                library,
                id,
                Severity::Warning,
                Code::HiddenItem,
                message,
                "the PROTO has changed since the world was saved",
            );
            continue;
        }
        for item in items {
            apply_item(scene, library, id, &solids, &item);
        }
    }
}

fn apply_item(
    scene: &mut Scene,
    library: &mut Library,
    id: NodeId,
    solids: &[NodeId],
    item: &HiddenItem,
) {
    let Some(solid) = solids.get(item.solid as usize).copied() else {
        let message = format!(
            "hidden item '{}_{}' names a part that does not exist",
            item.what.name(),
            item.solid
        );
        report(
            scene,
            library,
            id,
            Severity::Warning,
            Code::HiddenItem,
            message,
            "the PROTO has changed since the world was saved",
        );
        return;
    };
    match item.joint {
        None => scene.put(solid, item.what.name(), item.value.clone()),
        Some(joint) => {
            let joint = joints(scene, solid)[joint as usize];
            let holder = position_holder(item.what);
            if let Some(parameters) = scene.nodes_of(joint, holder).first().copied() {
                scene.put(parameters, "position", item.value.clone());
            }
        }
    }
}

/// The field of a joint whose node holds a position.
fn position_holder(what: HiddenState) -> &'static str {
    match what {
        HiddenState::Position2 => "jointParameters2",
        HiddenState::Position3 => "jointParameters3",
        _ => "jointParameters",
    }
}

/// What a save writes about the parts of an instance that are not where its
/// text put them: names and values.
pub(crate) fn items(scene: &Scene, id: NodeId) -> Vec<(String, Value)> {
    let mut items = Vec::new();
    if scene.node(id).instance.is_none() {
        return items;
    }
    for (number, solid) in solids(scene, id).into_iter().enumerate() {
        if scene.node(solid).parameter_node().is_some() {
            // what came as a parameter is saved there
            continue;
        }
        for (state, name, _) in HiddenState::ALL
            .into_iter()
            .filter(|(state, _, _)| !state.is_joint())
        {
            if let Some(value) = moved(scene, solid, name) {
                items.push((format!("{}_{number}", state.name()), value));
            }
        }
        for (rank, joint) in joints(scene, solid).into_iter().enumerate() {
            for state in [
                HiddenState::Position,
                HiddenState::Position2,
                HiddenState::Position3,
            ] {
                let holder = position_holder(state);
                let parameters = scene.nodes_of(joint, holder).first().copied();
                if let Some(value) = parameters.and_then(|node| moved(scene, node, "position")) {
                    items.push((format!("{}_{number}_{rank}", state.name()), value));
                }
            }
        }
    }
    items
}

/// The value of a field that differs from what its text gave; bound fields are saved by their parameter.
fn moved(scene: &Scene, node: NodeId, name: &str) -> Option<Value> {
    let field = scene.base_field(node, name)?;
    let index = field.place.index();
    let written = match cell(&scene.node(node).written_page, index) {
        Some(Cell::Is(_) | Cell::Adapted(..)) => return None,
        Some(Cell::Value(value)) => value.clone(),
        None => scene.default_value(field)?.into_owned(),
    };
    let value = scene.value(field)?.into_owned();
    (value != written).then_some(value)
}

/// The solids of an instance, itself first, depth first.
pub(crate) fn solids(scene: &Scene, id: NodeId) -> Vec<NodeId> {
    scene
        .descendants(id)
        .into_iter()
        .filter(|node| scene.node(*node).base_type().is_a(NodeType::Solid))
        .collect()
}

/// The joints that start in a solid: those below it with no other solid in between.
pub(crate) fn joints(scene: &Scene, solid: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut stack: Vec<NodeId> = scene.children(solid).collect();
    stack.reverse();
    while let Some(node) = stack.pop() {
        let kind = scene.node(node).base_type();
        if kind.is_a(NodeType::Solid) {
            continue;
        }
        if kind.is_a(NodeType::Joint) {
            found.push(node);
            continue;
        }
        let children: Vec<_> = scene.children(node).collect();
        stack.extend(children.into_iter().rev());
    }
    found
}
