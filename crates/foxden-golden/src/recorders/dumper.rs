//! The recorder that walks the whole tree and writes it as JSON.

use foxden_lang::number::general;
use foxden_scene::{FieldRef, NodeId, Scene, Value, export_node};
use serde_json::{Value as Json, json};

/// The dump of a scene; `own` is the recorder's own robot.
pub(crate) fn dump(scene: &Scene, own: Option<NodeId>) -> Json {
    let export: Vec<Json> = scene
        .nodes_in(scene.top_level())
        .iter()
        .filter(|node| Some(**node) != own)
        .map(|node| Json::String(export_node(scene, *node)))
        .collect();
    json!({ "tree": node(scene, scene.root(), own), "export": export })
}

/// The recorder's own robot: the one that runs it.
pub(crate) fn own_robot(scene: &Scene) -> Option<NodeId> {
    scene.descendants(scene.root()).into_iter().find(|node| {
        scene
            .value_of(*node, "controller")
            .is_some_and(|value| value.as_str() == Some("dumper"))
    })
}

fn node(scene: &Scene, id: NodeId, own: Option<NodeId>) -> Json {
    if Some(id) == own {
        return json!({ "self": true });
    }
    let Some(found) = scene.get(id) else {
        return Json::Null;
    };
    let visible: Vec<Json> = scene
        .visible_fields(id)
        .into_iter()
        .map(|at| field(scene, at, own))
        .collect();
    let is_proto = found.proto().is_some();
    let mut json = json!({
        "t": found.type_name(),
        "b": found.base_type().name(),
        "def": found.def().unwrap_or(""),
        "proto": is_proto,
        "fields": visible,
    });
    if is_proto {
        json["internal"] = scene
            .base_fields(id)
            .into_iter()
            .map(|at| field(scene, at, own))
            .collect();
    }
    json
}

fn field(scene: &Scene, at: FieldRef, own: Option<NodeId>) -> Json {
    let field_type = scene.field_type(at);
    let value = if !field_type.is_node() {
        scene.value(at).map_or(Json::Null, |value| plain(&value))
    } else {
        let mut nodes = scene.nodes_in(at).iter().map(|id| node(scene, *id, own));
        match field_type.is_multiple() {
            true => nodes.collect(),
            false => nodes.next().unwrap_or(Json::Null),
        }
    };
    json!({ "n": scene.field_name(at), "t": field_type.name(), "v": value })
}

fn plain(value: &Value) -> Json {
    match value {
        Value::Bool(value) => json!(value),
        Value::Int(value) => json!(value),
        Value::Float(value) => number(*value),
        Value::String(text) => json!(&*text.value),
        Value::Vec2(value) => numbers(value),
        Value::Vec3(value) | Value::Color(value) => numbers(value),
        Value::Rotation(value) => numbers(value),
        list => (0..list.count())
            .filter_map(|at| list.item(at))
            .map(|item| plain(&item))
            .collect(),
    }
}

fn numbers(values: &[f64]) -> Json {
    values.iter().map(|value| number(*value)).collect()
}

fn number(value: f64) -> Json {
    match serde_json::Number::from_f64(value) {
        Some(number) => Json::Number(number),
        None => Json::String(general(value, 17)),
    }
}
