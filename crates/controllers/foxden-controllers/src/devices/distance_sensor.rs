//! Measures distance along rays.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::distance_sensor::{
    DistanceSensorAnswer, DistanceSensorKind, DistanceSensorRequest,
};
use foxden_sim::controller::{Command, Reading};

/// A distance sensor on the wire.
pub(super) struct DistanceSensorWire;

impl DeviceWire for DistanceSensorWire {
    type Request = DistanceSensorRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<DistanceSensorAnswer> {
        let lookup_table = device.lookup_table();
        let outputs = || lookup_table.iter().map(|row| row.output);
        Some(DistanceSensorAnswer::Configure {
            kind: match device.text("type").as_str() {
                "infra-red" => DistanceSensorKind::InfraRed,
                "sonar" => DistanceSensorKind::Sonar,
                "laser" => DistanceSensorKind::Laser,
                _ => DistanceSensorKind::Generic,
            },
            min_value: outputs().reduce(f64::min).unwrap_or(0.0),
            max_value: outputs().reduce(f64::max).unwrap_or(0.0),
            aperture: device.number("aperture"),
            lookup_table,
        })
    }

    fn obey(
        request: &DistanceSensorRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(DistanceSensorAnswer),
    ) {
        let DistanceSensorRequest::SetPeriod { period } = request;
        commands.push(target.enable(*period));
    }

    fn report(reading: &Reading, mut answer: impl FnMut(DistanceSensorAnswer)) {
        if let Reading::Number(value) = reading {
            answer(DistanceSensorAnswer::Value { value: *value });
        }
    }
}
