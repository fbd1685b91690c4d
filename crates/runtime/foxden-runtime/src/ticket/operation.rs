//! What is done to a world between two steps, as bytes.

use super::TicketError;
use crate::input::{Input, RunPosition};
use foxden_sim::encoding::{from_bytes, to_bytes};
use std::fmt;

/// Something that is done to a world between two steps.
#[derive(Clone, Debug)]
pub enum Operation {
    /// An input.
    Input(Input),
    /// The world goes back to a moment of the same run.
    Restore(RunPosition),
    /// The start is marked.
    MarkStart,
}

const INPUT: u8 = 0;
const RESTORE: u8 = 1;
const MARK_START: u8 = 2;

impl Operation {
    /// The bytes of an input.
    pub fn encode_input(input: &Input, output: &mut Vec<u8>) {
        match input {
            Input::Restore(moment) => put(RESTORE, &to_bytes(&moment.position), output),
            other => put(INPUT, &to_bytes(other), output),
        }
    }

    /// The bytes of the mark of the start.
    pub fn encode_mark_start(output: &mut Vec<u8>) {
        put(MARK_START, &[], output);
    }

    /// Takes the next operation from bytes.
    ///
    /// # Errors
    /// When the bytes are no operation.
    pub fn decode(bytes: &mut &[u8]) -> Result<Self, TicketError> {
        let damaged = |reason: &dyn fmt::Display| {
            TicketError::Damaged(format!("an input cannot be read: {reason}"))
        };
        let kind = take_number(bytes)?;
        let length = take_number(bytes)?;
        let content = take_bytes(bytes, length)?;
        match u8::try_from(kind) {
            Ok(INPUT) => from_bytes(content)
                .map(Self::Input)
                .map_err(|error| damaged(&error)),
            Ok(RESTORE) => from_bytes(content)
                .map(Self::Restore)
                .map_err(|error| damaged(&error)),
            Ok(MARK_START) => Ok(Self::MarkStart),
            _ => Err(damaged(&format!("{kind} is no kind"))),
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(input) => write!(formatter, "{input:?}"),
            Self::Restore(position) => write!(
                formatter,
                "Restore {{ steps: {}, inputs: {} }}",
                position.steps, position.inputs
            ),
            Self::MarkStart => write!(formatter, "MarkStart"),
        }
    }
}

fn put(kind: u8, content: &[u8], output: &mut Vec<u8>) {
    put_number(kind.into(), output);
    put_number(content.len() as u64, output);
    output.extend(content);
}

/// Appends a number: seven bits in each byte, the lowest first.
pub(super) fn put_number(number: u64, output: &mut Vec<u8>) {
    let mut left = number;
    while left >= 0x80 {
        output.push(left as u8 | 0x80);
        left >>= 7;
    }
    output.push(left as u8);
}

/// Takes a number that [`put_number`] appended.
pub(super) fn take_number(bytes: &mut &[u8]) -> Result<u64, TicketError> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes
            .split_first()
            .ok_or_else(|| TicketError::Damaged("a number is cut off".to_owned()))?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if *byte < 0x80 {
            return Ok(number);
        }
    }
    Err(TicketError::Damaged("a number is too long".to_owned()))
}

/// Takes a number of bytes.
pub(super) fn take_bytes<'b>(bytes: &mut &'b [u8], count: u64) -> Result<&'b [u8], TicketError> {
    let taken = usize::try_from(count)
        .ok()
        .and_then(|count| bytes.split_at_checked(count));
    let (taken, rest) =
        taken.ok_or_else(|| TicketError::Damaged("a block is cut off".to_owned()))?;
    *bytes = rest;
    Ok(taken)
}
