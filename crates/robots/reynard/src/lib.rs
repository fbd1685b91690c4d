//! Reynard the Robot: a cartoon fox on wheels with an arm, in a simulated world.
//!
//! One [`foxden_sim::World`] is stepped by one thread
//! ([`foxden_runtime::world_thread`]); [`den`] is what steers him in it. The servers
//! ([`service`], [`rest`], [`ascii`], [`stream`]) reach him through a
//! [`den_handle::DenHandle`]: they send [`command::RobotCommand`]s and read the newest
//! [`frame::DenFrame`].
//!
//! Inside, lengths are metres, angles radians, times seconds; [`units`] is for
//! the servers that use millimetres and degrees.
//!
//! ```
//! let (mut world, _field) = reynard::worlds::WorldSource::Den.open(1)?;
//! world.step();
//! assert!(world.clock() > 0.0);
//! # Ok::<(), reynard::worlds::WorldError>(())
//! ```
#![forbid(unsafe_code)]

pub mod ascii;
pub mod body;
pub mod command;
pub mod den;
pub mod den_handle;
pub mod den_service;
pub mod frame;
pub mod messages;
pub mod motion;
pub mod obstacle;
pub mod playfield;
mod python;
mod raconteur_server;
pub mod rest;
pub mod servers;
pub mod service;
mod start_positions;
pub mod stream;
pub mod trail;
pub mod units;
mod world_service;
pub mod worlds;
