//! The one robot of the process.

use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use foxden_client::{Client, EndNotice, Misuse};
use foxden_protocol::supervisor::SupervisorRequest;
use foxden_protocol::{Delay, Dialect};

use crate::answer_handler::LibraryAnswerHandler;
use crate::connect::connect;
use crate::connection::{ConnectionError, SimulatorConnection};
use crate::console::{self, RedirectedStreams};
use crate::motions::Motions;
use crate::pictures;
use crate::readings;

/// What the exported functions work on.
#[derive(Debug)]
pub struct ControllerLibrary {
    /// What is known of the robot.
    pub client: Client,
    /// Motion files that are being played.
    pub motions: Motions,
    connection: SimulatorConnection,
    console: RedirectedStreams,
    awaits_end: bool,
    awaits_begin: bool,
}

static LIBRARY: Mutex<Option<ControllerLibrary>> = Mutex::new(None);

fn lock() -> MutexGuard<'static, Option<ControllerLibrary>> {
    LIBRARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints why a call was refused.
pub fn report_misuse(function: &str, misuse: &Misuse) {
    eprintln!("Error: {function}{misuse}.");
}

/// Prints what is doubtful about a call.
pub fn warn(function: &str, text: &str) {
    eprintln!("Warning: {function}(): {text}");
}

/// Warns of an old name when it is first used.
pub fn warn_deprecated(once: &Once, function: &str, instead: &str) {
    once.call_once(|| {
        warn(
            function,
            &format!("this is an old name; use {instead} instead."),
        )
    });
}

/// Shows what the sensors read, after a call has changed it.
pub fn publish_readings() {
    if let Some(library) = lock().as_ref() {
        readings::publish_all(&library.client);
    }
}

/// Works on the library. Before `wb_robot_init` and after `wb_robot_cleanup` the
/// call is refused and gives `missing`.
pub fn with<R>(function: &str, missing: R, act: impl FnOnce(&mut ControllerLibrary) -> R) -> R {
    match lock().as_mut() {
        Some(library) => act(library),
        None => {
            report_misuse(
                function,
                &Misuse::Other("wb_robot_init() must be called before any other function".into()),
            );
            missing
        }
    }
}

/// Connects to the simulator; ends the process if there is none.
pub fn init() {
    console::prepare_streams();
    let mut slot = lock();
    if slot.is_some() {
        return;
    }
    let connection = connect();
    let mut library = ControllerLibrary {
        client: Client::new(),
        motions: Motions::default(),
        connection,
        console: RedirectedStreams::from_environment(),
        awaits_end: false,
        awaits_begin: false,
    };
    // The first answer is the configuration; the simulator may end the
    // controller instead.
    if library.step("wb_robot_init", 0) == -1 {
        std::process::exit(0);
    }
    if !library.client.is_configured {
        fail(&ConnectionError::Closed);
    }
    *slot = Some(library);
}

/// Ends the connection to the simulator.
pub fn cleanup() {
    let mut slot = lock();
    if let Some(library) = slot.as_mut() {
        library.client.robot.leave();
        library.step("wb_robot_cleanup", 0);
        library.connection.farewell();
        readings::withdraw(&library.client);
    }
    *slot = None;
}

fn fail(error: &ConnectionError) -> ! {
    eprintln!("Error: {error}.");
    std::process::exit(1);
}

impl ControllerLibrary {
    /// Runs the simulation for a step and waits for it. Returns the delay in
    /// milliseconds, or -1 when the simulator ends the controller.
    pub fn step(&mut self, function: &str, duration: u32) -> i32 {
        if self.awaits_end {
            warn(function, "called before wb_robot_step_end().");
        }
        match self.begin(duration) {
            true => self.end(),
            false => -1,
        }
    }

    /// Starts a step. Returns whether it was sent.
    pub fn step_begin(&mut self, function: &str, duration: u32) -> bool {
        if self.awaits_end {
            let text = "called multiple times before calling wb_robot_step_end().";
            warn(function, text);
        }
        self.begin(duration)
    }

