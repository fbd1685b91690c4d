//! The fields that the probe watches, as it writes them.

use foxden_lang::number::general;
use foxden_scene::{NodeId, Scene, Value};

/// The arguments of the robot that runs the probe.
pub(crate) fn arguments(scene: &Scene) -> Vec<String> {
    let probe = scene.descendants(scene.root()).into_iter().find(|node| {
        scene
            .value_of(*node, "controller")
            .is_some_and(|value| value.as_str() == Some("probe"))
    });
    match probe
        .and_then(|probe| scene.value_of(probe, "controllerArgs"))
        .as_deref()
    {
        Some(Value::StringList(items)) => items.iter().map(|item| item.value.to_string()).collect(),
        _ => Vec::new(),
    }
}

/// A watched field `DEF:field` as text: a node by its type name, a list of nodes by its length.
pub(crate) fn field_text(scene: &Scene, watched: &str) -> String {
    let field = watched
        .split_once(':')
        .and_then(|(def, name)| scene.field(find_def(scene, def)?, name));
    let Some(field) = field else {
        return "MISSING".to_owned();
    };
    if scene.field_type(field).is_node() {
        let nodes = scene.nodes_in(field);
        return match scene.field_type(field).is_multiple() {
            true => nodes.len().to_string(),
            false => nodes
                .first()
                .and_then(|node| scene.get(*node))
                .map_or_else(|| "NULL".to_owned(), |node| node.type_name().to_owned()),
        };
    }
    scene
        .value(field)
        .map_or_else(|| "MISSING".to_owned(), |value| value_text(&value))
}

fn find_def(scene: &Scene, def: &str) -> Option<NodeId> {
    scene.find_def(def)
}

fn value_text(value: &Value) -> String {
    let join = |numbers: &[f64]| {
        numbers
            .iter()
            .map(|number| general(*number, 17))
            .collect::<Vec<_>>()
            .join(";")
    };
    match value {
        Value::Bool(value) => u8::from(*value).to_string(),
        Value::Int(value) => value.to_string(),
        Value::Float(value) => general(*value, 17),
        Value::String(text) => text.value.to_string(),
        Value::Vec2(value) => join(value),
        Value::Vec3(value) | Value::Color(value) => join(value),
        Value::Rotation(value) => join(value),
        Value::FloatList(items) => join(items),
        other => format!("?{}", other.field_type()),
    }
}
