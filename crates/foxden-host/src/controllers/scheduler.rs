//! Who is waited for and who is served, before and after each step.
//!
//! The thread that steps the world owns all connections. Before a step it
//! waits for every synchronous controller in the order of the robots, so that
//! what they change does not depend on which of them was faster.

use super::connection::{Connection, Incoming, Socket, is_readable};
use super::find::{Driver, Places, find};
use super::process::{Listener, Process, Stream};
use super::session::{Session, Surroundings};
use super::supervisor::Wish;
use crate::instance_folder::InstanceFolder;
use crate::run_loop::StopFlag;
use foxden_protocol::Packet;
use foxden_protocol::handshake::{Greeting, Heard, InstanceFolder as FolderName, Reply, aliases};
use foxden_protocol::robot::SimulationMode;
use foxden_scene::NodeId;
use foxden_sim::World;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::os::fd::AsFd;
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long to look for a knock or a dead program at a time.
const MOMENT: Duration = Duration::from_millis(5);

/// How long controllers may take to leave when the simulation ends.
const FAREWELL_TIME: Duration = Duration::from_secs(1);

/// The first port that is tried, and how many after it.
const PORTS: std::ops::RangeInclusive<u16> = 1234..=1244;

/// Hears what controllers print: robot, stream, line.
pub type Printer = Arc<dyn Fn(&str, Stream, &str) + Send + Sync>;

/// How controllers are run.
#[derive(Clone)]
pub struct Options {
    /// Where controllers are.
    pub places: Places,
    /// The file of the world.
    pub world_file: PathBuf,
    /// The folder for temporary files.
    pub temporary: PathBuf,
    /// The user's name, part of the instance folder.
    pub user: String,
    /// Whether the simulation follows the clock.
    pub is_real_time: bool,
    /// Hears what controllers print.
    pub printer: Printer,
    /// Hears what happens to controllers.
    pub notice: Arc<dyn Fn(&str) + Send + Sync>,
    /// Ends all waiting.
    pub stop: StopFlag,
}

/// Why a simulation ends, or goes on elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A supervisor quit with this status.
    Quit(i32),
    /// A supervisor wants a world opened; the same again if there is no name.
    Load(Option<PathBuf>),
}

/// All controllers of a world.
pub struct Controllers {
    options: Options,
    folder: InstanceFolder,
    tcp: TcpListener,
    sessions: Vec<Session>,
    mode: SimulationMode,
    ending: Option<Ending>,
    /// The robots that were looked at.
    robots: Vec<NodeId>,
}

