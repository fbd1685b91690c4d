//! Messages to bytes and back, versions 2 and 4, without I/O.
//!
//! Reading never trusts an announced size or count: everything is checked
//! against the bytes that are there before anything is allocated. Texts and arrays of
//! a received message share the buffer it came in.
//!
//! ```
//! use bytes::BytesMut;
//! use raconteur::codec::{self, Limits, StringTable, MessageVersion};
//! use raconteur::message::{Entry, EntryType, Message};
//!
//! let message = Message::new(Entry::new(EntryType::PROPERTY_GET, "robot", "position").request(7));
//! let mut bytes = BytesMut::new();
//! codec::encode(&message, MessageVersion::V4, StringTable::Off, &mut bytes)?;
//! let frame = codec::take_frame(&mut bytes, &Limits::default())?.expect("a whole message");
//! let decoded = codec::decode(&frame, &Limits::default())?;
//! assert_eq!(decoded.message, message);
//! # Ok::<(), raconteur::codec::CodecError>(())
//! ```

mod integers;
mod limits;
mod reader;
mod string_table;
mod v2;
mod v4;

use bytes::{Buf, Bytes, BytesMut};

pub use limits::Limits;
pub use string_table::StringTable;

use crate::message::Message;

/// The four bytes every message begins with.
///
/// ```
/// use raconteur::codec::{self, Limits, MAGIC};
/// let mut begun = MAGIC.to_vec();
/// assert_eq!(codec::frame_size(&begun, &Limits::default())?, None);
/// begun.extend(64_u32.to_le_bytes());
/// assert_eq!(codec::frame_size(&begun, &Limits::default())?, Some(64));
/// # Ok::<(), raconteur::codec::CodecError>(())
/// ```
pub const MAGIC: [u8; 4] = *b"RRAC";

/// Bytes needed to know the size and version of a message.
const PREFIX: usize = 10;

/// Layout of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MessageVersion {
    /// Fixed fields; every peer reads it.
    V2,
    /// Fields present by flag.
    V4,
}

/// Why bytes are no message, or a message cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodecError {
    /// The first four bytes are not `RRAC`.
    #[error("the message does not begin with RRAC")]
    Magic,
    /// A version other than 2 and 4.
    #[error("message version {0} is unknown")]
    Version(u16),
    /// The message is larger or smaller than allowed.
    #[error("a message of {size} bytes is outside {minimum} to {maximum}")]
    MessageSize {
        /// Announced size.
        size: usize,
        /// Least size.
        minimum: usize,
        /// Greatest size allowed here.
        maximum: usize,
    },
    /// Something ends before it is complete.
    #[error("{0} reaches past its end")]
    Truncated(&'static str),
    /// Something is longer than its content.
    #[error("{0} has bytes left over")]
    LeftOver(&'static str),
    /// A count that cannot fit into the bytes that are there.
    #[error("a count of {count} {what} does not fit")]
    Count {
        /// What is counted.
        what: &'static str,
        /// Announced count.
        count: usize,
    },
    /// Elements nest too deeply.
    #[error("elements nest deeper than {0}")]
    Depth(usize),
    /// A text is longer than allowed.
    #[error("{what} of {length} bytes is too long")]
    TextLength {
        /// Which text.
        what: &'static str,
        /// Its length.
        length: usize,
    },
    /// A text is not UTF-8.
    #[error("{0} is not UTF-8")]
    Utf8(&'static str),
    /// An element type that must not travel.
    #[error("element type {0} is unknown or retired")]
    ElementType(u16),
    /// A string code without a string.
    #[error("string code {0} is not in a table")]
    StringCode(u32),
    /// Flags that exclude each other, or a required one missing.
    #[error("{0} has contradicting flags")]
    Flags(&'static str),
    /// A number that does not fit its field.
    #[error("{0} is out of range")]
    Range(&'static str),
}

/// A message, and the protocol version of its writer.
///
/// ```
/// # use bytes::BytesMut;
/// # use raconteur::codec::{self, Limits, StringTable, MessageVersion};
/// # use raconteur::message::{Entry, EntryType, Message};
/// use raconteur::codec::Decoded;
/// # let message = Message::new(Entry::new(EntryType::PROPERTY_GET, "robot", "position").request(7));
/// # let mut bytes = BytesMut::new();
/// # codec::encode(&message, MessageVersion::V2, StringTable::Off, &mut bytes)?;
/// let Decoded { version, strings, .. } = codec::decode(&bytes.freeze(), &Limits::default())?;
/// assert_eq!((version, strings), (MessageVersion::V2, StringTable::Off));
/// # Ok::<(), raconteur::codec::CodecError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    /// The message.
    pub message: Message,
    /// The layout it came in.
    pub version: MessageVersion,
    /// Which strings were written as codes.
    pub strings: StringTable,
}

/// Takes the next whole message off the front of `input`, or `None` if it has
/// not arrived yet.
pub fn take_frame(input: &mut BytesMut, limits: &Limits) -> Result<Option<Bytes>, CodecError> {
    match frame_size(input, limits)? {
        Some(size) if input.len() >= size => Ok(Some(input.split_to(size).freeze())),
        _ => Ok(None),
    }
}

/// The size of the message that begins at the front of `input`, checked
/// against the limits; `None` if there are too few bytes to know it.
pub fn frame_size(input: &[u8], limits: &Limits) -> Result<Option<usize>, CodecError> {
    let known = input.len().min(MAGIC.len());
    if input[..known] != MAGIC[..known] {
        return Err(CodecError::Magic);
    }
    if input.len() < 8 {
        return Ok(None);
    }
    let size = (&input[4..8]).get_u32_le() as usize;
    if size < limits::LEAST_MESSAGE || size > limits.message_size {
        return Err(CodecError::MessageSize {
            size,
            minimum: limits::LEAST_MESSAGE,
            maximum: limits.message_size,
        });
    }
    Ok(Some(size))
}

/// Reads one whole message.
pub fn decode(frame: &Bytes, limits: &Limits) -> Result<Decoded, CodecError> {
    match frame_size(frame, limits)? {
        Some(size) if size == frame.len() => {}
        Some(size) if size > frame.len() => return Err(CodecError::Truncated("message")),
        Some(_) => return Err(CodecError::LeftOver("message")),
        None => return Err(CodecError::Truncated("message")),
    }
    if frame.len() < PREFIX {
        return Err(CodecError::Truncated("message"));
    }
    let decoded = match (&frame[8..PREFIX]).get_u16_le() {
        2 => v2::decode(frame, limits),
        4 => v4::decode(frame, limits),
        other => Err(CodecError::Version(other)),
    }?;
    check_entries(&decoded.message)?;
    Ok(decoded)
}

/// A message without entries says nothing, and may be too small to be read.
fn check_entries(message: &Message) -> Result<(), CodecError> {
    match message.entries.len() {
        0 => Err(CodecError::Count {
            what: "entries",
            count: 0,
        }),
        _ => Ok(()),
    }
}

/// Appends a message to `out`. Nothing is appended on error.
pub fn encode(
    message: &Message,
    version: MessageVersion,
    strings: StringTable,
    out: &mut BytesMut,
) -> Result<(), CodecError> {
    check_entries(message)?;
    let start = out.len();
    let result = match version {
        MessageVersion::V2 => v2::encode(message, out),
        MessageVersion::V4 => v4::encode(message, strings, out),
    };
    if result.is_err() {
        out.truncate(start);
    }
    result
}
