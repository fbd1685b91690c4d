//! The packets of a controller: read or refused; what is read is written and read again.
//!
//! The first byte chooses how the rest is taken: as a stream that is cut into packets,
//! or as one packet whose sizes are right, so that mutations reach its messages.

use super::packets::{EVERY_DEVICE, check_error, for_each};
use super::random_world::Choices;
use foxden_protocol::frame::RequestFraming;
use foxden_protocol::handshake::Greeting;
use foxden_protocol::{ControllerPacket, DeviceKind, Dialect, RequestDecoder};
use std::sync::LazyLock;

/// A decoder that knows the robot.
static DECODER: LazyLock<RequestDecoder> = LazyLock::new(|| {
    let mut decoder = RequestDecoder::new();
    decoder.observe_answer(&EVERY_DEVICE);
    decoder
});

/// Runs one input.
pub fn run(data: &[u8]) {
    let mut choices = Choices::new(data);
    let mut decoder = DECODER.clone();
    match choices.below(4) {
        0 => {
            let piece = choices.below(32) + 1;
            for_each::<RequestFraming>(choices.rest(), piece, |packet| {
                check(&mut decoder, &packet);
            });
        }
        1 => {
            let _ = Greeting::decode(choices.rest());
        }
        _ => {
            let mut packet = vec![0; 8];
            packet[4] = choices.byte();
            while !choices.is_done() {
                let tag = choices.below(DeviceKind::ALL.len() + 2) as u16;
                let length = choices.below(64);
                let body = choices.take(length);
                packet.extend(tag.to_le_bytes());
                packet.extend((body.len() as u32).to_le_bytes());
                packet.extend(body);
            }
            let size = (packet.len() as u32).to_le_bytes();
            packet[..4].copy_from_slice(&size);
            check(&mut decoder, &packet);
        }
    }
}

fn check(decoder: &mut RequestDecoder, packet: &[u8]) {
    match decoder.decode(packet) {
        Ok(read) => {
            let dialect = decoder.dialect().unwrap_or(Dialect::R2023b);
            let mut written = Vec::new();
            read.encode(dialect, &mut written);
            let mut second = DECODER.clone();
            let again = second.decode(&written);
            // the types of fields come from answers that the second decoder has not seen
            assert!(again.is_ok() || matches!(read, ControllerPacket::Request(_)));
        }
        Err(error) => check_error(&error, packet),
    }
}
