//! The targets, one function of bytes each.

pub mod answers;
pub mod ascii;
pub mod definitions;
pub mod determinism;
pub mod edits;
pub mod expansion;
pub mod handshake;
pub mod images;
pub mod lexer;
pub mod meshes;
pub mod messages;
pub mod parser;
pub mod requests;
pub mod rest;
pub mod save_read;
pub mod scene;
pub mod snapshots;
pub mod state_changes;
pub mod templates;
pub mod tickets;
pub mod viewer_commands;
pub mod websocket;
pub mod wire_recordings;
pub mod worlds;
pub mod writers;

mod byte_stream;
mod den;
mod packets;

// The generators of the property tests, so that both look for the same things.
#[path = "../../../../simulation/foxden-sim/tests/support/loading.rs"]
mod loading;
#[path = "../../../../language/foxden-scene/tests/support/mod.rs"]
mod project;
#[path = "../../../../language/foxden-scene/tests/support/random_edits.rs"]
mod random_edits;
#[path = "../../../../language/foxden-scene/tests/support/random_world.rs"]
pub mod random_world;
#[path = "../../../../simulation/foxden-sim/tests/support/strange.rs"]
mod strange;
#[path = "../../../../language/foxden-scene/tests/support/trees.rs"]
mod trees;
