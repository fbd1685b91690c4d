//! What the devices of a joint have in common: the kind of the joint and its other
//! devices.

use super::motor::is_motor;
use super::{RequestTarget, WorldDevice, tag_at};
use foxden_catalogue::NodeType;
use foxden_protocol::devices::{DeviceKind, JointKind};
use foxden_protocol::{NodeTypeNumber, Tag};

/// What the joint or track of a device does.
pub(super) fn joint_kind(device: &WorldDevice<'_>) -> JointKind {
    let scene = device.scene();
    let is_straight = scene
        .parent(device.node())
        .and_then(|joint| scene.get(joint))
        .is_some_and(|joint| matches!(joint.base_type(), NodeType::SliderJoint | NodeType::Track));
    if is_straight {
        JointKind::Linear
    } else {
        JointKind::Rotational
    }
}

/// Another device of the same joint. A request for a rotational motor finds any motor.
pub(super) fn associated(target: &RequestTarget<'_>, wanted: NodeTypeNumber) -> Option<Tag> {
    let scene = target.scene;
    let holder = scene.get(target.device.node)?.parent()?;
    let wants_motor = wanted == DeviceKind::RotationalMotor.number();
    let found = target.known.iter().position(|other| {
        let fits = other.kind.number() == wanted || (wants_motor && is_motor(other.kind));
        fits && scene.nodes_in(holder).contains(&other.node)
    })?;
    Some(tag_at(found))
}
