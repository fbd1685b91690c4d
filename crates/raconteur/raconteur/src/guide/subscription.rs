//! A subscription.
//!
//! # Find services
//!
//! ```no_run
//! # async fn example(node: raconteur::Node) -> raconteur::Result<()> {
//! use std::time::Duration;
//! let discovery = node.discover(Default::default()).await?;
//! for service in discovery.find_by_type("example.lamp.Lamp", Duration::from_secs(3)).await {
//!     println!("{} at {:?}", service.name, service.urls);
//! }
//! # Ok(()) }
//! ```
//!
//! Nodes of this machine are found by their local sockets, those of the local
//! network by announcements over IPv6 and, if both sides want it, IPv4.
//!
//! # Stay connected
//!
//! A [`Subscription`](crate::client::Subscription) connects again when a
//! connection ends, and follows services that come and go:
//!
//! ```no_run
//! # async fn example(node: raconteur::Node) -> raconteur::Result<()> {
//! use std::time::Duration;
//! // One service.
//! let lamp = node.subscribe("rr+tcp://localhost:29201?service=lamp", Default::default());
//! let mut power = lamp.wire::<f64>("power");
//! while let Some((watts, _)) = power.next().await {
//!     println!("{watts} W");
//!     let session = lamp.session(Duration::from_secs(1)).await?;
//!     session.root().set("brightness", 0.5).await?;
//! }
//! // All services of a type.
//! let mut lamps = node
//!     .subscribe_by_type("example.lamp.Lamp", Default::default(), Default::default())
//!     .await?;
//! lamps.changed().await;
//! println!("{} lamps", lamps.sessions().len());
//! # Ok(()) }
//! ```
