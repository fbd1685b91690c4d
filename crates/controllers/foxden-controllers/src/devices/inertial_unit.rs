//! Measures orientation.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::inertial_unit::{InertialUnitAnswer, InertialUnitRequest};
use foxden_sim::controller::{Command, Reading};

/// An inertial unit on the wire.
pub(super) struct InertialUnitWire;

impl DeviceWire for InertialUnitWire {
    type Request = InertialUnitRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<InertialUnitAnswer> {
        Some(InertialUnitAnswer::Configure {
            noise: device.number("noise"),
            coordinate_system: device.world_text("coordinateSystem"),
        })
    }

    fn obey(
        request: &InertialUnitRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(InertialUnitAnswer),
    ) {
        let InertialUnitRequest::SetPeriod { period } = request;
        commands.push(target.enable(*period));
    }

    fn report(reading: &Reading, mut answer: impl FnMut(InertialUnitAnswer)) {
        if let Reading::Attitude(quaternion) = reading {
            answer(InertialUnitAnswer::Value {
                quaternion: *quaternion,
            });
        }
    }
}
