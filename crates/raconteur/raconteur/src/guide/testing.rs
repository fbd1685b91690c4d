//! Testing.
//!
//! A service and its client run in the same program. Port 0 lets the system
//! choose a port, so tests can run at the same time:
//!
//! ```
//! use raconteur::Node;
//! use raconteur::schema::Schema;
//! use raconteur::service::{DynamicObject, Service};
//!
//! fn service() -> Service {
//!     let schema = Schema::parse(&["service example.sum\n\nobject Sum\n    function double add(double a, double b)\nend\n"])
//!         .expect("the definition");
//!     let sum = DynamicObject::new("example.sum.Sum")
//!         .function("add", |(a, b): (f64, f64), _| async move { Ok(a + b) });
//!     Service::new("sum", schema, sum)
//! }
//!
//! #[tokio::main(flavor = "current_thread")] // in a test: #[tokio::test]
//! async fn main() -> raconteur::Result<()> {
//!     let server = Node::new("test.sum")?;
//!     server.register(service())?;
//!     let listener = server.listen("127.0.0.1:0", Default::default()).await?;
//!
//!     let session = raconteur::connect(&listener.url("sum")).await?;
//!     let sum: f64 = session.root().call("add", (1.0, 2.0)).await?;
//!     assert_eq!(sum, 3.0);
//!     assert_eq!(session.root().call::<f64>("sub", ()).await.unwrap_err().code,
//!         raconteur::ErrorCode::MemberNotFound);
//!
//!     // The end of a node reaches its clients.
//!     server.shutdown();
//!     session.closed().await;
//!     Ok(())
//! }
//! ```
//!
//! # Wires in tests
//!
//! A wire replaces values that have not left. A test that sends several values
//! waits for each one, or uses a pipe.
//!
//! # Without a network
//!
//! [`connection`](crate::connection) and [`codec`](crate::codec) do no I/O: a
//! test can exchange the bytes of two ends itself, with any times.
//!
//! # With a recording
//!
//! `raconteur record` writes the wires of a real device to a file, and
//! `raconteur replay` offers them again, so that a client can be tested without
//! the device. The feature `recording` has both as a library.
