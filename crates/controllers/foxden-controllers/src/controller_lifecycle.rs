//! Which robot has which controller: controllers are started, accepted, waited for and
//! disconnected as the robots of the world come and go.

use crate::connection::{ControllerConnection, Socket, is_readable};
use crate::controller_search::{ControllerPaths, ControllerSource, Program, find};
use crate::listener::ArrivedPeer;
use crate::oversubscription::{is_lone, is_oversubscribed};
use crate::process::{Process, exit_text};
use crate::scheduler::Controllers;
use crate::session::ControllerSession;
use crate::session_state::{Absence, Phase, SessionState};
use crate::shutdown;
use foxden_lang::resolve::project_root;
use foxden_protocol::handshake::{
    Greeting, GreetingReply, InstancePath as FolderName, StartedBy, aliases,
};
use foxden_scene::{NodeId, Scene};
use foxden_sim::World;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::net::TcpStream;
use std::os::fd::AsFd;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::time::Duration;

/// The most rejections that are reported; any program can try to connect.
const MAX_REFUSALS: usize = 100;

/// The rejections that were reported. The library tries again every second, and one
/// report is enough.
#[derive(Debug, Default)]
pub(crate) struct ReportedRejections(BTreeSet<String>);

impl ReportedRejections {
    fn is_new(&mut self, text: &str) -> bool {
        self.0.len() < MAX_REFUSALS && self.0.insert(text.to_owned())
    }
}

impl Controllers {
    /// Starts controllers of new robots and ends those of robots that are gone,
    /// name another one or want theirs started again. `false` if nothing has changed.
    pub(crate) fn follow_robots(&mut self, world: &World) -> bool {
        let is_same = world
            .robots()
            .map(|(_, robot)| (robot.node(), robot.controller.as_str()))
            .eq(self
                .robots
                .iter()
                .map(|(node, name)| (*node, name.as_str())));
        if is_same && !self.sessions.iter().any(|session| session.wants_restart) {
            return false;
        }
        let robots: Vec<(NodeId, String)> = world
            .robots()
            .map(|(_, robot)| (robot.node(), robot.controller.clone()))
            .collect();
        self.robots.retain(|robot| robots.contains(robot));
        let (kept, gone): (Vec<_>, Vec<_>) = std::mem::take(&mut self.sessions)
            .into_iter()
            .partition(|session| {
                let is_known = self.robots.iter().any(|(node, _)| *node == session.robot);
                is_known && !session.wants_restart
            });
        self.sessions = kept;
        for session in &gone {
            self.robots.retain(|(robot, _)| *robot != session.robot);
            self.listener.forget(Some(session.robot));
        }
        shutdown::end_sessions(gone, &self.console);
        let known = std::mem::replace(&mut self.robots, robots);
        for (_, robot) in world.robots() {
            let is_known = known.iter().any(|(node, _)| *node == robot.node());
            if !is_known {
                let mut session = ControllerSession::new(
                    robot.node(),
                    robot.name.clone(),
                    robot.controller.clone(),
                );
                session.input = self.options.input.of_robot(robot.node());
                session.windows.clone_from(&self.options.windows);
                let places = self.places_of(world.scene(), robot.node());
                self.begin(session, &robot.arguments, &places);
            }
        }
        // a controller that was started again keeps its place in the order
        self.sessions.sort_by_key(|session| {
            let mut robots = self.robots.iter();
            let place = robots.position(|(robot, _)| *robot == session.robot);
            place.unwrap_or(self.robots.len())
        });
        true
    }

    /// Where a robot's controller may be: after the world's own project comes
    /// that of its PROTO, which may bring one along.
    fn places_of(&self, scene: &Scene, robot: NodeId) -> ControllerPaths {
        let mut places = self.options.places.clone();
        let files = scene.protos(robot).into_iter().map(|proto| proto.file);
        let projects = files
            .filter_map(|file| scene.file(file).as_file())
            .map(|file| project_root(file).to_owned());
        let mut at = places.projects.len().min(1);
        for project in projects {
            if !places.projects.contains(&project) {
                places.projects.insert(at, project);
                at += 1;
            }
        }
        places
    }

