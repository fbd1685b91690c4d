//! A Robot Raconteur node: services and clients on tokio.

pub mod codec;
pub mod connection;
mod error;
mod link;
pub mod members;
pub mod message;
mod node;
pub mod schema;
mod server;
pub mod service;
pub mod transport;
pub mod value;

pub use error::{Error, ErrorCode, Result};
pub use link::{Carrier, StreamInfo};
pub use node::{ListenOptions, Listener, Node, ServiceHandle};
