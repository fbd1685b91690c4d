//! A world that runs beside its doors: one thread owns it, steps it as the
//! clock says, and takes commands in between.
//!
//! Whoever knows what the commands mean is the [`Pilot`]. Doors hold a
//! [`WorldHandle`]: they send commands, read what the pilot published, and never
//! wait for each other.

mod handle;
mod pace;
mod thread;

pub use pace::{Pace, SPEEDS};

pub use handle::{Gone, WorldHandle};
pub use thread::{MOST_STEPS, Running, start};

use foxden_sim::World;

/// What a running world is told and what becomes of it.
pub trait Pilot: 'static {
    /// What doors can ask for.
    type Command: Send + 'static;

    /// Does what was asked, between two steps. `now` is the simulated time in
    /// seconds at which the command came.
    fn obey(&mut self, world: &mut World, now: f64, command: Self::Command);

    /// Prepares a step.
    fn before_step(&mut self, world: &mut World);

    /// Looks at what a step has done; `time` is the simulated time in seconds after it.
    fn after_step(&mut self, world: &mut World, time: f64);

    /// Shows the world to those outside; called whenever something may have changed.
    fn publish(&mut self, world: &mut World, time: f64, pace: Pace);
}
