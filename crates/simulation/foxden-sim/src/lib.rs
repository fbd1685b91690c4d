//! The simulator: steps a world with its light, energy and motion.
//!
//! Nothing here reads a clock, a file or a socket; a run depends only on the
//! scene, the requests of the controllers and the seed of the world.
//!
//! ```
//! use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
//! use foxden_scene::{Library, load_text};
//! use foxden_sim::World;
//! use std::sync::Arc;
//!
//! let location = Location::file("/farm/worlds/field.wbt");
//! let search = Search::new(SearchSettings::for_document(&location), MemoryStorage::new());
//! let mut library = Library::new(Arc::new(search));
//! let text = b"#VRML_SIM R2023b utf8\nWorldInfo { basicTimeStep 8 }\nViewpoint { }\n";
//! let scene = load_text(&location, text, &mut library).scene;
//! let mut world = World::new(scene, library);
//! world.step();
//! assert_eq!(world.clock(), 8.0); // milliseconds
//! ```
#![forbid(unsafe_code)]

mod bodies;
pub mod controller;
pub mod devices;
pub mod encoding;
pub mod energy;
pub mod fidelity;
pub mod light;
mod model;
mod pictures;
pub mod spatial;
mod state;
pub mod support_status;
pub mod time;
pub mod viewer_data;
mod visible_scene;
mod world;

pub use foxden_dynamics as dynamics;
pub use foxden_dynamics::math;

pub use bodies::contact_points::SolidContact;
pub use bodies::energy_and_momentum::Mechanics;
pub use bodies::exactness::Exactness;
pub use bodies::external_forces::ExternalForce;
pub use devices::lidar_scan::LidarPoint;
pub use devices::motor::motor_group;
pub use model::robot::{Robot, RobotDevice};
pub use model::{ChargerIndex, RobotIndex, WorldSettings};
pub use pictures::{DeviceView, PictureBytes, SharedPixels, picture_requests};
pub use state::difference::StateDifference;
pub use state::random;
pub use world::reports as report;
pub use world::{RestoreError, Snapshot, World};
