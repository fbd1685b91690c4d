//! Splits a stream of bytes into packets.
//!
//! [`Framer::push`] takes bytes in pieces of any size, [`Framer::next`]
//! returns whole packets. A size over the limit is an error when it is
//! announced, before memory is allocated. The buffer never holds more than
//! what was pushed.
//!
//! ```
//! use foxden_protocol::frame::{Framer, RequestFraming};
//!
//! let mut framer = Framer::<RequestFraming>::new(1 << 20);
//! framer.push(b"\x08\0\0\0");
//! assert_eq!(framer.next()?, None);
//! assert_eq!(framer.missing()?, 4);
//! framer.push(b"\x20\0\0\0\0\0\0\0");
//! assert_eq!(framer.next()?, Some(b"\x08\0\0\0\x20\0\0\0".to_vec()));
//! assert_eq!(framer.next()?, Some(b"\0\0\0\0".to_vec()));
//! # Ok::<(), foxden_protocol::DecodeError>(())
//! ```

mod chunks;

pub use chunks::{ChunkedFraming, ChunkedImage, ChunkedPacket, ImageKind, encode_chunks};

use std::marker::PhantomData;

use crate::error::{DecodeError, DecodeErrorReason};
use crate::reader::Reader;
use crate::wire::Wire;

/// What a controller sends before it closes the connection.
pub const FAREWELL: [u8; 4] = [0; 4];

/// The default limit for packets of a controller: enough for the pictures of a
/// display.
pub const DEFAULT_LIMIT: usize = 64 << 20;

/// Reads the size at the start of a packet, which must be that of all of it.
pub(crate) fn read_size(packet: &mut Reader<'_>) -> Result<(), DecodeError> {
    let found = packet.remaining() as u64;
    let start = packet.clone();
    let announced = u64::from(u32::decode(packet)?);
    match announced == found {
        true => Ok(()),
        false => Err(start.error(DecodeErrorReason::WrongSize { announced, found })),
    }
}

/// A way to cut a stream into packets.
pub trait Framing {
    /// What comes out.
    type Packet;

    /// The size of the next packet in bytes, as far as `bytes` show it: at
    /// least the size of its next header. The packet is complete when that
    /// many bytes are there.
    fn size(bytes: &[u8], limit: usize) -> Result<PacketExtent, DecodeError>;

    /// The packet in exactly these bytes.
    fn packet(bytes: &[u8]) -> Result<Self::Packet, DecodeError>;
}

/// How far a packet reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacketExtent {
    /// To here.
    Exactly(usize),
    /// To here at least.
    AtLeast(usize),
}

impl PacketExtent {
    fn bytes(self) -> usize {
        match self {
            Self::Exactly(bytes) | Self::AtLeast(bytes) => bytes,
        }
    }
}

/// Framing of requests, for every transport: a size, or 0 when the controller
/// closes the connection.
#[derive(Clone, Copy, Debug)]
pub struct RequestFraming;

impl Framing for RequestFraming {
    type Packet = Vec<u8>;

    fn size(bytes: &[u8], limit: usize) -> Result<PacketExtent, DecodeError> {
        match announced(bytes) {
            None => Ok(PacketExtent::AtLeast(4)),
            Some(0) => Ok(PacketExtent::Exactly(4)),
            Some(size) => checked(size, limit).map(PacketExtent::Exactly),
        }
    }

    fn packet(bytes: &[u8]) -> Result<Self::Packet, DecodeError> {
        Ok(bytes.to_vec())
    }
}

/// Answers of the simulator over a local socket: a size.
#[derive(Clone, Copy, Debug)]
pub struct AnswerFraming;

impl AnswerFraming {
    /// The size of the packet at the start of `bytes`, if it is known already.
    pub fn packet_size(bytes: &[u8], limit: usize) -> Result<Option<usize>, DecodeError> {
        Ok(match Self::size(bytes, limit)? {
            PacketExtent::Exactly(size) => Some(size),
            PacketExtent::AtLeast(_) => None,
        })
    }
}

impl Framing for AnswerFraming {
    type Packet = Vec<u8>;

    fn size(bytes: &[u8], limit: usize) -> Result<PacketExtent, DecodeError> {
        match announced(bytes) {
            None => Ok(PacketExtent::AtLeast(4)),
            Some(size) => checked(size, limit).map(PacketExtent::Exactly),
        }
    }

    fn packet(bytes: &[u8]) -> Result<Self::Packet, DecodeError> {
        Ok(bytes.to_vec())
    }
}

