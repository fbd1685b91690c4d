//! The HTTP and WebSocket server: where it listens, whom it lets in, the page
//! it shows, and viewers that get the newest frame.
//!
//! What can be asked for under `/api` is brought by whoever serves something.

pub mod door;
pub mod guard;
pub mod page;
pub mod serve;
pub mod viewer;
