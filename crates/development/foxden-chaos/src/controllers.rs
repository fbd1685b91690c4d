//! Controllers as state machines over pairs of sockets: they step, drive, enable sensors,
//! send halves of packets and garbage, and leave at any moment.

use crate::random::Random;
use crate::request_ledger::RequestLedger;
use foxden_protocol::devices::{DeviceRequest, motor};
use foxden_protocol::frame::{AnswerFraming, Framer};
use foxden_protocol::robot::RobotRequest;
use foxden_protocol::{
    AnswerDecoder, AnswerMessage, Delay, DeviceKind, Dialect, RequestMessages, RequestPacket, Tag,
};
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::net::UnixStream;

/// The largest answer.
const LIMIT: usize = 1 << 22;

/// A controller that is connected.
pub struct ScriptedController {
    stream: UnixStream,
    framer: Framer<AnswerFraming>,
    decoder: AnswerDecoder,
    /// Bytes of the request that are not sent yet.
    unsent: Vec<u8>,
    /// Whether an answer is expected.
    is_waiting: bool,
    /// The tags and kinds of its devices.
    devices: Vec<DeviceKind>,
    name: &'static str,
    /// How many answers came.
    pub answers: u64,
}

/// What became of a controller in a turn.
#[derive(Debug, PartialEq, Eq)]
pub enum Turn {
    /// It goes on.
    Connected,
    /// The simulator has closed the connection, as it may.
    Closed,
}

impl ScriptedController {
    /// A controller of a robot, before its first request.
    ///
    /// # Panics
    /// When the socket cannot be made non-blocking.
    pub fn new(name: &'static str, stream: UnixStream) -> Self {
        stream.set_nonblocking(true).expect("a socket");
        Self {
            stream,
            framer: Framer::new(LIMIT),
            decoder: AnswerDecoder::new(Dialect::R2023b),
            unsent: Vec::new(),
            is_waiting: false,
            devices: Vec::new(),
            name,
            answers: 0,
        }
    }

    /// Reads what came, and sends a part of a request.
    ///
    /// # Panics
    /// When an answer cannot be read or comes without a request.
    pub fn turn(&mut self, random: &mut Random, ledger: &RequestLedger) -> Turn {
        let mut bytes = [0; 4096];
        loop {
            match self.stream.read(&mut bytes) {
                Ok(0) => return Turn::Closed,
                Ok(count) => self.framer.push(&bytes[..count]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(_) => return Turn::Closed,
            }
        }
        while let Some(packet) = self.framer.next().expect("answers are framed") {
            let answer = self.decoder.decode(&packet).expect("answers can be read");
            for message in &answer.messages {
                if let AnswerMessage::Robot(foxden_protocol::robot::RobotAnswer::Configure(about)) =
                    message
                {
                    self.devices = about.devices.iter().map(|device| device.kind).collect();
                }
            }
            if let Delay::Regular { .. } = answer.delay {
                assert!(self.is_waiting, "an answer without a request");
                self.is_waiting = false;
                self.answers += 1;
                ledger.note(&format!("{} answer {}", self.name, answer.messages.len()));
            }
        }
        if !self.is_waiting && self.unsent.is_empty() {
            self.unsent = self.request(random);
        }
        let count = match random.below(3) {
            0 => random.below(self.unsent.len() + 1),
            _ => self.unsent.len(),
        };
        match self.stream.write(&self.unsent[..count]) {
            Ok(count) => drop(self.unsent.drain(..count)),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_) => return Turn::Closed,
        }
        Turn::Connected
    }

    fn request(&mut self, random: &mut Random) -> Vec<u8> {
        self.is_waiting = true;
        if random.happens(4) {
            // garbage: the simulator disconnects it
            return (0..64).map(|_| random.number() as u8).collect();
        }
        let mut blocks = Vec::new();
        if self.answers == 0 {
            let joystick = RobotRequest::JoystickPeriod { period: 0 };
            blocks.push(RequestMessages::Robot(vec![joystick.into()]));
        }
        for (kind, tag) in self.devices.iter().zip(1..) {
            if *kind == DeviceKind::RotationalMotor && random.happens(300) {
                let velocity = motor::MotorRequest::SetVelocity {
                    velocity: 5.0 * random.real(),
                };
                blocks.push(RequestMessages::Device(
                    Tag(tag),
                    vec![DeviceRequest::RotationalMotor(velocity)],
                ));
            }
        }
        let duration = match self.answers {
            0 => 0,
            _ => 50 * random.below(4) as u32,
        };
        let mut bytes = Vec::new();
        RequestPacket { duration, blocks }.encode(Dialect::R2023b, &mut bytes);
        bytes
    }
}
