//! Packets from a controller to the simulator.

use crate::answer::{AnswerMessage, AnswerPacket};
use crate::devices::{self, DeviceKind};
use crate::dialect::{self, Dialect};
use crate::error::DecodeError;
use crate::frame;
use crate::ids::Tag;
use crate::reader::Reader;
use crate::supervisor::KnownFields;
use crate::wire::{Wire, Writer};
use crate::{robot, supervisor};

/// What a controller sends.
#[derive(Clone, Debug, PartialEq)]
pub enum ControllerPacket {
    /// A request, to be answered.
    Request(RequestPacket),
    /// Four bytes of 0: the controller closes the connection now.
    Farewell,
}

/// A request: messages, and how long to simulate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestPacket {
    /// Milliseconds of the step; 0 asks for an answer without a step.
    pub duration: u32,
    /// What there is to say, by ascending tag.
    pub blocks: Vec<RequestMessages>,
}

/// The messages for one receiver.
#[derive(Clone, Debug, PartialEq)]
pub enum RequestMessages {
    /// For the robot (tag 0).
    Robot(Vec<RobotMessage>),
    /// For a device.
    Device(Tag, Vec<devices::DeviceRequest>),
    /// For a device that does not exist (any more); to be ignored.
    Unknown(Tag, Vec<u8>),
}

/// A message for tag 0.
#[derive(Clone, Debug, PartialEq)]
pub enum RobotMessage {
    /// For the robot.
    Robot(robot::RobotRequest),
    /// About the scene.
    Supervisor(supervisor::SupervisorRequest),
}

impl From<robot::RobotRequest> for RobotMessage {
    fn from(request: robot::RobotRequest) -> Self {
        Self::Robot(request)
    }
}

impl From<supervisor::SupervisorRequest> for RobotMessage {
    fn from(request: supervisor::SupervisorRequest) -> Self {
        Self::Supervisor(request)
    }
}

impl ControllerPacket {
    /// Appends the packet as it goes over a socket.
    pub fn encode(&self, dialect: Dialect, out: &mut Vec<u8>) {
        match self {
            Self::Request(request) => request.encode(dialect, out),
            Self::Farewell => out.extend_from_slice(&frame::FAREWELL),
        }
    }
}

impl RequestPacket {
    /// Whether the controller wants an answer without a step.
    pub fn is_immediate(&self) -> bool {
        self.duration == 0
    }

    /// Appends the packet as it goes over a socket.
    pub fn encode(&self, dialect: Dialect, out: &mut Vec<u8>) {
        let packet = frame::begin(out);
        let mut out = Writer {
            bytes: out,
            dialect,
        };
        self.duration.encode(&mut out);
        for block in &self.blocks {
            block.encode(&mut out);
        }
        frame::end(out.bytes, packet);
    }
}

impl RequestMessages {
    /// The tag of the receiver.
    pub fn tag(&self) -> Tag {
        match self {
            Self::Robot(_) => Tag::ROBOT,
            Self::Device(tag, _) | Self::Unknown(tag, _) => *tag,
        }
    }

    fn encode(&self, out: &mut Writer<'_>) {
        self.tag().encode(out);
        let size_at = out.bytes.len();
        0_i32.encode(out);
        match self {
            Self::Robot(messages) => {
                for message in messages {
                    match message {
                        RobotMessage::Robot(message) => message.encode(out),
                        RobotMessage::Supervisor(message) => message.encode(out),
                    }
                }
            }
            Self::Device(_, messages) => {
                for message in messages {
                    message.encode(out);
                }
            }
            Self::Unknown(_, bytes) => out.bytes.extend_from_slice(bytes),
        }
        let size = i32::try_from(out.bytes.len() - size_at - 4).unwrap_or(i32::MAX);
        out.bytes[size_at..size_at + 4].copy_from_slice(&size.to_le_bytes());
    }
}

/// Decodes the packets of one controller. It remembers the devices, the
/// dialect and the types of fields, because decoding depends on them.
#[derive(Clone, Debug, Default)]
pub struct RequestDecoder {
    devices: Vec<DeviceKind>,
    dialect: Option<Dialect>,
    fields: KnownFields,
}

