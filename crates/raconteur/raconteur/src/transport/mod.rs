//! What messages travel on: TCP, WebSocket, local sockets, TLS.

mod local;
mod origins;
#[cfg(feature = "tls")]
mod tls;
mod websocket;

pub use local::{LocalListener, LocalOptions};
pub use origins::Origins;
#[cfg(feature = "tls")]
pub use tls::{TlsClient, TlsServer};

pub(crate) use local::{connect_local, local_nodes, private_folder};
pub use websocket::read_websocket;
pub(crate) use websocket::{accept_websocket, connect_websocket};
