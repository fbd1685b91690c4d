//! The run loop: it owns the world and the pace, and calls the participants
//! around each step.

use crate::pace::{Pace, Speed};
use crate::participant::{Participant, Readiness};
use crate::run::Run;
use crate::run_handle::{ControlMessage, MOST_MESSAGES, RunHandle};
use crate::running_world::RunningWorld;
use crate::stop_flag::StopFlag;
use foxden_sim::time::seconds;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How many messages are taken before the world is looked at again.
const BATCH: usize = 256;

/// How long participants may wait or serve before the loop looks for messages.
const POLL_TIME: Duration = Duration::from_millis(5);

/// How long the loop sleeps at a time while nothing is due.
const LONGEST_SLEEP: Duration = Duration::from_secs(3600);

/// A run that is as fast as possible is published this often.
const PUBLISH_TIME: Duration = Duration::from_millis(16);

/// When a run ends by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Until {
    /// After a number of steps.
    Steps(u64),
    /// When this much simulated time has passed.
    Elapsed(Duration),
    /// Never: it must be stopped.
    Stopped,
}

impl Until {
    /// What is left after a run; `None` if that is nothing.
    ///
    /// ```
    /// use foxden_runtime::run_loop::{Summary, Until};
    /// use std::time::Duration;
    /// let (time, state_hash) = (Duration::from_secs(1), 0);
    /// let summary = Summary { steps: 30, simulated: time, took: time, state_hash };
    /// assert_eq!(Until::Steps(50).after(&summary), Some(Until::Steps(20)));
    /// assert_eq!(Until::Elapsed(time).after(&summary), None);
    /// ```
    pub fn after(self, summary: &Summary) -> Option<Self> {
        match self {
            Self::Steps(steps) => {
                let left = steps.saturating_sub(summary.steps);
                (left > 0).then_some(Self::Steps(left))
            }
            Self::Elapsed(time) => {
                let left = time.saturating_sub(summary.simulated);
                (!left.is_zero()).then_some(Self::Elapsed(left))
            }
            Self::Stopped => Some(Self::Stopped),
        }
    }
}

/// What a run did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// How many steps it made.
    pub steps: u64,
    /// How much simulated time passed.
    pub simulated: Duration,
    /// How long it took.
    pub took: Duration,
    /// The hash of the state at the end.
    pub state_hash: u64,
}

impl Summary {
    /// Simulated time divided by the time it took.
    pub fn speed(&self) -> f64 {
        self.simulated.as_secs_f64() / self.took.as_secs_f64().max(f64::MIN_POSITIVE)
    }
}

/// The participants of a run, in the order in which they are called.
pub type Participants<'p, 'q> = &'p mut [&'q mut dyn Participant];

/// Runs a world with its participants.
pub struct RunLoop {
    run: Run,
    stop: StopFlag,
    messages: SyncSender<ControlMessage>,
    inbox: Receiver<ControlMessage>,
    /// A message that ended a sleep.
    received: Option<ControlMessage>,
    /// Single steps that are left to make, and who waits for them.
    requested: VecDeque<(u32, oneshot::Sender<()>)>,
    published: Instant,
}

impl RunLoop {
    /// A run of a world at a pace; `stop` ends it.
    pub fn new(world: RunningWorld, pace: Pace, stop: &StopFlag) -> Self {
        let (messages, inbox) = sync_channel(MOST_MESSAGES);
        let wake = messages.clone();
        stop.on_stop(move || {
            let _ = wake.try_send(ControlMessage::Wake);
        });
        Self {
            run: Run::new(world, pace),
            stop: stop.clone(),
            messages,
            inbox,
            received: None,
            requested: VecDeque::new(),
            published: Instant::now(),
        }
    }

    /// Controls the run from other threads.
    pub fn handle(&self) -> RunHandle {
        RunHandle {
            messages: self.messages.clone(),
            clock: self.run.watch_clock(),
        }
    }

    /// Changes the pace.
    pub fn set_pace(&mut self, pace: Pace) {
        self.run.set_pace(pace);
    }

    /// The world.
    pub fn world(&mut self) -> &mut RunningWorld {
        &mut self.run.world
    }

    /// The run as participants see it, before it begins.
    pub fn run_state(&mut self) -> &mut Run {
        &mut self.run
    }

    /// Whether a message waits that ends a sleep of the loop. For programs that call
    /// [`RunLoop::run`] for single steps and sleep themselves.
    pub fn is_woken(&mut self) -> bool {
        if self.received.is_none() {
            self.received = self.inbox.try_recv().ok();
        }
        self.received.is_some()
    }

    /// Gives the world back.
    pub fn into_world(self) -> RunningWorld {
        self.run.world
    }

    /// Makes steps until the run is over, is stopped, or a participant ends it.
    pub fn run(&mut self, until: Until, participants: Participants<'_, '_>) -> Summary {
        let started = Instant::now();
        let first_step = self.run.steps();
        let first = self.run.world.clock();
        self.run.restart_clock(self.run.time(), self.run.pace());
        self.publish(participants);
        while self.take_messages(participants) && !self.stop.is_set() {
            let is_over = match until {
                Until::Steps(wanted) => self.run.steps() - first_step >= wanted,
                Until::Elapsed(wanted) => simulated_since(&self.run, first) >= wanted,
                Until::Stopped => false,
            };
            if is_over {
                break;
            }
            if let Some(time) = self.time_until_due() {
                self.wait(time, participants);
                continue;
            }
            match self.poll_ready(participants) {
                Readiness::Ready => {}
                Readiness::Waiting => continue,
                Readiness::Finished => break,
            }
            // a participant may have paused the run meanwhile
            if self.is_at_rest() {
                self.wait(LONGEST_SLEEP, participants);
            } else if self.step(participants).is_break() {
                break;
            }
        }
        self.publish(participants);
        Summary {
            steps: self.run.steps() - first_step,
            simulated: simulated_since(&self.run, first),
            took: started.elapsed(),
            state_hash: self.run.world.state_hash(),
        }
    }

