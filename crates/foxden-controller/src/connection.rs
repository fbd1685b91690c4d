//! Packets over a socket.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;

use foxden_protocol::frame::{self, Chunked, Framer, Image};
use foxden_protocol::{Answer, AnswerDecoder, DecodeError, Dialect, Request};
use thiserror::Error;

/// The largest packet that is taken: pictures over TCP are the largest.
const LIMIT: usize = 1 << 30;

/// Why a packet could not be sent or received.
#[derive(Debug, Error)]
pub enum ConnectionError {
    /// The simulator is gone.
    #[error("the simulator has closed the connection")]
    Closed,
    /// The socket failed.
    #[error("the connection to the simulator failed: {0}")]
    Socket(#[from] io::Error),
    /// The simulator talks nonsense.
    #[error("the simulator sent a packet that makes no sense: {0}")]
    Nonsense(#[from] DecodeError),
}

/// A simulator.
#[derive(Debug)]
pub struct Connection {
    socket: Socket,
    decoder: AnswerDecoder,
    dialect: Dialect,
    incoming: Vec<u8>,
    start: usize,
    chunks: Framer<Chunked>,
    outgoing: Vec<u8>,
}

#[derive(Debug)]
enum Socket {
    Local(UnixStream),
    Tcp(TcpStream),
}

impl Connection {
    /// Over a local socket.
    pub fn local(stream: UnixStream) -> Self {
        Self::new(Socket::Local(stream))
    }

    /// Over TCP, after the greeting.
    pub fn tcp(stream: TcpStream) -> Self {
        Self::new(Socket::Tcp(stream))
    }

    fn new(socket: Socket) -> Self {
        let dialect = Dialect::R2025a;
        Self {
            socket,
            decoder: AnswerDecoder::new(dialect),
            dialect,
            incoming: Vec::new(),
            start: 0,
            chunks: Framer::new(LIMIT),
            outgoing: Vec::new(),
        }
    }

    /// The dialect that is spoken.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Goes on in the dialect of the simulator.
    pub fn set_dialect(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        self.decoder.set_dialect(dialect);
    }

    /// Sends a request.
    pub fn send(&mut self, request: &Request) -> Result<(), ConnectionError> {
        self.outgoing.clear();
        request.encode(self.dialect, &mut self.outgoing);
        match &mut self.socket {
            Socket::Local(stream) => stream.write_all(&self.outgoing)?,
            Socket::Tcp(stream) => stream.write_all(&self.outgoing)?,
        }
        Ok(())
    }

    /// Says good-bye. Nobody waits for it, so nobody minds if it fails.
    pub fn farewell(&mut self) {
        let _ = match &mut self.socket {
            Socket::Local(stream) => stream.write_all(&frame::FAREWELL),
            Socket::Tcp(stream) => stream.write_all(&frame::FAREWELL),
        };
    }

    /// Waits for a packet, and the pictures that come with it over TCP.
    pub fn receive(&mut self) -> Result<(Answer, Vec<Image>), ConnectionError> {
        match &mut self.socket {
            Socket::Local(_) => Ok((self.receive_local()?, Vec::new())),
            Socket::Tcp(_) => self.receive_chunks(),
        }
    }

    fn receive_local(&mut self) -> Result<Answer, ConnectionError> {
        loop {
            let rest = &self.incoming[self.start..];
            if let Some(size) = frame::Answers::packet_size(rest, LIMIT)?
                && size <= rest.len()
            {
                let answer = self.decoder.decode(&rest[..size])?;
                self.start += size;
                if self.start == self.incoming.len() {
                    self.incoming.clear();
                    self.start = 0;
                }
                return Ok(answer);
            }
            self.incoming.drain(..self.start);
            self.start = 0;
            let Socket::Local(stream) = &mut self.socket else {
                return Err(ConnectionError::Closed);
            };
            read_more(stream, &mut self.incoming)?;
        }
    }

    fn receive_chunks(&mut self) -> Result<(Answer, Vec<Image>), ConnectionError> {
        loop {
            if let Some(packet) = self.chunks.next()? {
                let answer = self.decoder.decode_body(&packet.body)?;
                return Ok((answer, packet.images));
            }
            let Socket::Tcp(stream) = &mut self.socket else {
                return Err(ConnectionError::Closed);
            };
            self.incoming.clear();
            read_more(stream, &mut self.incoming)?;
            self.chunks.push(&self.incoming);
        }
    }
}

/// Takes what is there, at least one byte.
fn read_more(stream: &mut impl Read, buffer: &mut Vec<u8>) -> Result<(), ConnectionError> {
    const PIECE: usize = 16 << 10;
    let end = buffer.len();
    buffer.resize(end + PIECE, 0);
    let read = loop {
        match stream.read(&mut buffer[end..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => break result,
        }
    };
    buffer.truncate(end + *read.as_ref().unwrap_or(&0));
    match read {
        Ok(0) => Err(ConnectionError::Closed),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {
            Err(ConnectionError::Closed)
        }
        Err(error) => Err(error.into()),
    }
}
