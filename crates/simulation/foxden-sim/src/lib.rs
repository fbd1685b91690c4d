//! The simulator: steps a world with its light, energy and motion.
//!
//! Nothing here reads a clock, a file or a socket; a run depends only on the
//! scene, the requests of the controllers and the seed of the world.
#![forbid(unsafe_code)]

mod bodies;
pub mod controller;
pub mod devices;
pub mod energy;
pub mod fidelity;
pub mod light;
mod model;
pub mod spatial;
mod state;
pub mod support_status;
mod world;

pub use foxden_dynamics as dynamics;
pub use foxden_dynamics::math;

pub use bodies::contact_points::Touch;
pub use bodies::exactness::Exactness;
pub use bodies::external_forces::Push;
pub use bodies::mechanics::Mechanics;
pub use devices::motor::motor_group;
pub use model::robot::{Device, Robot};
pub use model::{ChargerIndex, RobotIndex, Settings};
pub use state::random;
pub use world::events as report;
pub use world::{Snapshot, World};