    /// Listens for a controller and starts it.
    fn begin(
        &mut self,
        mut session: ControllerSession,
        arguments: &[String],
        places: &ControllerPaths,
    ) {
        let driver = match find(&session.controller, arguments, places) {
            Ok(driver) => driver,
            Err(error) => {
                self.missing += 1;
                self.say(&format!("robot '{}': {error}", session.name));
                return;
            }
        };
        let side = match &driver {
            ControllerSource::None | ControllerSource::Generic => return,
            ControllerSource::Extern => StartedBy::Extern,
            ControllerSource::Program(_) => StartedBy::Intern,
        };
        session.is_extern = driver == ControllerSource::Extern;
        if session.is_extern && !self.options.waits_for_extern {
            session.state = SessionState::Absent(Absence::GivenUp { has_left: false });
        }
        session.address = self.address(&session.name);
        if let Err(error) = self.listen_for(&mut session, side) {
            self.say(&format!(
                "robot '{}' has no local socket: {error}",
                session.name
            ));
        }
        if let ControllerSource::Program(program) = driver {
            session.folder.clone_from(&program.home);
            if let Some(remark) = &program.remark {
                self.say(&format!("robot '{}': {remark}", session.name));
            }
            match self.start_program(&program, &session) {
                Ok(process) => session.process = Some(process),
                Err(error) => {
                    self.missing += 1;
                    session.state = SessionState::Over;
                    let command = program.command.display();
                    self.say(&format!(
                        "robot '{}': {command} cannot be started: {error}",
                        session.name
                    ));
                }
            }
        } else {
            self.inform(&format!(
                "robot '{}' waits for an extern controller at port {}; start it with 'foxden controller', \
                 or with WEBOTS_CONTROLLER_URL={}",
                session.address,
                self.port(),
                self.listener.url(&session.address)
            ));
        }
        self.sessions.push(session);
    }

    fn start_program(&self, program: &Program, session: &ControllerSession) -> io::Result<Process> {
        let folder = self.listener.folder().variable();
        let variables = [
            ("WEBOTS_ROBOT_NAME", session.address.as_str()),
            ("WEBOTS_INSTANCE_PATH", folder.as_str()),
        ];
        let is_oversubscribed = is_oversubscribed(self.robots.len());
        Process::start(
            program,
            &variables,
            &session.name,
            &self.console,
            is_oversubscribed,
        )
    }

    /// The name of a robot, or one like it if another has that name already:
    /// controllers find their robot by a folder.
    fn address(&self, name: &str) -> String {
        let name = match name {
            // as a folder these lead elsewhere
            "" | "." | ".." => "robot",
            name => name,
        };
        let is_free = |address: &String| self.sessions.iter().all(|one| one.address != *address);
        std::iter::once(name.to_owned())
            .chain((1..).map(|number| format!("{name}({number})")))
            .find(is_free)
            .unwrap_or_default()
    }

    /// Opens the local sockets of a robot, one for each name it may be looked for.
    fn listen_for(&self, session: &mut ControllerSession, side: StartedBy) -> io::Result<()> {
        let folder_name = FolderName::at(&self.listener.folder().variable());
        for alias in aliases(&session.address, &folder_name) {
            let socket = PathBuf::from(folder_name.socket(&alias, side));
            let bound = self.listener.folder().robot(&alias).and_then(|folder| {
                let _ = std::fs::remove_file(&socket);
                let listener = UnixListener::bind(&socket)?;
                self.listener.listen_for(session.robot, listener)?;
                Ok(folder)
            });
            match bound {
                Ok(folder) => session.socket_folders.push(folder),
                // a long name does not fit as it is; its hash does
                Err(_) if alias.len() > 40 => {}
                Err(error) => return Err(error),
            }
        }
        match session.socket_folders.is_empty() {
            true => Err(io::Error::other("its name does not fit into a path")),
            false => Ok(()),
        }
    }

    /// Tells all connections whether there are many of them.
    fn update_oversubscription(&mut self) {
        let sessions = self.sessions.iter_mut();
        let connections: Vec<&mut ControllerConnection> = sessions
            .filter_map(|session| session.state.connection_mut())
            .collect();
        let is_oversubscribed = is_oversubscribed(connections.len());
        let is_lone = is_lone(connections.len());
        for connection in connections {
            connection.is_oversubscribed = is_oversubscribed;
            connection.wait.set_lone(is_lone);
        }
    }