fn announced(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().map(|size| u32::from_le_bytes(*size))
}

fn checked(size: u32, limit: usize) -> Result<usize, DecodeError> {
    let reason = match usize::try_from(size) {
        Ok(0..8) => DecodeErrorReason::TooShort { size },
        Ok(size) if size <= limit => return Ok(size),
        _ => DecodeErrorReason::TooLong {
            size: size.into(),
            limit,
        },
    };
    Err(DecodeError { offset: 0, reason })
}

/// Cuts a stream into packets. After an error the stream has no meaning left.
#[derive(Clone, Debug)]
pub struct Framer<F> {
    buffer: Vec<u8>,
    start: usize,
    limit: usize,
    framing: PhantomData<F>,
}

impl<F: Framing> Framer<F> {
    /// Refuses packets over `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Self {
            buffer: Vec::new(),
            start: 0,
            limit,
            framing: PhantomData,
        }
    }

    /// Takes bytes off the stream.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.start == self.buffer.len() {
            self.buffer.clear();
            self.start = 0;
        } else if self.start > self.buffer.len() / 2 {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// How many bytes are there that belong to no packet yet.
    pub fn pending(&self) -> usize {
        self.buffer.len() - self.start
    }

    /// How many more bytes are needed at least: for a reader that waits for one
    /// packet and must not take bytes behind it.
    pub fn missing(&self) -> Result<usize, DecodeError> {
        let rest = &self.buffer[self.start..];
        Ok(F::size(rest, self.limit)?
            .bytes()
            .saturating_sub(rest.len()))
    }

    /// The next packet, if it is complete.
    #[allow(clippy::should_implement_trait, reason = "nothing yet is not the end")]
    pub fn next(&mut self) -> Result<Option<F::Packet>, DecodeError> {
        let rest = &self.buffer[self.start..];
        match F::size(rest, self.limit)? {
            PacketExtent::Exactly(size) if size <= rest.len() => {
                let packet = F::packet(&rest[..size])?;
                self.start += size;
                Ok(Some(packet))
            }
            PacketExtent::Exactly(_) | PacketExtent::AtLeast(_) => Ok(None),
        }
    }
}

/// Reserves the bytes for the size of a packet and returns their position.
pub fn begin(out: &mut Vec<u8>) -> usize {
    let start = out.len();
    out.extend_from_slice(&[0; 4]);
    start
}

/// Writes the size of a packet that [`begin`] has begun.
pub fn end(out: &mut [u8], start: usize) {
    let size = u32::try_from(out.len() - start).unwrap_or(u32::MAX);
    if let Some(place) = out.get_mut(start..start + 4) {
        place.copy_from_slice(&size.to_le_bytes());
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_of_four_gigabytes_is_refused_at_its_announcement() {
        let mut framer = Framer::<RequestFraming>::new(DEFAULT_LIMIT);
        framer.push(&[0xff; 4]);
        let error = framer.next().unwrap_err();
        assert_eq!(
            error.reason,
            DecodeErrorReason::TooLong {
                size: 0xffff_ffff,
                limit: DEFAULT_LIMIT
            }
        );
        assert!(framer.buffer.capacity() < 100);
    }

    #[test]
    fn a_packet_too_short_for_its_header_is_refused() {
        for size in 1..8 {
            let mut framer = Framer::<RequestFraming>::new(DEFAULT_LIMIT);
            framer.push(&[size, 0, 0, 0]);
            assert_eq!(
                framer.next().unwrap_err().reason,
                DecodeErrorReason::TooShort { size: size.into() }
            );
        }
        let mut framer = Framer::<AnswerFraming>::new(DEFAULT_LIMIT);
        framer.push(&FAREWELL);
        assert!(framer.next().is_err());
    }

    #[test]
    fn pieces_of_any_size_give_the_same_packets() {
        let stream = [
            &b"\x0a\0\0\0\x20\0\0\0hi"[..],
            &b"\x08\0\0\0\x20\0\0\0"[..],
            &FAREWELL[..],
        ];
        let whole = stream.concat();
        for piece in 1..=whole.len() {
            let mut framer = Framer::<RequestFraming>::new(10);
            let mut packets = Vec::new();
            for bytes in whole.chunks(piece) {
                framer.push(bytes);
                while let Some(packet) = framer.next().unwrap() {
                    packets.push(packet);
                }
            }
            assert_eq!(packets, stream, "{piece} bytes at once");
            assert_eq!((framer.pending(), framer.missing().unwrap()), (0, 4));
        }
    }
}
