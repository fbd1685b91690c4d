//! Who the two ends are, and what a connection may use.

use std::time::Duration;

use bytestring::ByteString;

use super::{InputBudget, Timing};
use crate::codec::{Limits, MessageVersion};
use crate::message::NodeId;

/// A node's identity and name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Identity.
    pub id: NodeId,
    /// Name, may be empty.
    pub name: ByteString,
}

/// The node that a client connects to; by default any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConnectTarget {
    /// Identity it must have.
    pub id: Option<NodeId>,
    /// Name it must have.
    pub name: Option<String>,
}

/// What a connection may use and offer.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Bounds on what is read.
    pub limits: Limits,
    /// Heartbeats.
    pub timing: Timing,
    /// Highest message version.
    pub version: MessageVersion,
    /// Whether version 4 may replace strings by codes.
    pub string_table: bool,
    /// Bytes that may wait for a slow reader before the connection ends.
    pub output_limit: usize,
    /// The memory budget for incomplete messages of all connections with these
    /// settings.
    pub input_room: InputBudget,
    /// How long opening the stream may take.
    pub handshake_timeout: Duration,
    /// Whether TLS can be started on this stream.
    pub tls: bool,
    /// Server: clients that offer it are asked for their certificate. Client:
    /// there is a certificate to show.
    pub mutual_tls: bool,
    /// Server: whether a client that does not start TLS is disconnected.
    pub require_tls: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            timing: Timing::TCP,
            version: MessageVersion::V4,
            string_table: false,
            output_limit: 32 * 1024 * 1024,
            input_room: InputBudget::default(),
            handshake_timeout: Duration::from_secs(10),
            tls: false,
            mutual_tls: false,
            require_tls: false,
        }
    }
}
