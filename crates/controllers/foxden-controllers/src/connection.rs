//! One controller's connection: packets in, packets out.
//!
//! Writing never waits. What the socket does not take stays here, and nothing
//! more is read until it is gone, so a controller that does not read its
//! answers costs one answer of memory and no time.

use crate::request_wait::RequestWait;
use foxden_protocol::frame::{ChunkedImage, DEFAULT_LIMIT, Framer, RequestFraming, encode_chunks};
use foxden_protocol::{AnswerPacket, ControllerPacket, Dialect, RequestDecoder};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};
use std::io;
use std::net::TcpStream;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

/// How long a read waits before the rest of the world gets a look.
const READ_TIME: Duration = Duration::from_millis(10);

/// How long a controller may leave its answers unread.
const UNREAD_TIME: Duration = Duration::from_secs(5);

/// The socket of a controller.
#[derive(Debug)]
pub(crate) enum Socket {
    /// A local socket.
    Local(UnixStream),
    /// TCP.
    Tcp(TcpStream),
}

impl AsFd for Socket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Local(stream) => stream.as_fd(),
            Self::Tcp(stream) => stream.as_fd(),
        }
    }
}

/// What came from a controller.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// A packet.
    Packet(ControllerPacket),
    /// Nothing yet.
    Nothing,
    /// The connection is over, for a reason if the controller did not end it.
    Gone(Option<String>),
}

/// Whether to wait a moment for what has not come yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Patience {
    /// Wait a moment.
    Moment,
    /// Take only what is there.
    None,
}

/// A controller's connection.
#[derive(Debug)]
pub(crate) struct ControllerConnection {
    socket: Socket,
    framer: Framer<RequestFraming>,
    /// What was sent to the controller so far.
    pub(crate) decoder: RequestDecoder,
    bytes: Box<[u8]>,
    /// How many bytes were read and are still in the socket.
    left: usize,
    /// Whether it is one of more than there are processors.
    pub(crate) is_oversubscribed: bool,
    /// How to wait for its next request.
    pub(crate) wait: RequestWait,
    unsent: Unsent,
    /// Pictures that go out with the next answer.
    images: Vec<ChunkedImage>,
}

/// What the socket did not take, and since when.
#[derive(Debug, Default)]
struct Unsent {
    bytes: Vec<u8>,
    since: Option<Instant>,
}

