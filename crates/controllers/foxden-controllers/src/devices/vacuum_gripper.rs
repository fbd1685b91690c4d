//! Holds objects.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::vacuum_gripper::{VacuumGripperAnswer, VacuumGripperRequest};
use foxden_sim::controller::{Command, Reading};

/// A vacuum gripper on the wire.
pub(super) struct VacuumGripperWire;

impl DeviceWire for VacuumGripperWire {
    type Request = VacuumGripperRequest;

    fn configuration(_: &WorldDevice<'_>) -> Option<VacuumGripperAnswer> {
        None
    }

    fn obey(
        request: &VacuumGripperRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(VacuumGripperAnswer),
    ) {
        let port = target.device.port;
        commands.push(match request {
            VacuumGripperRequest::SetPresencePeriod { period } => target.enable(*period),
            VacuumGripperRequest::TurnOn => Command::Grip(port, true),
            VacuumGripperRequest::TurnOff => Command::Grip(port, false),
        });
    }

    fn report(reading: &Reading, mut answer: impl FnMut(VacuumGripperAnswer)) {
        match reading {
            Reading::Held(presence) => answer(VacuumGripperAnswer::Presence {
                presence: *presence,
            }),
            Reading::GripperOn(on) => answer(VacuumGripperAnswer::Configure { on: *on }),
            _ => {}
        }
    }
}
