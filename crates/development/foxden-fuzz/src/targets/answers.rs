//! The packets of a simulator, as the controller library reads them.

use super::packets::{EVERY_DEVICE, check_error, for_each};
use super::random_world::Choices;
use foxden_protocol::frame::{AnswerFraming, ChunkedFraming};
use foxden_protocol::{AnswerDecoder, Dialect};

/// Runs one input. The first byte chooses the dialect and how the rest is taken: as a
/// stream, or as one packet with the right size.
pub fn run(data: &[u8]) {
    let mut choices = Choices::new(data);
    let dialect = Dialect::ALL[choices.below(Dialect::ALL.len())];
    let mut decoder = AnswerDecoder::new(dialect);
    let mut first = Vec::new();
    EVERY_DEVICE.encode(dialect, &mut first);
    assert!(decoder.decode(&first).is_ok());
    let piece = choices.below(32) + 1;
    match choices.below(4) {
        0 => for_each::<AnswerFraming>(choices.rest(), piece, |packet| {
            check(&mut decoder, dialect, &packet);
        }),
        1 => for_each::<ChunkedFraming>(choices.rest(), piece, drop),
        _ => {
            let body = choices.rest();
            let mut packet = (body.len() as u32 + 4).to_le_bytes().to_vec();
            packet.extend(body);
            check(&mut decoder, dialect, &packet);
        }
    }
}

fn check(decoder: &mut AnswerDecoder, dialect: Dialect, packet: &[u8]) {
    match decoder.decode(packet) {
        Ok(read) => {
            let mut written = Vec::new();
            read.encode(dialect, &mut written);
            assert!(written.len() >= 8);
        }
        Err(error) => check_error(&error, packet),
    }
}
