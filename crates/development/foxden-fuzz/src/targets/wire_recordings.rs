//! Recordings of Robot Raconteur wires: read or refused.
//!
//! The first byte chooses whether the rest is a file, or a definition and JSON values
//! (separated by lines of three hyphens) from which a whole file is made.

use mcap::records::MessageHeader;
use mcap::{Attachment, WriteOptions};
use raconteur::recording::Recording;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Cursor;

const DEFINITION: &str = "service a.b\nstruct S\n field double x\n field string[] names\nend\nobject O\n wire S w [readonly]\nend\n";

/// Runs one input.
pub fn run(data: &[u8]) {
    let Some((kind, rest)) = data.split_first() else {
        return;
    };
    let file = match kind % 2 {
        0 => rest.to_vec(),
        _ => recording(&String::from_utf8_lossy(rest)).unwrap_or_default(),
    };
    match Recording::read(&file) {
        Ok(recording) => {
            for message in recording.messages() {
                assert!(message.wire < recording.wires().len());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn recording(text: &str) -> Option<Vec<u8>> {
    let mut parts = text.split("\n---\n");
    let definition = match parts.next()? {
        "" => DEFINITION,
        given => given,
    };
    let options = WriteOptions::new().compression(None);
    let mut writer = options.create(Cursor::new(Vec::new())).ok()?;
    let attachment = Attachment {
        log_time: 0,
        create_time: 0,
        name: "a.b.robdef".to_owned(),
        media_type: String::new(),
        data: Cow::Borrowed(definition.as_bytes()),
    };
    writer.attach(&attachment).ok()?;
    let metadata = [
        ("service", "s"),
        ("wire", "w"),
        ("object_types", "[\"a.b.O\"]"),
    ];
    let metadata: BTreeMap<String, String> = metadata
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    let channel_id = writer.add_channel(0, "w", "json", &metadata).ok()?;
    for (part, time) in parts.zip(0..) {
        let header = MessageHeader {
            channel_id,
            sequence: 0,
            log_time: time,
            publish_time: time,
        };
        writer
            .write_to_known_channel(&header, part.as_bytes())
            .ok()?;
    }
    writer.finish().ok()?;
    Some(writer.into_inner().into_inner())
}
