//! Hidden items: the state of parts inside an instance.

use crate::node::{NodeId, StoredValue, cell};
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::rotation::{is_same_turn, rotation_matrix, turned_end_point};
use crate::scene::Scene;
use foxden_catalogue::NodeType;
use foxden_lang::ast::{HiddenItem, HiddenState};
use foxden_lang::diagnostic::Code;
use foxden_lang::value::{Value, normalized_rotation};

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
                Finding::error(
                    Code::HiddenItem,
                    message,
                    "the PROTO has changed since the world was saved",
                ),
            );
            continue;
        }
        for item in items {
            apply_item(scene, library, id, &solids, &item);
        }
        for joint in solids
            .iter()
            .flat_map(|solid| joints(scene, *solid))
            .collect::<Vec<_>>()
        {
            follow_joint(scene, joint);
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
            Finding::warning(
                Code::HiddenItem,
                message,
                "the PROTO has changed since the world was saved",
            ),
        );
        return;
    };
    let is_velocity = matches!(
        item.what,
        HiddenState::LinearVelocity | HiddenState::AngularVelocity
    );
    match item.joint {
        None if is_velocity && is_at_rest(scene, solid) => {
            scene.put(solid, item.what.name(), Value::Vec3([0.0; 3]));
        }
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

/// Whether a joint above puts a solid to rest before the first step: one that has an axis turns
/// its end point, and so takes its velocity away.
fn is_at_rest(scene: &Scene, solid: NodeId) -> bool {
    scene.ancestors(solid).any(|above| {
        let kind = scene.node(above).base_type();
        kind.is_a(NodeType::Joint)
            && kind != NodeType::BallJoint
            && scene.node_in(above, "jointParameters").is_some()
    })
}

/// The position of a joint without motor determines its end point, even if
/// there is a hidden translation or rotation.
fn follow_joint(scene: &mut Scene, joint: NodeId) {
    let kind = scene.node(joint).base_type();
    let has_motor = scene
        .nodes_of(joint, "device")
        .iter()
        .any(|device| scene.node(*device).base_type().is_a(NodeType::Motor));
    if has_motor || !matches!(kind, NodeType::HingeJoint | NodeType::SliderJoint) {
        return;
    }
    let (Some(solid), Some(parameters)) = (
        scene.node_in(joint, "endPoint"),
        scene.node_in(joint, "jointParameters"),
    ) else {
        return;
    };
    let (Some(Value::Vec3(start)), Some(Value::Rotation(rotation)), Some(Value::Float(from))) = (
        written(scene, solid, "translation"),
        written(scene, solid, "rotation"),
        written(scene, parameters, "position"),
    ) else {
        return;
    };
    let travel = scene.float(parameters, "position").unwrap_or(from) - from;
    let [x, y, z] = scene.vec3(parameters, "axis").unwrap_or([1.0, 0.0, 0.0]);
    let axis = normalized_rotation([x, y, z, travel]);
    let (translation, turned) = if kind == NodeType::SliderJoint {
        (
            std::array::from_fn(|at| start[at] + axis[at] * travel),
            rotation,
        )
    } else {
        let anchor = scene.vec3(parameters, "anchor").unwrap_or_default();
        let turn = rotation_matrix(axis);
        let arm: [f64; 3] = std::array::from_fn(|at| start[at] - anchor[at]);
        let moved = turn.map(|row| row[0] * arm[0] + row[1] * arm[1] + row[2] * arm[2]);
        let turned = turned_end_point(axis, rotation);
        (std::array::from_fn(|at| moved[at] + anchor[at]), turned)
    };
    let is_there = scene.vec3(solid, "translation") == Some(translation)
        && scene
            .rotation(solid, "rotation")
            .is_some_and(|now| is_same_turn(now, turned));
    if !is_there {
        scene.put(solid, "translation", Value::Vec3(translation));
        scene.put(solid, "rotation", Value::Rotation(turned));
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
        use HiddenState as S;
        items.extend(own_items(
            scene,
            solid,
            number,
            [S::Translation, S::Rotation],
        ));
        items.extend(joint_items(scene, solid, number));
        let velocities = [S::LinearVelocity, S::AngularVelocity];
        items.extend(own_items(scene, solid, number, velocities));
    }
    items
}

/// What a save writes about fields of the solid with this number.
fn own_items(
    scene: &Scene,
    solid: NodeId,
    number: usize,
    states: [HiddenState; 2],
) -> impl Iterator<Item = (String, Value)> {
    states.into_iter().filter_map(move |state| {
        let value = moved(scene, solid, state.name())?;
        Some((format!("{}_{number}", state.name()), value))
    })
}

/// What a save writes about the joints that start in the solid with this number.
fn joint_items(scene: &Scene, solid: NodeId, number: usize) -> Vec<(String, Value)> {
    let mut items = Vec::new();
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
    items
}

/// The value of a field that differs from what its text gave; bound fields are saved by their parameter.
fn moved(scene: &Scene, node: NodeId, name: &str) -> Option<Value> {
    let written = written(scene, node, name)?;
    let value = scene.value_of(node, name)?.into_owned();
    let is_same = match (&value, &written) {
        (Value::Rotation(value), Value::Rotation(written)) => is_same_turn(*value, *written),
        _ => value == written,
    };
    (!is_same).then_some(value)
}

/// The value that a text gave a field; `None` if it is bound to a parameter.
fn written(scene: &Scene, node: NodeId, name: &str) -> Option<Value> {
    let field = scene.base_field(node, name)?;
    match cell(&scene.node(node).written_page, field.place.index()) {
        Some(StoredValue::Is(_) | StoredValue::Adapted(..)) => None,
        Some(StoredValue::Value(value)) => Some(value.clone()),
        None => scene.default_value(field).map(std::borrow::Cow::into_owned),
    }
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
