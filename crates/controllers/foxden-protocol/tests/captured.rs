//! Conversations with the genuine library of R2023b: every byte is understood,
//! and written again just so. `captured/README.md` tells what the controllers did.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use foxden_protocol::frame::{
    AnswerFraming, ChunkedFraming, Framer, Framing, RequestFraming, encode_chunks,
};
use foxden_protocol::{
    AnswerDecoder, AnswerPacket, ControllerPacket, DeviceKind, Dialect, RequestDecoder,
    RequestMessages, RobotMessage, Wire, Writer, devices, robot, supervisor,
};

const RECORDINGS: [&str; 4] = [
    include_str!("captured/devices.hex"),
    include_str!("captured/devices-tcp.hex"),
    include_str!("captured/robot.hex"),
    include_str!("captured/supervisor.hex"),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    Controller,
    Simulator,
}

fn packets(recording: &str) -> Vec<(From, Vec<u8>)> {
    let packet = |line: &str| {
        let (direction, digits) = line.split_once(' ')?;
        let from = match direction {
            ">" => From::Controller,
            "<" => From::Simulator,
            _ => return None,
        };
        let bytes = (0..digits.len() / 2)
            .map(|at| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).unwrap())
            .collect();
        Some((from, bytes))
    };
    recording.lines().filter_map(packet).collect()
}

fn is_tcp(recording: &str) -> bool {
    recording.starts_with("# tcp")
}

/// The devices of the recordings: all but the radio, whose messages are compared by
/// `tests/genuine/controllers/spectator.c`.
fn recorded_kinds() -> Vec<DeviceKind> {
    let kinds = DeviceKind::ALL.iter().copied();
    kinds.filter(|kind| *kind != DeviceKind::Radio).collect()
}

/// Reads an answer and sees that it is written the same.
fn answer(decoder: &mut AnswerDecoder, over_tcp: bool, packet: &[u8]) -> AnswerPacket {
    let mut again = Vec::new();
    let answer = if over_tcp {
        let mut framer = Framer::<ChunkedFraming>::new(packet.len());
        framer.push(packet);
        let chunks = framer.next().unwrap().unwrap();
        let answer = decoder.decode_body(&chunks.body).unwrap();
        let mut body = Vec::new();
        answer.encode_body(Dialect::R2023b, &mut body);
        encode_chunks(&body, &chunks.images, &mut again);
        answer
    } else {
        let answer = decoder.decode(packet).unwrap();
        answer.encode(Dialect::R2023b, &mut again);
        answer
    };
    assert_eq!(again, packet, "{answer:?}");
    answer
}

/// Reads a whole conversation and gives what the controller said.
fn conversation(recording: &str) -> Vec<ControllerPacket> {
    let mut requests = RequestDecoder::new();
    let mut answers = AnswerDecoder::new(Dialect::R2023b);
    let mut said = Vec::new();
    for (from, bytes) in packets(recording) {
        match from {
            From::Simulator => {
                requests.observe_answer(&answer(&mut answers, is_tcp(recording), &bytes));
            }
            From::Controller => {
                let packet = requests.decode(&bytes).unwrap();
                let mut again = Vec::new();
                packet.encode(Dialect::R2023b, &mut again);
                assert_eq!(again, bytes, "{packet:?}");
                said.push(packet);
            }
        }
    }
    assert_eq!(answers.devices(), requests.devices());
    assert_eq!(requests.devices(), recorded_kinds());
    assert_ne!(requests.dialect(), Some(Dialect::R2025a));
    said
}

fn robot_requests() -> Vec<RobotMessage> {
    let mut found = Vec::new();
    for packet in RECORDINGS
        .iter()
        .flat_map(|recording| conversation(recording))
    {
        let ControllerPacket::Request(request) = packet else {
            continue;
        };
        for block in request.blocks {
            if let RequestMessages::Robot(messages) = block {
                found.extend(messages);
            }
        }
    }
    found
}

fn first_byte(message: &impl Wire) -> u8 {
    let mut bytes = Vec::new();
    let dialect = Dialect::R2023b;
    let mut writer = Writer {
        bytes: &mut bytes,
        dialect,
    };
    message.encode(&mut writer);
    bytes[0]
}

#[test]
fn every_conversation_is_understood_and_ends_in_a_farewell() {
    for recording in RECORDINGS {
        let said = conversation(recording);
        assert_eq!(said.last(), Some(&ControllerPacket::Farewell));
        // The last request says good-bye and waits.
        let Some(ControllerPacket::Request(last)) = said.iter().rev().nth(1) else {
            panic!("no request before the farewell");
        };
        let leaving = RobotMessage::Robot(robot::RobotRequest::ClientExit);
        assert!(last.is_immediate());
        assert_eq!(last.blocks, [RequestMessages::Robot(vec![leaving])]);
    }
}

#[test]
fn the_first_request_is_the_one_of_the_specification() {
    for recording in RECORDINGS {
        let (_, first) = packets(recording).swap_remove(0);
        assert_eq!(first, b"\x11\0\0\0\0\0\0\0\0\0\x03\0\0\0\x23\0\0");
    }
}

