//! The canonical form: header, declarations, nodes; two blanks of indent, one
//! field a line, what equals its default left out.

use crate::hidden;
use crate::node::{FieldPlace, FieldRef, NodeId};
use crate::scene::Scene;
use foxden_catalogue::{FieldKind, FieldType};
use foxden_lang::ast::{Entry, FieldContent};
use foxden_lang::header::FileVersion;
use foxden_lang::number::write_float;
use foxden_lang::proto_file::ParameterKind;
use foxden_lang::value::Value;
use std::fmt::Write as _;

/// The whole world as text.
pub fn save_text(scene: &Scene) -> String {
    let mut text = format!("#VRML_SIM {} utf8\n\n", FileVersion::REFERENCE);
    let declarations = declarations(scene);
    for line in &declarations {
        text.push_str(line);
        text.push('\n');
    }
    if !declarations.is_empty() {
        text.push('\n');
    }
    for node in scene.nodes_in(scene.top_level()) {
        text.push_str(&export_node(scene, *node));
        text.push('\n');
    }
    text
}

/// The declarations that a saved file needs: those in use, and all that a supervisor may import.
fn declarations(scene: &Scene) -> Vec<String> {
    let used: Vec<&str> = scene
        .ids()
        .filter_map(|node| scene.get(node))
        .filter(|node| !node.is_in_body())
        .filter_map(|node| node.proto().map(|proto| &*proto.name))
        .collect();
    let mut lines = Vec::new();
    let declarations = scene.declarations();
    for (at, declaration) in declarations.iter().enumerate() {
        let Some(name) = declaration.name() else {
            continue;
        };
        let is_read = declaration.starts_line;
        let is_repeated = declarations[..at]
            .iter()
            .any(|earlier| earlier.name() == Some(name));
        if !is_read || is_repeated || !(declaration.is_importable || used.contains(&name)) {
            continue;
        }
        let keyword = if declaration.is_importable {
            "IMPORTABLE EXTERNPROTO"
        } else {
            "EXTERNPROTO"
        };
        lines.push(format!(
            "{keyword} {}",
            quoted(&declaration.url.replace('\\', "/"))
        ));
    }
    lines
}

/// One node as text, as a supervisor exports it.
pub fn export_node(scene: &Scene, node: NodeId) -> String {
    let mut writer = TextWriter {
        scene,
        text: String::new(),
        indent: 0,
    };
    writer.node(node);
    writer.text
}

/// A plain value as text on one line.
pub fn value_text(value: &Value) -> String {
    if !value.field_type().is_multiple() {
        return single_text(value);
    }
    let items: Vec<_> = (0..value.count())
        .filter_map(|at| value.item(at))
        .map(|item| single_text(&item))
        .collect();
    format!("[{}]", items.join(", "))
}

fn single_text(value: &Value) -> String {
    match value {
        Value::Bool(value) => if *value { "TRUE" } else { "FALSE" }.to_owned(),
        Value::Int(value) => value.to_string(),
        Value::Float(value) => write_float(*value),
        Value::String(text) => quoted(&text.value),
        Value::Vec2(value) => floats(value),
        Value::Vec3(value) | Value::Color(value) => floats(value),
        Value::Rotation(value) => floats(value),
        _ => String::new(),
    }
}

fn floats(values: &[f64]) -> String {
    values
        .iter()
        .map(|value| write_float(*value))
        .collect::<Vec<_>>()
        .join(" ")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

struct TextWriter<'s> {
    scene: &'s Scene,
    text: String,
    indent: usize,
}

