//! What supervisors ask of the simulation as a whole: its end, its pace, labels, restarts.

use crate::scheduler::Controllers;
use crate::supervisor::SimulationRequest;
use foxden_protocol::robot::SimulationMode;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long the last step may take to come after a supervisor wants the end.
const LAST_STEP_TIME: Duration = Duration::from_secs(3);

/// Why a simulation ends, or goes on elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SimulationEnd {
    /// A supervisor quit with this status.
    Quit(i32),
    /// A supervisor wants a world opened; the same again if there is no name.
    Load(Option<PathBuf>),
}

/// A supervisor wants the end; others have asked for one more step already.
pub(crate) struct LastStep {
    pub(crate) ending: SimulationEnd,
    /// When the end comes whatever is still missing.
    pub(crate) deadline: Instant,
    /// Whether it was made. Then the end comes when all have asked for the next.
    pub(crate) is_made: bool,
}

impl LastStep {
    pub(crate) fn of(ending: SimulationEnd) -> Self {
        Self {
            ending,
            deadline: Instant::now() + LAST_STEP_TIME,
            is_made: false,
        }
    }

    /// The same after the step.
    pub(crate) fn made(self) -> Self {
        Self {
            is_made: true,
            ..Self::of(self.ending)
        }
    }
}

impl Controllers {
    /// As in the genuine program, one more step is made before the end, and what
    /// is asked between that one and the next is answered: a controller learns of
    /// the end by a step. If one does not ask for it, the end comes nevertheless.
    fn end_soon(&mut self, ending: SimulationEnd) {
        if self.mode == SimulationMode::Pause {
            self.ending = Some(ending);
        } else if self.last_step.is_none() {
            self.last_step = Some(LastStep::of(ending));
        }
    }

    pub(crate) fn grant(&mut self, at: usize, wish: SimulationRequest) {
        let session = &self.sessions[at];
        match wish {
            SimulationRequest::Quit(status) => self.end_soon(SimulationEnd::Quit(status)),
            SimulationRequest::Load(file) => self.end_soon(SimulationEnd::Load(file)),
            SimulationRequest::Mode(mode) => self.mode = mode,
            SimulationRequest::Say(text) => self.say(&format!("robot '{}': {text}", session.name)),
            SimulationRequest::Print(stream, text) => {
                self.console
                    .print(session.robot, &session.name, stream, text);
            }
            SimulationRequest::SetLabel(label) => {
                if let Some(view) = &self.options.view_requests {
                    view.set_label(session.robot, &label);
                }
            }
            SimulationRequest::ClearLabels => {
                if let Some(view) = &self.options.view_requests {
                    view.clear(session.robot);
                }
            }
            SimulationRequest::LookAt(node) => {
                if let Some(view) = &self.options.view_requests {
                    view.look_at(node);
                }
            }
            SimulationRequest::Restart(node) => {
                let found = self.sessions.iter_mut().find(|one| one.robot == node);
                if let Some(session) = found {
                    session.wants_restart = true;
                } else {
                    // it is taken for a robot that is new
                    self.robots.retain(|(robot, _)| *robot != node);
                }
            }
        }
    }
}
