//! What takes part in a run.

use crate::run::Run;
use std::ops::ControlFlow;
use std::time::Duration;

/// Whether a participant lets the next step be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// The step can be made.
    Ready,
    /// It waits for something outside; ask again.
    Waiting,
    /// The run is over.
    Finished,
}

/// Something that takes part in a run: controllers, Reynard's den, a log.
///
/// The run loop calls all participants in their order at each of these points.
/// They read the world in [`Run::world`] and change it with inputs only.
pub trait Participant {
    /// Executes the commands that were sent to it, between two steps. `true` if
    /// there were any: the loop publishes then.
    fn take_commands(&mut self, _run: &mut Run) -> bool {
        false
    }

    /// Waits for at most `limit` until the next step can be made. Called before
    /// each step and while the run is paused.
    fn poll_ready(&mut self, _run: &mut Run, _limit: Duration) -> Readiness {
        Readiness::Ready
    }

    /// Right before a step, when all participants are ready.
    fn before_step(&mut self, _run: &mut Run) {}

    /// Right after a step. `Break` ends the run; later participants are not called.
    fn after_step(&mut self, _run: &mut Run) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Shows the world to the outside. Called when it may have changed, at most
    /// once for each step.
    fn publish(&mut self, _run: &mut Run) {}

    /// The run is over. Called by the [thread](crate::world_thread) of a world, not by
    /// [`RunLoop::run`](crate::run_loop::RunLoop::run), which can be called again.
    fn finish(&mut self) {}

    /// Serves requests that need no step for at most `limit`, while no step is due.
    /// `false` if it serves nothing: the loop sleeps then.
    fn idle(&mut self, _run: &mut Run, _limit: Duration) -> bool {
        false
    }
}