impl Controllers {
    /// Listens for the controllers of a world and starts those that Foxden starts.
    ///
    /// # Errors
    /// When no port is free or the instance folder cannot be made.
    pub fn start(world: &World, options: Options) -> io::Result<Self> {
        let tcp = PORTS
            .into_iter()
            .find_map(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok())
            .map_or_else(|| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)), Ok)?;
        let port = tcp.local_addr()?.port();
        let folder = InstanceFolder::create(&options.temporary, &options.user, port)?;
        let mode = if options.is_real_time {
            SimulationMode::RealTime
        } else {
            SimulationMode::Fast
        };
        let mut controllers = Self {
            options,
            folder,
            tcp,
            sessions: Vec::new(),
            mode,
            ending: None,
            robots: Vec::new(),
        };
        controllers.follow_robots(world);
        Ok(controllers)
    }

    /// The port that extern controllers connect to.
    pub fn port(&self) -> u16 {
        self.tcp.local_addr().map_or(0, |address| address.port())
    }

    /// Why the simulation ends, if a supervisor wants it to.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Whether there were controllers and all have ended.
    pub fn have_ended(&self) -> bool {
        !self.sessions.is_empty() && self.sessions.iter().all(|session| session.is_over)
    }

    /// Starts controllers of new robots and ends those of robots that are gone.
    fn follow_robots(&mut self, world: &World) {
        let is_same = world
            .robots()
            .map(|(_, robot)| robot.node())
            .eq(self.robots.iter().copied());
        if is_same {
            return;
        }
        let robots: Vec<NodeId> = world.robots().map(|(_, robot)| robot.node()).collect();
        let (kept, gone): (Vec<_>, Vec<_>) = std::mem::take(&mut self.sessions)
            .into_iter()
            .partition(|session| robots.contains(&session.robot));
        self.sessions = kept;
        for mut session in gone {
            session.quit();
            end_process(&mut session);
        }
        for (_, robot) in world.robots() {
            let is_known = self.robots.contains(&robot.node());
            if !is_known {
                let session =
                    Session::new(robot.node(), robot.name.clone(), robot.controller.clone());
                self.begin(session, &robot.arguments);
            }
        }
        self.robots = robots;
    }

    /// Listens for a controller and starts it.
    fn begin(&mut self, mut session: Session, arguments: &[String]) {
        let driver = match find(&session.controller, arguments, &self.options.places) {
            Ok(driver) => driver,
            Err(error) => {
                (self.options.notice)(&format!("robot '{}': {error}", session.name));
                return;
            }
        };
        let side = match &driver {
            Driver::Nobody | Driver::Generic => return,
            Driver::Extern => "extern",
            Driver::Program(_) => "intern",
        };
        session.is_extern = driver == Driver::Extern;
        let variable = self.folder.variable();
        let folder_name = FolderName::at(&variable);
        for alias in aliases(&session.name, &folder_name) {
            let listener = self.folder.robot(&alias).and_then(|folder| {
                session.socket_folder.clone_from(&folder);
                UnixListener::bind(folder.join(side))
            });
            match listener {
                Ok(listener) => session.listeners.push(listener),
                // a long name does not fit as it is; its hash does
                Err(_) if alias.len() > 70 => {}
                Err(error) => {
                    (self.options.notice)(&format!("robot '{}': {error}", session.name));
                }
            }
        }
        if let Driver::Program(program) = driver {
            session.folder.clone_from(&program.folder);
            let variables = [
                ("WEBOTS_ROBOT_NAME", session.name.as_str()),
                ("WEBOTS_INSTANCE_PATH", variable.as_str()),
            ];
            let (printer, name) = (self.options.printer.clone(), session.name.clone());
            let listener: Listener =
                Arc::new(move |stream, line: &str| printer(&name, stream, line));
            match Process::start(&program, &variables, &listener) {
                Ok(process) => session.process = Some(process),
                Err(error) => {
                    let command = program.command.display();
                    (self.options.notice)(&format!(
                        "robot '{}': {command} cannot be started: {error}",
                        session.name
                    ));
                    session.is_over = true;
                }
            }
        }
        self.sessions.push(session);
    }

    /// Waits until every synchronous controller has asked for its next step.
    /// `false` when the simulation is to end.
    pub fn before_step(&mut self, world: &mut World) -> bool {
        loop {
            self.follow_robots(world);
            self.accept_tcp();
            for at in 0..self.sessions.len() {
                if self.sessions[at].is_synchronous(world) {
                    self.wait_for(world, at);
                } else {
                    self.look_at(world, at);
                }
                if self.is_done() {
                    return false;
                }
            }
            if self.mode != SimulationMode::Pause {
                return true;
            }
            for at in 0..self.sessions.len() {
                self.look_at(world, at);
            }
            if self.is_done() {
                return false;
            }
            std::thread::sleep(MOMENT);
        }
    }

    /// Answers the controllers whose time has come.
    pub fn after_step(&mut self, world: &mut World) {
        for at in 0..self.sessions.len() {
            let around = Surroundings {
                world_file: &self.options.world_file,
                mode: self.mode,
            };
            if let Err(error) = self.sessions[at].answer(world, &around) {
                self.lose(at, Some(format!("it does not take its answers: {error}")));
            }
        }
    }

    fn is_done(&self) -> bool {
        self.ending.is_some() || self.options.stop.is_set()
    }

    /// Serves a controller until it wants a step or is gone.
    fn wait_for(&mut self, world: &mut World, at: usize) {
        while !self.sessions[at].is_waiting && !self.sessions[at].is_over && !self.is_done() {
            if self.sessions[at].connection.is_none() {
                self.sessions[at].accept(MOMENT);
                self.accept_tcp();
                self.check_process(at);
                continue;
            }
            if !self.take(world, at, true) {
                // while this one thinks, others are served
                for other in 0..self.sessions.len() {
                    if other != at {
                        self.look_at(world, other);
                    }
                }
            }
        }
    }

    /// Serves what a controller has sent already.
    fn look_at(&mut self, world: &mut World, at: usize) {
        if self.sessions[at].connection.is_none() {
            self.sessions[at].accept(Duration::ZERO);
            self.check_process(at);
        }
        while self.take(world, at, false) && !self.is_done() {}
    }

    /// Serves one packet; `false` if there was none.
    fn take(&mut self, world: &mut World, at: usize, is_patient: bool) -> bool {
        match self.sessions[at].receive(is_patient) {
            Incoming::Nothing => false,
            Incoming::Gone(reason) => {
                self.lose(at, reason);
                false
            }
            Incoming::Packet(Packet::Farewell) => {
                self.lose(at, None);
                false
            }
            Incoming::Packet(Packet::Request(request)) => {
                let around = Surroundings {
                    world_file: &self.options.world_file,
                    mode: self.mode,
                };
                let mut wishes = Vec::new();
                let served = self.sessions[at].serve(world, &around, &request, &mut wishes);
                for wish in wishes {
                    self.grant(at, wish);
                }
                if let Err(error) = served {
                    self.lose(at, Some(format!("it does not take its answers: {error}")));
                }
                true
            }
        }
    }

    fn grant(&mut self, at: usize, wish: Wish) {
        match wish {
            Wish::Quit(status) => self.ending = Some(Ending::Quit(status)),
            Wish::Load(file) => self.ending = Some(Ending::Load(file)),
            Wish::Mode(mode) => self.mode = mode,
            Wish::Say(text) => {
                (self.options.notice)(&format!("robot '{}': {text}", self.sessions[at].name));
            }
            Wish::Restart(node) => {
                // it is taken for a robot that is new
                self.robots.retain(|robot| *robot != node);
                if let Some(at) = self.sessions.iter().position(|one| one.robot == node) {
                    let mut session = self.sessions.remove(at);
                    session.quit();
                    end_process(&mut session);
                }
            }
        }
    }

    /// A controller is gone.
    fn lose(&mut self, at: usize, reason: Option<String>) {
        let session = &mut self.sessions[at];
        if let Some(reason) = reason {
            (self.options.notice)(&format!(
                "the controller of robot '{}' was disconnected: {reason}",
                session.name
            ));
        }
        session.disconnect();
    }

    /// Notices a program that ended before it connected.
    fn check_process(&mut self, at: usize) {
        let session = &mut self.sessions[at];
        let Some(process) = &mut session.process else {
            return;
        };
        if session.is_over {
            return;
        }
        if let Ok(Some(status)) = process.ended() {
            session.is_over = true;
            if !status.success() {
                (self.options.notice)(&format!(
                    "the controller of robot '{}' ended before it connected: {status}",
                    session.name
                ));
            }
        }
    }

    /// Answers whoever greets over TCP.
    fn accept_tcp(&mut self) {
        while is_readable(self.tcp.as_fd(), Duration::ZERO) {
            let Ok((mut stream, _)) = self.tcp.accept() else {
                return;
            };
            let mut bytes = [0; Greeting::LIMIT];
            let greeted = stream
                .set_read_timeout(Some(Duration::from_millis(200)))
                .and_then(|()| stream.read(&mut bytes));
            let Ok(count) = greeted else {
                continue;
            };
            let Ok(Heard::Greeting(greeting)) = Greeting::decode(&bytes[..count]) else {
                continue;
            };
            let folder = FolderName::at(&self.folder.variable());
            let mut found = self.sessions.iter().enumerate().filter(|(_, session)| {
                session.is_extern
                    && greeting
                        .robot
                        .as_ref()
                        .is_none_or(|name| aliases(&session.name, &folder).contains(name))
            });
            let (reply, at) = match (found.next(), found.next()) {
                (Some((at, session)), None) if session.connection.is_none() => {
                    (Reply::Connected, Some(at))
                }
                (Some(_), None) => (Reply::Forbidden, None),
                _ => (Reply::Failed, None),
            };
            if stream.write_all(reply.as_bytes()).is_ok()
                && let Some(at) = at
                && let Ok(connection) = Connection::new(Socket::Tcp(stream))
            {
                self.sessions[at].adopt(connection);
            }
        }
    }

    /// Tells all controllers to leave and waits for those that Foxden started.
    pub fn end(mut self) {
        for session in &mut self.sessions {
            if session.connection.is_none() {
                continue;
            }
            let deadline = Instant::now() + FAREWELL_TIME;
            while !session.is_waiting && session.connection.is_some() && Instant::now() < deadline {
                match session.receive(true) {
                    Incoming::Packet(Packet::Request(_)) => break,
                    Incoming::Packet(Packet::Farewell) | Incoming::Gone(_) => session.disconnect(),
                    Incoming::Nothing => {}
                }
            }
            session.quit();
        }
        for session in &mut self.sessions {
            end_process(session);
        }
    }
}

/// Ends the program of a session; its connection stays open until then.
fn end_process(session: &mut Session) {
    if let Some(process) = session.process.take() {
        process.end();
    }
    session.connection = None;
}
