//! One end of a byte stream between two nodes, without I/O.
//!
//! [`Connection`] is fed with bytes and the time, and gives back [`ConnectionEvent`]s
//! and bytes to send. It does the opening of the stream, the choice of the
//! message version, heartbeats, and it keeps a peer inside its own session:
//! a message that names other endpoints than those of this connection is
//! refused with an error, and a second one ends the connection.
//!
//! ```
//! use std::time::Instant;
//! use raconteur::connection::{Connection, ConnectionEvent, Identity, Settings, ConnectTarget};
//! use raconteur::message::NodeId;
//!
//! let now = Instant::now();
//! let fox = Identity { id: NodeId::random(), name: "fox".into() };
//! let hen = Identity { id: NodeId::random(), name: "hen".into() };
//! let mut client = Connection::client(fox, ConnectTarget::default(), Settings::default(), now);
//! let mut server = Connection::server(hen.clone(), Settings::default(), now);
//!
//! while let Some(bytes) = client.poll_transmit() { server.receive(&bytes, now)?; }
//! while let Some(bytes) = server.poll_transmit() { client.receive(&bytes, now)?; }
//! assert!(matches!(client.poll_event(), Some(ConnectionEvent::Established)));
//! assert_eq!(client.remote().map(|remote| remote.id), Some(hen.id));
//! # Ok::<(), raconteur::connection::Closed>(())
//! ```

mod capabilities;
mod close_reason;
mod heartbeat;
mod input_budget;
mod outbox;
mod settings;
mod stray_messages;
mod stream;
mod wire_packet;

use std::collections::VecDeque;
use std::time::Instant;

use bytes::{Bytes, BytesMut};
use bytestring::ByteString;

use crate::codec::{self, Limits, MessageVersion};
use crate::error::Error;
use crate::link::TlsTerms;
use crate::message::{Endpoints, Entry, EntryType, Header, Message, NodeId, Routing, UNRELIABLE};

pub use close_reason::{Closed, SendError};
pub use heartbeat::Timing;
pub use input_budget::{InputBudget, InputReservation};
pub use settings::{ConnectTarget, Identity, Settings};

use capabilities::Agreed;
use heartbeat::Heartbeat;
use outbox::Outbox;
use stream::START_TLS;
pub(crate) use wire_packet::WirePacket;

/// What happened on a connection.
#[allow(clippy::large_enum_variant, reason = "almost every event is a message")]
#[derive(Debug)]
pub enum ConnectionEvent {
    /// The stream is open (client only).
    Established,
    /// A message for the session or node; heartbeats and stream operations
    /// are dealt with already.
    Message(Message),
    /// Everything queued must be sent, then TLS begins on the stream.
    StartTls,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Client,
    Server,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// The client waits for the answer to STARTTLS.
    WaitsForTls,
    /// The client waits for the answer to CreateConnection.
    WaitsForCreate,
    /// TLS is being set up on the stream.
    Tls,
    /// Messages flow.
    Open,
}

/// The two ends of the session this connection carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionEndpoints {
    /// Our endpoint.
    pub local: u32,
    /// The peer's endpoint.
    pub remote: u32,
    /// The peer's node.
    pub node: NodeId,
}

/// Where a message goes.
#[derive(Clone, Debug)]
pub enum Address {
    /// To the other end of the session.
    Session,
    /// To a node, outside of any session or before it is open.
    Node {
        /// The receiver; zero for any node.
        node: NodeId,
        /// Endpoints, zero where there is none.
        endpoints: Endpoints,
    },
}

