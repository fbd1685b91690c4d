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

/// A run in which the same happens again and again is written after this time, and then
/// after twice as long each time: each block costs some 200 bytes of the file.
const IDLE_TIME: Duration = Duration::from_secs(60);

/// The longest such time.
const LONGEST_IDLE_TIME: Duration = Duration::from_secs(8 * 60);

/// Less than this is nothing new.
const IDLE_BYTES: usize = 512;

/// How many steps are made between two checks, if nothing else is wanted.
pub const CHECK_STEPS: u64 = 128;

/// While the same happens in each step, each gap is this many times the one before.
const GAP_GROWTH: u64 = 8;

/// At most this many times [`CHECK_STEPS`] are made between two checks. A check holds what
/// changed in the state, some 280 bytes for a robot at rest: most of its ticket.
const LONGEST_GAP: u64 = 256;

/// How often the state is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CheckRhythm {
    /// Every [`CHECK_STEPS`] steps; while the same happens in each step, after eight times
    /// as many each time, up to 256 times as many.
    #[default]
    Relaxed,
    /// After each such number of steps.
    Every(NonZeroU64),
}

impl CheckRhythm {
    /// The least number of steps between two checks.
    pub fn least_steps(self) -> u64 {
        match self {
            Self::Relaxed => CHECK_STEPS,
            Self::Every(steps) => steps.get(),
        }
    }
}

impl From<NonZeroU64> for CheckRhythm {
    fn from(steps: NonZeroU64) -> Self {
        Self::Every(steps)
    }
}

/// When the next check is due. It depends on what happens in the run and on nothing else,
/// so that equal runs have equal tickets.
#[derive(Debug)]
struct CheckSchedule {
    rhythm: CheckRhythm,
    /// What was done before the last step.
    last: Vec<u8>,
    /// Whether something else was done since the last check.
    has_news: bool,
    /// Multiples of [`CHECK_STEPS`]: since the last check, and until the next one.
    passed: u64,
    gap: u64,
}

impl CheckSchedule {
    fn new(rhythm: CheckRhythm) -> Self {
        Self {
            rhythm,
            last: Vec::new(),
            has_news: false,
            passed: 0,
            gap: 1,
        }
    }

    /// Whether the state is checked after a step, before which `operations` were done.
    fn is_due(&mut self, steps: u64, operations: &[u8]) -> bool {
        if let CheckRhythm::Every(check_steps) = self.rhythm {
            return steps.is_multiple_of(check_steps.get());
        }
        if self.last != operations {
            self.last.clear();
            self.last.extend(operations);
            self.has_news = true;
        }
        if !steps.is_multiple_of(CHECK_STEPS) {
            return false;
        }
        self.passed += 1;
        if self.passed < self.gap && !self.has_news {
            return false;
        }
        self.gap = match std::mem::take(&mut self.has_news) {
            true => 1,
            false => (GAP_GROWTH * self.gap).min(LONGEST_GAP),
        };
        self.passed = 0;
        true
    }
}

/// Receives the blocks.
pub type BlockSink = Box<dyn FnMut(&World, &[u8]) + Send>;

/// Records inputs, steps and checks.
pub struct TicketRecorder {
    sink: BlockSink,
    block: BlockWriter,
    /// The operations since the last step.
    operations: Vec<u8>,
    checks: CheckSchedule,
    /// The state at the last check.
    state: Vec<u8>,
    spare: Vec<u8>,
    changes: Vec<u8>,
    written: Instant,
    /// After which time a block is written if nothing new happens.
    idle_time: Duration,
}

impl TicketRecorder {
    /// Records a world from its start; the state is checked now and in a rhythm.
    pub fn new(world: &World, rhythm: impl Into<CheckRhythm>, sink: BlockSink) -> Self {
        let mut recorder = Self {
            sink,
            block: BlockWriter::default(),
            operations: Vec::new(),
            checks: CheckSchedule::new(rhythm.into()),
            state: Vec::new(),
            spare: Vec::new(),
            changes: Vec::new(),
            written: Instant::now(),
            idle_time: IDLE_TIME,
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
        let most = match self.has_news() {
            true => BLOCK_TIME,
            false => self.idle_time,
        };
        self.written.elapsed() >= most
    }

    /// Whether the block has something that was not in the one before.
    fn has_news(&self) -> bool {
        self.block.has_new_turns() || self.block.size() >= IDLE_BYTES
    }

    fn write(&mut self, world: &World) {
        self.idle_time = match self.has_news() {
            true => IDLE_TIME,
            false => (2 * self.idle_time).min(LONGEST_IDLE_TIME),
        };
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
        let is_check_due = self.checks.is_due(steps, &self.operations);
        self.operations.clear();
        if is_check_due {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps after which the state is checked, if these operations come before each.
    fn checks(rhythm: CheckRhythm, operations: impl Fn(u64) -> u64) -> Vec<u64> {
        let mut schedule = CheckSchedule::new(rhythm);
        let steps = 1..=1_024 * CHECK_STEPS;
        let due = steps.filter(|step| schedule.is_due(*step, &operations(*step).to_le_bytes()));
        due.map(|step| step / CHECK_STEPS).collect()
    }

    #[test]
    fn a_run_in_which_the_same_happens_is_checked_less_often() {
        // the first operation is new
        assert_eq!(
            checks(CheckRhythm::Relaxed, |_| 7),
            [1, 2, 10, 74, 330, 586, 842]
        );
        let all: Vec<u64> = (1..=1_024).collect();
        assert_eq!(checks(CheckRhythm::Relaxed, |step| step), all);
        let once = |step| u64::from(step == 20 * CHECK_STEPS - 5);
        assert_eq!(
            checks(CheckRhythm::Relaxed, once)[..8],
            [1, 2, 10, 20, 21, 29, 93, 349]
        );
        let steps = NonZeroU64::new(CHECK_STEPS).unwrap_or(NonZeroU64::MIN);
        assert_eq!(checks(steps.into(), |_| 7), all);
    }
}