impl RequestDecoder {
    /// For a new connection.
    pub fn new() -> Self {
        Self::default()
    }

    /// The dialect of the controller, once it has shown. Until then nothing
    /// needs to be sent that depends on it.
    pub fn dialect(&self) -> Option<Dialect> {
        self.dialect
    }

    /// The devices that were announced, from tag 1.
    pub fn devices(&self) -> &[DeviceKind] {
        &self.devices
    }

    /// Listens to an answer before it is sent.
    pub fn observe_answer(&mut self, answer: &AnswerPacket) {
        for message in &answer.messages {
            self.observe_message(message);
        }
    }

    /// Listens to one message of an answer before it is sent.
    pub fn observe_message(&mut self, message: &AnswerMessage) {
        match message {
            AnswerMessage::Robot(robot::RobotAnswer::Configure(configuration)) => {
                self.devices = configuration
                    .devices
                    .iter()
                    .map(|device| device.kind)
                    .collect();
            }
            AnswerMessage::Robot(robot::RobotAnswer::NewDevices { devices }) => {
                self.devices
                    .extend(devices.iter().map(|device| device.kind));
            }
            AnswerMessage::Supervisor(answer) => self.fields.observe_answer(answer),
            AnswerMessage::Robot(_) | AnswerMessage::Device(..) => {}
        }
    }

    /// Reads one whole packet, as [`frame::RequestFraming`] cuts them.
    pub fn decode(&mut self, packet: &[u8]) -> Result<ControllerPacket, DecodeError> {
        if packet == frame::FAREWELL {
            return Ok(ControllerPacket::Farewell);
        }
        let mut reader = Reader::with(packet, self.dialect, &self.fields);
        frame::read_size(&mut reader)?;
        let duration = u32::decode(&mut reader)?;
        let mut blocks = Vec::new();
        while !reader.is_at_end() {
            blocks.push(self.block(&mut reader)?);
        }
        self.dialect = reader.dialect;
        for block in &blocks {
            let RequestMessages::Robot(messages) = block else {
                continue;
            };
            for message in messages {
                if let RobotMessage::Supervisor(request) = message {
                    self.fields.observe_request(request);
                }
            }
        }
        Ok(ControllerPacket::Request(RequestPacket {
            duration,
            blocks,
        }))
    }

    fn block(&self, reader: &mut Reader<'_>) -> Result<RequestMessages, DecodeError> {
        let tag = Tag::decode(reader)?;
        let start = reader.clone();
        let size = i32::decode(reader)?;
        let size = reader
            .check_count(size.into(), 1)
            .map_err(|error| start.error(error.reason))?;
        let mut part = reader.part(size)?;
        let block = self.messages(tag, &mut part)?;
        reader.dialect = part.dialect;
        Ok(block)
    }

    fn messages(&self, tag: Tag, part: &mut Reader<'_>) -> Result<RequestMessages, DecodeError> {
        let Some(device) = usize::from(tag.0).checked_sub(1) else {
            return until_end(part, robot_message).map(RequestMessages::Robot);
        };
        let Some(kind) = self.devices.get(device) else {
            let bytes = part.take(part.remaining())?.to_vec();
            return Ok(RequestMessages::Unknown(tag, bytes));
        };
        let read = |part: &mut Reader<'_>| {
            until_end(part, |part| devices::DeviceRequest::decode(*kind, part))
        };
        let messages = match kind.shows_dialect() {
            true => dialect::read_either_way(part, read)?,
            false => read(part)?,
        };
        Ok(RequestMessages::Device(tag, messages))
    }
}

fn until_end<T>(
    part: &mut Reader<'_>,
    read: impl Fn(&mut Reader<'_>) -> Result<T, DecodeError>,
) -> Result<Vec<T>, DecodeError> {
    let mut messages = Vec::new();
    while !part.is_at_end() {
        messages.push(read(part)?);
    }
    Ok(messages)
}

fn robot_message(part: &mut Reader<'_>) -> Result<RobotMessage, DecodeError> {
    match part.peek() {
        Some([number]) if robot::RobotRequest::NUMBERS.contains(&number) => {
            Wire::decode(part).map(RobotMessage::Robot)
        }
        _ => Wire::decode(part).map(RobotMessage::Supervisor),
    }
}
