//! Where controllers come in: one thread listens at the local sockets and at
//! the TCP port, hears greetings, and hands over who is worth a look.
//!
//! The thread that steps the world is never kept waiting by somebody who
//! knocks and says nothing.

use super::secret::Secret;
use super::waker::{Wakeable, Waker, waker};
use crate::instance_folder::InstanceFolder;
use foxden_protocol::handshake::{Greeting, Heard, Reply};
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

/// How many ports after a wished one are tried.
const MORE_PORTS: u16 = 10;

/// How long a greeting may take.
const GREETING_TIME: Duration = Duration::from_secs(2);

/// How many may be about to greet at once.
const MAX_GREETING: usize = 64;

/// How many may wait to be looked at.
const MAX_ARRIVED: usize = 256;

/// How often the instance says that it lives.
const LIVE_TIME: Duration = Duration::from_secs(1800);

/// Where to listen.
#[derive(Clone, Debug)]
pub struct Doors {
    /// The folder for temporary files.
    pub temporary: PathBuf,
    /// The user's name, part of the instance folder.
    pub user: String,
    /// The address for TCP.
    pub address: IpAddr,
    /// The port; the usual one if none is wished, any free one if 0.
    pub port: Option<u16>,
    /// What controllers must know that come over TCP; nothing if not given.
    pub secret: Option<Secret>,
}

impl Doors {
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
pub(crate) enum Arrival {
    /// At the socket of a robot.
    Local(NodeId, UnixStream),
    /// Over TCP.
    Remote(Greeting, TcpStream),
}

/// The place where controllers of one Foxden come in. It outlives worlds; the
/// instance folder goes with it.
#[derive(Debug)]
pub struct Reception {
    folder: Arc<InstanceFolder>,
    port: u16,
    wished: u16,
    address: IpAddr,
    secret: Option<Secret>,
    arrivals: Receiver<Arrival>,
    orders: Sender<Order>,
    waker: Waker,
    is_loading: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
enum Order {
    Listen(NodeId, UnixListener),
    /// Stop listening for a robot, or for all.
    Forget(Option<NodeId>),
    Close,
}

impl Reception {
    /// Listens for TCP and makes the instance folder.
    ///
    /// # Errors
    /// When no port is free or the instance folder cannot be made.
    pub fn open(doors: &Doors) -> io::Result<Self> {
        Self::open_for(doors, GREETING_TIME)
    }

