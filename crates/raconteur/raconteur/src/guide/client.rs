//! A client.
//!
//! # Without a definition
//!
//! A service sends its definitions to its clients. A client can use each
//! member by name:
//!
//! ```no_run
//! # async fn example() -> raconteur::Result<()> {
//! let session = raconteur::connect("rr+tcp://localhost:29201?service=lamp").await?;
//! let lamp = session.root();
//! lamp.set("brightness", 0.5).await?;
//! let brightness: f64 = lamp.get("brightness").await?;
//! let (power, time) = lamp.peek_in::<f64>("power").await?;
//! println!("{brightness}: {power} W at {} s", time.seconds());
//! session.disconnect().await;
//! # Ok(()) }
//! ```
//!
//! # With a definition
//!
#![cfg_attr(feature = "macros", doc = "```no_run")]
#![cfg_attr(not(feature = "macros"), doc = "```ignore")]
//! raconteur::service!("examples/example.lamp.robdef");
//!
//! #[tokio::main]
//! async fn main() -> raconteur::Result<()> {
//!     let lamp = LampClient::connect("rr+tcp://localhost:29201?service=lamp").await?;
//!     lamp.set_brightness(0.5).await?;
//!     println!("{} W", lamp.power().peek_in().await?.0);
//!     Ok(())
//! }
//! ```
//!
//! # Values that come by themselves
//!
//! ```no_run
//! # async fn example(session: raconteur::client::Session) -> raconteur::Result<()> {
//! let robot = session.root();
//! // The newest value of a wire; older ones may be skipped.
//! let mut state = robot.wire::<Vec<f64>>("state").await?;
//! if let Some((joints, _)) = state.next().await {
//!     println!("{joints:?}");
//! }
//! // All values of a wire.
//! let mut all = state.every_value(1000);
//! if let Some((joints, time)) = all.next().await {
//!     println!("{joints:?} at {time:?}");
//! }
//! // The packets of a pipe.
//! let log = robot.pipe::<String>("log", None).await?;
//! while let Some(line) = log.recv().await {
//!     println!("{}", line?);
//! }
//! // Events.
//! let mut broke = robot.event::<(String, i32)>("broke")?;
//! while let Some((reason, times)) = broke.next().await {
//!     println!("{reason}, {times} times");
//! }
//! # Ok(()) }
//! ```
//!
//! # Generators
//!
//! ```no_run
//! # async fn example(session: raconteur::client::Session) -> raconteur::Result<()> {
//! let mut moves = session.root().generate::<(), f64>("move_to", (1.0, 2.0)).await?;
//! while let Some(progress) = moves.next(()).await? {
//!     println!("{progress}");
//! }
//! # Ok(()) }
//! ```
//!
//! Closing or aborting a generator takes effect while a step is in progress.
//!
//! # Errors
//!
//! Every call ends, at the latest after the time-out of
//! [`ConnectOptions`](crate::client::ConnectOptions). [`ErrorCode`](crate::ErrorCode)
//! has the codes of the protocol: a lost connection is `ConnectionError`, a
//! refused user `AuthenticationError`, an exception of the service `RemoteError`
//! with the name of the exception.
