//! The simulator: steps a world with its light, energy and motion.
//!
//! Nothing here reads a clock, a file or a socket; a run depends only on the
//! scene, the requests of the controllers and the seed of the world.
#![forbid(unsafe_code)]

mod assembly;
mod assets;
mod bodies;
mod charger;
mod compile;
mod connecting;
pub mod controller;
pub mod devices;
mod drive;
mod driven;
#[cfg(test)]
mod edit_tests;
pub mod energy;
mod exactness;
pub mod fidelity;
mod fluids;
mod frustum;
mod gripping;
mod hash;
mod illumination;
mod joints;
mod kept;
mod kinematics;
mod layout;
pub mod light;
pub mod lookup;
mod measuring;
mod mechanics;
mod meshes;
mod model;
mod motion;
mod observing;
mod poses;
mod power;
mod propeller;
mod pushing;
mod radio;
pub mod random;
pub mod rays;
mod readings;
pub mod report;
mod requests;
mod resetting;
mod restoring;
mod robot;
mod saved;
mod scanning;
mod stale;
pub mod standing;
mod state;
mod step;
mod supervisor;
mod support;
pub mod textures;
mod touching;
mod tracks;
mod weighing;
mod world;

pub use foxden_dynamics as dynamics;
pub use foxden_dynamics::math;

pub use devices::motor::motor_group;
pub use exactness::Exactness;
pub use mechanics::Mechanics;
pub use model::{ChargerIndex, RobotIndex, Settings};
pub use pushing::Push;
pub use robot::{Device, Robot};
pub use touching::Touch;
pub use world::{Snapshot, World};
