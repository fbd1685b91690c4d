//! The two releases on the wire, byte by byte, from the specification.

#![allow(clippy::unwrap_used)]

use foxden_catalogue::FieldType;
use foxden_protocol::devices::speaker;
use foxden_protocol::dialect::ActualField;
use foxden_protocol::robot::DeviceAnnouncement;
use foxden_protocol::supervisor::{
    FieldDescription, FieldGet, FieldReport, NewItem, PlainValue, ProtoDescription, ProtoLookup,
    ReadValue, SupervisorAnswer, SupervisorRequest,
};
use foxden_protocol::{
    AnswerDecoder, AnswerPacket, ControllerPacket, DecodeErrorReason, DeviceKind, Dialect, FieldId,
    ProtoId, RequestDecoder, RequestMessages, RobotMessage, Tag, Uid, devices, robot,
};

/// A packet with one block.
fn packet(tag: u16, messages: &[u8]) -> Vec<u8> {
    let size = u32::try_from(8 + 6 + messages.len()).unwrap();
    let mut bytes = size.to_le_bytes().to_vec();
    bytes.extend([0; 4]);
    bytes.extend(tag.to_le_bytes());
    bytes.extend((size - 14).to_le_bytes());
    bytes.extend(messages);
    bytes
}

fn asked(decoder: &mut RequestDecoder, messages: &[u8]) -> SupervisorRequest {
    let ControllerPacket::Request(request) = decoder.decode(&packet(0, messages)).unwrap() else {
        panic!("a farewell");
    };
    let [RequestMessages::Robot(messages)] = request.blocks.as_slice() else {
        panic!("{request:?}");
    };
    let [RobotMessage::Supervisor(message)] = messages.as_slice() else {
        panic!("{messages:?}");
    };
    message.clone()
}

fn by_name(proto: Option<ProtoId>) -> SupervisorRequest {
    SupervisorRequest::FieldByName {
        node: Uid(5),
        proto,
        name: "size".into(),
        internal: false,
    }
}

#[test]
fn the_older_release_shows_in_its_field_request() {
    let mut decoder = RequestDecoder::new();
    assert_eq!(decoder.dialect(), None);
    assert_eq!(
        asked(&mut decoder, b"\x57\x05\0\0\0size\0\0"),
        by_name(None)
    );
    assert_eq!(decoder.dialect(), Some(Dialect::R2023b));
}

#[test]
fn the_newer_release_shows_in_its_field_request() {
    let mut decoder = RequestDecoder::new();
    let request = asked(&mut decoder, b"\x57\x05\0\0\0\xff\xff\xff\xffsize\0\0");
    assert_eq!(request, by_name(None));
    assert_eq!(decoder.dialect(), Some(Dialect::R2025a));
    let index = asked(
        &mut decoder,
        b"\x40\x05\0\0\0\xff\xff\xff\xff\x02\0\0\0\x01",
    );
    let expected = SupervisorRequest::FieldByIndex {
        node: Uid(5),
        proto: None,
        index: 2,
        internal: true,
    };
    assert_eq!(index, expected);
}

#[test]
fn asking_for_a_proto_tells_the_newer_release() {
    let mut decoder = RequestDecoder::new();
    let request = asked(&mut decoder, b"\x4e\x05\0\0\0\xff\xff\xff\xff");
    let node = Uid(5);
    assert_eq!(
        request,
        SupervisorRequest::Proto(ProtoLookup { node, proto: None })
    );
    // From here on a number of a PROTO is read as such.
    let request = asked(&mut decoder, b"\x57\x05\0\0\0\x03\0\0\0size\0\0");
    assert_eq!(request, by_name(Some(ProtoId(3))));
}

/// Looks up a list in both releases, then asks for its items and adds one.
#[test]
fn lists_are_read_with_what_was_answered() {
    for (dialect, proto) in [
        (Dialect::R2023b, &b""[..]),
        (Dialect::R2025a, b"\xff\xff\xff\xff"),
    ] {
        let mut decoder = RequestDecoder::new();
        let get = [b"\x58\x05\0\0\0", proto, b"\x02\0\0\0\0", b"\x07\0\0\0"].concat();
        let insert = b"\x59\x05\0\0\0\x02\0\0\0\x01\0\0\0\0\0\0\0\0\0\xf0\x3f";
        let error = decoder.decode(&packet(0, insert)).unwrap_err();
        assert_eq!(
            (error.offset, &error.reason),
            (15, &DecodeErrorReason::UnknownField { node: 5, field: 2 })
        );

        asked(
            &mut decoder,
            &[b"\x57\x05\0\0\0", proto, b"size\0\0"].concat(),
        );
        decoder.observe_answer(&AnswerPacket::in_time(vec![
            SupervisorAnswer::Field(FieldDescription {
                field: Some(FieldId(2)),
                field_type: Some(FieldType::MFFloat),
                internal: false,
                count: 9,
                actual: None,
                name: "size".into(),
            })
            .into(),
        ]));
        let expected = SupervisorRequest::GetValue(FieldGet {
            node: Uid(5),
            proto: None,
            field: FieldId(2),
            internal: false,
            index: Some(7),
        });
        assert_eq!(asked(&mut decoder, &get), expected);
        let SupervisorRequest::Insert(inserted) = asked(&mut decoder, insert) else {
            panic!("no insertion");
        };
        assert_eq!(inserted.item, NewItem::Value(PlainValue::Float(1.0)));
        assert_eq!(inserted.index, Some(1));
        assert_eq!(decoder.dialect(), Some(dialect));
    }
}

