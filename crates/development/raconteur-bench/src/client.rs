//! A client that knows bytes only, so that both services see the same.

use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Instant;

use bytes::{Bytes, BytesMut};
use raconteur::codec::{self, Limits, MessageVersion, StringTable};
use raconteur::connection::{
    Address, ConnectTarget, Connection, ConnectionEvent, Identity, SessionEndpoints, Settings,
};
use raconteur::message::{Element, Endpoints, Entry, EntryType, Message, NodeId};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// A connected client.
pub struct MeasuredClient {
    stream: TcpStream,
    input: BytesMut,
    limits: Limits,
}

impl MeasuredClient {
    /// Connects and opens a session.
    pub fn connect(port: u16) -> Outcome<Self> {
        let mut stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_nodelay(true)?;
        let identity = Identity {
            id: NodeId::random(),
            ..Identity::default()
        };
        let now = Instant::now();
        let mut core =
            Connection::client(identity, ConnectTarget::default(), Settings::default(), now);
        let mut buffer = vec![0; 64 * 1024];
        let mut connected = false;
        while !connected {
            while let Some(bytes) = core.poll_transmit() {
                stream.write_all(&bytes)?;
            }
            let length = stream.read(&mut buffer)?;
            if length == 0 {
                return Err("the server closed the connection".into());
            }
            core.receive(&buffer[..length], now)?;
            while let Some(event) = core.poll_event() {
                match event {
                    ConnectionEvent::Established => {
                        let node = core.remote().map(|r| r.id).unwrap_or_default();
                        let address = Address::Node {
                            node,
                            endpoints: Endpoints {
                                sender: 77,
                                receiver: 0,
                            },
                        };
                        let entry = Entry::new(EntryType::CONNECT_CLIENT_COMBINED, "bench", "")
                            .with(Element::text("clientversion", "1.2.9"))
                            .request(1);
                        core.send(&address, vec![entry], now)?;
                    }
                    ConnectionEvent::Message(message) => {
                        let session = SessionEndpoints {
                            local: 77,
                            remote: message.header.endpoints_or_zero().sender,
                            node: message.header.routing_or_zero().sender,
                        };
                        if message.entries[0].error != 0 {
                            return Err("the session was refused".into());
                        }
                        core.bind(session);
                        connected = true;
                    }
                    ConnectionEvent::StartTls => {}
                }
            }
        }
        Ok(Self {
            stream,
            input: BytesMut::with_capacity(256 * 1024),
            limits: Limits::default(),
        })
    }

    /// Sends bytes.
    pub fn send(&mut self, bytes: &[u8]) -> Outcome<()> {
        Ok(self.stream.write_all(bytes)?)
    }

    /// The next message, undecoded.
    pub fn receive(&mut self) -> Outcome<Bytes> {
        loop {
            if let Some(frame) = codec::take_frame(&mut self.input, &self.limits)? {
                return Ok(frame);
            }
            let mut buffer = [0; 64 * 1024];
            let length = self.stream.read(&mut buffer)?;
            if length == 0 {
                return Err("the server closed the connection".into());
            }
            self.input.extend_from_slice(&buffer[..length]);
        }
    }

    /// The next message of a kind; others are dropped.
    pub fn receive_kind(&mut self, kind: EntryType) -> Outcome<Entry> {
        loop {
            let frame = self.receive()?;
            let decoded = codec::decode(&frame, &self.limits)?;
            for entry in decoded.message.entries {
                if entry.kind == kind {
                    if entry.error != 0 {
                        return Err(format!("error {} for {kind:?}", entry.error).into());
                    }
                    return Ok(entry);
                }
            }
        }
    }

    /// Sends a request and waits for its answer.
    pub fn ask(&mut self, entry: Entry) -> Outcome<Entry> {
        let answer = entry.kind.response();
        self.send(&encode(entry)?)?;
        self.receive_kind(answer)
    }
}

/// The bytes of a request in version 4.
pub fn encode(entry: Entry) -> Outcome<Bytes> {
    let mut message = Message::new(entry);
    message.header.id = 1;
    let mut out = BytesMut::new();
    codec::encode(&message, MessageVersion::V4, StringTable::Off, &mut out)?;
    Ok(out.freeze())
}
