//! Feels contact.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::touch_sensor::{
    TouchSensorAnswer, TouchSensorKind, TouchSensorRequest,
};
use foxden_sim::controller::{Command, Reading};

/// A touch sensor on the wire.
pub(super) struct TouchSensorWire;

impl DeviceWire for TouchSensorWire {
    type Request = TouchSensorRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<TouchSensorAnswer> {
        Some(TouchSensorAnswer::Configure {
            kind: match device.text("type").as_str() {
                "force" => TouchSensorKind::Force,
                "force-3d" => TouchSensorKind::Force3d,
                _ => TouchSensorKind::Bumper,
            },
            lookup_table: device.lookup_table(),
        })
    }

    fn obey(
        request: &TouchSensorRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(TouchSensorAnswer),
    ) {
        let TouchSensorRequest::SetPeriod { period } = request;
        commands.push(target.enable(*period));
    }

    fn report(reading: &Reading, mut answer: impl FnMut(TouchSensorAnswer)) {
        match reading {
            Reading::Number(value) => answer(TouchSensorAnswer::Value { value: *value }),
            Reading::Vector(force) => answer(TouchSensorAnswer::Force3d { force: *force }),
            _ => {}
        }
    }
}
