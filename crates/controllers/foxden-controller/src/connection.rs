//! Packets over a socket.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;

use foxden_protocol::frame::{self, ChunkedFraming, ChunkedImage, Framer};
use foxden_protocol::{
    AnswerHandler, DecodeError, Delay, Dialect, RequestPacket, read_answer, read_answer_body,
};
use thiserror::Error;

use crate::receive_buffer::ReceiveBuffer;

/// The largest packet that is taken: pictures over TCP are the largest.
const LIMIT: usize = 1 << 30;

/// Why a packet could not be sent or received.
#[derive(Debug, Error)]
pub enum ConnectionError {
    /// The simulator has closed the connection.
    #[error("the simulator has closed the connection")]
    Closed,
    /// The socket failed.
    #[error("the connection to the simulator failed: {0}")]
    Socket(#[from] io::Error),
    /// The simulator sent invalid bytes.
    #[error("the simulator sent an invalid packet: {0}")]
    Nonsense(#[from] DecodeError),
}

/// A simulator.
#[derive(Debug)]
pub struct SimulatorConnection {
    socket: LibrarySocket,
    dialect: Dialect,
    incoming: ReceiveBuffer,
    chunks: Framer<ChunkedFraming>,
    outgoing: Vec<u8>,
}

#[derive(Debug)]
enum LibrarySocket {
    Local(UnixStream),
    Tcp(TcpStream),
}

impl LibrarySocket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Local(stream) => stream.write_all(bytes),
            Self::Tcp(stream) => stream.write_all(bytes),
        }
    }

    /// Takes what is there, at least one byte.
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Local(stream) => stream.read(room),
            Self::Tcp(stream) => stream.read(room),
        }
    }
}

impl SimulatorConnection {
    /// Over a local socket.
    pub fn local(stream: UnixStream) -> Self {
        Self::new(LibrarySocket::Local(stream))
    }

    /// Over TCP, after the greeting.
    pub fn tcp(stream: TcpStream) -> Self {
        Self::new(LibrarySocket::Tcp(stream))
    }

    fn new(socket: LibrarySocket) -> Self {
        Self {
            socket,
            dialect: Dialect::R2025a,
            incoming: ReceiveBuffer::default(),
            chunks: Framer::new(LIMIT),
            outgoing: Vec::new(),
        }
    }

    /// The dialect in use.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Goes on in the dialect of the simulator.
    pub fn set_dialect(&mut self, dialect: Dialect) {
        self.dialect = dialect;
    }

    /// Sends a request.
    pub fn send(&mut self, request: &RequestPacket) -> Result<(), ConnectionError> {
        self.outgoing.clear();
        request.encode(self.dialect, &mut self.outgoing);
        Ok(self.socket.write(&self.outgoing)?)
    }

    /// Tells the simulator that the controller leaves. A failure is ignored.
    pub fn farewell(&mut self) {
        let _ = self.socket.write(&frame::FAREWELL);
    }

    /// Waits for a packet and passes its messages to the handler. Returns
    /// whether it is an answer, and the pictures in it (TCP only).
    pub fn receive(
        &mut self,
        handler: &mut impl AnswerHandler,
    ) -> Result<(Delay, Vec<ChunkedImage>), ConnectionError> {
        match self.socket {
            LibrarySocket::Local(_) => Ok((self.receive_local(handler)?, Vec::new())),
            LibrarySocket::Tcp(_) => self.receive_chunks(handler),
        }
    }

    fn receive_local(
        &mut self,
        handler: &mut impl AnswerHandler,
    ) -> Result<Delay, ConnectionError> {
        loop {
            let unread = self.incoming.unread();
            if let Some(size) = frame::AnswerFraming::packet_size(unread, LIMIT)?
                && size <= unread.len()
            {
                let delay = read_answer(&unread[..size], self.dialect, handler)?;
                self.incoming.consume(size);
                return Ok(delay);
            }
            self.read_more()?;
        }
    }

    fn receive_chunks(
        &mut self,
        handler: &mut impl AnswerHandler,
    ) -> Result<(Delay, Vec<ChunkedImage>), ConnectionError> {
        loop {
            if let Some(packet) = self.chunks.next()? {
                let delay = read_answer_body(&packet.body, self.dialect, handler)?;
                return Ok((delay, packet.images));
            }
            self.read_more()?;
            let unread = self.incoming.unread();
            self.chunks.push(unread);
            self.incoming.consume(unread.len());
        }
    }

    /// Waits for more bytes, at least one.
    fn read_more(&mut self) -> Result<(), ConnectionError> {
        let room = self.incoming.room();
        let read = loop {
            match self.socket.read(room) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        match read {
            Ok(0) => Err(ConnectionError::Closed),
            Ok(count) => {
                self.incoming.filled(count);
                Ok(())
            }
            Err(error) if error.kind() == ErrorKind::ConnectionReset => {
                Err(ConnectionError::Closed)
            }
            Err(error) => Err(error.into()),
        }
    }
}