impl TextWriter<'_> {
    fn line_start(&mut self) {
        self.text.extend(std::iter::repeat_n(' ', 2 * self.indent));
    }

    fn node(&mut self, id: NodeId) {
        let node = self.scene.node(id);
        if let Some(def) = node.used_def().and_then(|def| self.scene.get(def)?.def()) {
            let _ = write!(self.text, "USE {def}");
            return;
        }
        if let Some(def) = node.def() {
            let _ = write!(self.text, "DEF {def} ");
        }
        let _ = writeln!(self.text, "{} {{", node.type_name());
        self.indent += 1;
        self.hidden_items(id);
        for field in self.scene.visible_fields(id) {
            self.field(field);
        }
        self.indent -= 1;
        self.line_start();
        self.text.push('}');
    }

    fn hidden_items(&mut self, id: NodeId) {
        for (name, value) in hidden::items(self.scene, id) {
            self.line_start();
            let _ = writeln!(self.text, "hidden {name} {}", single_text(&value));
        }
    }

    fn field(&mut self, field: FieldRef) {
        if matches!(field.place, FieldPlace::Field(_)) && is_deprecated(self.scene, field) {
            return;
        }
        let name = self.scene.field_name(field).to_owned();
        match self.scene.field_type(field) {
            FieldType::SFNode => self.single_node(field, &name),
            FieldType::MFNode => self.node_list(field, &name),
            _ => self.plain(field, &name),
        }
    }

    fn single_node(&mut self, field: FieldRef, name: &str) {
        let node = self.scene.nodes_in(field).first().copied();
        if node_equals_default(self.scene, field) {
            return;
        }
        self.line_start();
        let _ = write!(self.text, "{name} ");
        match node {
            Some(node) => self.node(node),
            None => self.text.push_str("NULL"),
        }
        self.text.push('\n');
    }

    fn node_list(&mut self, field: FieldRef, name: &str) {
        if node_equals_default(self.scene, field) {
            return;
        }
        let nodes = self.scene.nodes_in(field).to_vec();
        self.line_start();
        if nodes.is_empty() {
            let _ = writeln!(self.text, "{name} []");
            return;
        }
        let _ = writeln!(self.text, "{name} [");
        self.indent += 1;
        for node in nodes {
            self.line_start();
            self.node(node);
            self.text.push('\n');
        }
        self.indent -= 1;
        self.line_start();
        self.text.push_str("]\n");
    }

    fn plain(&mut self, field: FieldRef, name: &str) {
        let (Some(value), Some(default)) =
            (self.scene.value(field), self.scene.default_value(field))
        else {
            return;
        };
        if value == default {
            return;
        }
        self.line_start();
        let _ = write!(self.text, "{name} ");
        if value.field_type().is_multiple() {
            self.list(&value);
        } else {
            self.text.push_str(&single_text(&value));
        }
        self.text.push('\n');
    }

    fn list(&mut self, value: &Value) {
        let items: Vec<_> = (0..value.count())
            .filter_map(|at| value.item(at))
            .map(|item| single_text(&item))
            .collect();
        if items.is_empty() {
            self.text.push_str("[]");
            return;
        }
        self.text.push_str("[\n");
        self.indent += 1;
        let is_number = matches!(value, Value::IntList(_) | Value::FloatList(_));
        let is_long =
            items.len() > 25 && !matches!(value, Value::StringList(_) | Value::BoolList(_));
        let per_line = match (is_long, is_number) {
            (true, _) => items.len(),
            (false, true) => 10,
            (false, false) => 1,
        };
        for line in items.chunks(per_line) {
            self.line_start();
            self.text.push_str(&line.join(", "));
            self.text.push('\n');
        }
        self.indent -= 1;
        self.line_start();
        self.text.push(']');
    }
}

/// Whether a field or parameter is declared as deprecated.
fn is_deprecated(scene: &Scene, field: FieldRef) -> bool {
    let node = scene.node(field.node);
    match field.place {
        FieldPlace::Field(index) => {
            node.model().fields[index.0 as usize].kind == FieldKind::Deprecated
        }
        FieldPlace::Parameter(level, index) => node.instance.as_ref().is_some_and(|instance| {
            let parameters = &instance.levels[level as usize].model.parameters;
            parameters[index.0 as usize].kind == ParameterKind::Deprecated
        }),
    }
}

/// Whether the nodes of a field are those of its default.
fn node_equals_default(scene: &Scene, field: FieldRef) -> bool {
    let nodes = scene.nodes_in(field);
    let FieldPlace::Parameter(level, index) = field.place else {
        return nodes.is_empty();
    };
    let Some(instance) = &scene.node(field.node).instance else {
        return false;
    };
    let default: &[Entry] =
        match &instance.levels[level as usize].model.parameters[index.0 as usize].default {
            FieldContent::Node(Some(entry @ Entry::Node(_))) => std::slice::from_ref(entry),
            FieldContent::Nodes(entries) => entries,
            _ => &[],
        };
    nodes.len() == default.len()
        && nodes
            .iter()
            .zip(default)
            .all(|(node, entry)| equals_entry(scene, *node, entry))
}

fn equals_entry(scene: &Scene, id: NodeId, entry: &Entry) -> bool {
    let node = scene.node(id);
    let Entry::Node(written) = entry else {
        return false;
    };
    if node.used_def().is_some()
        || node.type_name() != written.kind.name()
        || node.def() != written.def.as_deref()
    {
        return false;
    }
    scene.visible_fields(id).into_iter().all(|field| {
        if is_deprecated(scene, field) {
            return true;
        }
        let given = written
            .items
            .iter()
            .find(|item| item.field == field.place.index())
            .map(|item| &item.given);
        match given {
            Some(FieldContent::Plain(value)) => {
                scene.value(field).is_some_and(|found| *found == *value)
            }
            Some(FieldContent::Node(entry)) => {
                equals_entries(scene, scene.nodes_in(field), entry.as_slice())
            }
            Some(FieldContent::Nodes(entries)) => {
                equals_entries(scene, scene.nodes_in(field), entries)
            }
            Some(FieldContent::Is(_)) => false,
            None if scene.field_type(field).is_node() => node_equals_default(scene, field),
            None => scene.value(field) == scene.default_value(field),
        }
    })
}

fn equals_entries(scene: &Scene, nodes: &[NodeId], entries: &[Entry]) -> bool {
    nodes.len() == entries.len()
        && nodes
            .iter()
            .zip(entries)
            .all(|(node, entry)| equals_entry(scene, *node, entry))
}
