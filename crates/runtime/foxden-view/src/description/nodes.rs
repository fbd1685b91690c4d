//! The nodes of a scene, and its Viewpoint.

use super::entries::{NodeEntry, ProtoEntry, ViewpointEntry};
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene, Value};
use foxden_sim::World;
use foxden_sim::viewer_data::BodyGroups;

/// The longest text of a node that pages get with the tree.
const MOST_CHARACTERS: usize = 200;

/// All nodes, parents first.
pub(super) fn nodes(world: &World, groups: &BodyGroups) -> Vec<NodeEntry> {
    let scene = world.scene();
    let mut entries = Vec::new();
    // (node, number of its parent, field, body); the last is visited first
    let mut left = vec![(scene.root(), None, String::new(), 0)];
    while let Some((id, parent, field, above)) = left.pop() {
        let Some(node) = scene.get(id) else { continue };
        let body = world.group_at(groups, id).unwrap_or(above);
        let base = node.base_type();
        let is_solid = world.is_solid(id);
        entries.push(NodeEntry {
            id: id.number(),
            parent,
            node_type: base.name(),
            def: node.def().map(shortened),
            name: text(scene, id, "name"),
            model: text(scene, id, "model").filter(|model| !model.is_empty()),
            proto: node.proto().map(|proto| ProtoEntry {
                name: shortened(&proto.name),
                url: scene.file(proto.file).to_string(),
            }),
            field,
            solid: is_solid,
            robot: base.is_a(NodeType::Robot),
            body: (body != 0).then_some(body),
            window: None,
        });
        let first = left.len();
        for field in scene.base_fields(id) {
            for child in scene.nodes_in(field) {
                let name = scene.field_name(field).to_owned();
                left.push((*child, Some(id.number()), name, body));
            }
        }
        left[first..].reverse();
    }
    entries
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn text(scene: &Scene, node: NodeId, field: &str) -> Option<String> {
    let field = scene.base_field(node, field)?;
    match &*scene.value(field)? {
        Value::String(text) => Some(shortened(&text.value)),
        _ => None,
    }
}

/// The Viewpoint of the world.
pub(super) fn viewpoint(world: &World) -> Option<ViewpointEntry> {
    let scene = world.scene();
    let top = scene.nodes_in(scene.top_level()).iter();
    let node = *top.into_iter().find(|node| {
        let found = scene.get(**node);
        found.is_some_and(|node| node.base_type() == NodeType::Viewpoint)
    })?;
    let value = |name: &str| world.get(scene.base_field(node, name)?);
    let number = |name: &str| match value(name) {
        Some(Value::Float(number)) => number,
        _ => 0.0,
    };
    let position = match value("position") {
        Some(Value::Vec3(position)) => position,
        _ => [0.0; 3],
    };
    let orientation = match value("orientation") {
        Some(Value::Rotation(rotation)) => quaternion(rotation),
        _ => [1.0, 0.0, 0.0, 0.0],
    };
    let followed = text(scene, node, "follow").filter(|name| !name.is_empty());
    let follow = followed.and_then(|name| {
        let mut solids = scene.ids().filter(|id| world.is_solid(*id));
        solids.find(|id| text(scene, *id, "name").as_deref() == Some(name.as_str()))
    });
    Some(ViewpointEntry {
        node: node.number(),
        position,
        orientation,
        field_of_view: number("fieldOfView"),
        near: number("near"),
        far: number("far"),
        exposure: number("exposure"),
        follow: follow.map(NodeId::number),
        follow_type: text(scene, node, "followType"),
    })
}

/// A rotation around an axis as w, x, y, z.
pub(crate) fn quaternion([x, y, z, angle]: [f64; 4]) -> [f64; 4] {
    let length = (x * x + y * y + z * z).sqrt();
    if length == 0.0 {
        return [1.0, 0.0, 0.0, 0.0];
    }
    let (sin, cos) = (angle / 2.0).sin_cos();
    let part = sin / length;
    [cos, part * x, part * y, part * z]
}
