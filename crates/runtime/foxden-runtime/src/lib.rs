//! Runs a world: the one run loop, its pace, and its participants.
//!
//! The [`run_loop`] owns a [`running_world`] and its [`pace`]. Controllers, Reynard's
//! den and [`logs`] are [`participant`]s: the loop calls them before and after each
//! step, and they change the world with an [`input`] only. A [`run_handle`] pauses,
//! steps and ends a run from other threads, and a [`world_thread`] runs a world
//! beside servers. A [`ticket`] has everything that a run depended on, and replays it.
//!
//! ```
//! use foxden_runtime::pace::Pace;
//! use foxden_runtime::run_loop::{RunLoop, Until};
//! use foxden_runtime::running_world::RunningWorld;
//! use foxden_runtime::stop_flag::StopFlag;
//! # use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
//! # use foxden_scene::{Library, load_text};
//! # use foxden_sim::World;
//! # use std::sync::Arc;
//! # let location = Location::file("/den/worlds/a.wbt");
//! # let search = Search::new(SearchSettings::for_document(&location), MemoryStorage::new());
//! # let mut library = Library::new(Arc::new(search));
//! # let text = b"#VRML_SIM R2023b utf8\nWorldInfo { }\nViewpoint { }\n";
//! # let scene = load_text(&location, text, &mut library).scene;
//! # let world = World::new(scene, library);
//! let world = RunningWorld::new(world);
//! let mut run_loop = RunLoop::new(world, Pace::FASTEST, &StopFlag::default());
//! let summary = run_loop.run(Until::Steps(10), &mut []);
//! assert_eq!(summary.steps, 10);
//! ```
#![forbid(unsafe_code)]

pub mod input;
pub mod logs;
pub mod pace;
pub mod participant;
pub mod periodic_thread;
pub mod run;
pub mod run_handle;
pub mod run_loop;
pub mod running_world;
pub mod secret_word;
pub mod simulated_clock;
pub mod stop_flag;
pub mod thread_priority;
pub mod ticket;
pub mod world_thread;