impl ControllerConnection {
    pub(crate) fn new(socket: Socket) -> io::Result<Self> {
        match &socket {
            Socket::Local(stream) => {
                stream.set_nonblocking(false)?;
                stream.set_read_timeout(Some(READ_TIME))?;
            }
            Socket::Tcp(stream) => {
                stream.set_nonblocking(false)?;
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(READ_TIME))?;
            }
        }
        Ok(Self {
            socket,
            framer: Framer::new(DEFAULT_LIMIT),
            decoder: RequestDecoder::new(),
            bytes: vec![0; 16 << 10].into(),
            left: 0,
            is_oversubscribed: false,
            wait: RequestWait::new(),
            unsent: Unsent::default(),
            images: Vec::new(),
        })
    }

    pub(crate) fn is_local(&self) -> bool {
        matches!(self.socket, Socket::Local(_))
    }

    /// The next packet, if there is one or one comes within a moment.
    pub(crate) fn receive(&mut self, patience: Patience) -> Incoming {
        match self.send_rest() {
            Ok(true) => {}
            Ok(false) => return self.wait_until_read(patience),
            Err(error) => return lost(error),
        }
        let mut asking_end = match patience {
            Patience::Moment => self.wait.asking_time().map(|time| Instant::now() + time),
            Patience::None => None,
        };
        loop {
            match self.framer.next() {
                Ok(Some(packet)) => {
                    return match self.decoder.decode(&packet) {
                        Ok(packet) => Incoming::Packet(packet),
                        Err(error) => Incoming::Gone(Some(format!("it sent garbage: {error}"))),
                    };
                }
                Ok(None) => {}
                Err(error) => return Incoming::Gone(Some(format!("it sent garbage: {error}"))),
            }
            self.remove_read();
            let mut flags = match patience {
                Patience::Moment if asking_end.is_none() => RecvFlags::empty(),
                _ => RecvFlags::DONTWAIT,
            };
            let is_left = self.is_oversubscribed && self.is_local();
            flags.set(RecvFlags::PEEK, is_left);
            match recv(&self.socket, &mut self.bytes[..], flags) {
                Ok((_, 0)) => {
                    let reason = (self.framer.pending() > 0)
                        .then(|| "it left in the middle of a packet".to_owned());
                    return Incoming::Gone(reason);
                }
                Ok((count, _)) => {
                    self.framer.push(&self.bytes[..count]);
                    self.left = if is_left { count } else { 0 };
                }
                Err(Errno::AGAIN) => match asking_end {
                    Some(end) if Instant::now() < end => RequestWait::pause(),
                    Some(_) => asking_end = None,
                    None => return Incoming::Nothing,
                },
                Err(Errno::INTR) => {}
                Err(error) => return lost(error),
            }
        }
    }

    /// Whether the other end is gone and has left nothing to read. Takes nothing.
    pub(crate) fn is_closed(&self) -> bool {
        if self.framer.pending() > 0 || self.left > 0 {
            return false;
        }
        let flags = RecvFlags::PEEK | RecvFlags::DONTWAIT;
        match recv(&self.socket, &mut [0_u8; 1][..], flags) {
            Ok((_, count)) => count == 0,
            Err(Errno::AGAIN | Errno::INTR) => false,
            Err(_) => true,
        }
    }

    /// Removes from the socket what was read and left there.
    fn remove_read(&mut self) {
        while self.left > 0 {
            let rest = &mut self.bytes[..self.left];
            match recv(&self.socket, rest, RecvFlags::DONTWAIT) {
                Ok((_, count)) if count > 0 => self.left -= count,
                Err(Errno::INTR) => {}
                // what was seen there is there; whatever happened shows at the next read
                _ => self.left = 0,
            }
        }
    }

    /// The next packet, if one comes within a moment and before a time.
    pub(crate) fn receive_until(&mut self, end: Instant) -> Incoming {
        let rest = end.saturating_duration_since(Instant::now());
        is_readable(self.socket.as_fd(), rest.min(READ_TIME));
        self.receive(Patience::None)
    }

    /// Nothing is read from a controller that does not read; for how long it
    /// may do so depends on nothing else.
    fn wait_until_read(&self, patience: Patience) -> Incoming {
        let is_late = self
            .unsent
            .since
            .is_some_and(|since| since.elapsed() > UNREAD_TIME);
        if is_late {
            let reason = "it does not take its answers".to_owned();
            return Incoming::Gone(Some(reason));
        }
        if patience == Patience::Moment {
            use rustix::event::PollFlags;
            poll_one(self.socket.as_fd(), PollFlags::OUT, READ_TIME);
        }
        Incoming::Nothing
    }

    /// Adds a picture to the next answer over TCP; a newer one replaces it.
    pub(crate) fn show(&mut self, image: ChunkedImage) {
        self.images
            .retain(|other| (other.tag, other.kind) != (image.tag, image.kind));
        self.images.push(image);
    }

    /// Sends an answer, or keeps what the socket does not take at once.
    pub(crate) fn send(&mut self, answer: &AnswerPacket) -> io::Result<()> {
        self.decoder.observe_answer(answer);
        let dialect = self.decoder.dialect().unwrap_or(Dialect::R2023b);
        let rest = &mut self.unsent.bytes;
        match &self.socket {
            Socket::Local(_) => answer.encode(dialect, rest),
            Socket::Tcp(_) => {
                let mut body = Vec::new();
                answer.encode_body(dialect, &mut body);
                encode_chunks(&body, &std::mem::take(&mut self.images), rest);
            }
        }
        self.send_rest()?;
        self.wait.finish_step();
        // now that it is awake, this does not wake it for nothing
        self.remove_read();
        Ok(())
    }

    /// Whether everything is sent.
    fn send_rest(&mut self) -> Result<bool, Errno> {
        let mut sent = 0;
        while sent < self.unsent.bytes.len() {
            let flags = SendFlags::DONTWAIT | SendFlags::NOSIGNAL;
            match send(&self.socket, &self.unsent.bytes[sent..], flags) {
                Ok(count) => sent += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    if sent > 0 || self.unsent.since.is_none() {
                        self.unsent.since = Some(Instant::now());
                    }
                    self.unsent.bytes.drain(..sent);
                    return Ok(false);
                }
                Err(error) => return Err(error),
            }
        }
        self.unsent.bytes.clear();
        self.unsent.since = None;
        Ok(true)
    }
}

/// A connection that broke; one that the controller's end tore down needs no reason.
fn lost(error: Errno) -> Incoming {
    match error {
        Errno::CONNRESET | Errno::PIPE => Incoming::Gone(None),
        error => Incoming::Gone(Some(io::Error::from(error).to_string())),
    }
}

