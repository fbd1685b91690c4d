//! The codec: worked bytes, round trips of arbitrary messages, hostile input.
#![allow(clippy::unwrap_used)]

use bytes::{Bytes, BytesMut};
use bytestring::ByteString;
use proptest::prelude::*;
use raconteur::codec::{self, CodecError, Limits, MessageVersion, StringTable};
use raconteur::message::{
    Array, Composite, Data, Element, ElementName, Endpoints, Entry, EntryType, Header, Message,
    NodeId, Routing,
};

fn encoded(message: &Message, version: MessageVersion, strings: StringTable) -> Bytes {
    let mut out = BytesMut::new();
    codec::encode(message, version, strings, &mut out).unwrap();
    out.freeze()
}

fn hex(text: &str) -> Bytes {
    let digits: Vec<u8> = text.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

#[test]
fn a_property_get_is_46_bytes_in_version_4() {
    let bytes = hex("52524143 2e000000 0400 11 10 00 0100 0000 \
         1d 15 5704 07 7265796e617264 0e 726f626f745f706f736974696f6e 02 00");
    assert_eq!(bytes.len(), 46);
    let decoded = codec::decode(&bytes, &Limits::default()).unwrap();
    let entry = &decoded.message.entries[0];
    assert_eq!(entry.kind, EntryType::PROPERTY_GET);
    assert_eq!(
        (&*entry.path, &*entry.member, entry.request_id),
        ("reynard", "robot_position", 2)
    );
    assert_eq!(
        encoded(&decoded.message, decoded.version, decoded.strings),
        bytes
    );
}

#[test]
fn a_create_connection_is_142_bytes_in_version_2() {
    let mut message = Message::new(
        Entry::new(EntryType::STREAM_OP, "", "CreateConnection").with(Element::new(
            "capabilities",
            Data::Array(Array::from_slice(&[
                0x0200_0003u32,
                0x0400_0003,
                0x0410_0007,
            ])),
        )),
    );
    message.header.routing = Some(Routing::default());
    message.header.endpoints = Some(Endpoints::default());
    let bytes = encoded(&message, MessageVersion::V2, StringTable::Off);
    assert_eq!(bytes.len(), 142);
    assert_eq!(
        bytes[64..],
        hex(
            "4e000000 0100 0000 0000 1000 437265617465436f6e6e656374696f6e 00000000 0000 \
             0000 0100 28000000 0c00 6361706162696c6974696573 0800 0000 0000 03000000 \
             03000002 03000004 07001004"
        )
    );
    assert_eq!(
        codec::decode(&bytes, &Limits::default()).unwrap().message,
        message
    );
}

#[test]
fn numbers_and_their_decimal_text_are_the_same_name() {
    let child = Element::scalar(-7, 1.5);
    let message = Message::new(
        Entry::new(EntryType::PIPE_PACKET, "a", "b").with(Element::new(
            "x",
            Data::Nested(Composite::IntMap, vec![child]),
        )),
    );
    let v2 = codec::decode(
        &encoded(&message, MessageVersion::V2, StringTable::Off),
        &Limits::default(),
    )
    .unwrap();
    let key = &v2.message.entries[0].elements[0].children()[0].name;
    assert!(matches!(key, ElementName::Text(text) if **text == *"-7"));
    assert_eq!(key.as_number(), Some(-7));
    assert_eq!(*key, ElementName::Number(-7));
}

#[test]
fn hostile_sizes_and_counts_are_refused_before_allocation() {
    let limits = Limits::default();
    let mut huge = BytesMut::from(&b"RRAC\xff\xff\xff\xff"[..]);
    assert!(matches!(
        codec::take_frame(&mut huge, &limits),
        Err(CodecError::MessageSize { .. })
    ));
    let mut small = BytesMut::from(&b"RRAC\x0f\0\0\0"[..]);
    assert!(codec::take_frame(&mut small, &limits).is_err());
    assert_eq!(
        codec::take_frame(&mut BytesMut::from(&b"HTTP"[..]), &limits),
        Err(CodecError::Magic)
    );
    // An array that announces four thousand million items in a few bytes.
    let message = Message::new(
        Entry::new(EntryType::PROPERTY_SET, "a", "b").with(Element::scalar("value", 1.0)),
    );
    let bytes = encoded(&message, MessageVersion::V2, StringTable::Off);
    let mut forged = bytes.to_vec();
    let at = forged.len() - 12;
    forged[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(codec::decode(&forged.into(), &limits).is_err());
}

#[test]
fn nesting_is_bounded() {
    let mut element = Element::new("leaf", Data::Void);
    for _ in 0..10_000 {
        element = Element::new("n", Data::Nested(Composite::List, vec![element]));
    }
    // Sizes are computed per level, so the deep message is assembled by hand.
    let mut inner: Vec<u8> = Vec::new();
    for _ in 0..10_000 {
        let size = (inner.len() + 17) as u32;
        let mut outer = size.to_le_bytes().to_vec();
        outer.extend_from_slice(&[1, 0, b'n', 108, 0, 0, 0, 0, 0]);
        outer.extend_from_slice(&u32::from(!inner.is_empty()).to_le_bytes());
        outer.extend_from_slice(&inner);
        inner = outer;
    }
    let mut entry = ((inner.len() + 22) as u32).to_le_bytes().to_vec();
    entry.extend_from_slice(&1111u16.to_le_bytes());
    entry.extend_from_slice(&[0; 14]);
    entry.extend_from_slice(&1u16.to_le_bytes());
    entry.extend_from_slice(&inner);
    let mut frame = b"RRAC".to_vec();
    frame.extend_from_slice(&((64 + entry.len()) as u32).to_le_bytes());
    frame.extend_from_slice(&[2, 0, 64, 0]);
    frame.extend_from_slice(&[0; 46]);
    frame.extend_from_slice(&1u16.to_le_bytes());
    frame.extend_from_slice(&[0; 4]);
    frame.extend_from_slice(&entry);
    assert_eq!(
        codec::decode(&frame.into(), &Limits::default()),
        Err(CodecError::Depth(64))
    );
    // Dropping a deep tree must not overflow either; unwind it step by step.
    while let Data::Nested(_, children) = &mut element.data {
        element = children.pop().unwrap();
    }
}

#[test]
fn unknown_string_codes_are_refused() {
    let bytes = hex("52524143 13000000 0400 0c 00 07 0a 5704 02 02 00");
    assert_eq!(
        codec::decode(&bytes, &Limits::default()),
        Err(CodecError::StringCode(2))
    );
}

#[test]
fn a_message_needs_an_entry() {
    let empty = Message::default();
    let mut out = BytesMut::new();
    let none = Err(CodecError::Count {
        what: "entries",
        count: 0,
    });
    for version in [MessageVersion::V2, MessageVersion::V4] {
        assert_eq!(
            codec::encode(&empty, version, StringTable::Off, &mut out),
            none
        );
    }
    assert!(out.is_empty());
    let read = hex("52524143 12000000 0400 12 44 0000 00 00 00 00").to_vec();
    assert!(codec::decode(&read.into(), &Limits::default()).is_err());
}

#[test]
fn an_empty_string_table_stays_unused() {
    let bytes = hex("52524143 15000000 0400 0d 20 00 08 05 5704 01 61 01 62 00");
    let mut bytes = bytes.to_vec();
    bytes[4] = bytes.len() as u8;
    // Entry: size, flags, kind, path, member, no elements.
    bytes[13] = (bytes.len() - 13) as u8;
    let decoded = codec::decode(&bytes.into(), &Limits::default()).unwrap();
    assert_eq!(decoded.strings, StringTable::Off);
    let written = encoded(&decoded.message, decoded.version, decoded.strings);
    let again = codec::decode(&written, &Limits::default()).unwrap();
    assert_eq!(again.message, decoded.message);
}

#[test]
fn string_tables_with_double_or_even_codes_are_refused() {
    for table in ["02 01 01 61 01 01 62", "01 04 01 61"] {
        let table = hex(table);
        let mut bytes = hex("52524143 00000000 0400 00 20").to_vec();
        bytes.extend_from_slice(&table);
        bytes[10] = bytes.len() as u8;
        bytes.extend_from_slice(&hex("09 05 5704 01 61 01 62 00"));
        bytes[4] = bytes.len() as u8;
        assert!(matches!(
            codec::decode(&bytes.into(), &Limits::default()),
            Err(CodecError::StringCode(1 | 4))
        ));
    }
}

fn text() -> impl Strategy<Value = ByteString> {
    prop_oneof![
        Just("value"),
        Just("packettime"),
        Just("RobotRaconteur.TimeSpec"),
        Just("robot"),
        Just("")
    ]
    .prop_map(ByteString::from_static)
    .boxed()
    .prop_union("[a-z.]{0,140}".prop_map(ByteString::from).boxed())
}

fn name() -> impl Strategy<Value = ElementName> {
    prop_oneof![
        text().prop_map(ElementName::Text),
        any::<i32>().prop_map(ElementName::Number)
    ]
}

fn leaf() -> impl Strategy<Value = Data> {
    prop_oneof![
        Just(Data::Void),
        prop::collection::vec(any::<f64>(), 0..40).prop_map(|v| Data::Array(Array::from_slice(&v))),
        prop::collection::vec(any::<u8>(), 0..300).prop_map(|v| Data::Array(Array::from_slice(&v))),
        prop::collection::vec(any::<(f32, f32)>(), 0..4)
            .prop_map(|v| Data::Array(Array::from_slice(&v))),
        prop::collection::vec(any::<bool>(), 0..4).prop_map(|v| Data::Array(Array::from_slice(&v))),
        ".{0,300}".prop_map(|s| Data::String(s.into())),
    ]
}

fn element() -> impl Strategy<Value = Element> {
    let leaf = (name(), text(), leaf()).prop_map(|(name, metadata, data)| Element {
        metadata,
        ..Element::new(name, data)
    });
    leaf.prop_recursive(4, 40, 6, |inner| {
        let kind = prop_oneof![
            Just(Composite::Struct),
            Just(Composite::IntMap),
            Just(Composite::List),
            Just(Composite::PodArray),
            Just(Composite::NamedMultiDim)
        ];
        (
            name(),
            text(),
            kind,
            prop::collection::vec(inner, 0..6),
            prop::collection::vec(any::<u8>(), 0..3),
        )
            .prop_map(|(name, type_name, kind, children, extended)| Element {
                type_name,
                extended: extended.into(),
                ..Element::new(name, Data::Nested(kind, children))
            })
    })
}

fn message() -> impl Strategy<Value = Message> {
    let routing = (any::<[u8; 16]>(), any::<[u8; 16]>(), text(), text()).prop_map(
        |(a, b, sender_name, receiver_name)| Routing {
            sender: NodeId::from_bytes(a),
            receiver: NodeId::from_bytes(b),
            sender_name,
            receiver_name,
        },
    );
    let endpoints =
        any::<(u32, u32)>().prop_map(|(sender, receiver)| Endpoints { sender, receiver });
    let header = (
        prop::option::of(routing),
        prop::option::of(endpoints),
        prop::option::of(any::<u16>()),
        any::<bool>(),
        text(),
        any::<(u16, u16)>(),
        prop::collection::vec(any::<u8>(), 0..300),
    )
        .prop_map(
            |(routing, endpoints, priority, unreliable, metadata, (id, response_to), extended)| {
                Header {
                    routing,
                    endpoints,
                    priority,
                    unreliable,
                    metadata,
                    id,
                    response_to,
                    string_table: Vec::new(),
                    extended: extended.into(),
                }
            },
        );
    let entry = (
        any::<u16>(),
        text(),
        text(),
        any::<u32>(),
        any::<u16>(),
        text(),
        prop::collection::vec(element(), 0..4),
    )
        .prop_map(
            |(kind, path, member, request_id, error, metadata, elements)| Entry {
                kind: EntryType(kind),
                path,
                member,
                request_id,
                error,
                metadata,
                extended: Bytes::new(),
                elements,
            },
        );
    (header, prop::collection::vec(entry, 1..4))
        .prop_map(|(header, entries)| Message { header, entries })
}

/// What version 2 has no room for.
fn in_version_2(mut message: Message) -> Message {
    fn strip(element: &mut Element) {
        element.extended = Bytes::new();
        if let Data::Nested(_, children) = &mut element.data {
            children.iter_mut().for_each(strip);
        }
    }
    let header = &mut message.header;
    header.routing.get_or_insert_default();
    header.endpoints.get_or_insert_default();
    header.priority = None;
    header.unreliable = false;
    header.extended = Bytes::new();
    for entry in &mut message.entries {
        entry.elements.iter_mut().for_each(strip);
    }
    message
}

proptest! {
    #[test]
    fn version_2_round_trips(message in message().prop_map(in_version_2)) {
        let bytes = encoded(&message, MessageVersion::V2, StringTable::Off);
        let decoded = codec::decode(&bytes, &Limits::default()).unwrap();
        prop_assert_eq!(encoded(&decoded.message, MessageVersion::V2, StringTable::Off), bytes);
        prop_assert_eq!(&decoded.message, &message);
    }

    #[test]
    fn version_4_round_trips(message in message(), table in 0..3) {
        let strings = [StringTable::Off, StringTable::Standard, StringTable::Local][table as usize];
        let bytes = encoded(&message, MessageVersion::V4, strings);
        let decoded = codec::decode(&bytes, &Limits::default()).unwrap();
        prop_assert_eq!(encoded(&decoded.message, MessageVersion::V4, decoded.strings), bytes);
        let mut plain = decoded.message;
        plain.header.string_table.clear();
        prop_assert_eq!(&plain, &message);
    }

    #[test]
    fn arbitrary_bytes_never_panic(body in prop::collection::vec(any::<u8>(), 0..200), version in 0u16..6) {
        let mut frame = b"RRAC".to_vec();
        frame.extend_from_slice(&((10 + body.len()) as u32).to_le_bytes());
        frame.extend_from_slice(&version.to_le_bytes());
        frame.extend_from_slice(&body);
        let _ = codec::decode(&frame.into(), &Limits::default());
    }

    #[test]
    fn damaged_messages_never_panic(message in message(), at in any::<prop::sample::Index>(), with in any::<u8>()) {
        let mut bytes = encoded(&message, MessageVersion::V4, StringTable::Local).to_vec();
        let at = at.index(bytes.len());
        bytes[at] = with;
        let _ = codec::decode(&bytes.into(), &Limits::default());
    }
}
