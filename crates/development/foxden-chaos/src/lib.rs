//! A whole system in one process under one seed.
//!
//! A den with Reynards, robots with scripted controllers, viewers, REST, ASCII and Robot
//! Raconteur clients run in one thread. Their bytes travel through memory and are
//! delayed, split, merged, lost and cut off; clients crash at any await point; the clock
//! jumps; the disk is full; the world is edited, saved and opened again. After each turn
//! the [`invariants`] must hold. The same seed gives the same run.
#![forbid(unsafe_code)]

pub mod clients;
pub mod controllers;
pub mod episode;
mod faults;
pub mod invariants;
pub mod kills;
pub mod network;
pub mod random;
pub mod request_ledger;
pub mod soak;
mod system;
mod visitors;

pub use episode::{EpisodeOptions, EpisodeReport, run};
