//! Robot Raconteur messages: what is read in either version is written back and read as
//! the same.
//!
//! The first byte chooses the version and whether the input is the body of a frame or a
//! row of choices from which a whole message is made, so that nested values are reached.

use super::random_world::Choices;
use bytes::{Bytes, BytesMut};
use raconteur::codec::{self, Limits, MessageVersion, StringTable};
use raconteur::message::{Array, Element, Entry, EntryType, Message};
use raconteur::value::Value;

/// Runs one input.
pub fn run(data: &[u8]) {
    let mut choices = Choices::new(data);
    let kind = choices.byte();
    let limits = Limits::default();
    let frame = match kind % 4 {
        0 | 1 => {
            let body = choices.rest();
            let version: u16 = if kind.is_multiple_of(4) { 2 } else { 4 };
            let mut frame = b"RRAC".to_vec();
            frame.extend_from_slice(&((10 + body.len()) as u32).to_le_bytes());
            frame.extend_from_slice(&version.to_le_bytes());
            frame.extend_from_slice(body);
            Bytes::from(frame)
        }
        made => {
            let message = message(&mut choices);
            let version = if made == 2 {
                MessageVersion::V2
            } else {
                MessageVersion::V4
            };
            let mut written = BytesMut::new();
            if codec::encode(&message, version, StringTable::Off, &mut written).is_err() {
                return;
            }
            written.freeze()
        }
    };
    let Ok(decoded) = codec::decode(&frame, &limits) else {
        return;
    };
    let mut written = BytesMut::new();
    codec::encode(
        &decoded.message,
        decoded.version,
        decoded.strings,
        &mut written,
    )
    .expect("what was read can be written");
    let again = codec::decode(&written.freeze(), &limits).expect("what was written can be read");
    assert_eq!(again.message, decoded.message);
    for entry in decoded.message.entries {
        for element in entry.elements {
            let name = element.name.clone();
            if let Ok(value) = Value::from_element(element) {
                let element = value.clone().into_element(name);
                let again = Value::from_element(element).expect("a value is a value again");
                assert_eq!(again, value);
            }
        }
    }
}

fn message(choices: &mut Choices<'_>) -> Message {
    let kind = EntryType(u16::from(choices.byte()) << 8 | u16::from(choices.byte()));
    let mut entry = Entry::new(kind, text(choices), text(choices));
    while !choices.is_done() {
        entry = entry.with(element(choices, 4));
    }
    Message::new(entry)
}

fn text(choices: &mut Choices<'_>) -> String {
    let length = choices.below(8);
    String::from_utf8_lossy(choices.take(length)).into_owned()
}

fn element(choices: &mut Choices<'_>, depth: usize) -> Element {
    let name = text(choices);
    value(choices, depth).into_element(name)
}

fn value(choices: &mut Choices<'_>, depth: usize) -> Value {
    let kind = choices.below(12);
    let count = choices.below(4);
    match kind {
        0 => Value::Null,
        1 => Value::Array(Array::from_slice(choices.take(count))),
        2 => Value::Array(Array::from_slice(&[f64::from(choices.byte()); 2])),
        3 => Value::String(text(choices).into()),
        4 => Value::MultiDim(
            vec![u32::from(choices.byte()), count as u32],
            Array::from_slice(choices.take(count * 2)),
        ),
        5 => Value::NamedArrays(text(choices).into(), Array::from_slice(&[1.0, 2.0, 3.0])),
        _ if depth == 0 => Value::Null,
        6 => Value::List(values(choices, depth, count)),
        7 => Value::IntMap((0..).zip(values(choices, depth, count)).collect()),
        8 => {
            let keys = (0..count).map(|at| format!("k{at}"));
            Value::StringMap(keys.zip(values(choices, depth, count)).collect())
        }
        9 => Value::Pods(
            text(choices).into(),
            vec![fields(choices, depth, count); count],
        ),
        10 => Value::PodMultiDim(
            text(choices).into(),
            vec![count as u32, 1],
            vec![fields(choices, depth, 1); count],
        ),
        _ => Value::Struct(raconteur::value::Record {
            type_name: text(choices).into(),
            fields: fields(choices, depth, count),
        }),
    }
}

fn values(choices: &mut Choices<'_>, depth: usize, count: usize) -> Vec<Value> {
    (0..count).map(|_| value(choices, depth - 1)).collect()
}

fn fields(choices: &mut Choices<'_>, depth: usize, count: usize) -> raconteur::value::Fields {
    let names = (0..count).map(|at| format!("f{at}").into());
    names.zip(values(choices, depth, count)).collect()
}
