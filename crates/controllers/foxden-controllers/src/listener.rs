//! Accepts connections of controllers: one thread listens at the local sockets and at
//! the TCP port, reads greetings, and hands over peers with a valid greeting.
//!
//! A peer that connects and sends nothing never delays the thread that steps the world.

use crate::instance_folder::InstanceFolder;
use crate::secret::Secret;
use crate::waker::{Wakeable, Waker, waker};
use foxden_protocol::handshake::{Greeting, GreetingProgress, GreetingReply};
use foxden_scene::NodeId;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The port that the genuine program tries first.
pub const USUAL_PORT: u16 = 1234;

/// How many ports after the requested one are tried.
const MORE_PORTS: u16 = 10;

/// How long a greeting may take.
const GREETING_TIME: Duration = Duration::from_secs(2);

/// How many may be about to greet at once.
const MAX_GREETING: usize = 64;

/// How many may wait to be looked at.
const MAX_ARRIVED: usize = 256;

/// How often the instance says that it is running.
const LIVE_TIME: Duration = Duration::from_secs(1800);

/// Where to listen.
#[derive(Clone, Debug)]
pub struct ListenOptions {
    /// The folder for temporary files.
    pub temporary: PathBuf,
    /// The user's name, part of the instance folder.
    pub user: String,
    /// The address for TCP.
    pub address: IpAddr,
    /// The port; `None` is the usual one, 0 any free one.
    pub port: Option<u16>,
    /// What controllers must know that come over TCP; nothing if not given.
    pub secret: Option<Secret>,
}

impl ListenOptions {
    /// As the environment says, for this machine only.
    pub fn from_environment() -> Self {
        let user = ["USER", "USERNAME"]
            .iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|name| !name.is_empty());
        let temporary = std::env::var_os("WEBOTS_TMPDIR").filter(|folder| !folder.is_empty());
        Self {
            temporary: temporary.map_or_else(|| "/tmp".into(), PathBuf::from),
            user: user.unwrap_or_else(|| "default".to_owned()),
            address: Ipv4Addr::LOCALHOST.into(),
            port: None,
            secret: None,
        }
    }

    /// The folder of the Foxden at a port of this machine, of the same user.
    pub fn instance(&self, port: u16) -> PathBuf {
        let user = self.temporary.join("webots").join(&self.user);
        user.join(port.to_string())
    }
}

/// Somebody who came in.
#[derive(Debug)]
pub(crate) enum ArrivedPeer {
    /// At the socket of a robot.
    Local(NodeId, UnixStream),
    /// A peer over TCP, with its greeting.
    Remote(Greeting, TcpStream),
}

/// The place where controllers of one Foxden come in. It outlives worlds; the
/// instance folder goes with it.
#[derive(Debug)]
pub struct ControllerListener {
    folder: Arc<InstanceFolder>,
    port: u16,
    requested: u16,
    address: IpAddr,
    secret: Option<Secret>,
    arrivals: Receiver<ArrivedPeer>,
    commands: Sender<ListenerCommand>,
    waker: Waker,
    is_loading: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
enum ListenerCommand {
    Listen(NodeId, UnixListener),
    /// Stop listening for a robot, or for all.
    Forget(Option<NodeId>),
    Close,
}

impl ControllerListener {
    /// Listens for TCP and makes the instance folder.
    ///
    /// # Errors
    /// When no port is free or the instance folder cannot be made.
    pub fn open(options: &ListenOptions) -> io::Result<Self> {
        Self::open_for(options, GREETING_TIME)
    }