fn check_answer(dialect: Dialect, answer: SupervisorAnswer, expected: &[u8]) {
    let answer = AnswerPacket::in_time(vec![answer.into()]);
    let mut bytes = Vec::new();
    answer.encode_body(dialect, &mut bytes);
    assert_eq!(bytes, [&b"\0\0\0\0\0\0"[..], expected].concat());
    assert_eq!(AnswerDecoder::new(dialect).decode_body(&bytes), Ok(answer));
}

#[test]
fn answers_about_fields_differ() {
    let field = |actual| {
        SupervisorAnswer::Field(FieldDescription {
            field: Some(FieldId(2)),
            field_type: Some(FieldType::SFVec3f),
            internal: false,
            count: -1,
            actual,
            name: "size".into(),
        })
    };
    check_answer(
        Dialect::R2023b,
        field(None),
        b"\x57\x02\0\0\0\x05\0\0\0\0\xff\xff\xff\xffsize\0",
    );
    check_answer(
        Dialect::R2025a,
        field(None),
        b"\x57\x02\0\0\0\x05\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xffsize\0",
    );
    let actual = ActualField {
        node: Uid(5),
        field: FieldId(1),
    };
    check_answer(
        Dialect::R2025a,
        field(Some(actual)),
        b"\x57\x02\0\0\0\x05\0\0\0\0\xff\xff\xff\xff\x05\0\0\0\x01\0\0\0size\0",
    );
}

#[test]
fn answers_with_values_differ() {
    let value = SupervisorAnswer::Value(FieldReport::Value {
        node: Uid(5),
        proto: None,
        field: FieldId(2),
        is_item: false,
        value: ReadValue::Value(PlainValue::Bool(true)),
    });
    check_answer(
        Dialect::R2023b,
        value.clone(),
        b"\x58\x01\0\0\0\x05\0\0\0\x02\0\0\0\x01",
    );
    check_answer(
        Dialect::R2025a,
        value,
        b"\x58\x01\0\0\0\x05\0\0\0\xff\xff\xff\xff\x02\0\0\0\x01",
    );
    for dialect in Dialect::ALL {
        check_answer(
            dialect,
            SupervisorAnswer::Value(FieldReport::Gone),
            b"\x58\0\0\0\0",
        );
    }
    let proto = SupervisorAnswer::Proto(ProtoDescription {
        proto: Some(ProtoId(3)),
        is_derived: true,
        field_count: 4,
        name: "Den".into(),
    });
    check_answer(Dialect::R2025a, proto, b"\x4e\x03\0\0\0\x01\x04\0\0\0Den\0");
}

fn speaker(decoder: &mut RequestDecoder) {
    let speaker = DeviceAnnouncement {
        kind: DeviceKind::Speaker,
        name: "speaker".into(),
        model: String::new(),
    };
    let devices = vec![speaker];
    decoder.observe_answer(&AnswerPacket::in_time(vec![
        robot::RobotAnswer::NewDevices { devices }.into(),
    ]));
}

const SOUND: &[u8] =
    b"\x02\0a\0\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\0\xff\xff\x01";

fn played(content: &[u8]) -> devices::DeviceRequest {
    let sound = speaker::Sound {
        file: "a".into(),
        volume: 1.0,
        pitch: 1.0,
        balance: 0.0,
        side: -1,
        repeats: true,
        content: content.to_vec(),
    };
    devices::DeviceRequest::Speaker(speaker::SpeakerRequest::Play {
        sounds: vec![sound],
    })
}

#[test]
fn a_sound_tells_the_release_by_what_fits() {
    for (content, dialect, expected) in [
        (&b""[..], None, &b""[..]),
        (b"\x03\0\0\0RIF", Some(Dialect::R2025a), b"RIF"),
        (b"\0\0\0\0", Some(Dialect::R2025a), b""),
    ] {
        let mut decoder = RequestDecoder::new();
        speaker(&mut decoder);
        let bytes = packet(1, &[b"\x01\x01\0\0\0", SOUND, content].concat());
        let ControllerPacket::Request(request) = decoder.decode(&bytes).unwrap() else {
            panic!("a farewell");
        };
        let block = RequestMessages::Device(Tag(1), vec![played(expected)]);
        assert_eq!(request.blocks, [block]);
        assert_eq!(decoder.dialect(), dialect);
    }
}

#[test]
fn unknown_messages_and_devices_are_named() {
    let mut decoder = RequestDecoder::new();
    let error = decoder.decode(&packet(0, b"\x23\0\0\xc8")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "byte 17: supervisor request has no message 200"
    );
    // A device that is gone is left alone.
    let ControllerPacket::Request(request) = decoder.decode(&packet(9, b"\x01\x20\0")).unwrap()
    else {
        panic!("a farewell");
    };
    let block = RequestMessages::Unknown(Tag(9), b"\x01\x20\0".to_vec());
    assert_eq!(request.blocks, [block]);
    let error = decoder
        .decode(b"\x0e\0\0\0\0\0\0\0\0\0\xff\xff\xff\x7f")
        .unwrap_err();
    assert_eq!(error.offset, 10);
    let answer = AnswerDecoder::new(Dialect::R2023b).decode_body(b"\0\0\0\0\x03\0\x01");
    assert_eq!(
        answer.unwrap_err().reason,
        DecodeErrorReason::UnknownDevice { tag: 3 }
    );
}
