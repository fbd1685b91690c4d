//! A Robot Raconteur node: services and clients on tokio.
pub mod codec;
pub mod connection;
mod error;
pub mod message;
pub mod value;

pub use error::{Error, ErrorCode, Result};
