//! What changes of a node while the world runs.

use super::Context;
use crate::editor;
use foxden_lang::value::Value;
use foxden_scene::value_text;
use serde_json::{Map, Value as Json, json};

/// Pose, velocity, mass, the fields whose values differ from the document, the fields with
/// numbers, and how often the document changed: a panel asks for the fields again when that
/// is another number.
pub(super) fn values(context: &mut Context<'_>, number: u32) -> Result<Json, String> {
    let world = &context.run.world;
    let node = editor::node(world, number)?;
    let scene = world.scene();
    let mut fields = Map::new();
    let mut numbers = Map::new();
    for field in scene.base_fields(node) {
        if scene.field_type(field).is_node() {
            continue;
        }
        let Some(now) = world.get(field) else {
            continue;
        };
        if let Some(number) = numeric(&now) {
            numbers.insert(scene.field_name(field).to_owned(), number);
        }
        if scene.value(field).as_deref() != Some(&now) {
            fields.insert(scene.field_name(field).to_owned(), value_text(&now).into());
        }
    }
    let pose = world.viewed_node_pose(node);
    let mut values = json!({
        "position": pose.map(|pose| pose.position),
        "rotation": pose.map(|pose| pose.rotation),
        "velocity": world.velocity(node),
        "body": world.group_of(context.groups, node),
        "fields": fields,
        "numbers": numbers,
        "edits": world.edits(),
    });
    if world.is_solid(node) {
        values["mass"] = world.mass_below(node).into();
        values["centerOfMass"] = json!(world.center_of_mass(node));
    }
    Ok(values)
}

/// A value that can be plotted; lists are too long for that.
fn numeric(value: &Value) -> Option<Json> {
    Some(match value {
        Value::Int(number) => json!(number),
        Value::Float(number) => json!(number),
        Value::Vec2(parts) => json!(parts),
        Value::Vec3(parts) | Value::Color(parts) => json!(parts),
        Value::Rotation(parts) => json!(parts),
        _ => return None,
    })
}
