//! Replay tickets: a recording is read up to its damage, and its events end.
//!
//! The first byte chooses whether the rest is a file, or choices from which a whole
//! file with right checksums is made.

use super::random_world::Choices;
use foxden_runtime::ticket::block::BlockWriter;
use foxden_runtime::ticket::event_stream::EventStream;
use foxden_runtime::ticket::file::TicketFile;
use foxden_runtime::ticket::{ASSETS_TOPIC, INPUTS_TOPIC, WORLD_TOPIC};
use mcap::records::MessageHeader;
use mcap::{Attachment, WriteOptions};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Cursor;

/// Turns can be repeated any number of times; a replay can be stopped.
const MOST_EVENTS: usize = 500;

/// Runs one input.
pub fn run(data: &[u8]) {
    let mut choices = Choices::new(data);
    let file = match choices.below(4) {
        0 => choices.rest().to_vec(),
        kind => {
            let damage = (kind == 3).then(|| (choices.byte(), choices.byte()));
            let mut file = recording(&mut choices).unwrap_or_default();
            if let (Some((at, flip)), false) = (damage, file.is_empty()) {
                let at = file.len() * usize::from(at) / 256;
                file[at] ^= flip;
            }
            file
        }
    };
    let Ok(ticket) = TicketFile::read_from(Cursor::new(&file), file.len() as u64) else {
        return;
    };
    for world in &ticket.worlds {
        let _ = EventStream::restored_positions(world);
        let mut events = EventStream::new(world.clone());
        for _ in 0..MOST_EVENTS {
            match events.next_event() {
                Ok(Some(_)) => {}
                Ok(None) | Err(_) => break,
            }
        }
    }
}

fn recording(choices: &mut Choices<'_>) -> Option<Vec<u8>> {
    let options = WriteOptions::new()
        .compression(None)
        .use_chunks(choices.below(2) == 0);
    let mut writer = options.create(Cursor::new(Vec::new())).ok()?;
    let topics = [WORLD_TOPIC, INPUTS_TOPIC, ASSETS_TOPIC, "other"];
    let mut channels = Vec::new();
    for topic in topics {
        channels.push(
            writer
                .add_channel(0, topic, "json", &BTreeMap::new())
                .ok()?,
        );
    }
    let mut time = 0;
    while !choices.is_done() {
        time += 1;
        let header = |channel: usize| MessageHeader {
            channel_id: channels[channel],
            sequence: 0,
            log_time: time,
            publish_time: time,
        };
        match choices.below(6) {
            0 => writer.write_to_known_channel(&header(0), b"{}").ok()?,
            1 => {
                let attachment = Attachment {
                    log_time: time,
                    create_time: time,
                    name: "asset/00".to_owned(),
                    media_type: String::new(),
                    data: Cow::Borrowed(choices.take(8)),
                };
                writer.attach(&attachment).ok()?;
            }
            2 => {
                let length = choices.below(64);
                let block = choices.take(length);
                writer.write_to_known_channel(&header(1), block).ok()?;
            }
            _ => {
                let block = block(choices);
                writer.write_to_known_channel(&header(1), &block).ok()?;
            }
        }
    }
    writer.finish().ok()?;
    Some(writer.into_inner().into_inner())
}

/// A block of records that are whole, with operations of any bytes.
fn block(choices: &mut Choices<'_>) -> Vec<u8> {
    let mut writer = BlockWriter::default();
    for _ in 0..choices.below(8) {
        let kind = choices.below(4);
        let length = choices.below(24);
        let bytes = choices.take(length);
        match kind {
            0 => writer.check(7, bytes),
            1 => writer.rest(bytes),
            2 => writer.turn(&[]),
            _ => writer.turn(bytes),
        }
    }
    writer.take()
}
