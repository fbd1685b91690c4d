//! What a line asks for, and the reply. Errors look as in the original, which
//! shows exceptions of Python.

use super::words::words;
use crate::command::{Act, Refusal};
use crate::port::Port;
use crate::talk::Queue;
use crate::units::{degrees, metres, millimetres, radians};
use std::fmt::Write as _;
use std::pin::Pin;

/// One connection.
pub(super) struct Session {
    port: Port,
    queue: Queue,
}

/// A reply that is there, or one that will be.
pub(super) struct Reply {
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
    Refused(Refusal),
}

impl Mistake {
    fn shown(&self) -> String {
        match self {
            Self::Arity => "ERROR AssertionError()".into(),
            Self::UnknownCommand => "ERROR AssertionError('Invalid command')".into(),
            Self::Blank => "ERROR IndexError('list index out of range')".into(),
            Self::Unclosed => "ERROR ValueError('No closing quotation')".into(),
            Self::NoNumber(word) => {
                let word: String = word
                    .chars()
                    .take(100)
                    .flat_map(char::escape_debug)
                    .collect();
                format!("ERROR ValueError(\"could not convert string to float: '{word}'\")")
            }
            Self::Refused(refusal) => format!("ERROR ValueError('{refusal}')"),
        }
    }
}

impl Session {
    pub(super) fn new(port: Port) -> Self {
        let queue = port.talk().queue();
        Self { port, queue }
    }

    pub(super) fn reply(&self, line: &str) -> Reply {
        match self.obey(line) {
            Ok(reply) => reply,
            Err(mistake) => mistake.shown().into(),
        }
    }

    fn obey(&self, line: &str) -> Result<Reply, Mistake> {
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
                let [r, g, b] = self.port.frame().robots[0].color;
                Ok(line_of("COLOR", [r, g, b]).into())
            }
            "MESSAGE" => {
                exactly(0)?;
                Ok(self.message().into())
            }
            "SAY" => {
                exactly(1)?;
                let name = self.port.frame().robots[0].name.clone();
                self.port.talk().say(&name, &rest[0]);
                Ok("OK".to_owned().into())
            }
            "TELEPORT" => {
                exactly(2)?;
                self.act(Act::Teleport(numbers(rest)?.map(metres)), false)
            }
            "SETARM" => {
                exactly(3)?;
                self.act(Act::SetArm(numbers(rest)?.map(radians)), false)
            }
            "COLORSET" => {
                exactly(3)?;
                self.act(Act::Color(numbers(rest)?), false)
            }
            "DRIVE" => {
                let (velocity, timeout, wait) = drive(rest)?;
                self.act(Act::Drive(velocity.map(metres), timeout), wait)
            }
            "DRIVEARM" => {
                let (velocity, timeout, wait) = drive(rest)?;
                self.act(Act::DriveArm(velocity.map(radians), timeout), wait)
            }
            _ => Err(Mistake::UnknownCommand),
        }
    }

    fn state(&self) -> String {
        let frame = self.port.frame();
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

    fn act(&self, act: Act, wait: bool) -> Result<Reply, Mistake> {
        let act = act.within_limits().map_err(Mistake::Refused)?;
        let port = self.port.clone();
        Ok(Reply {
            text: String::new(),
            waiting: Some(Box::pin(async move {
                match port.act_and_wait(0, act, wait).await {
                    Ok(_) => "OK".into(),
                    Err(refusal) => Mistake::Refused(refusal).shown(),
                }
            })),
        })
    }
}

impl From<String> for Reply {
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

/// A number as Python reads it: blanks around it, and underscores between digits.
fn number(word: &str) -> Result<f64, Mistake> {
    let wrong = || Mistake::NoNumber(word.to_owned());
    let text = word.trim();
    if !text.contains('_') {
        return text.parse().map_err(|_| wrong());
    }
    let bytes = text.as_bytes();
    let is_digit = |at: Option<usize>| {
        at.and_then(|at| bytes.get(at))
            .is_some_and(u8::is_ascii_digit)
    };
    let is_between_digits = bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'_')
        .all(|(at, _)| is_digit(at.checked_sub(1)) && is_digit(Some(at + 1)));
    match is_between_digits {
        true => text.replace('_', "").parse().map_err(|_| wrong()),
        false => Err(wrong()),
    }
}

/// A word and numbers, each with a digit after the point at least.
fn line_of<const N: usize>(word: &str, values: [f64; N]) -> String {
    let mut line = word.to_owned();
    for value in values {
        let _ = write!(line, " {value:?}");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_in_python() {
        let read = |word| number(word).ok();
        assert_eq!(read("1_0"), Some(10.0));
        assert_eq!(read(" 1e3 "), Some(1000.0));
        assert_eq!(read("-inf"), Some(f64::NEG_INFINITY));
        for wrong in ["", "_1", "1_", "1__0", "0x10", "a"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_are_shown_shortest() {
        assert_eq!(
            line_of("A", [0.0, 115.0, 0.1, -2.5]),
            "A 0.0 115.0 0.1 -2.5"
        );
    }
}
