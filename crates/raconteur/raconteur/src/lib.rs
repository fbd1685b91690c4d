//! A [Robot Raconteur](https://robotraconteur.com) node: services and clients
//! on tokio that work with genuine peers in both directions.
//!
//! # A service
//!
//! The quick way is [`service!`], which writes Rust types, a trait per object
//! and client stubs from a `.robdef` file. Without it, an object is made of
//! closures by [`service::DynamicObject`]:
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), raconteur::Error> {
//! use raconteur::{Node, schema::Schema, service::{DynamicObject, Service}};
//!
//! let schema = Schema::parse(&["service example.sum\n\nobject Sum\n    function double add(double a, double b)\nend\n"])?;
//! let sum = DynamicObject::new("example.sum.Sum")
//!     .function("add", |(a, b): (f64, f64), _| async move { Ok(a + b) });
//! let node = Node::new("example.node")?;
//! node.register(Service::new("sum", schema, sum))?;
//! let listener = node.listen("127.0.0.1:0", Default::default()).await?;
//!
//! // A client, here in the same program.
//! let session = Node::new("")?.connect(&listener.url("sum")).await?;
//! let three: f64 = session.root().call("add", (1.0, 2.0)).await?;
//! assert_eq!(three, 3.0);
//! # Ok(()) }
//! ```
//!
//! The [`guide`] shows services, clients, subscriptions, security and testing
//! step by step.
//!
//! # Modules
//!
//! | module | contents |
//! | --- | --- |
//! | [`message`], [`codec`] | messages and their bytes, versions 2 and 4, no I/O |
//! | [`value`], [`schema`] | what elements mean, and service definitions at run time |
//! | [`connection`] | one end of a stream: opening, heartbeats, limits; no I/O |
//! | [`members`] | events, wires, pipes, callbacks, memories, generators |
//! | [`mod@service`], [`client`] | the two sides of a session |
//! | [`transport`], [`discovery`] | TCP, WebSocket, local sockets, TLS; finding services |
//! | `json`, `recording` | values as JSON; wires in MCAP files (features of these names) |
//!
//! # Limits
//!
//! Everything a peer can make grow is bounded: message size, elements, depth,
//! output that waits, requests in progress, sessions, pipes, wires and
//! generators of a session, connections without a session. What exceeds a
//! limit gets an error or ends its own connection only. A node listens only on
//! the addresses it is given; by default on loopback.

// The code that `service!` writes names this crate from outside.
extern crate self as raconteur;

pub mod client;
mod clock;
pub mod codec;
pub mod connection;
pub mod discovery;
mod error;
#[doc(hidden)]
pub mod generated;
pub mod guide;
#[cfg(feature = "json")]
pub mod json;
mod link;
pub mod members;
pub mod message;
mod node;
#[cfg(feature = "recording")]
pub mod recording;
pub mod schema;
mod server;
pub mod service;
pub mod transport;
mod url;
pub mod value;

pub use client::connect;
pub use error::{Error, ErrorCode, Result};
pub use link::{Carrier, StreamInfo};
pub use node::{IdentityStore, ListenOptions, Listener, Node, ServiceHandle};
#[cfg(feature = "macros")]
pub use raconteur_macros::service;
pub use url::{Scheme, ServiceUrl, UrlError};
