//! Finds targets by radio waves.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::radar::{RadarAnswer, RadarRequest, RadarTarget};
use foxden_sim::controller::{Command, Reading};

/// A radar on the wire.
pub(super) struct RadarWire;

impl DeviceWire for RadarWire {
    type Request = RadarRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<RadarAnswer> {
        Some(RadarAnswer::Configure {
            min_range: device.number("minRange"),
            max_range: device.number("maxRange"),
            horizontal_field_of_view: device.number("horizontalFieldOfView"),
            vertical_field_of_view: device.number("verticalFieldOfView"),
        })
    }

    fn obey(
        request: &RadarRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(RadarAnswer),
    ) {
        let RadarRequest::SetPeriod { period } = request;
        commands.push(target.enable(*period));
    }

    fn report(reading: &Reading, mut answer: impl FnMut(RadarAnswer)) {
        if let Reading::Targets(targets) = reading {
            answer(RadarAnswer::Targets {
                targets: targets
                    .iter()
                    .map(|target| RadarTarget {
                        distance: target.distance,
                        received_power: target.power,
                        speed: target.speed,
                        azimuth: target.azimuth,
                    })
                    .collect(),
            });
        }
    }

    /// A program keeps the limits that it got first.
    fn changes(_: Option<&RadarAnswer>, _: &RadarAnswer, _: bool) -> Vec<RadarAnswer> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_range_is_not_told() {
        let configure = |max_range| RadarAnswer::Configure {
            min_range: 1.0,
            max_range,
            horizontal_field_of_view: 0.8,
            vertical_field_of_view: 0.1,
        };
        let (before, after) = (configure(50.0), configure(60.0));
        assert!(RadarWire::changes(Some(&before), &after, true).is_empty());
    }
}
