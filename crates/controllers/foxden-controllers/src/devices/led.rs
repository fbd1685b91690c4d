//! Lights up.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::led::{LedAnswer, LedRequest};
use foxden_sim::controller::{Command, Reading};

/// An LED on the wire.
pub(super) struct LedWire;

impl DeviceWire for LedWire {
    type Request = LedRequest;

    fn configuration(_: &WorldDevice<'_>) -> Option<LedAnswer> {
        None
    }

    fn obey(
        request: &LedRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(LedAnswer),
    ) {
        let LedRequest::Set { value } = request;
        commands.push(Command::Led(target.device.port, *value));
    }

    fn report(_: &Reading, _: impl FnMut(LedAnswer)) {}
}
