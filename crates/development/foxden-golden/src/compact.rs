//! Recordings in short: fields that have their default value are left out.
//!
//! A full dump lists every field of every node; in the project's own copy the
//! built-in fields are an object with only those that differ.

use foxden_catalogue::NodeType;
use foxden_scene::{Value, value_json};
use serde_json::{Map, Value as Json, json};

/// Brings a dump to its full form, in place.
pub(crate) fn expand(json: &mut Json) {
    match json {
        Json::Array(items) => items.iter_mut().for_each(expand),
        Json::Object(object) if object.contains_key("t") && !object.contains_key("n") => {
            expand_node(object)
        }
        Json::Object(object) => object.values_mut().for_each(expand),
        _ => {}
    }
}

fn expand_node(node: &mut Map<String, Json>) {
    let name = node.get("t").cloned().unwrap_or(Json::Null);
    let mut full = Map::new();
    full.insert("t".into(), name.clone());
    full.insert("b".into(), node.get("b").cloned().unwrap_or(name));
    full.insert(
        "def".into(),
        node.get("def").cloned().unwrap_or_else(|| json!("")),
    );
    full.insert(
        "proto".into(),
        node.get("proto").cloned().unwrap_or(Json::Bool(false)),
    );
    let base = full["b"].as_str().and_then(NodeType::by_name);
    for key in ["fields", "internal"] {
        let Some(mut fields) = node.get(key).cloned() else {
            continue;
        };
        expand(&mut fields);
        if let (Json::Object(given), Some(base)) = (&mut fields, base) {
            fields = full_fields(base, given);
        }
        full.insert(key.into(), fields);
    }
    *node = full;
}

fn full_fields(base: NodeType, given: &mut Map<String, Json>) -> Json {
    base.model()
        .fields
        .iter()
        .map(|field| {
            let value = given.remove(field.name).unwrap_or_else(|| {
                match Value::from_default(&field.default) {
                    Some(value) => value_json(&value),
                    None if field.field_type.is_multiple() => json!([]),
                    None => Json::Null,
                }
            });
            json!({ "n": field.name, "t": field.field_type.name(), "v": value })
        })
        .collect()
}
