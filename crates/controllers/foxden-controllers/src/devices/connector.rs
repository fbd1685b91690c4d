//! Docks to another connector.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::connector::{ConnectorAnswer, ConnectorRequest};
use foxden_sim::controller::{Command, Reading};

/// A connector on the wire.
pub(super) struct ConnectorWire;

impl DeviceWire for ConnectorWire {
    type Request = ConnectorRequest;

    fn configuration(_: &WorldDevice<'_>) -> Option<ConnectorAnswer> {
        None
    }

    fn obey(
        request: &ConnectorRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(ConnectorAnswer),
    ) {
        let port = target.device.port;
        commands.push(match request {
            ConnectorRequest::SetPresencePeriod { period } => target.enable(*period),
            ConnectorRequest::Lock => Command::Lock(port, true),
            ConnectorRequest::Unlock => Command::Lock(port, false),
        });
    }

    fn report(reading: &Reading, mut answer: impl FnMut(ConnectorAnswer)) {
        match reading {
            Reading::Presence(presence) => answer(ConnectorAnswer::Presence {
                presence: *presence,
            }),
            Reading::Locked(locked) => answer(ConnectorAnswer::Configure { locked: *locked }),
            _ => {}
        }
    }
}