    /// Waits for the simulation.
    pub fn step_end(&mut self, function: &str) -> i32 {
        if self.awaits_begin || !self.awaits_end {
            let text = "called without calling wb_robot_step_begin() before.";
            warn(function, text);
            // Nothing was asked, so no answer will come.
            return match self.client.ending {
                EndNotice::None => 0,
                EndNotice::Now | EndNotice::Later => -1,
            };
        }
        self.end()
    }

    fn begin(&mut self, duration: u32) -> bool {
        for (stream, text) in self.console.take() {
            self.client.robot.print(stream, text);
        }
        match self.client.ending {
            EndNotice::None => {}
            EndNotice::Now => std::process::exit(0),
            EndNotice::Later => {
                self.client.ending = EndNotice::Now;
                return false;
            }
        }
        self.motions.step(&mut self.client, duration);
        let request = self.client.request(duration);
        self.send(&request);
        self.awaits_begin = false;
        self.awaits_end = true;
        true
    }

    fn end(&mut self) -> i32 {
        self.client.begin_answer();
        let late = self.receive();
        self.awaits_begin = true;
        self.awaits_end = false;
        match self.client.ending {
            EndNotice::None => i32::try_from(late).unwrap_or(i32::MAX),
            EndNotice::Now | EndNotice::Later => -1,
        }
    }

    /// Asks the simulator between two steps. Returns whether there was an
    /// answer.
    pub fn flush(&mut self, function: &str) -> bool {
        if self.awaits_end {
            warn(
                function,
                "functions that ask the simulator cannot be called between wb_robot_step_begin() and wb_robot_step_end().",
            );
            return false;
        }
        match self.client.ending {
            EndNotice::None => {}
            EndNotice::Now => std::process::exit(0),
            EndNotice::Later => return false,
        }
        let request = self.client.question();
        self.send(&request);
        self.receive();
        if self.client.ending == EndNotice::Now {
            self.client.ending = EndNotice::Later;
        }
        true
    }

    /// Puts a question about the scene.
    pub fn ask(&mut self, function: &str, request: SupervisorRequest) {
        self.client.supervisor.ask(request);
        self.flush(function);
        self.client.supervisor.end_question();
    }

    /// Waits for another packet, for a function that gets more than one.
    pub fn receive_more(&mut self) {
        self.receive();
    }

    /// The dialect of the simulator.
    pub fn dialect(&self) -> Dialect {
        self.connection.dialect()
    }

    fn send(&mut self, request: &foxden_protocol::RequestPacket) {
        if let Err(error) = self.connection.send(request) {
            // The simulator may have ended the controller before it closed.
            if !matches!(error, ConnectionError::Socket(_)) {
                fail(&error);
            }
        }
    }

    /// Handles packets up to the answer.
    fn receive(&mut self) -> u32 {
        loop {
            let was_configured = self.client.is_configured;
            let mut hearing = LibraryAnswerHandler(&mut self.client);
            let (delay, images) = match self.connection.receive(&mut hearing) {
                Ok(received) => received,
                Err(error) => fail(&error),
            };
            if !was_configured && self.client.is_configured {
                self.learn_dialect();
            }
            pictures::take_in(&mut self.client, images);
            if let Delay::Regular { milliseconds } = delay {
                return milliseconds;
            }
        }
    }

    /// The newer dialect, unless the simulator is of the older release.
    fn learn_dialect(&mut self) {
        let version = self.client.robot.setting.version.as_str();
        let dialect = match version {
            "" => Dialect::R2025a,
            version if version.starts_with(Dialect::R2023b.version()) => Dialect::R2023b,
            version if version.starts_with(Dialect::R2025a.version()) => Dialect::R2025a,
            version => {
                eprintln!(
                    "Warning: this library knows the simulators of R2023b and R2025a; '{}' runs in {version}, which may differ.",
                    self.client.robot.setting.name.as_str()
                );
                Dialect::R2025a
            }
        };
        self.connection.set_dialect(dialect);
    }
}
