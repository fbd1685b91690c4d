//! A robot simulator that opens Webots worlds: the library.
//!
//! Open a world, find its robots and their devices, step it, read its sensors. A
//! world has no clock and uses no network while it is stepped; the same world gives
//! the same bits every time.
//!
//! ```
//! # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
//! use foxden::World;
//!
//! let mut world = World::open("worlds/hello.wbt")?;
//! let cub = world.robot("cub")?;
//! let eye = world.device(cub, "eye")?;
//! let [left, right] = [world.device(cub, "left motor")?, world.device(cub, "right motor")?];
//! world.enable(eye, 16);
//! for motor in [left, right] {
//!     world.set_velocity(motor, 4.0);
//! }
//! let start = world.snapshot();
//! for _ in 0..50 {
//!     world.step();
//! }
//! let light = world.number(eye)?;
//! assert!(light > 0.0);
//!
//! // the same again from the same point, to the last bit
//! world.restore(&start);
//! for _ in 0..50 {
//!     world.step();
//! }
//! assert_eq!(world.number(eye)?, light);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What a [`World`] does not offer itself is in [`World::simulation`], the
//! [`foxden_sim::World`] below it. Runs with controllers, logs and servers are in
//! `foxden-runtime` and `foxden-controllers`; the command `foxden` is built from them. It is
//! in this library too, as `run_command`, with the feature `command`.
#![forbid(unsafe_code)]

mod bytes;
mod check;
#[cfg(feature = "command")]
mod command_line;
#[cfg(feature = "command")]
mod commands;
mod edit;
mod error;
#[cfg(feature = "command")]
mod exit_code;
#[cfg(feature = "command")]
mod interrupt;
mod open;
mod port;
#[cfg(feature = "command")]
mod progress;
mod robot;
#[cfg(feature = "command")]
mod same_file;
mod snapshot;
#[cfg(feature = "command")]
mod terminal;
mod world;

pub use bytes::BytesError;
pub use check::check;
#[cfg(feature = "command")]
pub use command_line::run_command;
pub use edit::Edit;
pub use error::Error;
pub use foxden_assets::options::AssetOptions;
pub use foxden_sim::controller::{Command, Packet, Reading};
pub use open::OpenOptions;
pub use port::MOST_PACKETS;
pub use robot::{Device, Robot};
pub use snapshot::Snapshot;
pub use world::World;
