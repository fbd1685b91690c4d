//! Why a connection ends, or a message is not sent.

use crate::codec::CodecError;
use crate::error::{Error, ErrorCode};

/// Why a connection has ended.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Closed {
    /// Bytes that are no message.
    #[error("unreadable message: {0}")]
    Codec(#[from] CodecError),
    /// The peer names a session, or a node, that is not its own.
    #[error("the peer used endpoints or a node id of another session")]
    ForeignSession,
    /// The peer does not read what it asked for.
    #[error("{0} bytes wait for a peer that does not read them")]
    SlowReader(usize),
    /// Unfinished messages of all peers take too much memory.
    #[error("unfinished messages take more than {0} bytes together")]
    NoRoom(usize),
    /// The peer has been silent for too long.
    #[error("the peer is silent")]
    Silent,
    /// Opening the stream took too long.
    #[error("the peer did not open the stream in time")]
    HandshakeTimeout,
    /// The peer refused, or is not the requested node.
    #[error("{0}")]
    Refused(Error),
}

impl From<Closed> for Error {
    fn from(closed: Closed) -> Self {
        match closed {
            Closed::Refused(error) => error,
            Closed::HandshakeTimeout => Self::new(ErrorCode::ConnectionError, closed.to_string()),
            other => Self::connection(other.to_string()),
        }
    }
}

/// Why a message was not queued.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SendError {
    /// It cannot be written, or is too large.
    #[error("the message cannot be sent: {0}")]
    Codec(#[from] CodecError),
    /// Too much waits already: the connection must end.
    #[error("{0} bytes wait for a peer that does not read them")]
    SlowReader(usize),
}

impl From<SendError> for Error {
    fn from(error: SendError) -> Self {
        match error {
            SendError::Codec(codec) => {
                Self::new(ErrorCode::DataSerializationError, codec.to_string())
            }
            SendError::SlowReader(_) => Self::connection(error.to_string()),
        }
    }
}
