//! Measures position and velocity.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::gps::{Coordinates, GpsAnswer, GpsRequest};
use foxden_sim::controller::{Command, Reading};

/// A GPS on the wire.
pub(super) struct GpsWire;

impl DeviceWire for GpsWire {
    type Request = GpsRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<GpsAnswer> {
        Some(GpsAnswer::Configure {
            coordinates: match device.world_text("gpsCoordinateSystem").as_str() {
                "WGS84" => Coordinates::Wgs84,
                _ => Coordinates::Local,
            },
        })
    }

    fn obey(
        request: &GpsRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(GpsAnswer),
    ) {
        let GpsRequest::SetPeriod { period } = request;
        commands.push(target.enable(*period));
    }

    fn report(reading: &Reading, mut answer: impl FnMut(GpsAnswer)) {
        if let Reading::Fix {
            position,
            speed,
            velocity,
        } = reading
        {
            answer(GpsAnswer::Value {
                position: *position,
                speed: *speed,
                velocity: *velocity,
            });
        }
    }
}
