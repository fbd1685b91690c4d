//! Packets from the simulator to a controller.

use crate::devices::{self, DeviceKind};
use crate::dialect::Dialect;
use crate::error::{DecodeError, Reason};
use crate::frame;
use crate::ids::Tag;
use crate::reader::Reader;
use crate::supervisor::NoFields;
use crate::wire::{Wire, Writer};
use crate::{robot, supervisor};

/// What the simulator sends.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Whether it answers a request, and how late.
    pub delay: Delay,
    /// What there is to say: robot, scene, then devices by ascending tag.
    pub messages: Vec<AnswerMessage>,
}

/// Whether a packet answers a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delay {
    /// It does.
    Regular {
        /// How late, in milliseconds: what the step function returns. Anything
        /// over `i32::MAX` is sent as that.
        milliseconds: u32,
    },
    /// It does not: the controller goes on waiting.
    Unsolicited,
}

impl Delay {
    /// It answers in time.
    pub const IN_TIME: Self = Self::Regular { milliseconds: 0 };
}

impl Wire for Delay {
    const SMALLEST: usize = 4;

    fn encode(&self, out: &mut Writer<'_>) {
        match self {
            Self::Regular { milliseconds } => i32::try_from(*milliseconds).unwrap_or(i32::MAX),
            Self::Unsolicited => -1,
        }
        .encode(out);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let number = i32::decode(reader)?;
        Ok(
            u32::try_from(number).map_or(Self::Unsolicited, |milliseconds| Self::Regular {
                milliseconds,
            }),
        )
    }
}

/// One message of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswerMessage {
    /// Of the robot (tag 0).
    Robot(robot::Answer),
    /// About the scene (tag 0).
    Supervisor(supervisor::Answer),
    /// Of a device.
    Device(Tag, devices::Answer),
}

impl From<robot::Answer> for AnswerMessage {
    fn from(answer: robot::Answer) -> Self {
        Self::Robot(answer)
    }
}

impl From<supervisor::Answer> for AnswerMessage {
    fn from(answer: supervisor::Answer) -> Self {
        Self::Supervisor(answer)
    }
}

impl AnswerMessage {
    /// Appends the message with the tag it comes from.
    pub fn encode(&self, out: &mut Writer<'_>) {
        match self {
            Self::Robot(message) => {
                Tag::ROBOT.encode(out);
                message.encode(out);
            }
            Self::Supervisor(message) => {
                Tag::ROBOT.encode(out);
                message.encode(out);
            }
            Self::Device(tag, message) => {
                tag.encode(out);
                message.encode(out);
            }
        }
    }
}

impl Answer {
    /// An answer in time.
    pub fn in_time(messages: Vec<AnswerMessage>) -> Self {
        Self {
            delay: Delay::IN_TIME,
            messages,
        }
    }

    /// Appends the packet as it goes over a local socket.
    pub fn encode(&self, dialect: Dialect, out: &mut Vec<u8>) {
        let packet = frame::begin(out);
        self.encode_body(dialect, out);
        frame::end(out, packet);
    }

    /// Appends what [`frame::encode_chunks`] sends over TCP: delay and messages.
    pub fn encode_body(&self, dialect: Dialect, out: &mut Vec<u8>) {
        let mut out = Writer {
            bytes: out,
            dialect,
        };
        self.delay.encode(&mut out);
        for message in &self.messages {
            message.encode(&mut out);
        }
    }
}

/// Reads the packets of the simulator and remembers which devices there are.
#[derive(Clone, Debug)]
pub struct AnswerDecoder {
    dialect: Dialect,
    devices: Vec<DeviceKind>,
    is_supervisor: bool,
}

impl AnswerDecoder {
    /// For a new connection of a library that speaks `dialect`.
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            devices: Vec::new(),
            is_supervisor: false,
        }
    }

    /// Goes on in another dialect: a library that speaks both learns from the
    /// configuration which one the simulator speaks.
    pub fn set_dialect(&mut self, dialect: Dialect) {
        self.dialect = dialect;
    }

    /// The devices that were announced, from tag 1.
    pub fn devices(&self) -> &[DeviceKind] {
        &self.devices
    }

    /// Reads one whole packet of a local socket, as [`frame::Answers`] cuts them.
    pub fn decode(&mut self, packet: &[u8]) -> Result<Answer, DecodeError> {
        let mut reader = Reader::with(packet, Some(self.dialect), &NoFields);
        let size = u32::decode(&mut reader)?;
        if u64::from(size) != packet.len() as u64 {
            return Err(DecodeError {
                offset: 0,
                reason: Reason::WrongSize {
                    announced: size.into(),
                    found: packet.len() as u64,
                },
            });
        }
        self.read(&mut reader)
    }

    /// Reads delay and messages, the joined data chunks of a TCP packet.
    pub fn decode_body(&mut self, body: &[u8]) -> Result<Answer, DecodeError> {
        self.read(&mut Reader::with(body, Some(self.dialect), &NoFields))
    }

    fn read(&mut self, reader: &mut Reader<'_>) -> Result<Answer, DecodeError> {
        let delay = Delay::decode(reader)?;
        let mut messages = Vec::new();
        while !reader.is_at_end() {
            let message = self.message(reader)?;
            self.remember(&message);
            messages.push(message);
        }
        Ok(Answer { delay, messages })
    }

    fn message(&self, reader: &mut Reader<'_>) -> Result<AnswerMessage, DecodeError> {
        let start = reader.clone();
        let tag = Tag::decode(reader)?;
        let Some(device) = usize::from(tag.0).checked_sub(1) else {
            return match reader.peek() {
                // The library of a supervisor reads its number 0 as its own.
                Some([0]) if self.is_supervisor => {
                    Wire::decode(reader).map(AnswerMessage::Supervisor)
                }
                Some([number]) if robot::Answer::NUMBERS.contains(&number) => {
                    Wire::decode(reader).map(AnswerMessage::Robot)
                }
                _ => Wire::decode(reader).map(AnswerMessage::Supervisor),
            };
        };
        let kind = self
            .devices
            .get(device)
            .ok_or_else(|| start.error(Reason::UnknownDevice { tag: tag.0 }))?;
        devices::Answer::decode(*kind, reader).map(|answer| AnswerMessage::Device(tag, answer))
    }

    fn remember(&mut self, message: &AnswerMessage) {
        match message {
            AnswerMessage::Robot(robot::Answer::Configure(configuration)) => {
                self.devices = configuration
                    .devices
                    .iter()
                    .map(|device| device.kind)
                    .collect();
                self.is_supervisor = configuration.is_supervisor;
            }
            AnswerMessage::Robot(robot::Answer::NewDevices { devices }) => {
                self.devices
                    .extend(devices.iter().map(|device| device.kind));
            }
            _ => {}
        }
    }
}
