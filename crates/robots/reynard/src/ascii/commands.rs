//! What a line asks for, and the reply. Errors look as in the original, which
//! shows exceptions of Python.

use super::words::words;
use crate::command::{CommandRefusal, RobotCommand};
use crate::den_handle::DenHandle;
use crate::messages::Queue;
use crate::python::{quoted, read_float, write_float};
use crate::units::{degrees, metres, millimetres, radians};
use std::pin::Pin;

/// The most characters of an invalid word that a message shows.
const SHOWN: usize = 100;

/// One connection.
pub(super) struct AsciiSession {
    handle: DenHandle,
    queue: Queue,
}

/// A reply that is there, or one that will be.
pub(super) struct AsciiReply {
    pub(super) text: String,
    pub(super) waiting: Option<Waiting>,
}

pub(super) type Waiting = Pin<Box<dyn Future<Output = String> + Send>>;

/// Why a line was not understood.
enum Mistake {
    /// Wrong number of words.
    Arity,
    UnknownCommand,
    Blank,
    Unclosed,
    NoNumber(String),
    Refused(CommandRefusal),
}

impl Mistake {
    fn shown(&self) -> String {
        match self {
            Self::Arity => "ERROR AssertionError()".into(),
            Self::UnknownCommand => "ERROR AssertionError('Invalid command')".into(),
            Self::Blank => "ERROR IndexError('list index out of range')".into(),
            Self::Unclosed => value_error("No closing quotation"),
            Self::NoNumber(word) => {
                let word: String = word.chars().take(SHOWN).collect();
                value_error(&format!(
                    "could not convert string to float: {}",
                    quoted(&word)
                ))
            }
            Self::Refused(refusal) => value_error(&refusal.to_string()),
        }
    }
}

fn value_error(reason: &str) -> String {
    format!("ERROR ValueError({})", quoted(reason))
}

impl AsciiSession {
    pub(super) fn new(handle: DenHandle) -> Self {
        let queue = handle.talk().queue();
        Self { handle, queue }
    }

    pub(super) fn reply(&self, line: &str) -> AsciiReply {
        match self.obey(line) {
            Ok(reply) => reply,
            Err(mistake) => mistake.shown().into(),
        }
    }

    fn obey(&self, line: &str) -> Result<AsciiReply, Mistake> {
        let words = words(line).map_err(|_| Mistake::Unclosed)?;
        let (command, rest) = words.split_first().ok_or(Mistake::Blank)?;
        let exactly = |count: usize| match rest.len() == count {
            true => Ok(()),
            false => Err(Mistake::Arity),
        };
        match command.as_str() {
            "STATE" => {
                exactly(0)?;
                Ok(self.state().into())
            }
            "COLORGET" => {
                exactly(0)?;
                let [r, g, b] = self.handle.frame().robots[0].color;
                Ok(line_of("COLOR", [r, g, b]).into())
            }
            "MESSAGE" => {
                exactly(0)?;
                Ok(self.message().into())
            }
            "SAY" => {
                exactly(1)?;
                let name = self.handle.frame().robots[0].name.clone();
                self.handle.talk().say(&name, &rest[0]);
                Ok("OK".to_owned().into())
            }
            "TELEPORT" => {
                exactly(2)?;
                self.command(RobotCommand::Teleport(numbers(rest)?.map(metres)), false)
            }
            "SETARM" => {
                exactly(3)?;
                self.command(RobotCommand::SetArm(numbers(rest)?.map(radians)), false)
            }
            "COLORSET" => {
                exactly(3)?;
                self.command(RobotCommand::Color(numbers(rest)?), false)
            }
            "DRIVE" => {
                let (velocity, timeout, wait) = drive(rest)?;
                self.command(RobotCommand::Drive(velocity.map(metres), timeout), wait)
            }
            "DRIVEARM" => {
                let (velocity, timeout, wait) = drive(rest)?;
                self.command(RobotCommand::DriveArm(velocity.map(radians), timeout), wait)
            }
            _ => Err(Mistake::UnknownCommand),
        }
    }

    fn state(&self) -> String {
        let frame = self.handle.frame();
        let robot = &frame.robots[0];
        let [x, y] = robot.position.map(millimetres);
        let [q1, q2, q3] = robot.arm.map(degrees);
        line_of("STATE", [frame.now(), x, y, q1, q2, q3])
    }

    fn message(&self) -> String {
        match self.queue.lock().pop_front() {
            None => "NOMESSAGE".into(),
            Some(text) => {
                let mut line = String::from("MESSAGE \"");
                for character in text.chars() {
                    match character {
                        '"' => line.push_str("\\\""),
                        '\\' => line.push_str("\\\\"),
                        // one reply is one line
                        '\n' => line.push_str("\\n"),
                        '\r' => line.push_str("\\r"),
                        other => line.push(other),
                    }
                }
                line.push('"');
                line
            }
        }
    }

    fn command(&self, act: RobotCommand, wait: bool) -> Result<AsciiReply, Mistake> {
        let act = act
            .within_limits(self.handle.field())
            .map_err(Mistake::Refused)?;
        let handle = self.handle.clone();
        Ok(AsciiReply {
            text: String::new(),
            waiting: Some(Box::pin(async move {
                match handle.command_and_wait(0, act, wait).await {
                    Ok(_) => "OK".into(),
                    Err(refusal) => Mistake::Refused(refusal).shown(),
                }
            })),
        })
    }
}

impl From<String> for AsciiReply {
    fn from(text: String) -> Self {
        Self {
            text,
            waiting: None,
        }
    }
}

/// Velocities, timeout and whether to wait; words beyond are not read.
fn drive<const N: usize>(words: &[String]) -> Result<([f64; N], f64, bool), Mistake> {
    let velocity = numbers(words.get(..N).ok_or(Mistake::Arity)?)?;
    let timeout = words.get(N).map_or(Ok(-1.0), |word| number(word))?;
    // any word means yes, `0` and `False` too
    let wait = words.get(N + 1).is_some_and(|word| !word.is_empty());
    Ok((velocity, timeout, wait))
}

fn numbers<const N: usize>(words: &[String]) -> Result<[f64; N], Mistake> {
    let mut values = [0.0; N];
    for (value, word) in values.iter_mut().zip(words) {
        *value = number(word)?;
    }
    Ok(values)
}

fn number(word: &str) -> Result<f64, Mistake> {
    read_float(word).ok_or_else(|| Mistake::NoNumber(word.to_owned()))
}

/// A word and numbers.
fn line_of<const N: usize>(word: &str, values: [f64; N]) -> String {
    let mut line = word.to_owned();
    for value in values {
        line.push(' ');
        write_float(&mut line, value);
    }
    line
}
