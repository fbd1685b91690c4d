//! The fields of a node for the panel that shows and edits them.

use foxden_catalogue::NodeType;
use foxden_scene::{FieldPlace, FieldRef, NodeId, Scene, value_text};
use foxden_sim::World;
use serde_json::{Value as Json, json};

/// The longest text of a value that is shown; a longer one is cut and cannot be
/// edited in place.
const MOST_TEXT: usize = 20_000;

/// All fields of a node: parameters of an instance first.
pub(crate) fn fields(world: &World, node: NodeId) -> Json {
    let scene = world.scene();
    let is_instance = scene.get(node).is_some_and(|node| node.proto().is_some());
    let mut fields: Vec<Json> = Vec::new();
    if is_instance {
        let parameters = scene.visible_fields(node).into_iter();
        fields.extend(parameters.map(|field| entry(world, field)));
    }
    let own = scene.base_fields(node).into_iter();
    fields.extend(own.map(|field| entry(world, field)));
    json!({ "node": node.number(), "fields": fields })
}

fn entry(world: &World, field: FieldRef) -> Json {
    let scene = world.scene();
    let field_type = scene.field_type(field);
    let name = scene.field_name(field).to_owned();
    let is_parameter = matches!(field.place, FieldPlace::Parameter(..));
    let mut entry = json!({ "name": name, "type": field_type.to_string() });
    let mut is_cut = false;
    if field_type.is_node() {
        let nodes: Vec<u32> = scene
            .nodes_in(field)
            .iter()
            .map(|node| node.number())
            .collect();
        entry["nodes"] = nodes.into();
    } else {
        let mut shown = |value: Option<foxden_scene::Value>| {
            let text = value.map(|value| value_text(&value)).unwrap_or_default();
            match text.char_indices().nth(MOST_TEXT) {
                Some((end, _)) => {
                    is_cut = true;
                    format!("{}…", &text[..end])
                }
                None => text,
            }
        };
        entry["value"] = shown(world.get(field)).into();
        let default = scene.default_value(field).map(|value| value.into_owned());
        entry["default"] = shown(default).into();
    }
    if is_parameter {
        entry["isParameter"] = true.into();
    }
    let owner = scene.owner_of(field);
    if owner != field {
        let parameter = json!({ "node": owner.node.number(), "name": scene.field_name(owner) });
        entry["parameter"] = parameter;
    }
    entry["writable"] = (!field_type.is_node() && !is_cut && is_writable(scene, field)).into();
    if let Some(unit) = joint_unit(scene, field.node, &name).or_else(|| unit(&name)) {
        entry["hint"] = unit.into();
    }
    entry
}

/// The unit of what joint parameters limit: a way for sliders, an angle for the others.
fn joint_unit(scene: &Scene, node: NodeId, name: &str) -> Option<&'static str> {
    let parameters = scene.get(node)?.base_type();
    if !parameters.is_a(NodeType::JointParameters)
        || !matches!(name, "position" | "minStop" | "maxStop")
    {
        return None;
    }
    let joint = scene.get(scene.ancestors(node).next()?)?.base_type();
    Some(if joint == NodeType::SliderJoint {
        "m"
    } else {
        "rad"
    })
}

/// Whether a value can be changed: fields inside of an instance cannot.
fn is_writable(scene: &Scene, field: FieldRef) -> bool {
    let Some(node) = scene.get(field.node) else {
        return false;
    };
    match field.place {
        FieldPlace::Parameter(..) => !node.is_in_body(),
        FieldPlace::Field(_) => {
            let stands_in = node.parameter_node().is_some();
            (node.proto().is_none() && !node.is_in_body()) || stands_in
        }
    }
}

/// The unit of a field, by its name.
fn unit(name: &str) -> Option<&'static str> {
    Some(match name {
        "translation" | "size" | "radius" | "height" | "location" | "anchor" | "centerOfMass"
        | "minRange" | "maxRange" | "near" | "far" | "bottomRadius" | "visibilityRange"
        | "position" => "m",
        "mass" => "kg",
        "density" => "kg/m³",
        "linearVelocity" => "m/s",
        "angularVelocity" => "rad/s",
        "basicTimeStep" => "ms",
        "gravity" => "m/s²",
        "fieldOfView" | "aperture" | "beamWidth" | "cutOffAngle" | "creaseAngle" => "rad",
        "maxTorque" => "N·m",
        "maxForce" => "N",
        "battery" => "J",
        "cpuConsumption" => "W",
        _ => return None,
    })
}
