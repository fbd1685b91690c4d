//! A run as its participants see it: the world, its time and its pace.

use crate::pace::Pace;
use crate::running_world::RunningWorld;
use crate::simulated_clock::SimulatedClock;
use std::time::Instant;
use tokio::sync::watch;

/// Milliseconds in a second.
const MILLISECONDS: f64 = 1000.0;

/// A run between two steps.
pub struct Run {
    /// The world.
    pub world: RunningWorld,
    clock: watch::Sender<SimulatedClock>,
    /// The time after `base_steps` steps, in seconds. It never goes back, also
    /// when the world is reset.
    base_time: f64,
    base_steps: u64,
    /// The length of a step in milliseconds for which the base holds.
    time_step: f64,
}

impl Run {
    pub(crate) fn new(world: RunningWorld, pace: Pace) -> Self {
        let time_step = world.settings().basic_time_step;
        let (clock, _) = watch::channel(SimulatedClock::new(Instant::now(), 0.0, pace));
        Self {
            world,
            clock,
            base_time: 0.0,
            base_steps: 0,
            time_step,
        }
    }

    /// The clock that turns wall time into simulated time.
    pub fn clock(&self) -> SimulatedClock {
        *self.clock.borrow()
    }

    pub(crate) fn watch_clock(&self) -> watch::Receiver<SimulatedClock> {
        self.clock.subscribe()
    }

    /// The pace.
    pub fn pace(&self) -> Pace {
        self.clock().pace()
    }

    /// Changes the pace from now on.
    pub fn set_pace(&mut self, pace: Pace) {
        if pace != self.pace() {
            let now = self.now();
            self.restart_clock(now, pace);
        }
    }

    /// Lets the clock start again at a simulated time.
    pub(crate) fn restart_clock(&self, from: f64, pace: Pace) {
        let clock = SimulatedClock::new(Instant::now(), from, pace);
        self.clock.send_replace(clock);
    }

    /// How many steps were made.
    pub fn steps(&self) -> u64 {
        self.world.steps()
    }

    /// The simulated time after the last step, in seconds since the start of the run.
    pub fn time(&self) -> f64 {
        self.time_of(self.steps())
    }

    pub(crate) fn time_of(&self, steps: u64) -> f64 {
        let since = steps.saturating_sub(self.base_steps);
        self.base_time + since as f64 * self.time_step / MILLISECONDS
    }

    /// The simulated time now, which lies between the last step and the next.
    pub fn now(&self) -> f64 {
        let (last, next) = (self.time(), self.time_of(self.steps() + 1));
        let now = self.clock().at(Instant::now());
        // what comes while a step is late comes before it
        now.clamp(last, next - 1e-3 * (next - last))
    }

    pub(crate) fn step(&mut self) {
        let time_step = self.world.settings().basic_time_step;
        if time_step != self.time_step {
            self.base_time = self.time();
            self.base_steps = self.steps();
            self.time_step = time_step;
        }
        self.world.step();
    }
}
