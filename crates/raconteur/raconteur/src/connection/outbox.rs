//! What waits to be sent.
//!
//! A wire packet that has not left yet is replaced by a newer one of the same
//! wire, and so is a heartbeat; everything else stays in order.

use std::collections::{HashMap, VecDeque};

use bytes::{Bytes, BytesMut};
use bytestring::ByteString;

use crate::codec::{self, CodecError, MessageVersion, StringTable};
use crate::message::Message;

/// Object path and wire name.
pub(super) type WireKey = (ByteString, ByteString);

/// Messages are joined into one write up to about this size.
const CHUNK: usize = 32 * 1024;

#[derive(Debug)]
enum Chunk {
    /// May grow by further messages.
    Plain(BytesMut),
    /// The newest packet of a wire, which other connections may have as well.
    Wire(WireKey, Bytes),
    Heartbeat(Bytes),
}

impl Chunk {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Plain(bytes) => bytes,
            Self::Wire(_, bytes) | Self::Heartbeat(bytes) => bytes,
        }
    }

    fn len(&self) -> usize {
        self.bytes().len()
    }

    fn into_bytes(self) -> Bytes {
        match self {
            Self::Plain(bytes) => bytes.freeze(),
            Self::Wire(_, bytes) | Self::Heartbeat(bytes) => bytes,
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Outbox {
    chunks: VecDeque<Chunk>,
    /// Sequence number of the first chunk.
    first: u64,
    wires: HashMap<WireKey, u64>,
    bytes: usize,
}

impl Outbox {
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    pub fn push(
        &mut self,
        message: &Message,
        version: MessageVersion,
        strings: StringTable,
        limit: usize,
    ) -> Result<(), CodecError> {
        let grows = matches!(
            self.chunks.back(),
            Some(Chunk::Plain(bytes)) if bytes.len() < CHUNK
        );
        if !grows {
            self.chunks
                .push_back(Chunk::Plain(BytesMut::with_capacity(512)));
        }
        let Some(Chunk::Plain(bytes)) = self.chunks.back_mut() else {
            return Ok(());
        };
        let before = bytes.len();
        let result = encode(message, version, strings, bytes, limit);
        self.bytes += bytes.len() - before;
        if bytes.is_empty() {
            self.chunks.pop_back();
        }
        result
    }

    /// Queues the packet of a wire; one that waits is replaced.
    pub fn push_wire(&mut self, key: WireKey, bytes: Bytes) {
        self.bytes += bytes.len();
        let queued = self
            .wires
            .get(&key)
            .and_then(|sequence| usize::try_from(sequence.wrapping_sub(self.first)).ok())
            .and_then(|index| self.chunks.get_mut(index));
        if let Some(Chunk::Wire(_, waiting)) = queued {
            self.bytes -= waiting.len();
            *waiting = bytes;
            return;
        }
        let sequence = self.first.wrapping_add(self.chunks.len() as u64);
        self.wires.insert(key.clone(), sequence);
        self.chunks.push_back(Chunk::Wire(key, bytes));
    }

    /// A heartbeat goes before what a slow reader has not taken yet, and at
    /// most one of each kind waits.
    pub fn push_heartbeat(&mut self, message: &Message, version: MessageVersion) {
        let mut bytes = BytesMut::with_capacity(96);
        if codec::encode(message, version, StringTable::Off, &mut bytes).is_err() {
            return;
        }
        let waiting = self
            .chunks
            .iter()
            .take_while(|chunk| matches!(chunk, Chunk::Heartbeat(_)))
            .any(|chunk| *chunk.bytes() == *bytes);
        if !waiting {
            self.bytes += bytes.len();
            self.chunks.push_front(Chunk::Heartbeat(bytes.freeze()));
            self.first = self.first.wrapping_sub(1);
        }
    }

    pub fn pop(&mut self) -> Option<Bytes> {
        let first = self.take_first()?;
        if !self.has_neighbour(first.len()) {
            return Some(first.into_bytes());
        }
        // Small neighbours leave together.
        let mut joined = match first {
            Chunk::Plain(bytes) => bytes,
            other => {
                let mut joined = BytesMut::with_capacity(CHUNK);
                joined.extend_from_slice(other.bytes());
                joined
            }
        };
        while self.has_neighbour(joined.len()) {
            if let Some(next) = self.take_first() {
                joined.extend_from_slice(next.bytes());
            }
        }
        Some(joined.freeze())
    }

    /// Whether the first chunk leaves together with this number of bytes.
    fn has_neighbour(&self, bytes: usize) -> bool {
        bytes < CHUNK && self.chunks.front().is_some_and(|next| next.len() <= CHUNK)
    }

    fn take_first(&mut self) -> Option<Chunk> {
        let chunk = self.chunks.pop_front()?;
        self.first = self.first.wrapping_add(1);
        self.bytes -= chunk.len();
        if let Chunk::Wire(key, _) = &chunk {
            self.wires.remove(key);
        }
        Some(chunk)
    }
}

/// Appends a message of at most a number of bytes.
pub(super) fn encode(
    message: &Message,
    version: MessageVersion,
    strings: StringTable,
    out: &mut BytesMut,
    limit: usize,
) -> Result<(), CodecError> {
    let before = out.len();
    codec::encode(message, version, strings, out)?;
    let size = out.len() - before;
    if size > limit {
        out.truncate(before);
        return Err(CodecError::MessageSize {
            size,
            minimum: 16,
            maximum: limit,
        });
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::message::{Element, Entry, EntryType};

    fn packet(value: f64) -> Message {
        Message::new(
            Entry::new(EntryType::WIRE_PACKET, "o", "w").with(Element::scalar("packet", value)),
        )
    }

    fn plain(outbox: &mut Outbox) {
        let message = Message::new(Entry::new(EntryType::EVENT, "o", "e"));
        outbox
            .push(&message, MessageVersion::V4, StringTable::Off, 1000)
            .unwrap();
    }

    fn wire(outbox: &mut Outbox, value: f64) {
        let mut bytes = BytesMut::new();
        let (version, strings) = (MessageVersion::V4, StringTable::Off);
        encode(&packet(value), version, strings, &mut bytes, 1000).unwrap();
        outbox.push_wire(("o".into(), "w".into()), bytes.freeze());
    }

    #[test]
    fn only_the_newest_wire_packet_waits() {
        let mut outbox = Outbox::default();
        plain(&mut outbox);
        wire(&mut outbox, 1.0);
        let size = outbox.bytes();
        for value in 2..1000 {
            wire(&mut outbox, f64::from(value));
            outbox.push_heartbeat(
                &Message::new(Entry::new(EntryType::CONNECTION_TEST, "", "")),
                MessageVersion::V4,
            );
        }
        assert!(outbox.bytes() < size + 100);
        let sent = outbox.pop().unwrap();
        assert!(outbox.pop().is_none());
        assert_eq!(outbox.bytes(), 0);
        assert!(sent.windows(8).any(|w| w == 999f64.to_le_bytes()));
        wire(&mut outbox, 5.0);
        assert!(outbox.pop().is_some());
    }

    #[test]
    fn messages_that_are_too_large_leave_nothing_behind() {
        let mut outbox = Outbox::default();
        let message = Message::new(
            Entry::new(EntryType::EVENT, "o", "e").with(Element::text("x", "y".repeat(2000))),
        );
        let result = outbox.push(&message, MessageVersion::V4, StringTable::Off, 1000);
        assert!(result.is_err());
        assert_eq!(outbox.bytes(), 0);
        assert!(outbox.pop().is_none());
    }
}
