//! Messages as they travel: a header, entries, and trees of named elements.
//!
//! Everything here mirrors the wire and nothing else. Fields that version 4
//! may leave out are options, so a message that was read can be written back
//! byte for byte. What the values *mean* lives in [`crate::value`].

mod array;
mod element;
mod entry_type;
mod node_id;

pub use array::{Array, Scalar, ScalarKind};
pub use element::{Composite, Data, Element, ElementName};
pub use entry_type::EntryType;
pub use node_id::{InvalidNodeId, NodeId};

use bytes::Bytes;
use bytestring::ByteString;

/// The metadata text that marks an entry or a message as replaceable.
pub const UNRELIABLE: &str = "unreliable\n";

/// One message: a header and at least one entry.
///
/// ```
/// use raconteur::message::{Entry, EntryType, Message};
/// let message = Message::new(Entry::new(EntryType::PROPERTY_GET, "robot", "position"));
/// assert_eq!(message.entries.len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Message {
    /// Sender and receiver.
    pub header: Header,
    /// Requests, responses or packets.
    pub entries: Vec<Entry>,
}

impl Message {
    /// A message that carries one entry under an empty header.
    pub fn new(entry: Entry) -> Self {
        Self {
            header: Header::default(),
            entries: vec![entry],
        }
    }
}

/// The names of both nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Routing {
    /// Node that wrote the message.
    pub sender: NodeId,
    /// Node it is for; zero means any.
    pub receiver: NodeId,
    /// Name of the sender, often empty.
    pub sender_name: ByteString,
    /// Name of the receiver, often empty.
    pub receiver_name: ByteString,
}

/// The two ends of a session; zero means none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Endpoints {
    /// Endpoint of the sender.
    pub sender: u32,
    /// Endpoint of the receiver.
    pub receiver: u32,
}

/// Header of a message.
///
/// Version 2 writes every field; version 4 leaves out what is `None` or empty.
///
/// ```
/// use raconteur::message::{Endpoints, Header, NodeId, Routing, UNRELIABLE};
/// let header = Header {
///     routing: Some(Routing { sender: NodeId::random(), ..Routing::default() }),
///     endpoints: Some(Endpoints { sender: 1, receiver: 2 }),
///     metadata: UNRELIABLE.into(),
///     ..Header::default()
/// };
/// assert!(header.routing_or_zero().receiver.is_any());
/// assert_eq!(Header::default().endpoints_or_zero(), Endpoints { sender: 0, receiver: 0 });
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Header {
    /// Nodes, or `None` if the connection determines them.
    pub routing: Option<Routing>,
    /// Endpoints, or `None` if the connection determines them.
    pub endpoints: Option<Endpoints>,
    /// Priority (version 4 only).
    pub priority: Option<u16>,
    /// Whether the message carries the unreliable flag (version 4 only).
    pub unreliable: bool,
    /// Free text, one `name` or `name: value` per line.
    pub metadata: ByteString,
    /// Running counter of the sender.
    pub id: u16,
    /// Counter value this message answers.
    pub response_to: u16,
    /// The strings for the codes in this message (version 4 only).
    pub string_table: Vec<(u32, ByteString)>,
    /// Bytes of later protocol revisions, stored unchanged (version 4 only).
    pub extended: Bytes,
}

impl Header {
    /// The routing, or all zero if it was left out.
    pub fn routing_or_zero(&self) -> Routing {
        self.routing.clone().unwrap_or_default()
    }

    /// The endpoints, or zeros if they were left out.
    pub fn endpoints_or_zero(&self) -> Endpoints {
        self.endpoints.unwrap_or_default()
    }
}

/// One request, response or packet.
///
/// ```
/// use raconteur::message::{Element, Entry, EntryType};
/// let question = Entry::new(EntryType::FUNCTION_CALL, "robot", "move")
///     .with(Element::scalar("metres", 1.5))
///     .request(3);
/// assert!(question.element("metres").is_some());
/// let mut answer = question.response().with(Element::text("return", "done"));
/// assert_eq!(answer.request_id, 3);
/// assert_eq!(answer.take("return").unwrap().as_str(), Some("done"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    /// What it is.
    pub kind: EntryType,
    /// Address of the object.
    pub path: ByteString,
    /// Name of the member.
    pub member: ByteString,
    /// Number that ties a response to its request; zero for packets.
    pub request_id: u32,
    /// Error code of a failed request, else zero.
    pub error: u16,
    /// Free text.
    pub metadata: ByteString,
    /// Bytes of later protocol revisions (version 4 only).
    pub extended: Bytes,
    /// Parameters or results.
    pub elements: Vec<Element>,
}

impl Entry {
    /// An entry without elements.
    pub fn new(
        kind: EntryType,
        path: impl Into<ByteString>,
        member: impl Into<ByteString>,
    ) -> Self {
        Self {
            kind,
            path: path.into(),
            member: member.into(),
            ..Self::default()
        }
    }

    /// Adds an element.
    #[must_use]
    pub fn with(mut self, element: Element) -> Self {
        self.elements.push(element);
        self
    }

    /// Sets the request number.
    #[must_use]
    pub fn request(mut self, id: u32) -> Self {
        self.request_id = id;
        self
    }

    /// The empty response that belongs to this request.
    pub fn response(&self) -> Self {
        Self {
            kind: self.kind.response(),
            path: self.path.clone(),
            member: self.member.clone(),
            request_id: self.request_id,
            ..Self::default()
        }
    }

    /// The element of that name.
    pub fn element(&self, name: &str) -> Option<&Element> {
        self.elements.iter().find(|e| e.name == *name)
    }

    /// Takes the element of that name out of the entry.
    pub fn take(&mut self, name: &str) -> Option<Element> {
        let at = self.elements.iter().position(|e| e.name == *name)?;
        Some(self.elements.remove(at))
    }
}
