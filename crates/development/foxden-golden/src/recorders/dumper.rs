//! The recorder that walks the whole tree and writes it as JSON.

use foxden_catalogue::{FieldKind, FieldType, NodeType};
use foxden_scene::{FieldRef, Library, NodeId, Scene, Value, export_node, value_json};
use serde_json::{Value as Json, json};

/// The arguments of the recorder.
#[derive(Debug, Default)]
pub(crate) struct DumperArguments {
    /// Texts to import at the end of the root's children, in order.
    pub(crate) imports: Vec<String>,
    /// Fields to set: DEF, field, value.
    pub(crate) sets: Vec<(String, String, String)>,
    /// Steps between the first dump and the sets.
    pub(crate) steps: usize,
    /// Whether the dump comes after the sets and one step.
    pub(crate) dumps_late: bool,
    /// Whether there is a second dump after the sets and one step.
    pub(crate) dumps_again: bool,
    /// Whether the simulation is reset first.
    pub(crate) resets: bool,
}

impl DumperArguments {
    /// Reads the arguments of the recorder's robot.
    pub(crate) fn of(scene: &Scene, own: Option<NodeId>) -> Self {
        let mut orders = Self::default();
        let arguments = own.and_then(|own| scene.value_of(own, "controllerArgs"));
        let Some(Value::StringList(arguments)) = arguments.as_deref() else {
            return orders;
        };
        for argument in arguments {
            let Some((key, value)) = argument.value.split_once('=') else {
                continue;
            };
            match key {
                "import" => orders.imports.push(value.to_owned()),
                "steps" => orders.steps = value.parse().unwrap_or(0),
                "first" => orders.dumps_late = value == "0",
                "out2" => orders.dumps_again = value != "0",
                "reload" => orders.resets = value != "0",
                "set" => {
                    if let Some((def, rest)) = value.split_once(':')
                        && let Some((field, value)) = rest.split_once('=')
                    {
                        orders
                            .sets
                            .push((def.to_owned(), field.to_owned(), value.to_owned()));
                    }
                }
                _ => {}
            }
        }
        orders
    }

    /// Whether simulated time passes.
    pub(crate) fn needs_simulation(&self) -> bool {
        self.steps > 0 || self.resets
    }

    /// Imports the texts.
    pub(crate) fn import(&self, scene: &mut Scene, library: &mut Library) {
        for text in self.imports.iter().filter(|text| !text.is_empty()) {
            let field = scene.top_level();
            let at = scene.nodes_in(field).len();
            // what is refused was refused in the recording too; the tree tells
            let _ = scene.insert_text(library, field, at, text);
        }
    }

    /// What follows the world's name in the file of the dump after the sets.
    pub(crate) fn late_suffix(&self) -> &'static str {
        if self.dumps_again { ".2.json" } else { ".json" }
    }

    /// The fields to set and their values.
    pub(crate) fn writes(&self, scene: &Scene) -> Vec<(FieldRef, Value)> {
        let write = |(def, name, text): &(String, String, String)| {
            let field = scene.field(scene.find_def(def)?, name)?;
            Some((field, value(scene, field, text)?))
        };
        self.sets.iter().filter_map(write).collect()
    }

    /// Sets the fields.
    pub(crate) fn set(&self, scene: &mut Scene) {
        for (field, value) in self.writes(scene) {
            let _ = scene.set(field, value);
        }
    }
}

/// A value that the recorder reads from text.
pub(crate) fn value(scene: &Scene, field: FieldRef, text: &str) -> Option<Value> {
    let numbers: Vec<f64> = text
        .split_whitespace()
        .map_while(|word| word.parse().ok())
        .collect();
    let number = |at: usize| numbers.get(at).copied().unwrap_or(0.0);
    Some(match scene.field_type(field) {
        FieldType::SFFloat => Value::Float(number(0)),
        FieldType::SFInt32 => Value::Int(number(0) as i32),
        FieldType::SFBool => Value::Bool(text == "TRUE"),
        FieldType::SFVec3f => Value::Vec3(std::array::from_fn(number)),
        FieldType::SFRotation => Value::Rotation(std::array::from_fn(number)),
        FieldType::SFColor => Value::Color(std::array::from_fn(number)),
        FieldType::SFString => Value::String(text.into()),
        _ => return None,
    })
}

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

/// The dump without deprecated fields, which a save never writes.
pub(crate) fn written(scene: &Scene, own: Option<NodeId>) -> Json {
    let mut json = node(scene, scene.root(), own);
    drop_deprecated(&mut json);
    json
}

fn drop_deprecated(json: &mut Json) {
    match json {
        Json::Array(items) => items.iter_mut().for_each(drop_deprecated),
        Json::Object(object) => {
            let base = object
                .get("b")
                .and_then(Json::as_str)
                .and_then(NodeType::by_name);
            let is_proto = object.get("proto") == Some(&Json::Bool(true));
            let own_fields = if is_proto { "internal" } else { "fields" };
            if let (Some(base), Some(Json::Array(fields))) = (base, object.get_mut(own_fields)) {
                fields.retain(|field| {
                    let index = field["n"]
                        .as_str()
                        .and_then(|name| base.model().field(name));
                    index.is_none_or(|index| {
                        base.model().fields[index.0 as usize].kind != FieldKind::Deprecated
                    })
                });
            }
            object.values_mut().for_each(drop_deprecated);
        }
        _ => {}
    }
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
        scene
            .value(at)
            .map_or(Json::Null, |value| value_json(&value))
    } else {
        let mut nodes = scene.nodes_in(at).iter().map(|id| node(scene, *id, own));
        match field_type.is_multiple() {
            true => nodes.collect(),
            false => nodes.next().unwrap_or(Json::Null),
        }
    };
    json!({ "n": scene.field_name(at), "t": field_type.name(), "v": value })
}
