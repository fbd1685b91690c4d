//! Measures height.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::altimeter::{AltimeterAnswer, AltimeterRequest};
use foxden_sim::controller::{Command, Reading};

/// An altimeter on the wire.
pub(super) struct AltimeterWire;

impl DeviceWire for AltimeterWire {
    type Request = AltimeterRequest;

    fn configuration(_: &WorldDevice<'_>) -> Option<AltimeterAnswer> {
        None
    }

    fn obey(
        request: &AltimeterRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(AltimeterAnswer),
    ) {
        let AltimeterRequest::SetPeriod { period } = request;
        commands.push(target.enable(*period));
    }

    fn report(reading: &Reading, mut answer: impl FnMut(AltimeterAnswer)) {
        if let Reading::Number(value) = reading {
            answer(AltimeterAnswer::Value { value: *value });
        }
    }
}
