//! A controller that sends the same bytes as the library.

use foxden_protocol::frame::{AnswerFraming, ChunkedFraming, FAREWELL, Framer};
use foxden_protocol::handshake::{Greeting, GreetingReply};
use foxden_protocol::{
    AnswerDecoder, AnswerMessage, AnswerPacket, Delay, Dialect, RequestMessages, RequestPacket,
    robot, supervisor,
};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::Path;

pub enum Stream {
    Local(UnixStream, Framer<AnswerFraming>),
    Tcp(TcpStream, Framer<ChunkedFraming>),
}

pub struct Fake {
    pub stream: Stream,
    decoder: AnswerDecoder,
    pub time: f64,
    /// The name of the robot, once it was configured.
    pub told_name: Option<String>,
}

/// What a controller received last.
#[derive(Debug, PartialEq)]
pub enum Received {
    Answer(u32, Vec<AnswerMessage>),
    Quit,
    /// The connection is closed.
    Closed,
}

impl Fake {
    /// Connects to the socket of an extern robot and reads its configuration.
    pub fn local(folder: &Path, robot: &str) -> Self {
        let mut fake = Self::knock(folder, robot);
        fake.introduce();
        fake
    }

    /// Drives an extern robot until it is over, which may be before it comes.
    pub fn drive(folder: &Path, robot: &str) -> usize {
        let Ok(mut fake) = Self::try_to_knock(folder, robot) else {
            return 0;
        };
        match fake.ask(Vec::new()) {
            Received::Answer(..) => fake.step_to_the_end(32),
            Received::Quit | Received::Closed => 0,
        }
    }

    /// Connects without a word.
    pub fn knock(folder: &Path, robot: &str) -> Self {
        loop {
            match Self::try_to_knock(folder, robot) {
                // the socket's file is there a moment before anybody listens
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionRefused => {
                    std::thread::yield_now();
                }
                outcome => return outcome.unwrap(),
            }
        }
    }

    fn try_to_knock(folder: &Path, robot: &str) -> std::io::Result<Self> {
        let socket = UnixStream::connect(folder.join("ipc").join(robot).join("extern"))?;
        Ok(Self::over(Stream::Local(socket, Framer::new(1 << 20))))
    }

    /// Greets over TCP and reads its configuration, if it is accepted.
    pub fn tcp(port: u16, robot: Option<&str>) -> Result<Self, GreetingReply> {
        // who takes seconds to greet is sent away without a word, and comes again
        let greetings = std::iter::repeat_with(|| Self::greet(port, robot));
        match greetings.flatten().next().unwrap() {
            (GreetingReply::Connected, socket) => {
                let mut fake = Self::over(Stream::Tcp(socket, Framer::new(1 << 20)));
                fake.introduce();
                Ok(fake)
            }
            (refusal, _) => Err(refusal),
        }
    }

    fn greet(port: u16, robot: Option<&str>) -> Option<(GreetingReply, TcpStream)> {
        let mut socket = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        let robot = robot.map(str::to_owned);
        socket.write_all(&Greeting { robot }.encode()).ok()?;
        let mut reply = [0; 10];
        let count = socket.read(&mut reply).ok()?;
        (count > 0).then(|| (GreetingReply::decode(&reply[..count]).unwrap(), socket))
    }

    fn over(stream: Stream) -> Self {
        Self {
            stream,
            decoder: AnswerDecoder::new(Dialect::R2023b),
            time: f64::NAN,
            told_name: None,
        }
    }

    /// The first request, as the library sends it.
    pub fn introduce(&mut self) -> Vec<AnswerMessage> {
        let joystick = robot::RobotRequest::JoystickPeriod { period: 0 };
        match self.ask(vec![RequestMessages::Robot(vec![joystick.into()])]) {
            Received::Answer(0, messages) => messages,
            other => panic!("{other:?}"),
        }
    }

    pub fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        match &mut self.stream {
            Stream::Local(stream, _) => stream.write_all(bytes),
            Stream::Tcp(stream, _) => stream.write_all(bytes),
        }
    }

    pub fn send(&mut self, duration: u32, blocks: Vec<RequestMessages>) -> std::io::Result<()> {
        let mut bytes = Vec::new();
        RequestPacket { duration, blocks }.encode(Dialect::R2023b, &mut bytes);
        self.write(&bytes)
    }

    /// Waits for the answer to a request.
    pub fn hear(&mut self) -> Received {
        loop {
            let Some(answer) = self.packet() else {
                return Received::Closed;
            };
            for message in &answer.messages {
                match message {
                    AnswerMessage::Robot(robot::RobotAnswer::Quit) => return Received::Quit,
                    AnswerMessage::Robot(robot::RobotAnswer::Time { seconds }) => {
                        self.time = *seconds
                    }
                    AnswerMessage::Robot(robot::RobotAnswer::Configure(configuration)) => {
                        self.told_name = Some(configuration.name.clone());
                    }
                    _ => {}
                }
            }
            if let Delay::Regular { milliseconds } = answer.delay {
                return Received::Answer(milliseconds, answer.messages);
            }
        }
    }

    fn packet(&mut self) -> Option<AnswerPacket> {
        let mut bytes = [0; 4096];
        loop {
            let (count, answer) = match &mut self.stream {
                Stream::Local(stream, framer) => match framer.next().unwrap() {
                    Some(packet) => (0, Some(self.decoder.decode(&packet).unwrap())),
                    None => {
                        let count = stream.read(&mut bytes).ok()?;
                        framer.push(&bytes[..count]);
                        (count, None)
                    }
                },
                Stream::Tcp(stream, framer) => match framer.next().unwrap() {
                    Some(packet) => (0, Some(self.decoder.decode_body(&packet.body).unwrap())),
                    None => {
                        let count = stream.read(&mut bytes).ok()?;
                        framer.push(&bytes[..count]);
                        (count, None)
                    }
                },
            };
            match answer {
                Some(answer) => return Some(answer),
                None if count == 0 => return None,
                None => {}
            }
        }
    }

    /// Asks for something without a step.
    pub fn ask(&mut self, blocks: Vec<RequestMessages>) -> Received {
        match self.send(0, blocks) {
            Ok(()) => self.hear(),
            Err(_) => Received::Closed,
        }
    }

    /// Asks as a supervisor.
    pub fn supervise(&mut self, request: supervisor::SupervisorRequest) -> Received {
        self.ask(vec![RequestMessages::Robot(vec![request.into()])])
    }

    /// Steps; the delay, or nothing when it is over.
    pub fn step(&mut self, duration: u32) -> Option<u32> {
        self.send(duration, Vec::new()).ok()?;
        match self.hear() {
            Received::Answer(delay, _) => Some(delay),
            Received::Quit | Received::Closed => None,
        }
    }

    /// Steps until it is over; the number of steps.
    pub fn step_to_the_end(&mut self, duration: u32) -> usize {
        std::iter::from_fn(|| self.step(duration)).count()
    }

    pub fn leave(mut self) {
        self.write(&FAREWELL).unwrap();
    }
}
