//! Makes a recorded run again: the recorded inputs instead of controllers and people.

use super::TicketError;
use super::event_stream::{EventStream, StateCheck, TicketEvent};
use super::file::RecordedWorld;
use super::operation::Operation;
use crate::input::{Input, PastMoment, RunPosition};
use crate::participant::{Participant, Readiness};
use crate::run::Run;
use crate::running_world::RunningWorld;
use foxden_sim::StateDifference;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// A check that found another state than the recorded one.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// How many steps were made.
    pub steps: u64,
    /// The simulated time in seconds.
    pub time: f64,
    /// The recorded hash.
    pub recorded: u64,
    /// The hash now.
    pub found: u64,
    /// The first value that differs.
    pub difference: Option<StateDifference>,
}

impl fmt::Display for Divergence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "the replay differs from the recording at step {} ({:.3} s): state hash {:016x} \
             recorded, {:016x} now",
            self.steps, self.time, self.recorded, self.found
        )?;
        match &self.difference {
            Some(difference) => {
                write!(
                    formatter,
                    "; first field that differs: {}",
                    difference.field
                )?;
                if let Some(node) = &difference.node {
                    write!(formatter, " of {node}")?;
                }
                write!(
                    formatter,
                    ", {} recorded, {} now",
                    difference.recorded, difference.found
                )
            }
            None => Ok(()),
        }
    }
}

/// The most inputs before one step.
const MOST_INPUTS: usize = 1_000_000;

/// The most moments that are kept at the same time. Viewers keep 120, clients 32.
const MOST_MOMENTS: usize = 256;

/// What comes until the next step.
#[derive(Debug, Default)]
pub struct Turn {
    /// What is done before the step, in order.
    pub operations: Vec<Operation>,
    /// A check after the operations, if no step follows.
    check: Option<StateCheck>,
    /// Whether a step follows.
    pub has_step: bool,
}

/// A recorded run that is made again.
pub struct Replay {
    events: EventStream,
    turn: Turn,
    /// The moments to which the run goes back later, and how often.
    wanted: BTreeMap<RunPosition, u64>,
    moments: BTreeMap<RunPosition, Arc<PastMoment>>,
    checks: u64,
}

impl Replay {
    /// The replay of a recorded world, which must be opened as it was then.
    pub fn new(world: &Arc<RecordedWorld>) -> Self {
        Self {
            events: EventStream::new(Arc::clone(world)),
            turn: Turn::default(),
            wanted: EventStream::restored_positions(world),
            moments: BTreeMap::new(),
            checks: 0,
        }
    }

    /// Compares the state with the check that follows, if one does, and reads on up to
    /// the next step. Must be called at the start and after each step.
    ///
    /// # Errors
    /// When the ticket is damaged.
    pub fn advance(&mut self, world: &RunningWorld) -> Result<Option<Divergence>, TicketError> {
        self.turn = Turn::default();
        let mut divergence = None;
        loop {
            match self.events.next_event()? {
                Some(TicketEvent::Operation(_)) if self.turn.operations.len() >= MOST_INPUTS => {
                    return Err(TicketError::Damaged(format!(
                        "there are more than {MOST_INPUTS} inputs before a step"
                    )));
                }
                Some(TicketEvent::Operation(operation)) => self.turn.operations.push(operation),
                Some(TicketEvent::Check(check)) if self.turn.operations.is_empty() => {
                    divergence = divergence.or(self.compare(world, &check));
                }
                Some(TicketEvent::Check(check)) => self.turn.check = Some(check),
                Some(TicketEvent::Step) => {
                    self.turn.has_step = true;
                    return Ok(divergence);
                }
                None => return Ok(divergence),
            }
        }
    }

    /// What comes until the next step.
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// How many states were compared.
    pub fn checks(&self) -> u64 {
        self.checks
    }

    fn compare(&mut self, world: &RunningWorld, check: &StateCheck) -> Option<Divergence> {
        self.checks += 1;
        let found = world.state_hash();
        (found != check.hash).then(|| Divergence {
            steps: world.steps(),
            time: world.time(),
            recorded: check.hash,
            found,
            difference: world.first_difference(&check.state),
        })
    }

    /// Does what comes before the next step.
    pub fn apply(&mut self, world: &mut RunningWorld) -> Option<Divergence> {
        for operation in std::mem::take(&mut self.turn.operations) {
            self.keep_moment(world);
            match operation {
                Operation::Input(input) if can_apply(world, &input) => {
                    // what the scene rejected then, it rejects now
                    let _ = world.apply(input);
                }
                Operation::Input(_) => {}
                Operation::Restore(position) => {
                    if let Some(moment) = self.take_moment(position) {
                        let _ = world.apply(Input::Restore(moment));
                    }
                }
                Operation::MarkStart => world.mark_start(),
            }
        }
        self.keep_moment(world);
        let check = self.turn.check.take()?;
        self.compare(world, &check)
    }

