//! Nodes, fields and values as supervisors see them.

use super::devices::{KnownDevice, tag_at};
use foxden_protocol::supervisor::{
    NodeDescription, NodeReport, NodeValue, ReadValue, Value as Wire,
};
use foxden_protocol::{FieldId, NodeTypeNumber, Tag, Uid};
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

/// A field by its place in the list of visible fields, or of the node underneath.
pub(crate) fn field(scene: &Scene, uid: Uid, field: FieldId, internal: bool) -> Option<FieldRef> {
    let node = node(scene, uid)?;
    let fields = fields(scene, node, internal);
    fields.get(usize::try_from(field.0).ok()?).copied()
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

/// A node as controllers are told of it.
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

/// A node by its DEF name, a path with dots; inside of an instance if one is given.
pub(crate) fn find_def(scene: &Scene, def: &str, proto: Option<NodeId>) -> Option<NodeId> {
    let mut names = def.split('.');
    let first = names.next()?;
    let mut found = match proto {
        Some(proto) => scene
            .descendants(proto)
            .into_iter()
            .skip(1)
            .find(|id| scene.get(*id).is_some_and(|node| node.def() == Some(first)))?,
        None => visible_def(scene, scene.root(), first)?,
    };
    for name in names {
        found = visible_def(scene, found, name)?;
    }
    Some(found)
}

/// The first node with a DEF name below another that no PROTO hides.
fn visible_def(scene: &Scene, below: NodeId, name: &str) -> Option<NodeId> {
    if below == scene.root()
        && let Some(found) = scene.find_def(name)
        && let Some(shown) = shown(scene, found)
    {
        return Some(shown);
    }
    scene
        .descendants(below)
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

/// Where a node is, seen from another: the rows of a matrix.
pub(crate) fn pose(world: &World, node: NodeId, from: Option<NodeId>) -> Option<[f64; 16]> {
    let (position, turn) = (world.position(node)?, world.orientation(node)?);
    let (position, turn) = match from {
        None => (position, turn),
        Some(from) => {
            let (origin, base) = (world.position(from)?, world.orientation(from)?);
            let offset: [f64; 3] = std::array::from_fn(|at| position[at] - origin[at]);
            // the inverse of a turn is its transpose
            let seen = |row: usize, column: &dyn Fn(usize) -> f64| {
                (0..3).map(|at| base[3 * at + row] * column(at)).sum()
            };
            (
                std::array::from_fn(|row| seen(row, &|at| offset[at])),
                std::array::from_fn(|cell| seen(cell / 3, &|at| turn[3 * at + cell % 3])),
            )
        }
    };
    let mut matrix = [0.0; 16];
    for row in 0..3 {
        matrix[4 * row..4 * row + 3].copy_from_slice(&turn[3 * row..3 * row + 3]);
        matrix[4 * row + 3] = position[row];
    }
    matrix[15] = 1.0;
    Some(matrix)
}
