//! Whatever is read in either version is written back and read as the same.
#![no_main]

use bytes::{Bytes, BytesMut};
use libfuzzer_sys::fuzz_target;
use raconteur::codec::{self, Limits, Version};
use raconteur::value::Value;

fuzz_target!(|data: &[u8]| {
    let Some((version, body)) = data.split_first() else {
        return;
    };
    let version: u16 = if version % 2 == 0 { 2 } else { 4 };
    let mut frame = b"RRAC".to_vec();
    frame.extend_from_slice(&((10 + body.len()) as u32).to_le_bytes());
    frame.extend_from_slice(&version.to_le_bytes());
    frame.extend_from_slice(body);
    let limits = Limits::default();
    let Ok(decoded) = codec::decode(&Bytes::from(frame), &limits) else {
        return;
    };
    let mut out = BytesMut::new();
    codec::encode(
        &decoded.message,
        decoded.version,
        decoded.strings,
        &mut out,
    )
    .expect("what was read can be written");
    let again = codec::decode(&out.freeze(), &limits).expect("what was written can be read");
    assert_eq!(again.message, decoded.message);
    assert!(matches!(decoded.version, Version::V2 | Version::V4));
    for entry in decoded.message.entries {
        for element in entry.elements {
            let name = element.name.clone();
            if let Ok(value) = Value::from_element(element) {
                let element = value.clone().into_element(name);
                assert_eq!(Value::from_element(element).expect("a value"), value);
            }
        }
    }
});
