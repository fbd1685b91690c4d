//! One controller's connection: packets in, packets out.

use foxden_protocol::frame::{DEFAULT_LIMIT, Framer, Requests, encode_chunks};
use foxden_protocol::{Answer, Dialect, Packet, RequestDecoder};
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// How long a read waits before the rest of the world gets a look.
const READ_TIME: Duration = Duration::from_millis(50);

/// How long a controller may leave its answers unread.
const WRITE_TIME: Duration = Duration::from_secs(5);

/// The socket of a controller.
#[derive(Debug)]
pub(crate) enum Socket {
    /// A local socket.
    Local(UnixStream),
    /// TCP.
    Tcp(TcpStream),
}

/// What came from a controller.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// A packet.
    Packet(Packet),
    /// Nothing yet.
    Nothing,
    /// The connection is over, for a reason if it was not the controller's wish.
    Gone(Option<String>),
}

/// A controller's connection.
#[derive(Debug)]
pub(crate) struct Connection {
    socket: Socket,
    framer: Framer<Requests>,
    /// What the controller was told so far.
    pub(crate) decoder: RequestDecoder,
    bytes: Vec<u8>,
}

impl Connection {
    pub(crate) fn new(socket: Socket) -> io::Result<Self> {
        match &socket {
            Socket::Local(stream) => {
                stream.set_nonblocking(false)?;
                stream.set_read_timeout(Some(READ_TIME))?;
                stream.set_write_timeout(Some(WRITE_TIME))?;
            }
            Socket::Tcp(stream) => {
                stream.set_nonblocking(false)?;
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(READ_TIME))?;
                stream.set_write_timeout(Some(WRITE_TIME))?;
            }
        }
        Ok(Self {
            socket,
            framer: Framer::new(DEFAULT_LIMIT),
            decoder: RequestDecoder::new(),
            bytes: vec![0; 64 << 10],
        })
    }

    pub(crate) fn is_local(&self) -> bool {
        matches!(self.socket, Socket::Local(_))
    }

    /// Waits a moment for a packet.
    pub(crate) fn receive(&mut self) -> Incoming {
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
            let count = match &mut self.socket {
                Socket::Local(stream) => stream.read(&mut self.bytes),
                Socket::Tcp(stream) => stream.read(&mut self.bytes),
            };
            match count {
                Ok(0) => {
                    let reason = (self.framer.pending() > 0)
                        .then(|| "it left in the middle of a packet".to_owned());
                    return Incoming::Gone(reason);
                }
                Ok(count) => self.framer.push(&self.bytes[..count]),
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                        return Incoming::Nothing;
                    }
                    io::ErrorKind::Interrupted => {}
                    io::ErrorKind::ConnectionReset => return Incoming::Gone(None),
                    _ => return Incoming::Gone(Some(error.to_string())),
                },
            }
        }
    }

    /// Takes a packet that is there already.
    pub(crate) fn receive_ready(&mut self) -> Incoming {
        let is_waiting = self.framer.pending() > 0 || is_readable(self.as_fd(), Duration::ZERO);
        if is_waiting {
            self.receive()
        } else {
            Incoming::Nothing
        }
    }

    pub(crate) fn send(&mut self, answer: &Answer) -> io::Result<()> {
        self.decoder.hear(answer);
        let dialect = self.decoder.dialect().unwrap_or(Dialect::R2023b);
        let mut bytes = Vec::new();
        match &mut self.socket {
            Socket::Local(stream) => {
                answer.encode(dialect, &mut bytes);
                stream.write_all(&bytes)
            }
            Socket::Tcp(stream) => {
                let mut body = Vec::new();
                answer.encode_body(dialect, &mut body);
                encode_chunks(&body, &[], &mut bytes);
                stream.write_all(&bytes)
            }
        }
    }
}

impl AsFd for Connection {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match &self.socket {
            Socket::Local(stream) => stream.as_fd(),
            Socket::Tcp(stream) => stream.as_fd(),
        }
    }
}

/// Whether something can be read within a time.
pub(crate) fn is_readable(socket: BorrowedFd<'_>, wait: Duration) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let mut sockets = [PollFd::from_borrowed_fd(socket, PollFlags::IN)];
    let timeout = Timespec::try_from(wait).ok();
    matches!(poll(&mut sockets, timeout.as_ref()), Ok(count) if count > 0)
}