    fn open_for(options: &ListenOptions, greeting_time: Duration) -> io::Result<Self> {
        let requested = options.port.unwrap_or(USUAL_PORT);
        let tcp = listen(options.address, requested, options.port.is_none())?;
        tcp.set_nonblocking(true)?;
        let port = tcp.local_addr()?.port();
        let folder = Arc::new(InstanceFolder::create(
            &options.temporary,
            &options.user,
            &tcp,
        )?);
        if let Some(secret) = &options.secret {
            folder.keep_secret(secret.reveal())?;
        }
        let (waker, wakeable) = waker()?;
        let (commands, inbox) = channel();
        let (outbox, arrivals) = sync_channel(MAX_ARRIVED);
        let is_loading = Arc::new(AtomicBool::new(false));
        let accept_loop = AcceptLoop {
            tcp,
            folder: folder.clone(),
            local: Vec::new(),
            greeting: Vec::new(),
            greeting_time,
            wakeable,
            inbox,
            outbox,
            is_loading: is_loading.clone(),
        };
        let thread = std::thread::Builder::new()
            .name("listener".into())
            .spawn(move || accept_loop.run())?;
        Ok(Self {
            folder,
            port,
            requested,
            address: options.address,
            secret: options.secret.clone(),
            arrivals,
            commands,
            waker,
            is_loading,
            thread: Some(thread),
        })
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The secret of controllers that come over TCP.
    pub(crate) fn secret(&self) -> Option<&Secret> {
        self.secret.as_ref()
    }

    /// How a controller elsewhere reaches a robot over TCP.
    pub(crate) fn url(&self, robot: &str) -> String {
        let host = match self.address {
            any if any.is_unspecified() => "HOST".to_owned(),
            IpAddr::V6(address) => format!("[{address}]"),
            IpAddr::V4(address) => address.to_string(),
        };
        let name = match &self.secret {
            Some(secret) => secret.name_for(Some(robot)),
            None => robot.to_owned(),
        };
        format!("tcp://{host}:{}/{name}", self.port)
    }

    /// The port that was requested, if it was taken.
    pub fn missed_port(&self) -> Option<u16> {
        (self.requested != self.port && self.requested != 0).then_some(self.requested)
    }

    /// The instance folder.
    pub fn folder(&self) -> &InstanceFolder {
        &self.folder
    }

    /// Makes extern controllers wait while a world is loaded, or accepts them.
    pub fn set_loading(&self, is_loading: bool) {
        self.is_loading.store(is_loading, Ordering::Relaxed);
        // without the marker local controllers connect at once, before anything accepts them
        let _ = self.folder.set_loading(is_loading);
    }

    pub(crate) fn listen_for(&self, robot: NodeId, listener: UnixListener) -> io::Result<()> {
        listener.set_nonblocking(true)?;
        self.command(ListenerCommand::Listen(robot, listener));
        Ok(())
    }

    pub(crate) fn forget(&self, robot: Option<NodeId>) {
        self.command(ListenerCommand::Forget(robot));
    }

    /// Who came, if anybody.
    pub(crate) fn arrived(&self) -> Option<ArrivedPeer> {
        self.arrivals.try_recv().ok()
    }

    /// Who comes within a time.
    pub(crate) fn arrives_within(&self, time: Duration) -> Option<ArrivedPeer> {
        self.arrivals.recv_timeout(time).ok()
    }

    fn command(&self, command: ListenerCommand) {
        // the thread lives as long as this
        let _ = self.commands.send(command);
        self.waker.wake();
    }
}

impl Drop for ControllerListener {
    fn drop(&mut self) {
        self.command(ListenerCommand::Close);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Binds the requested port or one of the next; any if none is requested.
fn listen(address: IpAddr, requested: u16, is_any_good: bool) -> io::Result<TcpListener> {
    let mut outcome = TcpListener::bind((address, requested));
    for port in (1..=MORE_PORTS).filter_map(|more| requested.checked_add(more)) {
        match &outcome {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                outcome = TcpListener::bind((address, port));
            }
            _ => return outcome,
        }
    }
    match outcome {
        Err(_) if is_any_good => TcpListener::bind((address, 0)),
        Err(error) => Err(io::Error::new(
            error.kind(),
            format!("no port from {requested} on: {error}"),
        )),
        bound => bound,
    }
}

/// What the thread has.
struct AcceptLoop {
    tcp: TcpListener,
    folder: Arc<InstanceFolder>,
    local: Vec<(NodeId, UnixListener)>,
    greeting: Vec<PendingPeer>,
    /// How long a peer may take to send its greeting.
    greeting_time: Duration,
    wakeable: Wakeable,
    inbox: Receiver<ListenerCommand>,
    outbox: SyncSender<ArrivedPeer>,
    is_loading: Arc<AtomicBool>,
}

/// Somebody who has not greeted yet.
struct PendingPeer {
    stream: TcpStream,
    received: Vec<u8>,
    deadline: Instant,
}

enum GreetingStatus {
    Incomplete,
    Complete(Greeting),
    Invalid,
}

impl AcceptLoop {
    fn run(mut self) {
        let mut touched = Instant::now();
        loop {
            if self
                .wait(LIVE_TIME.saturating_sub(touched.elapsed()))
                .is_err()
            {
                // for example, no descriptors are left: another connection must end first
                std::thread::sleep(Duration::from_millis(20));
            }
            self.wakeable.clear();
            while let Ok(command) = self.inbox.try_recv() {
                match command {
                    ListenerCommand::Listen(robot, listener) => self.local.push((robot, listener)),
                    ListenerCommand::Forget(Some(gone)) => {
                        self.local.retain(|(robot, _)| *robot != gone)
                    }
                    ListenerCommand::Forget(None) => self.local.clear(),
                    ListenerCommand::Close => return,
                }
            }
            self.read_greetings();
            if self.accept().is_err() {
                std::thread::sleep(Duration::from_millis(20));
            }
            if touched.elapsed() >= LIVE_TIME {
                touched = Instant::now();
                let _ = self.folder.touch();
            }
        }
    }

