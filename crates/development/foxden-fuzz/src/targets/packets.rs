//! What the targets for both directions of the controller protocol share.

use foxden_protocol::frame::{Framer, Framing};
use foxden_protocol::robot::{DeviceAnnouncement, RobotAnswer};
use foxden_protocol::{AnswerMessage, AnswerPacket, DecodeError, DeviceKind};
use std::sync::LazyLock;

/// Larger packets are refused.
const LIMIT: usize = 1 << 16;

/// What announces a robot with one device of each kind.
pub(super) static EVERY_DEVICE: LazyLock<AnswerPacket> = LazyLock::new(|| {
    let devices = DeviceKind::ALL.iter().map(|kind| DeviceAnnouncement {
        kind: *kind,
        name: kind.name().to_owned(),
        model: String::new(),
    });
    AnswerPacket::in_time(vec![AnswerMessage::Robot(RobotAnswer::NewDevices {
        devices: devices.collect(),
    })])
});

/// Cuts a stream that arrives in pieces into packets, up to the first damage.
pub(super) fn for_each<F: Framing>(
    stream: &[u8],
    piece: usize,
    mut use_packet: impl FnMut(F::Packet),
) {
    let mut framer = Framer::<F>::new(LIMIT);
    for bytes in stream.chunks(piece) {
        framer.push(bytes);
        while let Ok(Some(packet)) = framer.next() {
            use_packet(packet);
        }
    }
}

/// An error says where in the packet it is, and what.
pub(super) fn check_error(error: &DecodeError, packet: &[u8]) {
    assert!(error.offset <= packet.len());
    assert!(!error.to_string().is_empty());
}
