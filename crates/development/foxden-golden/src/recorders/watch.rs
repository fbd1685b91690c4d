//! The fields that the probe watches, as it writes them.

use super::dumper;
use foxden_lang::number::general;
use foxden_scene::{FieldRef, Library, Scene, Value};

/// What the probe does before which step.
pub(crate) struct ProbeOrders {
    commands: Vec<(usize, String)>,
}

impl ProbeOrders {
    /// Reads the arguments of the robot that runs the probe.
    pub(crate) fn of(scene: &Scene) -> Self {
        let probe = scene.descendants(scene.root()).into_iter().find(|node| {
            scene
                .value_of(*node, "controller")
                .is_some_and(|value| value.as_str() == Some("probe"))
        });
        let arguments = probe.and_then(|probe| scene.value_of(probe, "controllerArgs"));
        let Some(Value::StringList(items)) = arguments.as_deref() else {
            return Self {
                commands: Vec::new(),
            };
        };
        let commands = items.iter().filter_map(|item| {
            let (step, command) = item.value.strip_prefix("at=")?.split_once(':')?;
            Some((step.parse().ok()?, command.to_owned()))
        });
        Self {
            commands: commands.collect(),
        }
    }

    /// Does what stands before a step; `false` if it needs more than a scene.
    pub(crate) fn execute(&self, step: usize, scene: &mut Scene, library: &mut Library) -> bool {
        self.commands
            .iter()
            .filter(|(at, _)| *at == step)
            .all(|(_, command)| {
                let (verb, rest) = command.split_once(' ').unwrap_or((command, ""));
                match verb {
                    "import" => import(scene, library, rest),
                    "remove" => remove(scene, library, rest),
                    "set" => set(scene, library, rest),
                    _ => return false,
                }
                true
            })
    }
}

/// `import DEF:field TEXT`; what is refused was refused in the recording too, the rows tell.
fn import(scene: &mut Scene, library: &mut Library, order: &str) {
    let Some((target, text)) = order.split_once(' ') else {
        return;
    };
    if let Some(field) = find_field(scene, target) {
        let at = scene.nodes_in(field).len();
        let _ = scene.insert_text(library, field, at, text);
    }
}

fn remove(scene: &mut Scene, library: &mut Library, def: &str) {
    let Some(node) = scene.find_def(def) else {
        return;
    };
    let Some(field) = scene.get(node).and_then(|node| node.parent()) else {
        return;
    };
    if let Some(at) = scene
        .nodes_in(field)
        .iter()
        .position(|found| *found == node)
    {
        let _ = scene.remove_node(library, field, at);
    }
}

fn set(scene: &mut Scene, library: &mut Library, order: &str) {
    let Some((target, text)) = order.split_once(' ') else {
        return;
    };
    if let Some(field) = find_field(scene, target)
        && let Some(value) = dumper::value(scene, field, text)
    {
        let _ = scene.set(field, value);
        scene.settle(library);
    }
}

fn find_field(scene: &Scene, target: &str) -> Option<FieldRef> {
    let (def, name) = target.split_once(':')?;
    scene.field(scene.find_def(def)?, name)
}

/// A watched field `DEF:field` as text: a node by its type name, a list of nodes by its length.
pub(crate) fn field_text(scene: &Scene, watched: &str) -> String {
    let Some(field) = find_field(scene, watched) else {
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
