//! What controllers send to a world and what they get back.

pub(crate) mod api;
pub(crate) mod pending_answers;
pub(crate) mod requests;

pub use api::*;