/// One end of a stream. See the [module](self) for how to drive it.
///
/// ```
/// use std::time::Instant;
/// use raconteur::connection::{Address, Connection, ConnectionEvent, Identity, SendError, SessionEndpoints, Settings, ConnectTarget};
/// use raconteur::message::{Entry, EntryType, NodeId};
///
/// # let now = Instant::now();
/// # let fox = Identity { id: NodeId::random(), name: "fox".into() };
/// # let hen = Identity { id: NodeId::random(), name: "hen".into() };
/// # let mut client = Connection::client(fox.clone(), ConnectTarget::default(), Settings::default(), now);
/// # let mut server = Connection::server(hen.clone(), Settings::default(), now);
/// # while let Some(bytes) = client.poll_transmit() { server.receive(&bytes, now)?; }
/// # while let Some(bytes) = server.poll_transmit() { client.receive(&bytes, now)?; }
/// # client.poll_event();
/// // After the opening, both ends agree on a session and are tied to it.
/// assert!(client.combined_connect() && !client.is_secure());
/// client.bind(SessionEndpoints { local: 1, remote: 2, node: hen.id });
/// server.bind(SessionEndpoints { local: 2, remote: 1, node: fox.id });
/// server.trust(true);
/// assert_eq!(client.session().map(|session| session.remote), Some(2));
/// println!("messages of {:?}", client.version());
///
/// let question = Entry::new(EntryType::PROPERTY_GET, "robot", "position").request(3);
/// let sent: Result<(), SendError> = client.send(&Address::Session, vec![question], now);
/// sent.expect("the question is queued");
/// assert!(client.queued() > 0);
///
/// // Bytes may be read into the connection's own buffer.
/// while let Some(bytes) = client.poll_transmit() {
///     server.input().extend_from_slice(&bytes);
///     server.process(now)?;
/// }
/// assert!(matches!(server.poll_event(), Some(ConnectionEvent::Message(_))));
///
/// // When nothing is sent for a while, a sign of life is.
/// let later = client.poll_timeout();
/// client.handle_timeout(later)?;
/// assert!(client.poll_transmit().is_some());
/// # Ok::<(), raconteur::connection::Closed>(())
/// ```
#[derive(Debug)]
pub struct Connection {
    role: Role,
    stage: Stage,
    identity: Identity,
    target: ConnectTarget,
    remote: Option<Identity>,
    settings: Settings,
    early_limits: Limits,
    trusted: bool,
    agreed: Agreed,
    session: Option<SessionEndpoints>,
    input: BytesMut,
    share: InputReservation,
    outbox: Outbox,
    events: VecDeque<ConnectionEvent>,
    heartbeat: Heartbeat,
    opened: Instant,
    next_id: u16,
    secure: bool,
    /// What was agreed on before TLS.
    tls_terms: TlsTerms,
    /// The node that the peer's certificate names.
    verified: Option<NodeId>,
    /// Whether the peer has named another session already.
    strayed: bool,
}

impl Connection {
    /// The end that opens the stream. The first bytes to send are ready
    /// immediately.
    pub fn client(
        identity: Identity,
        target: ConnectTarget,
        settings: Settings,
        now: Instant,
    ) -> Self {
        let mut connection = Self::new(Role::Client, identity, target, settings, now);
        if connection.settings.tls {
            connection.stage = Stage::WaitsForTls;
            connection.send_start_tls(now);
        } else {
            connection.stage = Stage::WaitsForCreate;
            connection.send_create(now);
        }
        connection
    }

    /// The end that waits for the stream to be opened.
    pub fn server(identity: Identity, settings: Settings, now: Instant) -> Self {
        Self::new(
            Role::Server,
            identity,
            ConnectTarget::default(),
            settings,
            now,
        )
    }

    fn new(
        role: Role,
        identity: Identity,
        target: ConnectTarget,
        settings: Settings,
        now: Instant,
    ) -> Self {
        Self {
            role,
            stage: Stage::Open,
            identity,
            target,
            remote: None,
            early_limits: settings.limits.before_session(),
            trusted: role == Role::Client,
            agreed: Agreed::default(),
            session: None,
            input: BytesMut::new(),
            share: settings.input_room.share(),
            outbox: Outbox::default(),
            events: VecDeque::new(),
            heartbeat: Heartbeat::new(settings.timing, role == Role::Client, now),
            opened: now,
            next_id: 0,
            secure: false,
            tls_terms: TlsTerms::default(),
            verified: None,
            strayed: false,
            settings,
        }
    }

    /// The peer, once it has sent its identity.
    pub fn remote(&self) -> Option<&Identity> {
        self.remote.as_ref()
    }

    /// The session this connection carries.
    pub fn session(&self) -> Option<SessionEndpoints> {
        self.session
    }

    /// Message version used for sending.
    pub fn version(&self) -> MessageVersion {
        self.agreed.version
    }

    /// Whether a session may be opened in one exchange.
    pub fn combined_connect(&self) -> bool {
        self.agreed.combined
    }

    /// Whether TLS protects the stream.
    pub fn is_secure(&self) -> bool {
        self.secure
    }

    /// The node that the peer's certificate names, if one was checked.
    pub(crate) fn verified_node(&self) -> Option<NodeId> {
        self.verified
    }

    /// What was agreed on before TLS.
    pub(crate) fn tls_terms(&self) -> TlsTerms {
        self.tls_terms
    }

    /// Ties the connection to a session. Messages that name another one are
    /// refused.
    pub fn bind(&mut self, session: SessionEndpoints) {
        self.session = Some(session);
    }

    /// Lifts the narrow limits that hold until the peer is known.
    pub fn trust(&mut self, trusted: bool) {
        self.trusted = trusted;
    }

