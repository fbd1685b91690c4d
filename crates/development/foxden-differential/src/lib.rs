//! Random worlds of every area, each run in several ways that must agree, and
//! held to physical laws that need no second program.
//!
//! A world is a text with its recorders inside, so that a failure is one file:
//! [`reduce`] makes it small, and `cargo xtask differential --world FILE` runs
//! it again.

mod area;
mod check;
mod invariants;
pub mod library;
mod mirror;
mod random;
mod reduce;
mod runs;
mod stage;
mod worlds;

pub use area::Area;
pub use check::{Check, Verdict};
pub use reduce::reduce;
pub use stage::StagedWorld;
pub use worlds::generate;
