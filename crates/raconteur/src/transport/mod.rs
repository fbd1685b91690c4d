//! What messages travel on: TCP, WebSocket, local sockets, TLS.

mod origins;
mod tls;
mod websocket;

pub use origins::Origins;
pub use tls::TlsServer;

pub(crate) use websocket::{accept_websocket, connect_websocket};
