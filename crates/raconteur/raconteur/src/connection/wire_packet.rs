//! A packet of a wire for several connections.

use bytes::{Bytes, BytesMut};
use bytestring::ByteString;

use super::outbox::{WireKey, encode};
use crate::codec::{CodecError, MessageVersion, StringTable};
use crate::message::{Element, Entry, EntryType, Header, Message, UNRELIABLE};

/// A packet of a wire. Connections that agreed on the same things write the same bytes, so they
/// are made once.
#[derive(Debug)]
pub(crate) struct WirePacket {
    entry: Entry,
    encoded: Option<(MessageVersion, StringTable, Bytes)>,
}

impl From<Entry> for WirePacket {
    fn from(entry: Entry) -> Self {
        Self {
            entry,
            encoded: None,
        }
    }
}

impl WirePacket {
    /// The packet of the wire of an object at a path.
    pub fn new(path: ByteString, member: ByteString, elements: Vec<Element>) -> Self {
        Self::from(Entry {
            metadata: ByteString::from_static(UNRELIABLE),
            elements,
            ..Entry::new(EntryType::WIRE_PACKET, path, member)
        })
    }

    /// Whether it is the packet of that wire.
    pub fn is_of(&self, path: &ByteString, member: &ByteString) -> bool {
        self.entry.path == *path && self.entry.member == *member
    }

    /// The path of the object and the name of the wire.
    pub fn key(&self) -> WireKey {
        (self.entry.path.clone(), self.entry.member.clone())
    }

    /// The message with this packet, at most `limit` bytes long.
    pub(super) fn encode(
        &mut self,
        header: Header,
        version: MessageVersion,
        strings: StringTable,
        limit: usize,
    ) -> Result<Bytes, CodecError> {
        // a header that names nobody is that of each session
        let is_common = header.routing.is_none() && header.endpoints.is_none() && header.id == 0;
        if let Some((known_version, known_strings, bytes)) = &self.encoded
            && is_common
            && (*known_version, *known_strings) == (version, strings)
            && bytes.len() <= limit
        {
            return Ok(bytes.clone());
        }
        let mut message = Message {
            header: Header {
                metadata: match *self.entry.metadata == *UNRELIABLE {
                    true => self.entry.metadata.clone(),
                    false => header.metadata,
                },
                ..header
            },
            entries: vec![std::mem::take(&mut self.entry)],
        };
        let mut bytes = BytesMut::with_capacity(256);
        let encoded = encode(&message, version, strings, &mut bytes, limit);
        self.entry = message.entries.pop().unwrap_or_default();
        encoded?;
        let bytes = bytes.freeze();
        if is_common {
            self.encoded = Some((version, strings, bytes.clone()));
        }
        Ok(bytes)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::message::{Endpoints, NodeId, Routing};

    const LIMIT: usize = 1000;

    fn packet() -> WirePacket {
        let elements = vec![Element::scalar("packet", 1.5)];
        WirePacket::new("o".into(), "w".into(), elements)
    }

    fn of_session(sender: u32) -> Header {
        Header {
            routing: Some(Routing {
                sender: NodeId::ANY,
                receiver: NodeId::ANY,
                sender_name: ByteString::new(),
                receiver_name: ByteString::new(),
            }),
            endpoints: Some(Endpoints {
                sender,
                receiver: 2,
            }),
            ..Header::default()
        }
    }

    #[test]
    fn connections_that_agreed_on_the_same_share_the_bytes() {
        let mut packet = packet();
        let mut encode = |header, version, strings| {
            let bytes = packet.encode(header, version, strings, LIMIT);
            bytes.unwrap()
        };
        let (four, off) = (MessageVersion::V4, StringTable::Off);
        let first = encode(Header::default(), four, off);
        let second = encode(Header::default(), four, off);
        assert_eq!(first.as_ptr(), second.as_ptr());
        // what others agreed on has bytes of its own
        assert_ne!(encode(Header::default(), four, StringTable::Local), first);
        let [one, other] = [3, 4].map(|sender| encode(of_session(sender), MessageVersion::V2, off));
        assert_ne!(one, other);
        assert_eq!(encode(Header::default(), four, off), first);
    }

    #[test]
    fn a_packet_that_is_too_large_for_one_connection_reaches_others() {
        let mut packet = packet();
        let mut encode = |limit| {
            packet.encode(
                Header::default(),
                MessageVersion::V4,
                StringTable::Off,
                limit,
            )
        };
        assert!(encode(10).is_err());
        let bytes = encode(LIMIT).unwrap();
        assert!(encode(10).is_err());
        assert_eq!(encode(LIMIT).unwrap(), bytes);
    }
}
