//! Properties of all messages: what is written is read back, in both dialects;
//! no bytes make the decoders panic, allocate without bound or accept what they
//! would write differently.

#![allow(clippy::unwrap_used)]

use foxden_catalogue::FieldType;
use proptest::prelude::*;

use crate::devices::{self, DeviceKind};
use crate::ids::{FieldId, ProtoId, Uid, field_type_from_number, field_type_number};
use crate::sample::{Sample, SampleSource};
use crate::supervisor::{FieldTypes, NewItem};
use crate::*;

/// Knows the fields of one message.
struct OneField(FieldType);

impl FieldTypes for OneField {
    fn field_type(&self, _: Uid, _: Option<ProtoId>, _: FieldId, _: bool) -> Option<FieldType> {
        Some(self.0)
    }
}

fn dialects() -> impl Strategy<Value = Dialect> {
    prop_oneof![Just(Dialect::R2023b), Just(Dialect::R2025a)]
}

fn numbers() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(prop_oneof![any::<u64>(), 0_u64..300], 0..60)
}

fn written(dialect: Dialect, write: impl Fn(&mut Writer<'_>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut Writer {
        bytes: &mut bytes,
        dialect,
    });
    bytes
}

/// Reads back, and sees that nothing shorter can be read as well.
fn comes_back<T: Wire + PartialEq + std::fmt::Debug>(
    value: &T,
    dialect: Dialect,
    fields: &dyn FieldTypes,
) {
    let bytes = written(dialect, |out| value.encode(out));
    assert!(
        bytes.len() >= T::SMALLEST,
        "{value:?} has {} bytes",
        bytes.len()
    );
    let mut reader = Reader::with(&bytes, Some(dialect), fields);
    assert_eq!(&T::decode(&mut reader).unwrap(), value);
    assert!(reader.is_at_end());
    for length in 0..bytes.len() {
        let mut reader = Reader::with(&bytes[..length], Some(dialect), fields);
        if let Ok(other) = T::decode(&mut reader) {
            panic!(
                "{length} of {} bytes of {value:?} are {other:?}",
                bytes.len()
            );
        }
    }
}

fn field_of(request: &supervisor::SupervisorRequest) -> FieldType {
    match request {
        supervisor::SupervisorRequest::GetValue(get) if get.index.is_some() => FieldType::MFNode,
        supervisor::SupervisorRequest::Insert(insert) => match &insert.item {
            NewItem::Value(value) => {
                field_type_from_number(field_type_number(value.single_type()) + 0x10).unwrap()
            }
            NewItem::NodeSource(_) => FieldType::MFNode,
        },
        _ => FieldType::SFNode,
    }
}

