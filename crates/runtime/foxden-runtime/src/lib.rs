//! Runs a world: the run loop, its pace, and what happens around each step.
//!
//! [`run_loop`] steps a world against the clock or as fast as possible. [`live`]
//! does the same in a thread of its own that takes commands between two steps.
//! [`logs`] writes what happened to a file, and [`periodic_thread`] does some
//! work at a fixed rate.
//!
//! ```
//! use foxden_runtime::run_loop::{Alone, Pace, StopFlag, Until, run};
//! # use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
//! # use foxden_scene::{Library, load_text};
//! # use foxden_sim::World;
//! # use std::sync::Arc;
//! # let location = Location::file("/den/worlds/a.wbt");
//! # let search = Search::new(SearchSettings::for_document(&location), MemoryStorage::new());
//! # let mut library = Library::new(Arc::new(search));
//! # let text = b"#VRML_SIM R2023b utf8\nWorldInfo { }\nViewpoint { }\n";
//! # let scene = load_text(&location, text, &mut library).scene;
//! # let mut world = World::new(scene, library);
//! let stop = StopFlag::default();
//! let summary = run(&mut world, Pace::Fast, Until::Steps(10), &stop, &mut Alone);
//! assert_eq!(summary.steps, 10);
//! ```
#![forbid(unsafe_code)]

pub mod live;
pub mod logs;
pub mod periodic_thread;
pub mod run_loop;
pub mod thread_priority;
