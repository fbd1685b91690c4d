//! What a template sees of an instance.

use crate::node::{FieldPlace, FieldRef, NodeId};
use crate::scene::Scene;
use foxden_catalogue::{FieldIndex, FieldType};
use foxden_lang::ast::{Entry, FieldContent, NodeKind};
use foxden_lang::proto_file::ProtoModel;
use foxden_lang::template::{FieldValue, NodeView, TemplateField};
use foxden_lang::value::Value;

/// The parameters of an instance, values and defaults.
pub(crate) fn parameters(
    scene: &Scene,
    id: NodeId,
    level: u8,
    model: &ProtoModel,
) -> Vec<TemplateField> {
    let is_visible = |at: usize| model.parameters[at].feeds_template;
    (0..model.parameters.len())
        .filter(|at| is_visible(*at))
        .map(|at| {
            let field = FieldRef {
                node: id,
                place: FieldPlace::Parameter(level, FieldIndex(at as u16)),
            };
            TemplateField {
                name: model.parameters[at].name.to_string(),
                value: field_value(scene, field),
                default: given_value(
                    &model.parameters[at].default,
                    model.parameters[at].field_type,
                ),
            }
        })
        .collect()
}

fn field_value(scene: &Scene, field: FieldRef) -> FieldValue {
    let field_type = scene.field_type(field);
    if !field_type.is_node() {
        return scene
            .value(field)
            .map_or(FieldValue::Node(None), |value| plain(&value));
    }
    let holder = match scene.nodes_in(field).is_empty() {
        true => scene.owner_of(field),
        false => field,
    };
    let nodes = scene
        .nodes_in(holder)
        .iter()
        .map(|node| node_view(scene, *node));
    match field_type {
        FieldType::MFNode => FieldValue::List(
            nodes
                .map(|view| FieldValue::Node(Some(Box::new(view))))
                .collect(),
        ),
        _ => FieldValue::Node(nodes.map(Box::new).next()),
    }
}

fn node_view(scene: &Scene, node: NodeId) -> NodeView {
    let fields = scene
        .visible_fields(node)
        .into_iter()
        .map(|field| TemplateField {
            name: scene.field_name(field).to_owned(),
            value: field_value(scene, field),
            default: default_value(scene, field),
        });
    NodeView {
        node_name: scene.node(node).type_name().to_owned(),
        fields: fields.collect(),
    }
}

fn default_value(scene: &Scene, field: FieldRef) -> FieldValue {
    if let Some(value) = scene.default_value(field) {
        return plain(&value);
    }
    if let (FieldPlace::Parameter(level, index), Some(instance)) =
        (field.place, &scene.node(field.node).instance)
    {
        let parameter = &instance.levels[level as usize].model.parameters[index.0 as usize];
        return given_value(&parameter.default, parameter.field_type);
    }
    empty_nodes(scene.field_type(field))
}

fn empty_nodes(field_type: FieldType) -> FieldValue {
    match field_type {
        FieldType::MFNode => FieldValue::List(Vec::new()),
        _ => FieldValue::Node(None),
    }
}

/// A value as written in an interface.
fn given_value(given: &FieldContent, field_type: FieldType) -> FieldValue {
    match given {
        FieldContent::Plain(value) => plain(value),
        FieldContent::Node(entry) => {
            FieldValue::Node(entry.as_ref().and_then(entry_view).map(Box::new))
        }
        FieldContent::Nodes(entries) => FieldValue::List(
            entries
                .iter()
                .filter_map(entry_view)
                .map(|view| FieldValue::Node(Some(Box::new(view))))
                .collect(),
        ),
        FieldContent::Is(_) => empty_nodes(field_type),
    }
}

fn entry_view(entry: &Entry) -> Option<NodeView> {
    let Entry::Node(node) = entry else {
        return None;
    };
    let given = |index: FieldIndex| {
        node.items
            .iter()
            .find(|item| item.field == index)
            .map(|item| &item.given)
    };
    let fields = match &node.kind {
        NodeKind::BuiltIn(node_type) => node_type
            .model()
            .fields
            .iter()
            .enumerate()
            .map(|(at, field)| {
                let default = Value::from_default(&field.default)
                    .map_or_else(|| empty_nodes(field.field_type), |value| plain(&value));
                let value = given(FieldIndex(at as u16)).map_or_else(
                    || default.clone(),
                    |given| given_value(given, field.field_type),
                );
                TemplateField {
                    name: field.name.to_owned(),
                    value,
                    default,
                }
            })
            .collect(),
        NodeKind::Instance(model) => model
            .parameters
            .iter()
            .enumerate()
            .map(|(at, parameter)| {
                let default = given_value(&parameter.default, parameter.field_type);
                let value = given(FieldIndex(at as u16)).map_or_else(
                    || default.clone(),
                    |given| given_value(given, parameter.field_type),
                );
                TemplateField {
                    name: parameter.name.to_string(),
                    value,
                    default,
                }
            })
            .collect(),
    };
    Some(NodeView {
        node_name: node.kind.name().to_owned(),
        fields,
    })
}

fn plain(value: &Value) -> FieldValue {
    fn list<T>(items: &[T], one: impl Fn(&T) -> FieldValue) -> FieldValue {
        FieldValue::List(items.iter().map(one).collect())
    }
    match value {
        Value::Bool(value) => FieldValue::Bool(*value),
        Value::Int(value) => FieldValue::Int(*value),
        Value::Float(value) => FieldValue::Float(*value),
        Value::String(text) => FieldValue::String(text.value.to_string()),
        Value::Vec2(value) => FieldValue::Vec2(*value),
        Value::Vec3(value) => FieldValue::Vec3(*value),
        Value::Rotation(value) => FieldValue::Rotation(*value),
        Value::Color(value) => FieldValue::Color(*value),
        Value::BoolList(items) => list(items, |item| FieldValue::Bool(*item)),
        Value::IntList(items) => list(items, |item| FieldValue::Int(*item)),
        Value::FloatList(items) => list(items, |item| FieldValue::Float(*item)),
        Value::StringList(items) => list(items, |item| FieldValue::String(item.value.to_string())),
        Value::Vec2List(items) => list(items, |item| FieldValue::Vec2(*item)),
        Value::Vec3List(items) => list(items, |item| FieldValue::Vec3(*item)),
        Value::RotationList(items) => list(items, |item| FieldValue::Rotation(*item)),
        Value::ColorList(items) => list(items, |item| FieldValue::Color(*item)),
    }
}
