//! Who is waited for and who is served, before and after each step.
//!
//! The thread that steps the world owns all connections. Before a step it
//! waits for every synchronous controller in the order of the robots, and what
//! they want is done in that order, so that the result does not depend on
//! which of them was faster. They all think at the same time. Only a
//! controller that keeps silent for seconds lets others pass: it may be
//! waiting for one of them.

use crate::connection::{Incoming, Patience};
use crate::console::ControllerOutput;
use crate::controller_lifecycle::ReportedRejections;
use crate::listener::ControllerListener;
use crate::options::{ControllerOptions, Notice};
use crate::recordings::Recordings;
use crate::session::{ControllerSession, RequestContext};
use crate::silence_timer::Silence;
use crate::simulation_requests::{LastStep, SimulationEnd};
use foxden_protocol::ControllerPacket;
use foxden_protocol::robot::SimulationMode;
use foxden_runtime::participant::{Participant as _, Readiness};
use foxden_runtime::running_world::RunningWorld;
use foxden_scene::NodeId;
use foxden_sim::World;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::cell::RefCell;
use std::io;
use std::time::{Duration, Instant};

/// How long to wait for a new peer or the end of a program at a time.
const MOMENT: Duration = Duration::from_millis(5);

/// All controllers of a world.
pub struct Controllers {
    pub(crate) options: ControllerOptions,
    pub(crate) listener: ControllerListener,
    pub(crate) console: ControllerOutput,
    pub(crate) sessions: Vec<ControllerSession>,
    pub(crate) mode: SimulationMode,
    pub(crate) ending: Option<SimulationEnd>,
    pub(crate) last_step: Option<LastStep>,
    pub(crate) recordings: RefCell<Recordings>,
    /// The robots that were looked at.
    pub(crate) robots: Vec<(NodeId, String)>,
    pub(crate) missing: usize,
    pub(crate) refusals: ReportedRejections,
}

