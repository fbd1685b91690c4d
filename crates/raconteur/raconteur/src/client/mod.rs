//! Clients: services of other nodes.
//!
//! ```no_run
//! # async fn example() -> Result<(), raconteur::Error> {
//! use raconteur::Node;
//! let node = Node::new("")?;
//! let session = node.connect("rr+tcp://localhost:29200?service=reynard").await?;
//! let reynard = session.root();
//! let position: Vec<f64> = reynard.get("robot_position").await?;
//! reynard.call::<()>("say", ("Hello, world",)).await?;
//! # let _ = position; Ok(()) }
//! ```

mod callback;
mod connect;
mod event;
mod generator;
mod lock;
mod member_path;
mod memory;
mod message_handler;
mod object;
mod session;
mod stream;
mod subscription;
mod typed;

pub use connect::{ConnectOptions, connect};
pub use event::EventStream;
pub use generator::RemoteGenerator;
pub use lock::LockKind;
pub use member_path::{InvalidPath, MemberPath, ObjectStep};
pub use memory::RemoteMemory;
pub use object::ObjectRef;
pub use session::Session;
pub use subscription::{Subscription, WireSubscription};
pub use typed::{RemotePipe, RemoteWire};
