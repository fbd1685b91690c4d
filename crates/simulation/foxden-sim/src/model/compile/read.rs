//! Typed reading of fields; what is missing reads as zero.

use crate::math::{AxisAngle, Vector};
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene, Value};

pub(crate) fn kind(scene: &Scene, node: NodeId) -> NodeType {
    scene
        .get(node)
        .map_or(NodeType::Group, |node| node.base_type())
}

pub(crate) fn number(scene: &Scene, node: NodeId, name: &str) -> f64 {
    scene
        .value_of(node, name)
        .and_then(|value| value.as_number())
        .unwrap_or(0.0)
}

pub(crate) fn integer(scene: &Scene, node: NodeId, name: &str) -> i32 {
    match scene.value_of(node, name).as_deref() {
        Some(Value::Int(value)) => *value,
        _ => 0,
    }
}

pub(crate) fn flag(scene: &Scene, node: NodeId, name: &str) -> bool {
    matches!(
        scene.value_of(node, name).as_deref(),
        Some(Value::Bool(true))
    )
}

pub(crate) fn text(scene: &Scene, node: NodeId, name: &str) -> String {
    scene
        .value_of(node, name)
        .and_then(|value| value.as_str().map(str::to_owned))
        .unwrap_or_default()
}

pub(crate) fn texts(scene: &Scene, node: NodeId, name: &str) -> Vec<String> {
    match scene.value_of(node, name).as_deref() {
        Some(Value::StringList(items)) => items.iter().map(|item| item.value.to_string()).collect(),
        _ => Vec::new(),
    }
}

pub(crate) fn vector(scene: &Scene, node: NodeId, name: &str) -> Vector {
    match scene.value_of(node, name).as_deref() {
        Some(Value::Vec3(value)) => (*value).into(),
        _ => Vector::ZERO,
    }
}

pub(crate) fn vector2(scene: &Scene, node: NodeId, name: &str) -> [f64; 2] {
    match scene.value_of(node, name).as_deref() {
        Some(Value::Vec2(value)) => *value,
        _ => [0.0; 2],
    }
}

pub(crate) fn rotation(scene: &Scene, node: NodeId, name: &str) -> AxisAngle {
    match scene.value_of(node, name).as_deref() {
        Some(Value::Rotation(value)) => (*value).into(),
        _ => AxisAngle::IDENTITY,
    }
}

pub(crate) fn color(scene: &Scene, node: NodeId, name: &str) -> [f64; 3] {
    match scene.value_of(node, name).as_deref() {
        Some(Value::Color(value)) => *value,
        _ => [0.0; 3],
    }
}

pub(crate) fn colors(scene: &Scene, node: NodeId, name: &str) -> Vec<[f64; 3]> {
    match scene.value_of(node, name).as_deref() {
        Some(Value::ColorList(items)) => items.clone(),
        _ => Vec::new(),
    }
}

pub(crate) fn numbers(scene: &Scene, node: NodeId, name: &str) -> Vec<f64> {
    match scene.value_of(node, name).as_deref() {
        Some(Value::FloatList(items)) => items.clone(),
        _ => Vec::new(),
    }
}

pub(crate) fn vectors(scene: &Scene, node: NodeId, name: &str) -> Vec<[f64; 3]> {
    match scene.value_of(node, name).as_deref() {
        Some(Value::Vec3List(items)) => items.clone(),
        _ => Vec::new(),
    }
}

pub(crate) fn vectors2(scene: &Scene, node: NodeId, name: &str) -> Vec<[f64; 2]> {
    match scene.value_of(node, name).as_deref() {
        Some(Value::Vec2List(items)) => items.clone(),
        _ => Vec::new(),
    }
}

pub(crate) fn integers(scene: &Scene, node: NodeId, name: &str) -> Vec<i32> {
    match scene.value_of(node, name).as_deref() {
        Some(Value::IntList(items)) => items.clone(),
        _ => Vec::new(),
    }
}

pub(crate) fn child(scene: &Scene, node: NodeId, name: &str) -> Option<NodeId> {
    scene.nodes_of(node, name).first().copied()
}
