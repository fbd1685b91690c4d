//! The Webots world and PROTO language.
//!
//! This room ends at syntax trees and template text: it knows how files are
//! written, not what a scene is. See `ARCHITECTURE.md` for the whole house.

pub mod resolve;
pub mod template;