    fn open_for(doors: &Doors, greeting_time: Duration) -> io::Result<Self> {
        let wished = doors.port.unwrap_or(USUAL_PORT);
        let tcp = listen(doors.address, wished, doors.port.is_none())?;
        tcp.set_nonblocking(true)?;
        let port = tcp.local_addr()?.port();
        let folder = Arc::new(InstanceFolder::create(&doors.temporary, &doors.user, &tcp)?);
        if let Some(secret) = &doors.secret {
            folder.keep_secret(secret.reveal())?;
        }
        let (waker, wakeable) = waker()?;
        let (orders, inbox) = channel();
        let (outbox, arrivals) = sync_channel(MAX_ARRIVED);
        let is_loading = Arc::new(AtomicBool::new(false));
        let desk = Desk {
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
            .name("reception".into())
            .spawn(move || desk.attend())?;
        Ok(Self {
            folder,
            port,
            wished,
            address: doors.address,
            secret: doors.secret.clone(),
            arrivals,
            orders,
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

    /// The port that was wished for, if it was taken.
    pub fn missed_port(&self) -> Option<u16> {
        (self.wished != self.port && self.wished != 0).then_some(self.wished)
    }

    /// The instance folder.
    pub fn folder(&self) -> &InstanceFolder {
        &self.folder
    }

    /// Makes extern controllers wait while a world is loaded, or lets them in.
    pub fn set_loading(&self, is_loading: bool) {
        self.is_loading.store(is_loading, Ordering::Relaxed);
        // without the marker local controllers come at once and find nobody
        let _ = self.folder.set_loading(is_loading);
    }

    pub(crate) fn listen_for(&self, robot: NodeId, listener: UnixListener) -> io::Result<()> {
        listener.set_nonblocking(true)?;
        self.order(Order::Listen(robot, listener));
        Ok(())
    }

    pub(crate) fn forget(&self, robot: Option<NodeId>) {
        self.order(Order::Forget(robot));
    }

    /// Who came, if anybody.
    pub(crate) fn arrived(&self) -> Option<Arrival> {
        self.arrivals.try_recv().ok()
    }

    /// Who comes within a time.
    pub(crate) fn arrives_within(&self, time: Duration) -> Option<Arrival> {
        self.arrivals.recv_timeout(time).ok()
    }

    fn order(&self, order: Order) {
        // the thread lives as long as this
        let _ = self.orders.send(order);
        self.waker.wake();
    }
}

impl Drop for Reception {
    fn drop(&mut self) {
        self.order(Order::Close);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Binds the wished port or one of the next; any if there is no wish.
fn listen(address: IpAddr, wished: u16, is_any_good: bool) -> io::Result<TcpListener> {
    let mut outcome = TcpListener::bind((address, wished));
    for port in (1..=MORE_PORTS).filter_map(|more| wished.checked_add(more)) {
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
            format!("no port from {wished} on: {error}"),
        )),
        bound => bound,
    }
}

/// What the thread has.
struct Desk {
    tcp: TcpListener,
    folder: Arc<InstanceFolder>,
    local: Vec<(NodeId, UnixListener)>,
    greeting: Vec<Guest>,
    /// How long somebody may take to greet.
    greeting_time: Duration,
    wakeable: Wakeable,
    inbox: Receiver<Order>,
    outbox: SyncSender<Arrival>,
    is_loading: Arc<AtomicBool>,
}

/// Somebody who has not greeted yet.
struct Guest {
    stream: TcpStream,
    said: Vec<u8>,
    deadline: Instant,
}

enum Word {
    NotYet,
    Said(Greeting),
    Nonsense,
}

impl Desk {
    fn attend(mut self) {
        let mut touched = Instant::now();
        loop {
            if self
                .wait(LIVE_TIME.saturating_sub(touched.elapsed()))
                .is_err()
            {
                // no descriptors left, say: somebody else must move
                std::thread::sleep(Duration::from_millis(20));
            }
            self.wakeable.clear();
            while let Ok(order) = self.inbox.try_recv() {
                match order {
                    Order::Listen(robot, listener) => self.local.push((robot, listener)),
                    Order::Forget(Some(gone)) => self.local.retain(|(robot, _)| *robot != gone),
                    Order::Forget(None) => self.local.clear(),
                    Order::Close => return,
                }
            }
            self.hear_greetings();
            if self.accept().is_err() {
                std::thread::sleep(Duration::from_millis(20));
            }
            if touched.elapsed() >= LIVE_TIME {
                touched = Instant::now();
                let _ = self.folder.touch();
            }
        }
    }

    /// Waits until somebody comes, speaks or has been silent for too long.
    fn wait(&self, longest: Duration) -> Result<(), rustix::io::Errno> {
        let now = Instant::now();
        let time = self
            .greeting
            .iter()
            .map(|guest| guest.deadline.saturating_duration_since(now))
            .fold(longest, Duration::min);
        let mut all = vec![
            PollFd::new(&self.wakeable, PollFlags::IN),
            PollFd::new(&self.tcp, PollFlags::IN),
        ];
        let local = self.local.iter().map(|(_, listener)| listener);
        all.extend(local.map(|listener| PollFd::new(listener, PollFlags::IN)));
        let streams = self.greeting.iter().map(|guest| &guest.stream);
        all.extend(streams.map(|stream| PollFd::new(stream, PollFlags::IN)));
        let timeout = Timespec::try_from(time).ok();
        poll(&mut all, timeout.as_ref()).map(|_| ())
    }

    /// Takes everybody who knocks; an error that is not about one of them is returned.
    fn accept(&mut self) -> io::Result<()> {
        for (robot, listener) in &self.local {
            while let Some((stream, _)) = accepted(listener.accept())? {
                // with a full house they are sent away, and come again
                let _ = self.outbox.try_send(Arrival::Local(*robot, stream));
            }
        }
        while let Some((stream, _)) = accepted(self.tcp.accept())? {
            if stream.set_nonblocking(true).is_err() {
                continue;
            }
            if self.greeting.len() == MAX_GREETING {
                self.greeting.remove(0);
            }
            self.greeting.push(Guest {
                stream,
                said: Vec::new(),
                deadline: Instant::now() + self.greeting_time,
            });
        }
        Ok(())
    }

    fn hear_greetings(&mut self) {
        let now = Instant::now();
        for mut guest in std::mem::take(&mut self.greeting) {
            match guest.listen() {
                Word::NotYet if guest.deadline > now => self.greeting.push(guest),
                Word::NotYet | Word::Nonsense => {}
                Word::Said(_) if self.is_loading.load(Ordering::Relaxed) => {
                    let _ = guest.stream.write_all(Reply::Processing.as_bytes());
                }
                Word::Said(greeting) => {
                    let arrival = Arrival::Remote(greeting, guest.stream);
                    let _ = self.outbox.try_send(arrival);
                }
            }
        }
    }
}

/// Somebody, nobody, or an error that concerns more than one of them.
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

impl Guest {
    fn listen(&mut self) -> Word {
        let mut bytes = [0; 512];
        loop {
            match self.stream.read(&mut bytes) {
                Ok(0) => return Word::Nonsense,
                Ok(count) => self.said.extend_from_slice(&bytes[..count]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Word::Nonsense,
            }
            if self.said.len() > Greeting::LIMIT {
                return Word::Nonsense;
            }
        }
        match Greeting::decode(&self.said) {
            Ok(Heard::Incomplete) => Word::NotYet,
            Ok(Heard::Greeting(greeting)) => Word::Said(greeting),
            Err(_) => Word::Nonsense,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn doors(temporary: &tempfile::TempDir, port: u16) -> Doors {
        Doors {
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
        let first = Reception::open(&doors(&temporary, 0)).unwrap();
        assert_eq!(first.missed_port(), None);
        let second = Reception::open(&doors(&temporary, first.port())).unwrap();
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
        let port = Reception::open(&doors(&temporary, 0)).unwrap().port();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        let own = Reception::open(&doors(&temporary, port)).unwrap();
                        std::thread::yield_now();
                        own.folder().robot("fox").unwrap();
                    }
                });
            }
        });
    }

    /// Longer than anybody is delayed on a machine that stands still for a while.
    const PATIENCE: Duration = Duration::from_secs(600);

    fn patient(temporary: &tempfile::TempDir) -> Reception {
        Reception::open_for(&doors(temporary, 0), PATIENCE).unwrap()
    }

    #[test]
    fn greetings_are_heard_in_pieces_and_nonsense_is_not() {
        let temporary = tempfile::tempdir().unwrap();
        let reception = patient(&temporary);
        let connect = || TcpStream::connect((Ipv4Addr::LOCALHOST, reception.port())).unwrap();
        let _silent = connect();
        let mut web = connect();
        web.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
        let mut slow = connect();
        slow.write_all(b"CT").unwrap();
        let mut whole = connect();
        whole.write_all(b"CTR\nRobot-Name: cub").unwrap();
        let robot = |arrival| match arrival {
            Some(Arrival::Remote(greeting, _)) => greeting.robot,
            other => panic!("{other:?}"),
        };
        let first = reception.arrives_within(PATIENCE);
        assert_eq!(robot(first).as_deref(), Some("cub"));
        slow.write_all(b"R").unwrap();
        assert_eq!(robot(reception.arrives_within(PATIENCE)), None);
        assert_eq!(web.read(&mut [0; 10]).unwrap_or(0), 0, "it is closed");
        assert!(reception.arrived().is_none());
    }

    #[test]
    fn while_a_world_is_loaded_everybody_is_put_off() {
        let temporary = tempfile::tempdir().unwrap();
        let reception = patient(&temporary);
        reception.set_loading(true);
        assert!(reception.folder().path().join("loading").exists());
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, reception.port())).unwrap();
        stream.write_all(b"CTR").unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        assert_eq!(reply, "PROCESSING");
        reception.set_loading(false);
        assert!(!reception.folder().path().join("loading").exists());
    }

    #[test]
    fn a_thousand_silent_guests_do_not_keep_others_out() {
        let temporary = tempfile::tempdir().unwrap();
        let reception = patient(&temporary);
        let connect = || TcpStream::connect((Ipv4Addr::LOCALHOST, reception.port())).unwrap();
        for _ in 0..20 {
            let _crowd: Vec<TcpStream> = (0..50).map(|_| connect()).collect();
        }
        let mut guest = connect();
        guest.write_all(b"CTR").unwrap();
        assert!(reception.arrives_within(PATIENCE).is_some());
    }
}
