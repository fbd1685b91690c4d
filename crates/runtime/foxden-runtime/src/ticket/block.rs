//! Blocks: a stretch of a run in few bytes.
//!
//! A turn is everything that is done to a world before a step, and the step. Turns that
//! came a short while before are named by their number in the block, and equal turns in a row are
//! counted, so that a controller that sends the same request in each step costs almost
//! nothing. The block is compressed (deflate).
//!
//! | record | content |
//! |---|---|
//! | 0 | steps without operations: their number |
//! | 1 | a turn: number of bytes, operations; it gets the next number |
//! | 2 | a turn again: its number, how often |
//! | 3 | a check: the hash of the state (8 bytes), number of bytes, [changes](super::state_delta) of the state since the last check |
//! | 4 | operations after which no step came: number of bytes, operations |

use super::TicketError;
use super::operation::{put_number, take_bytes, take_number};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::collections::VecDeque;
use std::io::{Read as _, Write as _};

const IDLE: u64 = 0;
const TURN: u64 = 1;
const AGAIN: u64 = 2;
const CHECK: u64 = 3;
const REST: u64 = 4;

/// How many turns of a block have a number.
const MOST_TURNS: usize = 4_096;

/// Among how many turns a turn is looked for. A controller that drives sends something
/// else in almost every step, and looking must not slow the run down.
const RECENT_TURNS: usize = 8;

/// The largest block, when it is not compressed.
const MOST_BYTES: u64 = 1 << 30;