    /// TLS is established; opening the stream continues inside of it.
    ///
    /// ```
    /// # use std::time::Instant;
    /// # fn example(connection: &mut raconteur::connection::Connection) {
    /// use raconteur::connection::ConnectionEvent;
    /// if let Some(ConnectionEvent::StartTls) = connection.poll_event() {
    ///     // … set TLS up on the stream, then
    ///     connection.secured(Instant::now());
    /// }
    /// # }
    /// ```
    pub fn secured(&mut self, now: Instant) {
        self.secured_with(None, now);
    }

    /// TLS is established, and the peer's certificate names a node.
    pub(crate) fn secured_with(&mut self, verified: Option<NodeId>, now: Instant) {
        self.input.clear();
        self.secure = true;
        self.verified = verified;
        if self.role == Role::Client {
            self.stage = Stage::WaitsForCreate;
            self.send_create(now);
        } else {
            self.stage = Stage::Open;
        }
    }

    /// Takes bytes from the peer.
    pub fn receive(&mut self, bytes: &[u8], now: Instant) -> Result<(), Closed> {
        self.input.extend_from_slice(bytes);
        self.process(now)
    }

    /// The buffer that bytes from the peer are read into; call
    /// [`Connection::process`] after adding to it.
    pub fn input(&mut self) -> &mut BytesMut {
        &mut self.input
    }

    /// Deals with the bytes in the input buffer.
    pub fn process(&mut self, now: Instant) -> Result<(), Closed> {
        while self.stage != Stage::Tls {
            let limits = if self.trusted {
                &self.settings.limits
            } else {
                &self.early_limits
            };
            let Some(frame) = codec::take_frame(&mut self.input, limits)? else {
                if !self.share.hold(self.input.len()) {
                    return Err(Closed::NoRoom(self.settings.input_room.most()));
                }
                // One partial message at most is held for a peer.
                if let Some(size) = codec::frame_size(&self.input, limits)? {
                    self.input
                        .reserve(size.saturating_sub(self.input.len()).min(64 * 1024));
                }
                break;
            };
            // Frees the memory of a large message.
            let _ = self.share.hold(0);
            let decoded = codec::decode(&frame, limits)?;
            self.heartbeat.received(now);
            self.take(decoded.message, now)?;
        }
        Ok(())
    }

    fn take(&mut self, message: Message, now: Instant) -> Result<(), Closed> {
        let Some(first) = message.entries.first() else {
            return Ok(());
        };
        let starts_tls = message.entries.len() == 1
            && first.kind == EntryType::STREAM_OP
            && *first.member == *START_TLS;
        if self.settings.require_tls && self.role == Role::Server && !self.secure && !starts_tls {
            return Err(Closed::Refused(Error::connection(
                "this node serves clients over TLS only",
            )));
        }
        if message.entries.len() == 1 {
            match first.kind {
                EntryType::STREAM_OP | EntryType::STREAM_OP_RESPONSE => {
                    return self.stream_operation(message, now);
                }
                EntryType::STREAM_CHECK_CAPABILITY => {
                    self.answer_capability(&message, now);
                    return Ok(());
                }
                EntryType::CONNECTION_TEST => {
                    let answer = first.response();
                    self.queue_heartbeat(answer, now);
                    return Ok(());
                }
                EntryType::CONNECTION_TEST_RESPONSE
                | EntryType::STREAM_CHECK_CAPABILITY_RESPONSE => return Ok(()),
                _ => {}
            }
        }
        if self.stage != Stage::Open {
            return Err(Closed::Refused(Error::protocol(
                "a message before the stream is open",
            )));
        }
        self.deliver(message, now)
    }

    /// The next thing that happened.
    pub fn poll_event(&mut self) -> Option<ConnectionEvent> {
        self.events.pop_front()
    }

    /// The next bytes to send.
    pub fn poll_transmit(&mut self) -> Option<Bytes> {
        self.outbox.pop()
    }

    /// Bytes that wait to be sent.
    pub fn queued(&self) -> usize {
        self.outbox.bytes()
    }

    /// When [`Connection::handle_timeout`] is due.
    pub fn poll_timeout(&self) -> Instant {
        let heartbeat = self.heartbeat.due();
        match self.stage {
            Stage::Open => heartbeat,
            _ => heartbeat.min(self.opened + self.settings.handshake_timeout),
        }
    }

