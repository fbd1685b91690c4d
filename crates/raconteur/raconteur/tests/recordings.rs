//! Messages of two genuine peers, recorded by `tests/raconteur/record.py`.
#![allow(clippy::unwrap_used)]

use bytes::BytesMut;
use raconteur::codec::{self, Limits, MessageVersion};

/// Every message is read, and written back byte for byte.
fn check(recording: &[u8]) -> (usize, usize) {
    let limits = Limits::default();
    let mut input = BytesMut::from(recording);
    let (mut second, mut fourth) = (0, 0);
    while let Some(frame) = codec::take_frame(&mut input, &limits).unwrap() {
        let decoded = codec::decode(&frame, &limits).unwrap();
        match decoded.version {
            MessageVersion::V2 => second += 1,
            MessageVersion::V4 => fourth += 1,
        }
        let mut written = BytesMut::new();
        codec::encode(
            &decoded.message,
            decoded.version,
            decoded.strings,
            &mut written,
        )
        .unwrap();
        assert_eq!(written, frame, "{:?}", decoded.message);
    }
    assert!(input.is_empty());
    (second, fourth)
}

#[test]
fn version_4() {
    let (second, fourth) = check(include_bytes!("data/recordings/kinds_v4.bin"));
    assert_eq!(second, 2);
    assert!(fourth > 300, "{fourth} messages");
}

#[test]
fn version_2() {
    let (second, fourth) = check(include_bytes!("data/recordings/kinds_v2.bin"));
    assert_eq!(fourth, 0);
    assert!(second > 300, "{second} messages");
}

#[test]
fn string_table() {
    let (_, fourth) = check(include_bytes!("data/recordings/kinds_table.bin"));
    assert!(fourth > 300, "{fourth} messages");
}
