//! A Robot Raconteur node: services and clients on tokio.
pub mod codec;
pub mod message;