proptest! {
    #[test]
    fn robot_messages_come_back(numbers in numbers(), dialect in dialects()) {
        let mut from = SampleSource::new(numbers, dialect);
        comes_back(&robot::RobotRequest::sample(&mut from), dialect, &supervisor::NoFields);
        comes_back(&robot::RobotAnswer::sample(&mut from), dialect, &supervisor::NoFields);
    }

    #[test]
    fn supervisor_requests_come_back(numbers in numbers(), dialect in dialects()) {
        let request = supervisor::SupervisorRequest::sample(&mut SampleSource::new(numbers, dialect));
        // Only R2025a asks for PROTOs, so the request shows the dialect.
        let asks = matches!(request, supervisor::SupervisorRequest::Proto(_));
        prop_assume!(!asks || dialect == Dialect::R2025a);
        comes_back(&request, dialect, &OneField(field_of(&request)));
    }

    #[test]
    fn supervisor_answers_come_back(numbers in numbers(), dialect in dialects()) {
        let answer = supervisor::SupervisorAnswer::sample(&mut SampleSource::new(numbers, dialect));
        comes_back(&answer, dialect, &supervisor::NoFields);
    }

    #[test]
    fn device_messages_come_back(numbers in numbers(), dialect in dialects()) {
        let mut from = SampleSource::new(numbers, dialect);
        for kind in DeviceKind::ALL {
            let request = devices::DeviceRequest::sample(*kind, &mut from);
            let bytes = written(dialect, |out| request.encode(out));
            let mut reader = Reader::with(&bytes, Some(dialect), &supervisor::NoFields);
            prop_assert_eq!(devices::DeviceRequest::decode(*kind, &mut reader).unwrap(), request);
            prop_assert!(reader.is_at_end());
            let Some(answer) = devices::DeviceAnswer::sample(*kind, &mut from) else {
                continue;
            };
            let bytes = written(dialect, |out| answer.encode(out));
            let mut reader = Reader::with(&bytes, Some(dialect), &supervisor::NoFields);
            prop_assert_eq!(devices::DeviceAnswer::decode(*kind, &mut reader).unwrap(), answer);
            prop_assert!(reader.is_at_end());
        }
    }

    #[test]
    fn packets_come_back(numbers in numbers(), dialect in dialects()) {
        let mut from = SampleSource::new(numbers, dialect);
        let mut configuration = Box::<robot::RobotConfiguration>::sample(&mut from);
        configuration.devices = DeviceKind::ALL
            .iter()
            .map(|kind| robot::DeviceAnnouncement {
                kind: *kind,
                name: kind.name().to_owned(),
                model: String::new(),
            })
            .collect();
        configuration.is_supervisor = true;
        let mut messages = vec![
            AnswerMessage::Robot(robot::RobotAnswer::Configure(configuration)),
            AnswerMessage::Supervisor(supervisor::SupervisorAnswer::Configure(Sample::sample(&mut from))),
            AnswerMessage::Supervisor(supervisor::SupervisorAnswer::Value(Sample::sample(&mut from))),
        ];
        let mut blocks = vec![RequestMessages::Robot(vec![
            robot::RobotRequest::sample(&mut from).into(),
        ])];
        for (kind, tag) in DeviceKind::ALL.iter().zip(1..) {
            let request = devices::DeviceRequest::sample(*kind, &mut from);
            blocks.push(RequestMessages::Device(Tag(tag), vec![request]));
            let answer = devices::DeviceAnswer::sample(*kind, &mut from);
            messages.extend(answer.map(|answer| AnswerMessage::Device(Tag(tag), answer)));
        }
        blocks.push(RequestMessages::Unknown(Tag(100), vec![1, 2, 3]));
        let answer = AnswerPacket { delay: Delay::Unsolicited, messages };
        let mut bytes = Vec::new();
        answer.encode(dialect, &mut bytes);
        prop_assert_eq!(&AnswerDecoder::new(dialect).decode(&bytes).unwrap(), &answer);

        let packet = ControllerPacket::Request(RequestPacket { duration: 32, blocks });
        let mut bytes = Vec::new();
        packet.encode(dialect, &mut bytes);
        let mut decoder = RequestDecoder::new();
        decoder.observe_answer(&answer);
        prop_assert_eq!(decoder.decode(&bytes).unwrap(), packet);
    }

    /// Any bytes are either decoded or rejected. What is decoded is written
    /// back as it came, apart from flags other than 0 and 1, texts in other
    /// encodings and a few synonyms.
    #[test]
    fn no_bytes_make_trouble(
        mut bytes in prop::collection::vec(any::<u8>(), 8..200),
        tags in prop::collection::vec(0_u16..30, 3),
    ) {
        let size = u32::try_from(bytes.len()).unwrap();
        bytes[..4].copy_from_slice(&size.to_le_bytes());
        // One block over everything, so that more than its size is looked at.
        if bytes.len() > 14 {
            bytes[8..10].copy_from_slice(&tags[0].to_le_bytes());
            bytes[10..14].copy_from_slice(&(size - 14).to_le_bytes());
        }
        let answer = AnswerPacket::in_time(vec![AnswerMessage::Robot(robot::RobotAnswer::NewDevices {
            devices: DeviceKind::ALL
                .iter()
                .map(|kind| robot::DeviceAnnouncement {
                    kind: *kind,
                    name: String::new(),
                    model: String::new(),
                })
                .collect(),
        })]);
        let mut decoder = RequestDecoder::new();
        decoder.observe_answer(&answer);
        match decoder.decode(&bytes) {
            Ok(packet) => {
                let dialect = decoder.dialect().unwrap_or(Dialect::R2023b);
                let mut again = Vec::new();
                packet.encode(dialect, &mut again);
                let mut second = RequestDecoder::new();
                second.observe_answer(&answer);
                prop_assert!(second.decode(&again).is_ok());
            }
            Err(error) => prop_assert!(error.offset <= bytes.len()),
        }
        for dialect in Dialect::ALL {
            if let Err(error) = AnswerDecoder::new(dialect).decode(&bytes) {
                prop_assert!(error.offset <= bytes.len());
            }
        }
    }
}
