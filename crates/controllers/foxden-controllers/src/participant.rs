//! Controllers as a participant of the run loop, and the modes of a controller as paces of a run.

use crate::scheduler::Controllers;
use crate::shutdown;
use foxden_protocol::robot::SimulationMode;
use foxden_runtime::pace::{Pace, Speed};
use foxden_runtime::participant::{Participant, Readiness};
use foxden_runtime::run::Run;
use foxden_runtime::running_world::RunningWorld;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The mode that controllers see of a pace.
fn mode_of(pace: Pace) -> SimulationMode {
    match (pace.is_paused, pace.speed) {
        (true, _) => SimulationMode::Pause,
        (false, Speed::Fastest) => SimulationMode::Fast,
        (false, Speed::Factor(_)) => SimulationMode::RealTime,
    }
}

/// The pace that a mode asks for, coming from another pace.
fn pace_of(mode: SimulationMode, before: Pace) -> Pace {
    match (mode, before.speed) {
        (SimulationMode::Pause, _) => before.paused(true),
        (SimulationMode::RealTime, Speed::Factor(_)) => before.paused(false),
        (SimulationMode::RealTime, Speed::Fastest) => Pace::REAL_TIME,
        (SimulationMode::Fast | SimulationMode::Other(_), _) => Pace::FASTEST,
    }
}

impl Controllers {
    /// Does something at the pace of the run; a supervisor may change the pace.
    fn at_pace<T>(
        &mut self,
        run: &mut Run,
        work: impl FnOnce(&mut Self, &mut RunningWorld) -> T,
    ) -> T {
        let before = run.pace();
        if pace_of(self.mode, before) != before {
            self.mode = mode_of(before);
        }
        let result = work(self, &mut run.world);
        run.set_pace(pace_of(self.mode, before));
        result
    }
}

impl Participant for Controllers {
    fn poll_ready(&mut self, run: &mut Run, limit: Duration) -> Readiness {
        let deadline = Instant::now() + limit;
        self.follow_controls();
        self.at_pace(run, |own, world| own.make_ready(world, deadline))
    }

    fn after_step(&mut self, run: &mut Run) -> ControlFlow<()> {
        self.at_pace(run, Self::answer_all);
        ControlFlow::Continue(())
    }

    fn finish(&mut self) {
        self.listener.forget(None);
        shutdown::end_sessions(std::mem::take(&mut self.sessions), &self.console);
        self.recordings.get_mut().finish();
        self.say_recordings();
    }

    fn idle(&mut self, run: &mut Run, limit: Duration) -> bool {
        self.follow_controls();
        self.at_pace(run, |own, world| own.serve(world, limit));
        true
    }
}
