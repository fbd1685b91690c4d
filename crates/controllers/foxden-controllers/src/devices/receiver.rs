//! Gets packets from emitters.

use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::receiver::{ReceiverAnswer, ReceiverRequest};
use foxden_sim::controller::{Command, Reading};

/// A receiver on the wire.
pub(super) struct ReceiverWire;

impl DeviceWire for ReceiverWire {
    type Request = ReceiverRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<ReceiverAnswer> {
        Some(ReceiverAnswer::Configure {
            buffer_size: device.limit("bufferSize"),
            channel: device.integer_now("channel"),
            allowed_channels: device.integers("allowedChannels"),
        })
    }

    fn obey(
        request: &ReceiverRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(ReceiverAnswer),
    ) {
        commands.push(match request {
            ReceiverRequest::SetPeriod { period } => target.enable(*period),
            ReceiverRequest::SetChannel { channel } => {
                Command::ReceiverChannel(target.device.port, *channel)
            }
        });
    }

    fn report(reading: &Reading, mut answer: impl FnMut(ReceiverAnswer)) {
        let Reading::Packets { channel, packets } = reading else {
            return;
        };
        for packet in packets {
            answer(ReceiverAnswer::Packet {
                channel: *channel,
                direction: packet.direction,
                signal: packet.strength,
                data: packet.data.to_vec(),
            });
        }
    }
}
