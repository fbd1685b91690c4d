//! Packets from the simulator to a controller.

use crate::devices::{self, DeviceKind};
use crate::dialect::Dialect;
use crate::error::{DecodeError, DecodeErrorReason};
use crate::frame;
use crate::ids::Tag;
use crate::reader::Reader;
use crate::supervisor::NoFields;
use crate::wire::{Wire, Writer};
use crate::{robot, supervisor};

/// What the simulator sends.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerPacket {
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
    Robot(robot::RobotAnswer),
    /// About the scene (tag 0).
    Supervisor(supervisor::SupervisorAnswer),
    /// Of a device.
    Device(Tag, devices::DeviceAnswer),
}

impl From<robot::RobotAnswer> for AnswerMessage {
    fn from(answer: robot::RobotAnswer) -> Self {
        Self::Robot(answer)
    }
}

impl From<supervisor::SupervisorAnswer> for AnswerMessage {
    fn from(answer: supervisor::SupervisorAnswer) -> Self {
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

impl AnswerPacket {
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

/// Receives the messages of a packet one by one, as they are read.
///
/// The handler itself reads the messages of devices, because it knows the kind
/// of each device.
pub trait AnswerHandler {
    /// Whether the robot is a supervisor, as far as the messages so far say.
    fn is_supervisor(&self) -> bool;

    /// Handles a message of the robot.
    fn handle_robot(&mut self, message: robot::RobotAnswer);

    /// Handles a message about the scene.
    fn handle_supervisor(&mut self, message: supervisor::SupervisorAnswer);

    /// Reads a message of a device. Says whether there is such a device.
    fn handle_device(&mut self, tag: Tag, reader: &mut Reader<'_>) -> Result<bool, DecodeError>;
}

/// Reads one whole packet of a local socket, as [`frame::AnswerFraming`]
/// splits them. The messages before an error are handled.
pub fn read_answer(
    packet: &[u8],
    dialect: Dialect,
    handler: &mut impl AnswerHandler,
) -> Result<Delay, DecodeError> {
    let mut reader = Reader::with(packet, Some(dialect), &NoFields);
    frame::read_size(&mut reader)?;
    read_messages(&mut reader, handler)
}

/// Reads delay and messages, the joined data chunks of a TCP packet.
pub fn read_answer_body(
    body: &[u8],
    dialect: Dialect,
    handler: &mut impl AnswerHandler,
) -> Result<Delay, DecodeError> {
    read_messages(&mut Reader::with(body, Some(dialect), &NoFields), handler)
}

fn read_messages(
    reader: &mut Reader<'_>,
    handler: &mut impl AnswerHandler,
) -> Result<Delay, DecodeError> {
    let delay = Delay::decode(reader)?;
    while !reader.is_at_end() {
        let offset = reader.offset();
        let tag = Tag::decode(reader)?;
        if tag == Tag::ROBOT {
            read_of_robot(reader, handler)?;
        } else if !handler.handle_device(tag, reader)? {
            let reason = DecodeErrorReason::UnknownDevice { tag: tag.0 };
            return Err(DecodeError { offset, reason });
        }
    }
    Ok(delay)
}

fn read_of_robot(
    reader: &mut Reader<'_>,
    handler: &mut impl AnswerHandler,
) -> Result<(), DecodeError> {
    match reader.peek() {
        // The library of a supervisor reads its number 0 as its own.
        Some([number])
            if robot::RobotAnswer::NUMBERS.contains(&number)
                && !(number == 0 && handler.is_supervisor()) =>
        {
            handler.handle_robot(Wire::decode(reader)?);
        }
        _ => handler.handle_supervisor(Wire::decode(reader)?),
    }
    Ok(())
}

/// Reads the packets of the simulator and remembers which devices there are.
#[derive(Clone, Debug)]
pub struct AnswerDecoder {
    dialect: Dialect,
    devices: Vec<DeviceKind>,
    is_supervisor: bool,
}

impl AnswerDecoder {
    /// A decoder for a new connection of a library that uses `dialect`.
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            devices: Vec::new(),
            is_supervisor: false,
        }
    }

    /// The devices that were announced, from tag 1.
    pub fn devices(&self) -> &[DeviceKind] {
        &self.devices
    }

    /// Reads one whole packet of a local socket; see [`read_answer`].
    pub fn decode(&mut self, packet: &[u8]) -> Result<AnswerPacket, DecodeError> {
        let dialect = self.dialect;
        self.collect(|collector| read_answer(packet, dialect, collector))
    }

    /// Reads delay and messages; see [`read_answer_body`].
    pub fn decode_body(&mut self, body: &[u8]) -> Result<AnswerPacket, DecodeError> {
        let dialect = self.dialect;
        self.collect(|collector| read_answer_body(body, dialect, collector))
    }

    fn collect(
        &mut self,
        read: impl FnOnce(&mut Collector<'_>) -> Result<Delay, DecodeError>,
    ) -> Result<AnswerPacket, DecodeError> {
        let mut collector = Collector {
            decoder: self,
            messages: Vec::new(),
        };
        let delay = read(&mut collector)?;
        let messages = collector.messages;
        Ok(AnswerPacket { delay, messages })
    }
}

/// Keeps the messages of a packet.
struct Collector<'a> {
    decoder: &'a mut AnswerDecoder,
    messages: Vec<AnswerMessage>,
}

impl AnswerHandler for Collector<'_> {
    fn is_supervisor(&self) -> bool {
        self.decoder.is_supervisor
    }

    fn handle_robot(&mut self, message: robot::RobotAnswer) {
        let announced = match &message {
            robot::RobotAnswer::Configure(configuration) => {
                self.decoder.devices.clear();
                self.decoder.is_supervisor = configuration.is_supervisor;
                &configuration.devices[..]
            }
            robot::RobotAnswer::NewDevices { devices } => devices,
            _ => &[],
        };
        let kinds = announced.iter().map(|device| device.kind);
        self.decoder.devices.extend(kinds);
        self.messages.push(message.into());
    }

    fn handle_supervisor(&mut self, message: supervisor::SupervisorAnswer) {
        self.messages.push(message.into());
    }

    fn handle_device(&mut self, tag: Tag, reader: &mut Reader<'_>) -> Result<bool, DecodeError> {
        let index = usize::from(tag.0).checked_sub(1);
        let Some(kind) = index.and_then(|index| self.decoder.devices.get(index)) else {
            return Ok(false);
        };
        let message = devices::DeviceAnswer::decode(*kind, reader)?;
        self.messages.push(AnswerMessage::Device(tag, message));
        Ok(true)
    }
}