impl AsFd for ControllerConnection {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

/// Whether something can be read within a time.
pub(crate) fn is_readable(descriptor: BorrowedFd<'_>, wait: Duration) -> bool {
    poll_one(descriptor, rustix::event::PollFlags::IN, wait)
}

fn poll_one(descriptor: BorrowedFd<'_>, flags: rustix::event::PollFlags, wait: Duration) -> bool {
    use rustix::event::{PollFd, Timespec, poll};
    let mut one = [PollFd::from_borrowed_fd(descriptor, flags)];
    let timeout = Timespec::try_from(wait).ok();
    matches!(poll(&mut one, timeout.as_ref()), Ok(count) if count > 0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use foxden_protocol::RequestPacket;
    use std::io::{Read, Write};

    fn pair() -> (ControllerConnection, UnixStream) {
        let (own, other) = UnixStream::pair().unwrap();
        (
            ControllerConnection::new(Socket::Local(own)).unwrap(),
            other,
        )
    }

    fn step(duration: u32) -> Vec<u8> {
        let request = RequestPacket {
            duration,
            blocks: Vec::new(),
        };
        let mut bytes = Vec::new();
        request.encode(Dialect::R2023b, &mut bytes);
        bytes
    }

    fn packets_come_out_whole(is_oversubscribed: bool) {
        let (mut connection, mut other) = pair();
        connection.is_oversubscribed = is_oversubscribed;
        let bytes = [step(32), step(64)].concat();
        let mut durations = Vec::new();
        for byte in bytes {
            other.write_all(&[byte]).unwrap();
            if let Incoming::Packet(ControllerPacket::Request(request)) =
                connection.receive(Patience::Moment)
            {
                durations.push(request.duration);
            }
        }
        assert_eq!(durations, [32, 64]);
        drop(other);
        assert!(matches!(
            connection.receive(Patience::Moment),
            Incoming::Gone(None)
        ));
    }

    #[test]
    fn packets_come_out_whole_however_they_are_cut() {
        packets_come_out_whole(false);
        packets_come_out_whole(true);
    }

    #[test]
    fn a_lone_controller_is_read_however_it_is_waited_for() {
        let (mut connection, mut other) = pair();
        connection.wait.set_lone(true);
        let asker = std::thread::spawn(move || {
            let mut answer = vec![0; 1 << 10];
            for duration in 0..2000 {
                other.write_all(&step(duration)).unwrap();
                let _ = other.read(&mut answer).unwrap();
            }
        });
        let mut next = 0;
        while next < 2000 {
            match connection.receive(Patience::Moment) {
                Incoming::Packet(ControllerPacket::Request(request)) => {
                    assert_eq!(request.duration, next);
                    connection.send(&AnswerPacket::in_time(Vec::new())).unwrap();
                    next += 1;
                }
                Incoming::Nothing => {}
                other => panic!("no request but {other:?}"),
            }
        }
        asker.join().unwrap();
        assert!(matches!(
            connection.receive(Patience::Moment),
            Incoming::Gone(None)
        ));
    }

    #[test]
    fn with_many_controllers_a_request_stays_in_its_socket_until_it_is_answered() {
        let (mut connection, mut other) = pair();
        connection.is_oversubscribed = true;
        let mut duration = || match connection.receive(Patience::Moment) {
            Incoming::Packet(ControllerPacket::Request(request)) => request.duration,
            other => panic!("no request but {other:?}"),
        };
        // together they are more than is read at once
        let count = 5000;
        let requests: Vec<u8> = (0..count).flat_map(step).collect();
        other.write_all(&requests).unwrap();
        for number in 0..count {
            assert_eq!(duration(), number);
        }
        assert!(is_readable(connection.as_fd(), Duration::ZERO));
        connection.send(&AnswerPacket::in_time(Vec::new())).unwrap();
        assert!(!is_readable(connection.as_fd(), Duration::ZERO));
        other.write_all(&step(7)).unwrap();
        assert!(matches!(
            connection.receive(Patience::Moment),
            Incoming::Packet(ControllerPacket::Request(request)) if request.duration == 7
        ));
    }

    #[test]
    fn half_a_packet_and_a_huge_one_are_distinguished() {
        let (mut connection, mut other) = pair();
        other.write_all(&step(32)[..5]).unwrap();
        assert!(matches!(
            connection.receive(Patience::None),
            Incoming::Nothing
        ));
        drop(other);
        let Incoming::Gone(Some(reason)) = connection.receive(Patience::Moment) else {
            panic!("it is gone");
        };
        assert!(reason.contains("middle of a packet"), "{reason}");
        let (mut connection, mut other) = pair();
        other.write_all(&[0xff; 4]).unwrap();
        let Incoming::Gone(Some(reason)) = connection.receive(Patience::Moment) else {
            panic!("4 GB are refused");
        };
        assert!(reason.contains("garbage"), "{reason}");
    }

    #[test]
    fn an_unread_answer_costs_no_time_and_stops_reading() {
        let (mut connection, mut other) = pair();
        let answer = AnswerPacket::in_time(Vec::new());
        let mut size = Vec::new();
        answer.encode(Dialect::R2023b, &mut size);
        let mut count = 0;
        while connection.unsent.bytes.is_empty() {
            connection.send(&answer).unwrap();
            count += 1;
        }
        other.write_all(&step(32)).unwrap();
        assert!(matches!(
            connection.receive(Patience::None),
            Incoming::Nothing
        ));
        let mut taken = 0;
        let mut bytes = vec![0; 1 << 20];
        while taken < count * size.len() {
            taken += other.read(&mut bytes).unwrap();
            let _ = connection.send_rest().unwrap();
        }
        assert!(matches!(
            connection.receive(Patience::Moment),
            Incoming::Packet(_)
        ));
    }
}