    /// Keeps the present if the run goes back to it later.
    fn keep_moment(&mut self, world: &RunningWorld) {
        let position = world.run_position();
        let is_kept = self.moments.contains_key(&position);
        if self.wanted.contains_key(&position) && !is_kept {
            // a recorded run keeps fewer
            if self.moments.len() >= MOST_MOMENTS {
                self.moments.pop_first();
            }
            let moment = PastMoment {
                position,
                time: world.time(),
                snapshot: world.snapshot(),
            };
            self.moments.insert(position, Arc::new(moment));
        }
    }
}

impl Replay {
    /// A moment to which the run goes back now. It is kept if that happens again.
    fn take_moment(&mut self, position: RunPosition) -> Option<Arc<PastMoment>> {
        let left = self.wanted.get_mut(&position)?;
        *left = left.saturating_sub(1);
        if *left > 0 {
            return self.moments.get(&position).cloned();
        }
        self.wanted.remove(&position);
        self.moments.remove(&position)
    }
}

/// Whether the robot of an input exists: a ticket may be damaged or of another world.
fn can_apply(world: &RunningWorld, input: &Input) -> bool {
    match input {
        Input::ControllerRequest { robot, .. }
        | Input::RestartController { robot }
        | Input::SetLoad { robot, .. }
        | Input::DeviceCommands { robot, .. }
        | Input::TakeSavedImages { robot, .. } => world.robot(*robot).is_some(),
        _ => true,
    }
}

/// How a replay ended.
#[derive(Debug)]
pub enum ReplayEnd {
    /// It went on to the end of the recording, or as far as it was wanted.
    Complete,
    /// A state was another one.
    Divergence(Box<Divergence>),
    /// The recording cannot be read any further.
    Damaged(TicketError),
}

/// A replay as a participant of a run.
pub struct Replayer {
    replay: Replay,
    /// Whether a different state ends the run.
    is_verifying: bool,
    until: Option<u64>,
    has_begun: bool,
    end: Option<ReplayEnd>,
    first_divergence: Option<Divergence>,
}

impl Replayer {
    /// Replays until a number of steps is made, or to the end. When `is_verifying`, it
    /// ends at the first check that finds another state.
    pub fn new(replay: Replay, is_verifying: bool, until: Option<u64>) -> Self {
        Self {
            replay,
            is_verifying,
            until,
            has_begun: false,
            end: None,
            first_divergence: None,
        }
    }

    /// How the replay ended; `None` if it was stopped before.
    pub fn end(&self) -> Option<&ReplayEnd> {
        self.end.as_ref()
    }

    /// The first check that found another state.
    pub fn divergence(&self) -> Option<&Divergence> {
        self.first_divergence.as_ref()
    }

    /// How many states were compared.
    pub fn checks(&self) -> u64 {
        self.replay.checks()
    }

    fn note(&mut self, divergence: Option<Divergence>) {
        let Some(divergence) = divergence else {
            return;
        };
        if self.is_verifying {
            self.end
                .get_or_insert(ReplayEnd::Divergence(Box::new(divergence.clone())));
        }
        self.first_divergence.get_or_insert(divergence);
    }

    /// Reads on; without another step the run is over.
    fn advance(&mut self, world: &mut RunningWorld) {
        match self.replay.advance(world) {
            Ok(divergence) => self.note(divergence),
            Err(error) => {
                self.end.get_or_insert(ReplayEnd::Damaged(error));
                return;
            }
        }
        let is_wanted = self.until.is_none_or(|until| world.steps() < until);
        if self.end.is_some() || (is_wanted && self.replay.turn().has_step) {
            return;
        }
        if is_wanted {
            let divergence = self.replay.apply(world);
            self.note(divergence);
        }
        self.end.get_or_insert(ReplayEnd::Complete);
    }
}

impl Participant for Replayer {
    fn poll_ready(&mut self, run: &mut Run, _limit: Duration) -> Readiness {
        if !self.has_begun {
            self.has_begun = true;
            self.advance(&mut run.world);
        }
        match self.end {
            Some(_) => Readiness::Finished,
            None => Readiness::Ready,
        }
    }

    fn before_step(&mut self, run: &mut Run) {
        let divergence = self.replay.apply(&mut run.world);
        self.note(divergence);
    }

    fn after_step(&mut self, run: &mut Run) -> ControlFlow<()> {
        self.advance(&mut run.world);
        // a divergence is reported at the step at which it was found
        match self.end {
            Some(ReplayEnd::Divergence(_)) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}
