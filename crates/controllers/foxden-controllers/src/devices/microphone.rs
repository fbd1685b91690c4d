//! Records sound. It is not simulated yet.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::microphone::{MicrophoneAnswer, MicrophoneRequest};
use foxden_sim::controller::{Command, Reading};

/// A microphone on the wire.
pub(super) struct MicrophoneWire;

impl DeviceWire for MicrophoneWire {
    type Request = MicrophoneRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<MicrophoneAnswer> {
        Some(MicrophoneAnswer::Configure {
            aperture: device.number("aperture"),
            sensitivity: device.number("sensitivity"),
        })
    }

    fn obey(
        _: &MicrophoneRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(MicrophoneAnswer),
    ) {
        commands.push(target.not_simulated());
    }

    fn report(_: &Reading, _: impl FnMut(MicrophoneAnswer)) {}
}
