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
enum ChunkKind {
    /// May grow by further messages.
    Plain,
    Wire(WireKey),
    Heartbeat,
}

#[derive(Debug)]
struct Chunk {
    bytes: BytesMut,
    kind: ChunkKind,
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
        wire: Option<WireKey>,
        limit: usize,
    ) -> Result<(), CodecError> {
        match wire {
            None => {
                let grows = matches!(
                    self.chunks.back(),
                    Some(chunk) if matches!(chunk.kind, ChunkKind::Plain) && chunk.bytes.len() < CHUNK
                );
                if !grows {
                    self.chunks.push_back(Chunk {
                        bytes: BytesMut::with_capacity(512),
                        kind: ChunkKind::Plain,
                    });
                }
                let Some(chunk) = self.chunks.back_mut() else {
                    return Ok(());
                };
                let before = chunk.bytes.len();
                let result = encode(message, version, strings, &mut chunk.bytes, limit);
                self.bytes += chunk.bytes.len() - before;
                if chunk.bytes.is_empty() {
                    self.chunks.pop_back();
                }
                result
            }
            Some(key) => {
                let mut bytes = BytesMut::with_capacity(256);
                encode(message, version, strings, &mut bytes, limit)?;
                self.bytes += bytes.len();
                let queued = self
                    .wires
                    .get(&key)
                    .and_then(|sequence| usize::try_from(sequence.wrapping_sub(self.first)).ok())
                    .and_then(|index| self.chunks.get_mut(index));
                match queued {
                    Some(chunk) => {
                        self.bytes -= chunk.bytes.len();
                        chunk.bytes = bytes;
                    }
                    None => {
                        self.wires.insert(
                            key.clone(),
                            self.first.wrapping_add(self.chunks.len() as u64),
                        );
                        self.chunks.push_back(Chunk {
                            bytes,
                            kind: ChunkKind::Wire(key),
                        });
                    }
                }
                Ok(())
            }
        }
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
            .take_while(|chunk| matches!(chunk.kind, ChunkKind::Heartbeat))
            .any(|chunk| chunk.bytes == bytes);
        if !waiting {
            self.bytes += bytes.len();
            self.chunks.push_front(Chunk {
                bytes,
                kind: ChunkKind::Heartbeat,
            });
            self.first = self.first.wrapping_sub(1);
        }
    }

    pub fn pop(&mut self) -> Option<Bytes> {
        let mut chunk = self.take_first()?;
        // Small neighbours leave together.
        while chunk.bytes.len() < CHUNK {
            match self.chunks.front() {
                Some(next) if next.bytes.len() <= CHUNK => {}
                _ => break,
            }
            if let Some(next) = self.take_first() {
                chunk.bytes.extend_from_slice(&next.bytes);
            }
        }
        Some(chunk.bytes.freeze())
    }

    fn take_first(&mut self) -> Option<Chunk> {
        let chunk = self.chunks.pop_front()?;
        self.first = self.first.wrapping_add(1);
        self.bytes -= chunk.bytes.len();
        if let ChunkKind::Wire(key) = &chunk.kind {
            self.wires.remove(key);
        }
        Some(chunk)
    }
}

fn encode(
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
            .push(&message, MessageVersion::V4, StringTable::Off, None, 1000)
            .unwrap();
    }

    fn wire(outbox: &mut Outbox, value: f64) {
        let key = ("o".into(), "w".into());
        outbox
            .push(
                &packet(value),
                MessageVersion::V4,
                StringTable::Off,
                Some(key),
                1000,
            )
            .unwrap();
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
        let result = outbox.push(&message, MessageVersion::V4, StringTable::Off, None, 1000);
        assert!(result.is_err());
        assert_eq!(outbox.bytes(), 0);
        assert!(outbox.pop().is_none());
    }
}
