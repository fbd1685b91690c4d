//! Nodes, fields and values as supervisors see them.

use crate::devices::{KnownDevice, tag_at};
use foxden_protocol::supervisor::{
    NodeDescription, NodeReport, NodeValue, PlainValue as Wire, ReadValue,
};
use foxden_protocol::{FieldId, NodeTypeNumber, ProtoId, Tag, Uid};
use foxden_scene::{FieldRef, NodeId, Scene, Value};
use foxden_sim::World;

/// The number of a node for controllers.
pub(crate) fn uid(node: NodeId) -> Uid {
    Uid(i32::try_from(node.number()).unwrap_or(i32::MAX))
}

/// The node with a number.
pub(crate) fn node(scene: &Scene, uid: Uid) -> Option<NodeId> {
    scene.by_number(u32::try_from(uid.0).ok()?)
}

/// A field by its place in the list of visible fields, of the node underneath
/// or of one of its PROTOs.
pub(crate) fn field(
    scene: &Scene,
    uid: Uid,
    proto: Option<ProtoId>,
    field: FieldId,
    internal: bool,
) -> Option<FieldRef> {
    let node = node(scene, uid)?;
    let fields = match proto.map(level) {
        Some((_, level)) => scene.parameters_at(node, level),
        None => fields(scene, node, internal),
    };
    fields.get(usize::try_from(field.0).ok()?).copied()
}

/// How many PROTOs a node may be derived through, as far as numbers go.
const LEVELS: i32 = 256;

/// The number of one of the PROTOs of a node, the same for no other.
pub(crate) fn proto_id(node: NodeId, level: u8) -> ProtoId {
    ProtoId((uid(node).0 % (i32::MAX / LEVELS)) * LEVELS + i32::from(level))
}

/// What the number of a PROTO says: the node, and which of its PROTOs.
pub(crate) fn level(proto: ProtoId) -> (i32, u8) {
    let level = u8::try_from(proto.0.rem_euclid(LEVELS)).unwrap_or(0);
    (proto.0 / LEVELS, level)
}

/// Whether a node is another one, or stands for it in a body.
pub(crate) fn stands_for(scene: &Scene, node: NodeId, source: NodeId) -> bool {
    let mut at = Some(node);
    while let Some(id) = at {
        if id == source {
            return true;
        }
        at = scene.get(id).and_then(|node| node.parameter_node());
    }
    false
}

/// The visible fields, or those of the node underneath.
pub(crate) fn fields(scene: &Scene, node: NodeId, internal: bool) -> Vec<FieldRef> {
    if internal {
        scene.base_fields(node)
    } else {
        scene.visible_fields(node)
    }
}