    /// Whether no controller takes part any more. Programs may have something
    /// left to do without the simulation.
    pub(crate) fn have_left(&self) -> bool {
        let has_left = |one: &ControllerSession| one.state.has_left();
        self.sessions.iter().all(has_left)
    }

    /// Whether no controller is there and none can come any more.
    pub(crate) fn have_ended_for_good(&self) -> bool {
        let is_gone = |one: &ControllerSession| one.state.is_over() && one.process.is_none();
        self.sessions.iter().all(is_gone)
    }

    /// A controller is gone.
    pub(crate) fn lose(&mut self, at: usize, reason: Option<String>) {
        let name = self.sessions[at].name.clone();
        self.sessions[at].disconnect();
        self.update_oversubscription();
        match reason {
            Some(reason) => self.say(&format!(
                "the controller of robot '{name}' was disconnected: {reason}"
            )),
            None if self.sessions[at].is_extern => {
                self.inform(&format!("the extern controller of robot '{name}' has left"));
            }
            None => {}
        }
        self.check_process(at);
    }

    /// An answer could not be sent. One that is gone has left; it need not be blamed.
    pub(crate) fn lose_unanswered(&mut self, at: usize, error: &io::Error) {
        use io::ErrorKind::{BrokenPipe, ConnectionReset};
        let is_gone = matches!(error.kind(), BrokenPipe | ConnectionReset);
        let reason = (!is_gone).then(|| format!("it does not take its answers: {error}"));
        self.lose(at, reason);
    }

    /// Notices a program that ended, once it has left or before it came.
    pub(crate) fn check_process(&mut self, at: usize) {
        let session = &mut self.sessions[at];
        if session.state.is_connected() {
            return;
        }
        let Some(process) = &mut session.process else {
            return;
        };
        let Some(status) = process.ended() else {
            return;
        };
        let (id, was_connected) = (process.id(), session.state.is_over());
        session.process = None;
        session.state = SessionState::Over;
        self.console.finish(id);
        let (name, how) = (&self.sessions[at].name, exit_text(status));
        match (was_connected, status.success()) {
            (true, true) => {}
            (true, false) => self.say(&format!("the controller of robot '{name}' {how}")),
            (false, _) => {
                // it may not have found what it was to connect with
                let hint = match self.options.places.libraries {
                    Some(_) => "",
                    None => {
                        "; no controller library is known: WEBOTS_HOME or --controller-library says where it is"
                    }
                };
                self.say(&format!(
                    "the controller of robot '{name}' {how} before it connected{hint}"
                ));
            }
        }
    }

    /// Notices a program that ended although its connection is open: something
    /// that it started may hold it. Only for one that has nothing more to say.
    pub(crate) fn check_silent(&mut self, at: usize) {
        let session = &mut self.sessions[at];
        let Some(connection) = session.state.connection() else {
            return;
        };
        let has_ended = session
            .process
            .as_mut()
            .is_some_and(|process| process.ended().is_some());
        // what it sent before it ended comes first
        if has_ended && !is_readable(connection.as_fd(), Duration::ZERO) {
            self.lose(at, None);
        }
    }

    /// Notices a controller that is gone while it waits for the end of a long
    /// step: nothing is read from it before.
    pub(crate) fn check_waiting(&mut self, at: usize) {
        let session = &self.sessions[at];
        let is_gone = session.state.is_in(Phase::Waiting)
            && session
                .state
                .connection()
                .is_some_and(ControllerConnection::is_closed);
        if is_gone {
            self.lose(at, None);
        }
    }

    /// Connects a controller of the same process to a robot, by a pair of sockets instead
    /// of the instance folder. The returned end is the controller's.
    ///
    /// # Errors
    /// When the system has no sockets left.
    pub fn connect(&mut self, robot: NodeId) -> io::Result<UnixStream> {
        let (own, other) = UnixStream::pair()?;
        self.accept_peer(ArrivedPeer::Local(robot, own));
        Ok(other)
    }

