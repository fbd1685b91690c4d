//! Measures light.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::light_sensor::{LightSensorAnswer, LightSensorRequest};
use foxden_sim::controller::{Command, Reading};

/// A light sensor on the wire.
pub(super) struct LightSensorWire;

impl DeviceWire for LightSensorWire {
    type Request = LightSensorRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<LightSensorAnswer> {
        Some(LightSensorAnswer::Configure {
            lookup_table: device.lookup_table(),
        })
    }

    fn obey(
        request: &LightSensorRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(LightSensorAnswer),
    ) {
        let LightSensorRequest::SetPeriod { period } = request;
        commands.push(target.enable(*period));
    }

    fn report(reading: &Reading, mut answer: impl FnMut(LightSensorAnswer)) {
        if let Reading::Number(value) = reading {
            answer(LightSensorAnswer::Value { value: *value });
        }
    }
}
