//! Draws on surfaces.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::pen::{PenAnswer, PenRequest};
use foxden_sim::controller::{Command, PenOrder, Reading};

/// A pen on the wire.
pub(super) struct PenWire;

impl DeviceWire for PenWire {
    type Request = PenRequest;

    fn configuration(_: &WorldDevice<'_>) -> Option<PenAnswer> {
        None
    }

    fn obey(
        request: &PenRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(PenAnswer),
    ) {
        let order = match request {
            PenRequest::Write => PenOrder::Write(true),
            PenRequest::DoNotWrite => PenOrder::Write(false),
            PenRequest::SetInk { colour, density } => PenOrder::Ink(*colour, *density),
        };
        commands.push(Command::Pen(target.device.port, order));
    }

    fn report(_: &Reading, _: impl FnMut(PenAnswer)) {}
}