#[test]
fn every_robot_message_was_heard_from_the_genuine_library() {
    let heard: BTreeSet<u8> = robot_requests()
        .iter()
        .filter_map(|message| match message {
            RobotMessage::Robot(message) => Some(first_byte(message)),
            RobotMessage::Supervisor(_) => None,
        })
        .collect();
    // 32 and 33 only come with a plugin for a real robot.
    let expected: BTreeSet<u8> = robot::RobotRequest::NUMBERS
        .iter()
        .copied()
        .filter(|number| !matches!(number, 32 | 33))
        .collect();
    assert_eq!(heard, expected);
}

#[test]
fn every_supervisor_message_was_heard_from_the_genuine_library() {
    let heard: BTreeSet<u8> = robot_requests()
        .iter()
        .filter_map(|message| match message {
            RobotMessage::Supervisor(message) => Some(first_byte(message)),
            RobotMessage::Robot(_) => None,
        })
        .collect();
    // R2023b knows no message 78.
    let expected: BTreeSet<u8> = supervisor::SupervisorRequest::NUMBERS
        .iter()
        .copied()
        .filter(|number| *number != 78)
        .collect();
    assert_eq!(heard, expected);
}

#[test]
fn every_device_was_heard_from_the_genuine_library() {
    let mut heard: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for packet in RECORDINGS
        .iter()
        .flat_map(|recording| conversation(recording))
    {
        let ControllerPacket::Request(request) = packet else {
            continue;
        };
        for block in request.blocks {
            let RequestMessages::Device(_, messages) = block else {
                continue;
            };
            for message in messages {
                let text = format!("{message:?}");
                let variant: String = text
                    .chars()
                    .skip_while(|letter| *letter != '(')
                    .skip(1)
                    .take_while(|letter| letter.is_alphanumeric())
                    .collect();
                heard
                    .entry(message.kind().name())
                    .or_default()
                    .insert(variant);
            }
        }
    }
    let kinds: BTreeSet<&str> = recorded_kinds().iter().map(|kind| kind.name()).collect();
    assert_eq!(heard.keys().copied().collect::<BTreeSet<_>>(), kinds);
    let count = |kind: &str| heard[kind].len();
    // Two requests of the emitter are never sent, one of the display only for real robots.
    assert_eq!(
        count("Emitter"),
        devices::emitter::EmitterRequest::NUMBERS.len() - 2
    );
    assert_eq!(
        count("Camera"),
        devices::camera::CameraRequest::NUMBERS.len()
    );
    assert_eq!(count("Lidar"), devices::lidar::LidarRequest::NUMBERS.len());
    assert_eq!(
        count("Speaker"),
        devices::speaker::SpeakerRequest::NUMBERS.len()
    );
    assert_eq!(count("Skin"), devices::skin::SkinRequest::NUMBERS.len());
    assert_eq!(count("Pen"), devices::pen::PenRequest::NUMBERS.len());
    assert_eq!(
        count("Connector"),
        devices::connector::ConnectorRequest::NUMBERS.len()
    );
    assert_eq!(
        count("VacuumGripper"),
        devices::vacuum_gripper::VacuumGripperRequest::NUMBERS.len()
    );
    assert_eq!(
        count("Display"),
        devices::display::DisplayRequest::NUMBERS.len() - 1
    );
    let both: BTreeSet<_> = heard["LinearMotor"]
        .union(&heard["RotationalMotor"])
        .collect();
    assert_eq!(both.len(), devices::motor::MotorRequest::NUMBERS.len());
}

/// The stream may be cut anywhere.
fn cut<F: Framing<Packet = Vec<u8>>>(wanted: From, piece: usize, recording: &str) {
    let expected: Vec<Vec<u8>> = packets(recording)
        .into_iter()
        .filter(|(from, _)| *from == wanted)
        .map(|(_, bytes)| bytes)
        .collect();
    let mut framer = Framer::<F>::new(1 << 16);
    let mut found = Vec::new();
    for bytes in expected.concat().chunks(piece) {
        framer.push(bytes);
        while let Some(packet) = framer.next().unwrap() {
            found.push(packet);
        }
    }
    assert_eq!(found, expected);
}

#[test]
fn streams_cut_anywhere_give_the_same_packets() {
    for piece in [1, 3, 7, 100, 100_000] {
        for recording in RECORDINGS {
            cut::<RequestFraming>(From::Controller, piece, recording);
            if !is_tcp(recording) {
                cut::<AnswerFraming>(From::Simulator, piece, recording);
            }
        }
    }
}

/// Damaged packets are refused or understood, never a panic.
#[test]
fn damaged_packets_are_no_trouble() {
    for recording in RECORDINGS
        .into_iter()
        .filter(|recording| !is_tcp(recording))
    {
        let mut requests = RequestDecoder::new();
        let mut answers = AnswerDecoder::new(Dialect::R2023b);
        for (from, bytes) in packets(recording) {
            for at in 0..bytes.len() {
                let mut damaged = bytes.clone();
                damaged[at] ^= 0xff;
                let outcome = match from {
                    From::Controller => requests.clone().decode(&damaged).map(drop),
                    From::Simulator => answers.clone().decode(&damaged).map(drop),
                };
                if let Err(error) = outcome {
                    assert!(error.offset <= bytes.len(), "{error}");
                }
            }
            match from {
                From::Controller => drop(requests.decode(&bytes).unwrap()),
                From::Simulator => requests.observe_answer(&answers.decode(&bytes).unwrap()),
            }
        }
    }
}
