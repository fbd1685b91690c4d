//! A service.
//!
//! # The definition
//!
//! A service definition says which members an object has. Save this as
//! `robdef/example.lamp.robdef`:
//!
//! ```text
//! service example.lamp
//!
//! stdver 0.9.2
//!
//! object Lamp
//!     ## From 0 to 1.
//!     property double brightness
//!     ## Power drawn, in watts.
//!     wire double power [readonly]
//! end
//! ```
//!
//! # The object
//!
#![cfg_attr(feature = "macros", doc = "```")]
#![cfg_attr(not(feature = "macros"), doc = "```ignore")]
//! use raconteur::{Result, service::Context};
//!
//! raconteur::service!("examples/example.lamp.robdef", stored);
//!
//! impl Lamp for LampMembers {
//!     async fn set_brightness(&self, _: &Context, value: f64) -> Result<()> {
//!         self.brightness.set(value.clamp(0.0, 1.0));
//!         self.power.send(8.0 * self.brightness.get())
//!     }
//! }
//! # fn main() {}
//! ```
//!
//! `service!` writes the trait `Lamp` with a method for each member, and
//! `LampObject`, which a node can serve. With `stored` the properties are kept
//! by `LampMembers`, so that only what does more has to be written. The command
//! `raconteur generate` writes the same code to a file.
//!
//! An object whose members are known only at run time is a
//! [`DynamicObject`](crate::service::DynamicObject).
//!
//! # The node
//!
//! A [`Node`](crate::Node) has a name and an identity, offers services and
//! listens. It listens on loopback unless it is given another address:
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> raconteur::Result<()> {
//! use raconteur::{ListenOptions, Node};
//! use raconteur::members::Wire;
//! use raconteur::schema::Schema;
//! use raconteur::service::{DynamicObject, Service};
//!
//! let schema = Schema::parse(&["service example.clock\n\nobject Clock\n    wire double seconds [readonly]\nend\n"])?;
//! let seconds: Wire<f64> = Wire::new();
//! let clock = DynamicObject::new("example.clock.Clock").wire("seconds", &seconds);
//! let node = Node::new("example.clock")?;
//! let handle = node.register(Service::new("clock", schema, clock).attribute("room", "kitchen"))?;
//! let listener = node.listen("127.0.0.1:0", ListenOptions::default()).await?;
//! println!("{}", listener.url(handle.name()));
//! seconds.send(0.5)?;
//! # Ok(()) }
//! ```
//!
//! TCP and WebSocket clients use the same port.
//! [`Node::announce`](crate::Node::announce) lets clients find the node, and
//! [`IdentityStore`](crate::IdentityStore) keeps its identity from run to run.
//!
//! # Rules
//!
//! - Members may be used by several clients at the same time. A method that
//!   waits does not block others.
//! - A wire carries the newest value; a pipe carries every packet. A value of a
//!   wire that has not left is replaced by a newer one.
//! - A client has a session; [`Context::endpoint`](crate::service::Context::endpoint)
//!   tells clients apart, for properties that each client has of its own.
//! - An error is an [`Error`](crate::Error) with a code. Exceptions of the
//!   definition become types with a `new`.
