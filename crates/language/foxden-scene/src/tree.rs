//! The expanded tree for people and machines.

use crate::node::{FieldRef, NodeId};
use crate::save::value_text;
use crate::scene::Scene;
use foxden_lang::number::general;
use foxden_lang::value::Value;
use serde_json::{Map, Value as Json, json};
use std::fmt::Write as _;

/// A node and all below it as indented text: type, base type of a PROTO
/// instance, DEF name, and each field that differs from its default.
pub fn tree_text(scene: &Scene, node: NodeId) -> String {
    let mut text = String::new();
    write_node(scene, node, 0, "", &mut text);
    text
}

fn write_node(scene: &Scene, id: NodeId, depth: usize, label: &str, text: &mut String) {
    let node = scene.node(id);
    let indent = "  ".repeat(depth);
    let mut head = String::new();
    if let Some(def) = node.used_def().and_then(|def| scene.get(def)?.def()) {
        let _ = write!(head, "USE {def} ");
    }
    if let Some(def) = node.def() {
        let _ = write!(head, "DEF {def} ");
    }
    head.push_str(node.type_name());
    if node.proto().is_some() {
        let _ = write!(head, " (PROTO, a {})", node.base_type().name());
    }
    let _ = writeln!(text, "{indent}{label}{head}");
    for field in scene.visible_fields(id) {
        if !scene.field_type(field).is_node() {
            write_value(scene, field, depth + 1, text);
        } else if node.proto().is_none() {
            write_nodes(scene, field, depth + 1, text);
        }
    }
    if node.proto().is_some() {
        for field in scene.base_fields(id) {
            if scene.field_type(field).is_node() {
                write_nodes(scene, field, depth + 1, text);
            }
        }
    }
}

fn write_value(scene: &Scene, field: FieldRef, depth: usize, text: &mut String) {
    let (Some(value), Some(default)) = (scene.value(field), scene.default_value(field)) else {
        return;
    };
    if value != default {
        let _ = writeln!(
            text,
            "{}{} {}",
            "  ".repeat(depth),
            scene.field_name(field),
            value_text(&value)
        );
    }
}

fn write_nodes(scene: &Scene, field: FieldRef, depth: usize, text: &mut String) {
    let nodes = scene.nodes_in(field);
    let is_list = scene.field_type(field).is_multiple();
    let name = scene.field_name(field);
    for (at, node) in nodes.iter().enumerate() {
        let label = if is_list {
            format!("{name}[{at}] ")
        } else {
            format!("{name} ")
        };
        write_node(scene, *node, depth, &label, text);
    }
}

/// A node and all below it as JSON.
///
/// Each node is an object: `type` (the name in the file), `base` (the built-in
/// type), `def`, `use` (the DEF that it repeats), `proto` (`name` and `file`
/// for an instance, else `null`), `fields` (what the file may give: the
/// parameters of an instance) and, for an instance, `inside` (the fields of the
/// built-in node that its body makes). Vectors and lists are arrays, nodes are
/// objects, NULL is `null`, infinities are the strings `"inf"` and `"-inf"`.
pub fn tree_json(scene: &Scene, id: NodeId) -> Json {
    let node = scene.node(id);
    let used = node.used_def().and_then(|def| scene.get(def)?.def());
    let mut json = json!({
        "type": node.type_name(),
        "base": node.base_type().name(),
        "def": node.def(),
        "use": used,
        "proto": node.proto().map(|proto| json!({
            "name": &*proto.name,
            "file": scene.file(proto.file).to_string(),
        })),
        "fields": fields_json(scene, scene.visible_fields(id)),
    });
    if node.proto().is_some() {
        json["inside"] = fields_json(scene, scene.base_fields(id));
    }
    json
}

fn fields_json(scene: &Scene, fields: Vec<FieldRef>) -> Json {
    let mut object = Map::new();
    for field in fields {
        let field_type = scene.field_type(field);
        let value = if !field_type.is_node() {
            scene
                .value(field)
                .map_or(Json::Null, |value| value_json(&value))
        } else {
            let mut nodes = scene
                .nodes_in(field)
                .iter()
                .map(|node| tree_json(scene, *node));
            match field_type.is_multiple() {
                true => nodes.collect(),
                false => nodes.next().unwrap_or(Json::Null),
            }
        };
        object.insert(scene.field_name(field).to_owned(), value);
    }
    Json::Object(object)
}

/// A plain value as JSON.
pub fn value_json(value: &Value) -> Json {
    match value {
        Value::Bool(value) => json!(value),
        Value::Int(value) => json!(value),
        Value::Float(value) => number_json(*value),
        Value::String(text) => json!(&*text.value),
        Value::Vec2(value) => numbers_json(value),
        Value::Vec3(value) | Value::Color(value) => numbers_json(value),
        Value::Rotation(value) => numbers_json(value),
        list => (0..list.count())
            .filter_map(|at| list.item(at))
            .map(|item| value_json(&item))
            .collect(),
    }
}

fn numbers_json(values: &[f64]) -> Json {
    values.iter().map(|value| number_json(*value)).collect()
}

fn number_json(value: f64) -> Json {
    match serde_json::Number::from_f64(value) {
        Some(number) => Json::Number(number),
        None => Json::String(general(value, 17)),
    }
}
