//! Measures acceleration and gravity.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::accelerometer::{AccelerometerAnswer, AccelerometerRequest};
use foxden_sim::controller::{Command, Reading};

/// An accelerometer on the wire.
pub(super) struct AccelerometerWire;

impl DeviceWire for AccelerometerWire {
    type Request = AccelerometerRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<AccelerometerAnswer> {
        Some(AccelerometerAnswer::Configure {
            lookup_table: device.lookup_table(),
        })
    }

    fn obey(
        request: &AccelerometerRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(AccelerometerAnswer),
    ) {
        let AccelerometerRequest::SetPeriod { period } = request;
        commands.push(target.enable(*period));
    }

    fn report(reading: &Reading, mut answer: impl FnMut(AccelerometerAnswer)) {
        if let Reading::Vector(value) = reading {
            answer(AccelerometerAnswer::Value { value: *value });
        }
    }
}