impl Controllers {
    /// Starts the controllers of a world that Foxden starts, and accepts the others.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start(
        world: &World,
        options: ControllerOptions,
        listener: ControllerListener,
    ) -> io::Result<Self> {
        let mut controllers = Self {
            console: ControllerOutput::start(options.printer.clone())?,
            recordings: RefCell::new(Recordings::new(options.animations.clone())),
            options,
            listener,
            sessions: Vec::new(),
            mode: SimulationMode::Fast,
            ending: None,
            last_step: None,
            robots: Vec::new(),
            missing: 0,
            refusals: ReportedRejections::default(),
        };
        // peers that arrived earlier belong to the world before
        while controllers.listener.arrived().is_some() {}
        controllers.follow_robots(world);
        controllers.listener.set_loading(false);
        Ok(controllers)
    }

    /// The port that extern controllers connect to.
    pub fn port(&self) -> u16 {
        self.listener.port()
    }

    /// Why the simulation ends, if a supervisor wants it to.
    pub fn ending(&self) -> Option<&SimulationEnd> {
        let soon = self.last_step.as_ref().map(|last| &last.ending);
        self.ending.as_ref().or(soon)
    }

    /// How many controllers were not found or could not be started.
    pub fn missing(&self) -> usize {
        self.missing
    }

    /// Whether all controllers have ended; extern ones, when they have left.
    pub fn have_ended(&self) -> bool {
        self.have_left() && self.sessions.iter().all(|one| one.process.is_none())
    }

    pub(crate) fn say(&self, text: &str) {
        (self.options.notice)(Notice::Problem(text));
    }

    pub(crate) fn inform(&self, text: &str) {
        (self.options.notice)(Notice::Info(text));
    }

    /// Waits until every synchronous controller has asked for its next step, or
    /// the deadline is over.
    pub(crate) fn make_ready(&mut self, world: &mut RunningWorld, deadline: Instant) -> Readiness {
        loop {
            self.follow_robots(world);
            self.accept_peers();
            for at in 0..self.sessions.len() {
                if self.is_done() {
                    return Readiness::Finished;
                }
                self.check_waiting(at);
                if !self.sessions[at].is_synchronous(world) {
                    self.look_at(world, at);
                    continue;
                }
                self.wait_for(world, at, deadline);
                if self.holds_up(world, at) && !self.is_done() {
                    return Readiness::Waiting;
                }
                self.check_process(at);
            }
            if self.is_done() {
                return Readiness::Finished;
            }
            // a robot that was added while this waited takes part in the step
            if self.follow_robots(world) {
                continue;
            }
            if let Some(last) = self.last_step.take_if(|last| last.is_made) {
                self.ending = Some(last.ending);
                return Readiness::Finished;
            }
            if self.options.until_controllers_end && self.have_left() {
                // no controller is left that needs another step
                self.wait_for_programs();
                if Instant::now() >= deadline {
                    return Readiness::Waiting;
                }
                continue;
            }
            let is_stuck = self.mode == SimulationMode::Pause
                && !self.options.can_be_resumed_elsewhere
                && self.have_ended_for_good();
            if is_stuck {
                self.say("the simulation is paused, and no controller is left that could continue it; the run ends");
                return Readiness::Finished;
            }
            return Readiness::Ready;
        }
    }

    /// Answers the controllers whose time has come.
    pub(crate) fn answer_all(&mut self, world: &mut RunningWorld) {
        self.last_step = self.last_step.take().map(LastStep::made);
        self.recordings.get_mut().follow(world);
        for session in &mut self.sessions {
            session.remove_itself(world);
        }
        for at in 0..self.sessions.len() {
            let context = RequestContext {
                world_file: &self.options.world_file,
                mode: self.mode,
                allowed_folders: &self.options.allowed_folders,
                recordings: &self.recordings,
            };
            if let Err(error) = self.sessions[at].answer(world, &context) {
                self.lose_unanswered(at, &error);
            }
        }
        self.say_recordings();
    }

    pub(crate) fn say_recordings(&mut self) {
        for report in self.recordings.get_mut().take_reports() {
            self.say(&report);
        }
    }

    /// Lets time pass without a step; requests that need none are served.
    pub(crate) fn serve(&mut self, world: &mut RunningWorld, time: Duration) {
        let deadline = Instant::now() + time;
        loop {
            let rest = deadline.saturating_duration_since(Instant::now());
            self.accept_peers();
            self.serve_in_order(world);
            if rest.is_zero() || self.is_done() {
                return;
            }
            let connections = self
                .sessions
                .iter()
                .filter_map(|session| session.state.connection());
            let mut sockets: Vec<PollFd<'_>> = connections
                .map(|connection| PollFd::new(connection, PollFlags::IN))
                .collect();
            let timeout = Timespec::try_from(rest.min(MOMENT)).ok();
            let ready = poll(&mut sockets, timeout.as_ref());
            if ready.is_ok_and(|count| count > 0) && self.has_hold_up(world) {
                // one that must wait for its turn would wake us again and again
                std::thread::sleep(rest.min(Duration::from_millis(1)));
            }
        }
    }

    pub(crate) fn is_done(&self) -> bool {
        let is_late = |last: &LastStep| last.deadline <= Instant::now();
        self.ending.is_some()
            || self.last_step.as_ref().is_some_and(is_late)
            || self.options.stop.is_set()
            || (self.options.until_controllers_end && self.have_ended())
    }

    fn is_last_step_made(&self) -> bool {
        self.last_step.as_ref().is_some_and(|last| last.is_made)
    }

    /// Whether no step can be made because of this one.
    fn holds_up(&self, world: &World, at: usize) -> bool {
        let session = &self.sessions[at];
        // one that has left is not waited for when the run ends without it
        let is_expected = !self.options.until_controllers_end || !session.state.has_left();
        session.blocks_step(world, is_expected && !self.is_last_step_made())
    }

    fn has_hold_up(&self, world: &World) -> bool {
        (0..self.sessions.len()).any(|at| self.holds_up(world, at))
    }

    /// Serves a controller until it wants a step, is gone, or the deadline is over. When
    /// the deadline is over from the start, what it has sent already is served.
    fn wait_for(&mut self, world: &mut RunningWorld, at: usize, deadline: Instant) {
        if Instant::now() >= deadline {
            self.take_sent(world, at);
            return;
        }
        while self.holds_up(world, at) && !self.is_done() && Instant::now() < deadline {
            if self.sessions[at].state.is_connected() {
                if self.take(world, at, Patience::Moment) {
                    self.sessions[at].silence_timer.reset();
                    continue;
                }
                self.check_silent(at);
            } else if let Some(arrival) = self.listener.arrives_within(MOMENT) {
                self.accept_peer(arrival);
            }
            self.accept_peers();
            for other in 0..self.sessions.len() {
                self.check_process(other);
            }
            let silence = self.silence(at);
            self.complain(at, silence);
            let is_open = silence != Silence::Short || self.mode == SimulationMode::Pause;
            for other in (0..self.sessions.len()).filter(|other| *other != at) {
                if is_open || !self.sessions[other].is_synchronous(world) {
                    self.look_at(world, other);
                } else if self.sessions[other].is_new() {
                    // only the robot that it drives can be sent out of order
                    self.take(world, other, Patience::None);
                }
            }
        }
    }

    /// Waits a little for programs that have left the simulation to end.
    fn wait_for_programs(&mut self) {
        std::thread::sleep(Duration::from_millis(1));
        for at in 0..self.sessions.len() {
            if self.sessions[at].process.is_some() {
                let silence = self.silence(at);
                self.complain(at, silence);
            }
        }
    }

    fn silence(&mut self, at: usize) -> Silence {
        let ControllerOptions {
            timeout,
            order_time,
            ..
        } = self.options;
        self.sessions[at].silence_timer.silence(timeout, order_time)
    }

    /// Reports the controllers that the run waits for, or continues without them.
    fn complain(&mut self, at: usize, silence: Silence) {
        let session = &self.sessions[at];
        let name = session.name.clone();
        let is_absent = !session.state.is_connected();
        let what = match (session.state.is_over(), is_absent) {
            (true, _) => "has left the simulation and not ended",
            (false, true) => "has not connected",
            (false, false) => "has not asked for a step",
        };
        match silence {
            Silence::Short | Silence::Long => {}
            Silence::Notable(time) => self.say(&format!(
                "the controller of robot '{name}' {what} for {} s; the simulation waits for it",
                time.as_secs()
            )),
            Silence::TooLong(time) => {
                self.say(&format!(
                    "the controller of robot '{name}' {what} for {time:?}; the simulation continues without it"
                ));
                let session = &mut self.sessions[at];
                if !(session.is_extern && is_absent) {
                    session.quit();
                    session.disconnect();
                }
                session.state.give_up();
                // one that hangs does not leave by itself
                if let Some(process) = session.process.take() {
                    let id = process.id();
                    drop(process);
                    self.console.finish(id);
                }
            }
        }
    }

    /// Serves what has arrived, in order: while one controller computes, those after it wait.
    fn serve_in_order(&mut self, world: &mut RunningWorld) {
        let is_open = self.mode == SimulationMode::Pause;
        let mut is_held_up = false;
        for at in 0..self.sessions.len() {
            let session = &self.sessions[at];
            if is_open || !is_held_up || !session.is_synchronous(world) {
                self.look_at(world, at);
                self.check_silent(at);
            } else if session.is_new() {
                self.take(world, at, Patience::None);
            }
            is_held_up |= self.holds_up(world, at);
        }
    }

    /// Serves what a controller has sent already.
    fn look_at(&mut self, world: &mut RunningWorld, at: usize) {
        self.check_process(at);
        // a bounded number, so that a controller that asks without end does not block the others
        for _ in 0..64 {
            let may_ask = self.sessions[at].state.is_connected() && !self.is_done();
            if !may_ask || !self.take(world, at, Patience::None) {
                return;
            }
        }
    }

    /// Serves what a controller that is waited for has sent already, until it wants a step.
    fn take_sent(&mut self, world: &mut RunningWorld, at: usize) {
        for _ in 0..64 {
            let is_asked = self.sessions[at].state.is_connected() && self.holds_up(world, at);
            if !is_asked || self.is_done() || !self.take(world, at, Patience::None) {
                return;
            }
            self.sessions[at].silence_timer.reset();
        }
    }

    /// Serves one packet; `false` if there was none.
    fn take(&mut self, world: &mut RunningWorld, at: usize, patience: Patience) -> bool {
        match self.sessions[at].receive(patience) {
            Incoming::Nothing => false,
            Incoming::Gone(reason) => {
                self.lose(at, reason);
                false
            }
            Incoming::Packet(ControllerPacket::Farewell) => {
                self.lose(at, None);
                false
            }
            Incoming::Packet(ControllerPacket::Request(request)) => {
                let context = RequestContext {
                    world_file: &self.options.world_file,
                    mode: self.mode,
                    allowed_folders: &self.options.allowed_folders,
                    recordings: &self.recordings,
                };
                let mut simulation_requests = Vec::new();
                let served =
                    self.sessions[at].serve(world, &context, &request, &mut simulation_requests);
                for wish in simulation_requests {
                    self.grant(at, wish);
                }
                self.say_recordings();
                if let Err(error) = served {
                    self.lose_unanswered(at, &error);
                }
                true
            }
        }
    }

    /// Tells all controllers to leave, waits for those that Foxden started, and
    /// gives back the listener for the next world.
    pub fn end(mut self) -> ControllerListener {
        self.finish();
        self.listener
    }
}
