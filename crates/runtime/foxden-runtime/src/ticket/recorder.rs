//! Makes the blocks of a ticket while a world runs.

use super::block::BlockWriter;
use super::operation::Operation;
use super::state_delta;
use crate::input::Input;
use crate::running_world::RunRecorder;
use foxden_sim::World;
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

/// A block is written when it has this many bytes.
const BLOCK_BYTES: usize = 64 << 10;

/// What is new is written after this time: more is not lost in a crash.
const BLOCK_TIME: Duration = Duration::from_secs(1);

/// A run in which the same happens again and again is written after this time.
const IDLE_TIME: Duration = Duration::from_secs(30);

/// Less than this is nothing new.
const IDLE_BYTES: usize = 512;

/// How many steps are made between two checks, if nothing else is wanted.
pub const CHECK_STEPS: u64 = 128;

/// Receives the blocks.
pub type BlockSink = Box<dyn FnMut(&World, &[u8]) + Send>;

/// Records inputs, steps and checks.
pub struct TicketRecorder {
    sink: BlockSink,
    block: BlockWriter,
    /// The operations since the last step.
    operations: Vec<u8>,
    check_steps: NonZeroU64,
    /// The state at the last check.
    state: Vec<u8>,
    spare: Vec<u8>,
    changes: Vec<u8>,
    written: Instant,
}

impl TicketRecorder {
    /// Records a world from its start; the state is checked now and every `check_steps`
    /// steps.
    pub fn new(world: &World, check_steps: NonZeroU64, sink: BlockSink) -> Self {
        let mut recorder = Self {
            sink,
            block: BlockWriter::default(),
            operations: Vec::new(),
            check_steps,
            state: Vec::new(),
            spare: Vec::new(),
            changes: Vec::new(),
            written: Instant::now(),
        };
        recorder.check(world);
        recorder.write(world);
        recorder
    }

    fn check(&mut self, world: &World) {
        let (hash, now) = world.hashed_state(std::mem::take(&mut self.spare));
        self.changes.clear();
        state_delta::encode(&self.state, &now, &mut self.changes);
        self.block.check(hash, &self.changes);
        self.spare = std::mem::replace(&mut self.state, now);
    }

    fn is_due(&self) -> bool {
        if self.block.size() >= BLOCK_BYTES {
            return true;
        }
        let is_new = self.block.has_new_turns() || self.block.size() >= IDLE_BYTES;
        let most = match is_new {
            true => BLOCK_TIME,
            false => IDLE_TIME,
        };
        self.written.elapsed() >= most
    }

    fn write(&mut self, world: &World) {
        let block = self.block.take();
        (self.sink)(world, &block);
        self.written = Instant::now();
    }
}

impl RunRecorder for TicketRecorder {
    fn input(&mut self, _steps: u64, input: &Input) {
        Operation::encode_input(input, &mut self.operations);
    }

    fn mark_start(&mut self) {
        Operation::encode_mark_start(&mut self.operations);
    }

    fn step(&mut self, steps: u64, world: &World) {
        self.block.turn(&self.operations);
        self.operations.clear();
        if steps.is_multiple_of(self.check_steps.get()) {
            self.check(world);
        }
        if self.is_due() {
            self.write(world);
        }
    }

    fn finish(&mut self, _steps: u64, world: &World) {
        if !self.operations.is_empty() {
            self.block.rest(&self.operations);
            self.operations.clear();
        }
        self.check(world);
        self.write(world);
    }
}