    /// Whether no step is to be made.
    fn is_at_rest(&self) -> bool {
        self.run.pace().is_paused && self.requested.is_empty()
    }

    /// How long to wait for the next step; `None` if it is due or the run is paused.
    fn time_until_due(&self) -> Option<Duration> {
        if !self.requested.is_empty() {
            return None;
        }
        let due = self
            .run
            .clock()
            .when(self.run.time_of(self.run.steps() + 1))?;
        let left = due.saturating_duration_since(Instant::now());
        (!left.is_zero()).then_some(left)
    }

    fn poll_ready(&mut self, participants: Participants<'_, '_>) -> Readiness {
        for participant in participants {
            match participant.poll_ready(&mut self.run, POLL_TIME) {
                Readiness::Ready => {}
                other => return other,
            }
        }
        Readiness::Ready
    }

    fn step(&mut self, participants: Participants<'_, '_>) -> ControlFlow<()> {
        for participant in participants.iter_mut() {
            participant.before_step(&mut self.run);
        }
        self.run.step();
        for participant in participants.iter_mut() {
            participant.after_step(&mut self.run)?;
        }
        if let Some((left, _)) = self.requested.front_mut() {
            *left -= 1;
        }
        self.catch_up();
        let is_each_shown =
            self.requested.is_empty() && matches!(self.run.pace().speed, Speed::Factor(_));
        if is_each_shown || self.published.elapsed() >= PUBLISH_TIME {
            self.publish(participants);
        }
        self.answer_requests(participants);
        ControlFlow::Continue(())
    }

    /// The clock follows the world where the world cannot follow it.
    fn catch_up(&self) {
        let (clock, time) = (self.run.clock(), self.run.time());
        let pace = clock.pace();
        if clock.at(Instant::now()) - time > pace.largest_lag() {
            self.run.restart_clock(time, pace);
        }
    }

    /// Answers the clients whose steps are made.
    fn answer_requests(&mut self, participants: Participants<'_, '_>) {
        while self.requested.front().is_some_and(|(left, _)| *left == 0) {
            let Some((_, done)) = self.requested.pop_front() else {
                return;
            };
            self.publish(participants);
            // a client that has left needs no answer
            let _ = done.send(());
        }
    }

    /// Takes control messages, then the commands of participants. `false` when the
    /// run is to end.
    fn take_messages(&mut self, participants: Participants<'_, '_>) -> bool {
        let mut done = Vec::new();
        let mut is_changed = false;
        for _ in 0..BATCH {
            let message = self.received.take().or_else(|| self.inbox.try_recv().ok());
            match message {
                None => break,
                Some(ControlMessage::Wake) => continue,
                Some(ControlMessage::End) => return false,
                Some(ControlMessage::Pause(is_paused, sender)) => {
                    self.run.set_pace(self.run.pace().paused(is_paused));
                    done.push(sender);
                }
                Some(ControlMessage::Speed(factor, sender)) => {
                    let is_paused = self.run.pace().is_paused;
                    self.run.set_pace(Pace::factor(factor).paused(is_paused));
                    done.push(sender);
                }
                Some(ControlMessage::Step(count, sender)) => {
                    let pace = self.run.pace().paused(true);
                    self.run.restart_clock(self.run.time(), pace);
                    self.requested.push_back((count, sender));
                }
            }
            is_changed = true;
        }
        for participant in participants.iter_mut() {
            is_changed |= participant.take_commands(&mut self.run);
        }
        if is_changed {
            self.publish(participants);
        }
        for sender in done {
            let _ = sender.send(());
        }
        self.answer_requests(participants);
        true
    }

    /// Lets time pass until a step is due or a message comes.
    fn wait(&mut self, time: Duration, participants: Participants<'_, '_>) {
        let deadline = Instant::now() + time;
        let mut is_serving = false;
        for participant in participants.iter_mut() {
            let left = deadline.saturating_duration_since(Instant::now());
            is_serving |= participant.idle(&mut self.run, left.min(POLL_TIME));
        }
        if !is_serving {
            let left = deadline.saturating_duration_since(Instant::now());
            self.received = self.inbox.recv_timeout(left).ok();
        }
    }

    fn publish(&mut self, participants: Participants<'_, '_>) {
        // without a factor of real time the clock does not go on by itself
        let (clock, time) = (self.run.clock(), self.run.time());
        let is_still = clock.pace().is_paused || clock.pace().speed == Speed::Fastest;
        if is_still && clock.at(Instant::now()) < time {
            self.run.restart_clock(time, clock.pace());
        }
        for participant in participants.iter_mut() {
            participant.publish(&mut self.run);
        }
        self.published = Instant::now();
    }
}

fn simulated_since(run: &Run, first: f64) -> Duration {
    let milliseconds = (run.world.clock() - first).max(0.0);
    // more than can be represented is the longest there is
    Duration::try_from_secs_f64(seconds(milliseconds)).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests;
