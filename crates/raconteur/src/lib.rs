//! A Robot Raconteur node: services and clients on tokio.

// The code that `service!` writes names this crate from outside.
extern crate self as raconteur;

pub mod client;
pub mod codec;
pub mod connection;
pub mod discovery;
mod error;
#[doc(hidden)]
pub mod generated;
mod link;
pub mod members;
pub mod message;
mod node;
pub mod schema;
mod server;
pub mod service;
pub mod transport;
mod url;
pub mod value;

pub use error::{Error, ErrorCode, Result};
pub use link::{Carrier, StreamInfo};
pub use node::{ListenOptions, Listener, Node, ServiceHandle};
pub use raconteur_macros::service;
pub use url::{Scheme, ServiceUrl, UrlError};