/// A part of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockRecord<'b> {
    /// A turn, and how often it comes.
    Turn(&'b [u8], u64),
    /// A check of the state.
    Check {
        /// The hash.
        hash: u64,
        /// The changes since the last check.
        changes: &'b [u8],
    },
    /// Operations after which no step came.
    Rest(&'b [u8]),
}

/// A turn that may come again: its number, and where its operations are in the records.
#[derive(Clone, Debug)]
struct RecentTurn {
    number: u64,
    operations: std::ops::Range<usize>,
}

/// Gathers a block.
#[derive(Debug, Default)]
pub struct BlockWriter {
    records: Vec<u8>,
    /// How many turns were written.
    turns: usize,
    /// The turns with numbers that came last, the newest first.
    recent: VecDeque<RecentTurn>,
    /// The operations of the turns that came last in the block before.
    earlier: Vec<Vec<u8>>,
    /// The last turn, which is not written yet: its number, and how often it came.
    last: Option<(Option<u64>, u64)>,
    has_new_turns: bool,
}

impl BlockWriter {
    /// Adds a turn.
    pub fn turn(&mut self, operations: &[u8]) {
        let number = match operations {
            [] => None,
            _ => match self.known(operations) {
                Some(number) => Some(number),
                None => return self.new_turn(operations),
            },
        };
        match &mut self.last {
            Some((last, count)) if *last == number => *count += 1,
            _ => {
                self.end_row();
                self.last = Some((number, 1));
            }
        }
    }

    /// The number of a turn that came a short while ago.
    fn known(&mut self, operations: &[u8]) -> Option<u64> {
        let is_same = |turn: &RecentTurn| self.records[turn.operations.clone()] == *operations;
        let at = self.recent.iter().position(is_same)?;
        // those that come again stay
        self.recent.swap(at, 0);
        self.recent.front().map(|turn| turn.number)
    }

    fn new_turn(&mut self, operations: &[u8]) {
        self.end_row();
        // each block can be read without the others, so a turn is written again in each
        self.has_new_turns |= !self.earlier.iter().any(|turn| turn == operations);
        put_number(TURN, &mut self.records);
        put_number(operations.len() as u64, &mut self.records);
        let start = self.records.len();
        self.records.extend(operations);
        if self.turns < MOST_TURNS {
            self.recent.truncate(RECENT_TURNS - 1);
            self.recent.push_front(RecentTurn {
                number: self.turns as u64,
                operations: start..self.records.len(),
            });
        }
        self.turns += 1;
    }

    /// Writes the turns that are counted.
    fn end_row(&mut self) {
        match self.last.take() {
            Some((None, count)) => {
                put_number(IDLE, &mut self.records);
                put_number(count, &mut self.records);
            }
            Some((Some(number), count)) => {
                put_number(AGAIN, &mut self.records);
                put_number(number, &mut self.records);
                put_number(count, &mut self.records);
            }
            None => {}
        }
    }

    /// Adds a check.
    pub fn check(&mut self, hash: u64, changes: &[u8]) {
        self.end_row();
        put_number(CHECK, &mut self.records);
        self.records.extend(hash.to_le_bytes());
        put_number(changes.len() as u64, &mut self.records);
        self.records.extend(changes);
    }

    /// Adds operations after which no step came.
    pub fn rest(&mut self, operations: &[u8]) {
        self.end_row();
        self.has_new_turns = true;
        put_number(REST, &mut self.records);
        put_number(operations.len() as u64, &mut self.records);
        self.records.extend(operations);
    }

    /// How many bytes it has, before they are compressed.
    pub fn size(&self) -> usize {
        self.records.len()
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty() && self.last.is_none()
    }

    /// Whether it has turns that came neither in it nor at the end of the block before.
    pub fn has_new_turns(&self) -> bool {
        self.has_new_turns
    }

    /// The block as a message; the next one is empty.
    pub fn take(&mut self) -> Vec<u8> {
        self.end_row();
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        // a Vec takes everything
        let written = encoder.write_all(&self.records);
        debug_assert!(written.is_ok());
        // a block without turns leaves those of before: what comes again is nothing new
        if !self.recent.is_empty() {
            let turns = self.recent.iter();
            self.earlier = turns
                .map(|turn| self.records[turn.operations.clone()].to_vec())
                .collect();
        }
        self.records.clear();
        self.turns = 0;
        self.recent.clear();
        self.has_new_turns = false;
        encoder.finish().unwrap_or_default()
    }
}

/// The records of a message.
///
/// # Errors
/// When the message is no block.
pub fn decompress(message: &[u8]) -> Result<Vec<u8>, TicketError> {
    let mut records = Vec::new();
    DeflateDecoder::new(message)
        .take(MOST_BYTES + 1)
        .read_to_end(&mut records)
        .map_err(|error| TicketError::Damaged(format!("a block of inputs: {error}")))?;
    match records.len() as u64 > MOST_BYTES {
        true => Err(TicketError::Damaged("a block is too large".to_owned())),
        false => Ok(records),
    }
}

/// Reads the records of a block.
#[derive(Debug, Default)]
pub struct BlockReader {
    records: Vec<u8>,
    at: usize,
    /// Where the turns with numbers are.
    turns: Vec<(usize, usize)>,
}

impl BlockReader {
    /// Reads a message.
    ///
    /// # Errors
    /// When the message is no block.
    pub fn new(message: &[u8]) -> Result<Self, TicketError> {
        Ok(Self {
            records: decompress(message)?,
            ..Self::default()
        })
    }

    /// The next record.
    ///
    /// # Errors
    /// When there is none that can be read.
    pub fn next_record(&mut self) -> Result<Option<BlockRecord<'_>>, TicketError> {
        let mut rest = &self.records[self.at..];
        if rest.is_empty() {
            return Ok(None);
        }
        let end = self.records.len();
        let record = match take_number(&mut rest)? {
            IDLE => BlockRecord::Turn(&[], take_number(&mut rest)?),
            TURN => {
                let length = take_number(&mut rest)?;
                let start = end - rest.len();
                let operations = take_bytes(&mut rest, length)?;
                if self.turns.len() < MOST_TURNS {
                    self.turns.push((start, start + operations.len()));
                }
                BlockRecord::Turn(operations, 1)
            }
            AGAIN => {
                let number = take_number(&mut rest)?;
                let turn = usize::try_from(number).ok();
                let turn = turn.and_then(|number| self.turns.get(number));
                let (from, to) = *turn
                    .ok_or_else(|| TicketError::Damaged(format!("a block has no turn {number}")))?;
                BlockRecord::Turn(&self.records[from..to], take_number(&mut rest)?)
            }
            CHECK => {
                let raw = take_bytes(&mut rest, 8)?;
                let hash = raw
                    .iter()
                    .rev()
                    .fold(0, |hash, byte| (hash << 8) | u64::from(*byte));
                let length = take_number(&mut rest)?;
                let changes = take_bytes(&mut rest, length)?;
                BlockRecord::Check { hash, changes }
            }
            REST => {
                let length = take_number(&mut rest)?;
                BlockRecord::Rest(take_bytes(&mut rest, length)?)
            }
            other => {
                return Err(TicketError::Damaged(format!(
                    "a block has the unknown record {other}"
                )));
            }
        };
        self.at = end - rest.len();
        Ok(Some(record))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn records(message: &[u8]) -> Vec<String> {
        let mut reader = BlockReader::new(message).unwrap();
        let mut records = Vec::new();
        while let Some(record) = reader.next_record().unwrap() {
            records.push(format!("{record:?}"));
        }
        records
    }

    #[test]
    fn equal_turns_are_counted() {
        let mut writer = BlockWriter::default();
        for _ in 0..1000 {
            writer.turn(b"step");
        }
        writer.turn(b"");
        writer.turn(b"");
        writer.check(0x0123_4567_89ab_cdef, b"xy");
        writer.turn(b"turn");
        writer.turn(b"step");
        writer.rest(b"edit");
        assert!(writer.size() < 60);
        let expected = [
            BlockRecord::Turn(b"step", 1),
            BlockRecord::Turn(b"step", 999),
            BlockRecord::Turn(b"", 2),
            BlockRecord::Check {
                hash: 0x0123_4567_89ab_cdef,
                changes: b"xy",
            },
            BlockRecord::Turn(b"turn", 1),
            BlockRecord::Turn(b"step", 1),
            BlockRecord::Rest(b"edit"),
        ];
        let expected: Vec<String> = expected.iter().map(|one| format!("{one:?}")).collect();
        assert_eq!(records(&writer.take()), expected);
        assert!(writer.is_empty());
        // the numbers of turns begin again
        writer.turn(b"step");
        assert_eq!(
            records(&writer.take()),
            [format!("{:?}", BlockRecord::Turn(b"step", 1))]
        );
    }

    #[test]
    fn what_comes_again_in_the_next_block_is_nothing_new() {
        let mut writer = BlockWriter::default();
        writer.turn(b"start");
        writer.turn(b"step");
        assert!(writer.has_new_turns());
        let first = writer.take();
        writer.turn(b"step");
        assert!(!writer.has_new_turns());
        // each block has its turns all the same
        assert_eq!(
            records(&writer.take()),
            [format!("{:?}", BlockRecord::Turn(b"step", 1))]
        );
        // a block of checks alone does not make the turn new again
        writer.check(1, b"");
        writer.take();
        writer.turn(b"step");
        assert!(!writer.has_new_turns());
        writer.turn(b"other");
        assert!(writer.has_new_turns());
        assert_eq!(records(&first).len(), 2);
    }

    #[test]
    fn damaged_blocks_are_errors() {
        let mut writer = BlockWriter::default();
        for number in 0..50_u8 {
            writer.turn(&[number; 20]);
            writer.check(number.into(), &[number; 5]);
        }
        let message = writer.take();
        for at in 0..message.len() {
            let mut other = message.clone();
            other[at] ^= 0x55;
            if let Ok(mut reader) = BlockReader::new(&other) {
                while let Ok(Some(_)) = reader.next_record() {}
            }
        }
    }
}
