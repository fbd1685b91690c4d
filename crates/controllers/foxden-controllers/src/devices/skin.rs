//! Moves the bones of a mesh. It is not simulated yet.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::skin::{SkinAnswer, SkinRequest};
use foxden_sim::controller::{Command, Reading};

/// A skin on the wire.
pub(super) struct SkinWire;

impl DeviceWire for SkinWire {
    type Request = SkinRequest;

    fn configuration(_: &WorldDevice<'_>) -> Option<SkinAnswer> {
        Some(SkinAnswer::Configure { bones: Vec::new() })
    }

    fn obey(
        _: &SkinRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(SkinAnswer),
    ) {
        commands.push(target.not_simulated());
    }

    fn report(_: &Reading, _: impl FnMut(SkinAnswer)) {}
}
