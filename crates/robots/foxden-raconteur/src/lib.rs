//! Offers a running world, its robots and their devices over Robot Raconteur.
//!
//! A [`server::RaconteurServer`] is a node that listens for as long as a program runs.
//! For each world that is opened it gives a [`services::WorldServices`]: a participant
//! of the run loop that registers a service for the world, one for each robot and one for
//! each device of a standard type, and closes them when the world ends.
//!
//! Requests of clients become jobs that the thread of the world executes between two
//! steps, so a client sees and changes one moment of the world. Values of wires are sent
//! after each step.
//!
//! The service definitions are in `robdef`: three of Foxden, and the standard ones as
//! their authors published them in `robdef/standard`.
//!
//! ```
//! use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
//! use foxden_raconteur::server::{RaconteurServer, ServerOptions};
//! use foxden_raconteur::services::{WorldOptions, WorldServices};
//! use foxden_runtime::pace::Pace;
//! use foxden_runtime::run_loop::{RunLoop, Until};
//! use foxden_runtime::running_world::RunningWorld;
//! use foxden_runtime::stop_flag::StopFlag;
//! use foxden_scene::{Library, load_text};
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! let text = "#VRML_SIM R2023b utf8\nWorldInfo { }\nViewpoint { }\nRobot { name \"cub\" }\n";
//! let location = Location::file("/worlds/hello.wbt");
//! let search = Search::new(SearchSettings::for_document(&location), MemoryStorage::new());
//! let mut library = Library::new(Arc::new(search));
//! let scene = load_text(&location, text.as_bytes(), &mut library).scene;
//! let world = RunningWorld::new(foxden_sim::World::new(scene, library));
//! let mut run_loop = RunLoop::new(world, Pace::FASTEST, &StopFlag::default());
//!
//! let options = ServerOptions { port: Some(0), is_local: false, ..ServerOptions::default() };
//! let server = Arc::new(RaconteurServer::start(&options)?);
//! let about = WorldOptions {
//!     driver_timeout: Duration::from_secs(2),
//!     ..WorldOptions::default()
//! };
//! let mut services = WorldServices::open(&server, &mut run_loop, about)?;
//! assert_eq!(services.names(), ["world", "cub"]);
//! run_loop.run(Until::Steps(10), &mut [&mut services]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod access;
mod definitions;
mod device_services;
mod devices;
mod job;
mod joystick;
mod members;
mod names;
mod parts;
mod robot;
mod robot_locks;
pub mod server;
pub mod service_node;
mod service_set;
pub mod services;
mod short_names;
mod signal_device;
mod signals;
pub mod snippets;
mod standard_robot;
mod stream;
mod tool;
mod tool_services;
mod turns;
mod values;
mod world;