    /// Waits until a peer connects, sends something or has been silent for too long.
    fn wait(&self, longest: Duration) -> Result<(), rustix::io::Errno> {
        let now = Instant::now();
        let time = self
            .greeting
            .iter()
            .map(|peer| peer.deadline.saturating_duration_since(now))
            .fold(longest, Duration::min);
        let mut all = vec![
            PollFd::new(&self.wakeable, PollFlags::IN),
            PollFd::new(&self.tcp, PollFlags::IN),
        ];
        let local = self.local.iter().map(|(_, listener)| listener);
        all.extend(local.map(|listener| PollFd::new(listener, PollFlags::IN)));
        let streams = self.greeting.iter().map(|peer| &peer.stream);
        all.extend(streams.map(|stream| PollFd::new(stream, PollFlags::IN)));
        let timeout = Timespec::try_from(time).ok();
        poll(&mut all, timeout.as_ref()).map(|_| ())
    }

    /// Accepts all waiting peers. Returns an error that is not about one of them.
    fn accept(&mut self) -> io::Result<()> {
        for (robot, listener) in &self.local {
            while let Some((stream, _)) = accepted(listener.accept())? {
                // if the queue is full the peer is disconnected, and tries again
                let _ = self.outbox.try_send(ArrivedPeer::Local(*robot, stream));
            }
        }
        while let Some((stream, _)) = accepted(self.tcp.accept())? {
            if stream.set_nonblocking(true).is_err() {
                continue;
            }
            if self.greeting.len() == MAX_GREETING {
                self.greeting.remove(0);
            }
            self.greeting.push(PendingPeer {
                stream,
                received: Vec::new(),
                deadline: Instant::now() + self.greeting_time,
            });
        }
        Ok(())
    }

