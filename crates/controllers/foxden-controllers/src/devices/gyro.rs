//! Measures angular velocity.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::gyro::{GyroAnswer, GyroRequest};
use foxden_sim::controller::{Command, Reading};

/// A gyro on the wire.
pub(super) struct GyroWire;

impl DeviceWire for GyroWire {
    type Request = GyroRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<GyroAnswer> {
        Some(GyroAnswer::Configure {
            lookup_table: device.lookup_table(),
        })
    }

    fn obey(
        request: &GyroRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(GyroAnswer),
    ) {
        let GyroRequest::SetPeriod { period } = request;
        commands.push(target.enable(*period));
    }

    fn report(reading: &Reading, mut answer: impl FnMut(GyroAnswer)) {
        if let Reading::Vector(value) = reading {
            answer(GyroAnswer::Value { value: *value });
        }
    }
}
