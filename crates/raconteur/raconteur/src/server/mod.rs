//! The server's side: requests of members, opening of sessions, listeners.

mod accept;
mod channels;
mod connection_limit;
pub(crate) mod generators;
mod index;
mod members;
mod memory;
mod peer;

pub(crate) use accept::{AcceptedStream, TcpOptions, serve_stream, serve_tcp};
pub(crate) use connection_limit::SessionFlag;
pub(crate) use index::{INDEX_NAME, index_service};
pub(crate) use peer::Peer;