    /// How many controllers are connected.
    pub fn connected(&self) -> usize {
        let sessions = self.sessions.iter();
        sessions.filter(|one| one.state.is_connected()).count()
    }

    /// Accepts every peer that has connected.
    pub(crate) fn accept_peers(&mut self) {
        while let Some(arrival) = self.listener.arrived() {
            self.accept_peer(arrival);
        }
    }

    pub(crate) fn accept_peer(&mut self, arrival: ArrivedPeer) {
        for at in 0..self.sessions.len() {
            self.check_waiting(at);
        }
        match arrival {
            ArrivedPeer::Local(robot, stream) => {
                let at = self.sessions.iter().position(|one| one.robot == robot);
                match at {
                    Some(at) if self.is_free(at) => {
                        if let Ok(connection) = ControllerConnection::new(Socket::Local(stream)) {
                            self.seat(at, connection);
                        }
                    }
                    // a second controller is rejected
                    Some(at) => self.refuse_second(at),
                    None => {}
                }
            }
            ArrivedPeer::Remote(greeting, stream) => self.let_in_remote(&greeting, stream),
        }
    }

    pub(crate) fn let_in_remote(&mut self, greeting: &Greeting, mut stream: TcpStream) {
        let folder = FolderName::at(&self.listener.folder().variable());
        let secret = self.listener.secret();
        let sent = greeting.robot.as_ref();
        let is_meant = |session: &ControllerSession| match (secret, sent) {
            (Some(secret), Some(sent)) => secret.is(sent) || secret.is_for(&session.address, sent),
            (Some(_), None) => false,
            (None, Some(sent)) => aliases(&session.address, &folder).contains(sent),
            (None, None) => true,
        };
        let mut found = self
            .sessions
            .iter()
            .enumerate()
            .filter(|(_, session)| session.is_extern && is_meant(session));
        let (first, second) = (found.next(), found.next());
        let (reply, at) = match (first.map(|(at, _)| at), second) {
            (Some(at), None) if self.is_free(at) => (GreetingReply::Connected, Some(at)),
            (Some(at), None) => {
                self.refuse_second(at);
                (GreetingReply::Forbidden, None)
            }
            // a peer without the secret does not learn the names of robots
            _ if self.listener.secret().is_some() => {
                self.refuse(
                    "a controller over TCP was rejected: its robot's name is not that of a robot with \
                     controller \"<extern>\" with the secret in front, as in the address above",
                );
                (GreetingReply::Failed, None)
            }
            _ => {
                self.refuse_unknown(greeting);
                (GreetingReply::Failed, None)
            }
        };
        // ten bytes into an empty buffer do not wait
        if stream.write_all(reply.as_bytes()).is_ok()
            && let Some(at) = at
            && let Ok(connection) = ControllerConnection::new(Socket::Tcp(stream))
        {
            self.seat(at, connection);
        }
    }

    fn refuse_second(&mut self, at: usize) {
        let session = &self.sessions[at];
        if session.state.is_connected() {
            let name = &session.name;
            let text = format!("a second controller for robot '{name}' was rejected");
            self.refuse(&text);
        }
    }

    fn refuse_unknown(&mut self, greeting: &Greeting) {
        let count = self.sessions.iter().filter(|one| one.is_extern).count();
        self.refuse(&match &greeting.robot {
            Some(name) => format!(
                "a controller for robot '{}' was rejected: no robot with controller \"<extern>\" has that name",
                name.escape_debug()
            ),
            None => format!(
                "a controller that names no robot was rejected: {count} robots have controller \"<extern>\""
            ),
        });
    }

    fn refuse(&mut self, text: &str) {
        if self.refusals.is_new(text) {
            self.say(text);
        }
    }

    fn is_free(&self, at: usize) -> bool {
        matches!(self.sessions[at].state, SessionState::Absent(_))
    }

    fn seat(&mut self, at: usize, connection: ControllerConnection) {
        self.sessions[at].adopt(connection);
        self.update_oversubscription();
        if self.sessions[at].is_extern {
            let name = &self.sessions[at].name;
            self.inform(&format!("an extern controller drives robot '{name}'"));
        }
    }
}
