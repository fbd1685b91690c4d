//! What devices with pictures have in common: how they see.

use super::WorldDevice;
use super::world_device::number;
use foxden_protocol::Uid;
use foxden_protocol::devices::{ViewProjection, ViewSettings};
use foxden_scene::{NodeId, Scene, Value};

/// A number of pixels as messages have it; no picture has more in a row.
pub(super) fn short(pixels: u32) -> u16 {
    u16::try_from(pixels).unwrap_or(u16::MAX)
}

/// How a device sees, and its greatest range.
pub(super) fn view(device: &WorldDevice<'_>) -> Option<(ViewSettings, f64)> {
    let node = device.node();
    let seen = device.world.device_view(node)?;
    let view = ViewSettings {
        node: Uid(i32::try_from(node.number()).unwrap_or(0)),
        width: short(seen.width),
        height: short(seen.height),
        projection: ViewProjection {
            field_of_view: seen.field_of_view,
            near: seen.near,
            planar: seen.is_planar,
        },
    };
    Some((view, seen.max_range))
}

/// The values of fields of type SFFloat.
pub(super) fn numbers<'a>(
    scene: &'a Scene,
    node: NodeId,
    fields: &'a [&str],
) -> impl Iterator<Item = f64> + 'a {
    fields.iter().map(move |field| number(scene, node, field))
}

/// A number for the projection of a device: an edit of it is reported as one of a number.
pub(super) fn projection(scene: &Scene, node: NodeId) -> f64 {
    match scene.value_of(node, "projection").as_deref() {
        Some(Value::String(word)) if &*word.value == "cylindrical" => 1.0,
        Some(Value::String(word)) if &*word.value == "spherical" => 2.0,
        _ => 0.0,
    }
}