/// How many items a field has, as controllers count.
pub(crate) fn count(world: &World, field: FieldRef) -> i32 {
    let scene = world.scene();
    let field_type = scene.field_type(field);
    let count = if field_type.is_node() {
        scene.nodes_in(field).len()
    } else if field_type.is_multiple() {
        world.get(field).map_or(0, |value| value.count())
    } else {
        return -1;
    };
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// The tag of a device of the controller's own robot.
fn tag(known: &[KnownDevice], node: NodeId) -> Option<Tag> {
    known
        .iter()
        .position(|device| device.node == node)
        .map(tag_at)
}

/// A node as it is described to controllers.
pub(crate) fn describe(scene: &Scene, known: &[KnownDevice], id: NodeId) -> NodeDescription {
    let Some(found) = scene.get(id) else {
        return nothing();
    };
    NodeDescription {
        node: uid(id),
        node_type: NodeTypeNumber::of(found.base_type()).unwrap_or(NodeTypeNumber::NONE),
        tag: tag(known, id),
        parent: scene.parent(id).map_or(Uid(-1), uid),
        is_proto: found.proto().is_some(),
        is_internal: found.is_in_body(),
        model: found.type_name().to_owned(),
        def: found.def().unwrap_or("").to_owned(),
    }
}

/// No node.
pub(crate) fn nothing() -> NodeDescription {
    NodeDescription {
        node: Uid::ROOT,
        node_type: NodeTypeNumber::NONE,
        tag: None,
        parent: Uid(-1),
        is_proto: false,
        is_internal: false,
        model: String::new(),
        def: String::new(),
    }
}

/// The short form of a description.
pub(crate) fn report(node: NodeDescription) -> NodeReport {
    NodeReport {
        node: node.node,
        node_type: node.node_type,
        tag: node.tag,
        parent: node.parent,
        is_proto: node.is_proto,
        model: node.model,
    }
}

/// A node by its DEF name, a path with dots; inside of an instance if one is
/// given. Each further name is that of a direct child.
pub(crate) fn find_def(scene: &Scene, def: &str, proto: Option<NodeId>) -> Option<NodeId> {
    let (first, mut rest) = split(def);
    let mut found = match proto {
        Some(proto) => scene.find_inner_def(proto, def)?,
        None => shown(scene, scene.find_def(first)?).or_else(|| visible_def(scene, first))?,
    };
    while !rest.is_empty() {
        let (name, after) = split(rest);
        found = children(scene, found)
            .find(|id| scene.get(*id).and_then(|node| node.def()).unwrap_or("") == name)?;
        rest = after;
    }
    Some(found)
}

fn split(path: &str) -> (&str, &str) {
    path.split_once('.').unwrap_or((path, ""))
}

/// The nodes in the fields that files show.
fn children(scene: &Scene, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let fields = scene.visible_fields(node).into_iter();
    fields.flat_map(|field| scene.nodes_in(field).to_vec())
}

/// The first node with a DEF name that no PROTO hides.
fn visible_def(scene: &Scene, name: &str) -> Option<NodeId> {
    scene
        .descendants(scene.root())
        .into_iter()
        .filter(|id| scene.get(*id).is_some_and(|node| node.def() == Some(name)))
        .find_map(|id| shown(scene, id))
}

/// The node itself, or the one that it stands for; nothing for the inside of an instance.
fn shown(scene: &Scene, id: NodeId) -> Option<NodeId> {
    let found = scene.get(id)?;
    if let Some(source) = found.parameter_node() {
        return shown(scene, source);
    }
    (!found.is_in_body()).then_some(id)
}

/// What a field holds, or one of its items.
pub(crate) fn read(
    world: &World,
    known: &[KnownDevice],
    field: FieldRef,
    index: Option<u32>,
) -> Option<ReadValue> {
    let scene = world.scene();
    let at = index.map_or(0, |index| index as usize);
    if scene.field_type(field).is_node() {
        let Some(id) = scene.nodes_in(field).get(at) else {
            return Some(ReadValue::Node(None));
        };
        let node = describe(scene, known, *id);
        return Some(ReadValue::Node(Some(NodeValue {
            node: node.node,
            node_type: node.node_type,
            tag: node.tag,
            parent: node.parent,
            is_proto: node.is_proto,
            model: node.model,
            def: node.def,
        })));
    }
    Some(ReadValue::Value(match world.get(field)? {
        Value::Bool(value) => Wire::Bool(value),
        Value::Int(value) => Wire::Int32(value),
        Value::Float(value) => Wire::Float(value),
        Value::String(text) => Wire::String(text.value.to_string()),
        Value::Vec2(value) => Wire::Vec2f(value),
        Value::Vec3(value) => Wire::Vec3f(value),
        Value::Rotation(value) => Wire::Rotation(value),
        Value::Color(value) => Wire::Color(value),
        Value::BoolList(list) => Wire::Bool(*list.get(at)?),
        Value::IntList(list) => Wire::Int32(*list.get(at)?),
        Value::FloatList(list) => Wire::Float(*list.get(at)?),
        Value::StringList(list) => Wire::String(list.get(at)?.value.to_string()),
        Value::Vec2List(list) => Wire::Vec2f(*list.get(at)?),
        Value::Vec3List(list) => Wire::Vec3f(*list.get(at)?),
        Value::RotationList(list) => Wire::Rotation(*list.get(at)?),
        Value::ColorList(list) => Wire::Color(*list.get(at)?),
    }))
}

/// A value that came over the wire.
pub(crate) fn value(wire: &Wire) -> Value {
    match wire {
        Wire::Bool(value) => Value::Bool(*value),
        Wire::Int32(value) => Value::Int(*value),
        Wire::Float(value) => Value::Float(*value),
        Wire::Vec2f(value) => Value::Vec2(*value),
        Wire::Vec3f(value) => Value::Vec3(*value),
        Wire::Rotation(value) => Value::Rotation(*value),
        Wire::Color(value) => Value::Color(*value),
        Wire::String(text) => Value::String(text.as_str().into()),
    }
}
