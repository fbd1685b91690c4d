//! The inputs, steps and checks of a recorded world, one after the other.

use super::TicketError;
use super::block::{BlockReader, BlockRecord};
use super::file::RecordedWorld;
use super::operation::Operation;
use super::state_delta;
use crate::input::RunPosition;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most moments to which a run may go back.
const MOST_POSITIONS: usize = 100_000;

/// What happened next.
#[derive(Clone, Debug)]
pub enum TicketEvent {
    /// Something was done to the world.
    Operation(Operation),
    /// A step was made.
    Step,
    /// The state was looked at.
    Check(StateCheck),
}

/// The state of a recorded world at some point.
#[derive(Clone, Debug)]
pub struct StateCheck {
    /// Its hash.
    pub hash: u64,
    /// Its bytes, as [`World::hashed_state`](foxden_sim::World::hashed_state) gives
    /// them.
    pub state: Arc<[u8]>,
}

/// Reads what happened in a recorded world.
pub struct EventStream {
    world: Arc<RecordedWorld>,
    next_block: usize,
    block: BlockReader,
    /// The operations of the turn, what is left of them, and how often it comes again.
    turn: Vec<u8>,
    at: usize,
    again: u64,
    /// Whether a step ends the turn.
    has_step: bool,
    state: Arc<[u8]>,
}

impl EventStream {
    /// From the start of a world.
    pub fn new(world: Arc<RecordedWorld>) -> Self {
        Self {
            world,
            next_block: 0,
            block: BlockReader::default(),
            turn: Vec::new(),
            at: 0,
            again: 0,
            has_step: false,
            state: Arc::default(),
        }
    }

    /// The next event; `None` at the end.
    ///
    /// # Errors
    /// When the ticket is damaged here.
    pub fn next_event(&mut self) -> Result<Option<TicketEvent>, TicketError> {
        loop {
            if self.at < self.turn.len() {
                let mut rest = &self.turn[self.at..];
                let operation = Operation::decode(&mut rest)?;
                self.at = self.turn.len() - rest.len();
                return Ok(Some(TicketEvent::Operation(operation)));
            }
            if std::mem::take(&mut self.has_step) {
                self.again -= 1;
                if self.again > 0 {
                    self.at = 0;
                    self.has_step = true;
                }
                return Ok(Some(TicketEvent::Step));
            }
            let record = self.block.next_record()?;
            match record {
                Some(BlockRecord::Turn(operations, count)) => {
                    self.turn.clear();
                    self.turn.extend(operations);
                    (self.at, self.again) = (0, count);
                    self.has_step = count > 0;
                    if count == 0 {
                        self.turn.clear();
                    }
                }
                Some(BlockRecord::Rest(operations)) => {
                    self.turn.clear();
                    self.turn.extend(operations);
                    (self.at, self.again) = (0, 0);
                }
                Some(BlockRecord::Check { hash, changes }) => {
                    let state = state_delta::decode(&self.state, changes)?;
                    self.state = state.into();
                    let state = Arc::clone(&self.state);
                    return Ok(Some(TicketEvent::Check(StateCheck { hash, state })));
                }
                None => {
                    let Some(message) = self.world.blocks.get(self.next_block) else {
                        return Ok(None);
                    };
                    self.next_block += 1;
                    self.block = BlockReader::new(message)?;
                }
            }
        }
    }

    /// The moments to which a recorded world goes back later and how often, as far as
    /// it can be read.
    pub fn restored_positions(world: &RecordedWorld) -> BTreeMap<RunPosition, u64> {
        let mut positions = BTreeMap::new();
        for message in &world.blocks {
            if note_positions(message, &mut positions).is_err() {
                break;
            }
        }
        positions
    }
}

fn note_positions(
    message: &[u8],
    positions: &mut BTreeMap<RunPosition, u64>,
) -> Result<(), TicketError> {
    let mut block = BlockReader::new(message)?;
    while let Some(record) = block.next_record()? {
        let (mut rest, count) = match record {
            BlockRecord::Turn(operations, count) => (operations, count),
            BlockRecord::Rest(operations) => (operations, 1),
            BlockRecord::Check { .. } => continue,
        };
        while !rest.is_empty() {
            if let Operation::Restore(position) = Operation::decode(&mut rest)? {
                let times = positions.entry(position).or_insert(0);
                *times = times.saturating_add(count);
            }
            if positions.len() > MOST_POSITIONS {
                return Err(TicketError::Damaged(
                    "the run goes back too often".to_owned(),
                ));
            }
        }
    }
    Ok(())
}
