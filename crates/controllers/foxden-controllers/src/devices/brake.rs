//! Brakes a joint.

use super::joint::{associated, joint_kind};
use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::brake::{BrakeAnswer, BrakeRequest};
use foxden_sim::controller::{Command, Reading};

/// A brake on the wire.
pub(super) struct BrakeWire;

impl DeviceWire for BrakeWire {
    type Request = BrakeRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<BrakeAnswer> {
        Some(BrakeAnswer::Configure {
            joint: joint_kind(device),
        })
    }

    fn obey(
        request: &BrakeRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        mut answer: impl FnMut(BrakeAnswer),
    ) {
        let damping = request.damping;
        commands.extend(damping.map(|damping| Command::Brake(target.device.port, damping)));
        if let Some(wanted) = request.wanted {
            let tag = associated(target, wanted);
            answer(BrakeAnswer::Associated { tag });
        }
    }

    fn report(_: &Reading, _: impl FnMut(BrakeAnswer)) {}
}
