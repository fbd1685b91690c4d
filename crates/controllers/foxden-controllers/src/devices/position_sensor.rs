//! Measures a joint.

use super::joint::{associated, joint_kind};
use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::position_sensor::{PositionSensorAnswer, PositionSensorRequest};
use foxden_sim::controller::{Command, Reading};

/// A position sensor on the wire.
pub(super) struct PositionSensorWire;

impl DeviceWire for PositionSensorWire {
    type Request = PositionSensorRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<PositionSensorAnswer> {
        Some(PositionSensorAnswer::Configure {
            joint: joint_kind(device),
        })
    }

    fn obey(
        request: &PositionSensorRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        mut answer: impl FnMut(PositionSensorAnswer),
    ) {
        match request {
            PositionSensorRequest::SetPeriod { period } => commands.push(target.enable(*period)),
            PositionSensorRequest::FindAssociated { wanted } => {
                let tag = associated(target, *wanted);
                answer(PositionSensorAnswer::Associated { tag });
            }
        }
    }

    fn report(reading: &Reading, mut answer: impl FnMut(PositionSensorAnswer)) {
        if let Reading::Number(position) = reading {
            answer(PositionSensorAnswer::Value {
                position: *position,
            });
        }
    }
}
