//! What can be wrong with bytes that came from the other side.

use thiserror::Error;

/// Bytes that are no message, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {offset}: {reason}")]
pub struct DecodeError {
    /// Position of the first byte that could not be understood, counted from
    /// the start of the packet.
    pub offset: usize,
    /// What is wrong with it.
    pub reason: DecodeErrorReason,
}

/// Why bytes are no message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeErrorReason {
    /// The packet ends inside a value.
    #[error("{needed} bytes are needed, {available} are left")]
    Truncated {
        /// Size of the value.
        needed: usize,
        /// What is left of the packet or block.
        available: usize,
    },
    /// A text without its final NUL.
    #[error("a text has no end")]
    EndlessText,
    /// A message number that this receiver does not have.
    #[error("{receiver} has no message {id}")]
    UnknownMessage {
        /// What was being read, such as "light sensor request".
        receiver: &'static str,
        /// The number.
        id: u16,
    },
    /// A value outside of its set.
    #[error("{value} is no {what}")]
    InvalidValue {
        /// What the value should have been.
        what: &'static str,
        /// What it is.
        value: i64,
    },
    /// A list longer than what is left of the packet.
    #[error("a list of {count} items does not fit into {available} bytes")]
    ImpossibleCount {
        /// The announced number of items.
        count: i64,
        /// What is left of the packet or block.
        available: usize,
    },
    /// A message for a device that was never announced.
    #[error("there is no device {tag}")]
    UnknownDevice {
        /// The number of the device.
        tag: u16,
    },
    /// A value whose layout depends on a field that was never looked up.
    #[error("the type of field {field} of node {node} is not known")]
    UnknownField {
        /// The node.
        node: i32,
        /// The field.
        field: i32,
    },
    /// A packet longer than the receiver allows.
    #[error("a packet of {size} bytes is over the limit of {limit}")]
    TooLong {
        /// The announced size.
        size: u64,
        /// The limit.
        limit: usize,
    },
    /// A packet too short for its own header.
    #[error("a packet of {size} bytes cannot hold its header")]
    TooShort {
        /// The announced size.
        size: u32,
    },
    /// Sizes that contradict each other.
    #[error("{announced} bytes were announced, {found} came")]
    WrongSize {
        /// What the header says.
        announced: u64,
        /// What the parts add up to.
        found: u64,
    },
    /// A greeting that is not one of a controller.
    #[error("this is no greeting of a controller")]
    ForeignGreeting,
}
