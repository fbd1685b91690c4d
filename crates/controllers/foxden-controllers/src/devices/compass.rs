//! Points north.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::compass::{CompassAnswer, CompassRequest};
use foxden_sim::controller::{Command, Reading};

/// A compass on the wire.
pub(super) struct CompassWire;

impl DeviceWire for CompassWire {
    type Request = CompassRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<CompassAnswer> {
        Some(CompassAnswer::Configure {
            lookup_table: device.lookup_table(),
        })
    }

    fn obey(
        request: &CompassRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(CompassAnswer),
    ) {
        let CompassRequest::SetPeriod { period } = request;
        commands.push(target.enable(*period));
    }

    fn report(reading: &Reading, mut answer: impl FnMut(CompassAnswer)) {
        if let Reading::Vector(value) = reading {
            answer(CompassAnswer::Value { value: *value });
        }
    }
}