    fn read_greetings(&mut self) {
        let now = Instant::now();
        for mut peer in std::mem::take(&mut self.greeting) {
            match peer.listen() {
                GreetingStatus::Incomplete if peer.deadline > now => self.greeting.push(peer),
                GreetingStatus::Incomplete | GreetingStatus::Invalid => {}
                GreetingStatus::Complete(_) if self.is_loading.load(Ordering::Relaxed) => {
                    let _ = peer.stream.write_all(GreetingReply::Processing.as_bytes());
                }
                GreetingStatus::Complete(greeting) => {
                    let arrival = ArrivedPeer::Remote(greeting, peer.stream);
                    let _ = self.outbox.try_send(arrival);
                }
            }
        }
    }
}

/// A peer, no peer, or an error that concerns more than one of them.
fn accepted<S>(outcome: io::Result<S>) -> io::Result<Option<S>> {
    match outcome {
        Ok(stream) => Ok(Some(stream)),
        Err(error) => match error.kind() {
            io::ErrorKind::WouldBlock
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::Interrupted => Ok(None),
            _ => Err(error),
        },
    }
}

impl PendingPeer {
    fn listen(&mut self) -> GreetingStatus {
        let mut bytes = [0; 512];
        loop {
            match self.stream.read(&mut bytes) {
                Ok(0) => return GreetingStatus::Invalid,
                Ok(count) => self.received.extend_from_slice(&bytes[..count]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return GreetingStatus::Invalid,
            }
            if self.received.len() > Greeting::LIMIT {
                return GreetingStatus::Invalid;
            }
        }
        match Greeting::decode(&self.received) {
            Ok(GreetingProgress::Incomplete) => GreetingStatus::Incomplete,
            Ok(GreetingProgress::Greeting(greeting)) => GreetingStatus::Complete(greeting),
            Err(_) => GreetingStatus::Invalid,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn options(temporary: &tempfile::TempDir, port: u16) -> ListenOptions {
        ListenOptions {
            temporary: temporary.path().to_owned(),
            user: "fox".to_owned(),
            address: Ipv4Addr::LOCALHOST.into(),
            port: Some(port),
            secret: None,
        }
    }

    #[test]
    fn the_next_port_is_taken_and_the_folder_has_its_name() {
        let temporary = tempfile::tempdir().unwrap();
        let first = ControllerListener::open(&options(&temporary, 0)).unwrap();
        assert_eq!(first.missed_port(), None);
        let second = ControllerListener::open(&options(&temporary, first.port())).unwrap();
        assert!(second.port() > first.port());
        assert_eq!(second.missed_port(), Some(first.port()));
        for one in [&first, &second] {
            let own = one.folder().path().file_name().unwrap().to_str().unwrap();
            assert_eq!(own, one.port().to_string());
        }
    }

    #[test]
    fn one_that_ends_takes_nothing_from_the_next_at_its_port() {
        let temporary = tempfile::tempdir().unwrap();
        let port = ControllerListener::open(&options(&temporary, 0))
            .unwrap()
            .port();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        let own = ControllerListener::open(&options(&temporary, port)).unwrap();
                        std::thread::yield_now();
                        own.folder().robot("fox").unwrap();
                    }
                });
            }
        });
    }

    /// Longer than anybody is delayed on a machine that stands still for a while.
    const PATIENCE: Duration = Duration::from_secs(600);

    fn patient(temporary: &tempfile::TempDir) -> ControllerListener {
        ControllerListener::open_for(&options(temporary, 0), PATIENCE).unwrap()
    }

    #[test]
    fn greetings_are_read_in_pieces_and_nonsense_is_not() {
        let temporary = tempfile::tempdir().unwrap();
        let listener = patient(&temporary);
        let connect = || TcpStream::connect((Ipv4Addr::LOCALHOST, listener.port())).unwrap();
        let _silent = connect();
        let mut web = connect();
        web.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
        let mut slow = connect();
        slow.write_all(b"CT").unwrap();
        let mut whole = connect();
        whole.write_all(b"CTR\nRobot-Name: cub").unwrap();
        let robot = |arrival| match arrival {
            Some(ArrivedPeer::Remote(greeting, _)) => greeting.robot,
            other => panic!("{other:?}"),
        };
        let first = listener.arrives_within(PATIENCE);
        assert_eq!(robot(first).as_deref(), Some("cub"));
        slow.write_all(b"R").unwrap();
        assert_eq!(robot(listener.arrives_within(PATIENCE)), None);
        assert_eq!(web.read(&mut [0; 10]).unwrap_or(0), 0, "it is closed");
        assert!(listener.arrived().is_none());
    }

    #[test]
    fn while_a_world_is_loaded_everybody_is_put_off() {
        let temporary = tempfile::tempdir().unwrap();
        let listener = patient(&temporary);
        listener.set_loading(true);
        assert!(listener.folder().path().join("loading").exists());
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, listener.port())).unwrap();
        stream.write_all(b"CTR").unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        assert_eq!(reply, "PROCESSING");
        listener.set_loading(false);
        assert!(!listener.folder().path().join("loading").exists());
    }

    #[test]
    fn a_thousand_silent_peers_do_not_keep_others_out() {
        let temporary = tempfile::tempdir().unwrap();
        let listener = patient(&temporary);
        let connect = || TcpStream::connect((Ipv4Addr::LOCALHOST, listener.port())).unwrap();
        for _ in 0..20 {
            let _crowd: Vec<TcpStream> = (0..50).map(|_| connect()).collect();
        }
        let mut peer = connect();
        peer.write_all(b"CTR").unwrap();
        assert!(listener.arrives_within(PATIENCE).is_some());
    }
}