    /// Sends a heartbeat, or detects that the peer is lost.
    pub fn handle_timeout(&mut self, now: Instant) -> Result<(), Closed> {
        if self.stage != Stage::Open && now >= self.opened + self.settings.handshake_timeout {
            return Err(Closed::HandshakeTimeout);
        }
        if self.heartbeat.is_lost(now) {
            return Err(Closed::Silent);
        }
        if self.stage == Stage::Open && self.heartbeat.wants_to_send(now) {
            self.queue_heartbeat(Entry::new(EntryType::CONNECTION_TEST, "", ""), now);
            if self.heartbeat.is_lost(now) {
                return Err(Closed::Silent);
            }
        }
        Ok(())
    }

    /// Queues entries in one message.
    ///
    /// An error means the message cannot be written; the connection goes on,
    /// unless it is [`Closed::SlowReader`].
    pub fn send(
        &mut self,
        address: &Address,
        entries: Vec<Entry>,
        now: Instant,
    ) -> Result<(), SendError> {
        let entries = match <[Entry; 1]>::try_from(entries) {
            Ok([packet]) if packet.kind == EntryType::WIRE_PACKET => {
                let mut packet = WirePacket::from(packet);
                return self.send_packet(address, &mut packet, now);
            }
            Ok(one) => Vec::from(one),
            Err(entries) => entries,
        };
        let unreliable = entries.iter().any(|entry| *entry.metadata == *UNRELIABLE);
        let special = entries.len() == 1 && entries[0].kind.is_special();
        let mut header = self.header(address, special);
        if unreliable {
            header.metadata = ByteString::from_static(UNRELIABLE);
        }
        self.queue(&Message { header, entries }, now)
    }

    /// Queues a message.
    fn queue(&mut self, message: &Message, now: Instant) -> Result<(), SendError> {
        let limit = self.message_limit();
        let (version, strings) = (self.agreed.version, self.agreed.strings);
        self.outbox.push(message, version, strings, limit)?;
        self.queued_one(now)
    }

    /// Queues a packet of a wire. One of the same wire that has not left yet is replaced.
    pub(crate) fn send_packet(
        &mut self,
        address: &Address,
        packet: &mut WirePacket,
        now: Instant,
    ) -> Result<(), SendError> {
        let header = self.header(address, false);
        let limit = self.message_limit();
        let (version, strings) = (self.agreed.version, self.agreed.strings);
        let bytes = packet.encode(header, version, strings, limit)?;
        self.outbox.push_wire(packet.key(), bytes);
        self.queued_one(now)
    }

    fn message_limit(&self) -> usize {
        self.settings.limits.message_size - 100
    }

    /// A message was queued.
    fn queued_one(&mut self, now: Instant) -> Result<(), SendError> {
        self.heartbeat.sent(now);
        let queued = self.outbox.bytes();
        match queued > self.settings.output_limit {
            true => Err(SendError::SlowReader(queued)),
            false => Ok(()),
        }
    }

    fn header(&mut self, address: &Address, special: bool) -> Header {
        let id = if self.role == Role::Client {
            self.next_id = self.next_id.wrapping_add(1);
            self.next_id
        } else {
            0
        };
        let elide = self.agreed.version == MessageVersion::V4 && !special;
        let name = |name: &ByteString| {
            if special {
                name.clone()
            } else {
                ByteString::new()
            }
        };
        let (routing, endpoints) = match (address, self.session) {
            (Address::Session, Some(_)) if elide => (None, None),
            (Address::Session, session) => {
                let session = session.unwrap_or(SessionEndpoints {
                    local: 0,
                    remote: 0,
                    node: NodeId::ANY,
                });
                (
                    Some((session.node, self.remote.as_ref().map(|r| name(&r.name)))),
                    Some(Endpoints {
                        sender: session.local,
                        receiver: session.remote,
                    }),
                )
            }
            (Address::Node { node, endpoints }, _) => (Some((*node, None)), Some(*endpoints)),
        };
        Header {
            routing: routing.map(|(receiver, receiver_name)| Routing {
                sender: self.identity.id,
                receiver,
                sender_name: name(&self.identity.name),
                receiver_name: receiver_name.unwrap_or_default(),
            }),
            endpoints,
            id,
            ..Header::default()
        }
    }

    fn queue_heartbeat(&mut self, entry: Entry, now: Instant) {
        let mut message = Message::new(entry);
        if self.agreed.version == MessageVersion::V2 || message.entries[0].kind.is_request() {
            message.header.routing = Some(Routing {
                sender: self.identity.id,
                receiver: self.remote.as_ref().map(|r| r.id).unwrap_or_default(),
                ..Routing::default()
            });
            message.header.endpoints = Some(Endpoints::default());
        }
        self.outbox.push_heartbeat(&message, self.agreed.version);
        self.heartbeat.sent(now);
    }
}
