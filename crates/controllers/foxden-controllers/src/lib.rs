//! The simulator's side of controllers, the programs that drive robots.
//!
//! [`controller_search`] looks for the program that a robot names, [`runtime_ini`]
//! reads the options for its start from its folder, [`process`] starts and ends it, and
//! [`console`] passes on what it prints. The [`listener`] accepts connections in
//! a thread of its own. `controller_lifecycle` starts, admits and ends controllers
//! as robots come and go. The [`scheduler`] waits for controllers before each step
//! and answers them after it; `oversubscription` says what differs when there are
//! more controllers than processors. Each robot has a session, which turns messages
//! into what the world understands: those of [`devices`], with
//! [`sent_device_state`], and those of supervisors. [`user_input`] is keyboard,
//! mouse and joystick, and [`recordings`] are movies and animations. Controllers over TCP must know a [`secret`], and
//! `named_file` checks the files that controllers name.
//!
//! ```
//! use foxden_controllers::controller_search::{ControllerPaths, ControllerSource, find};
//!
//! // a robot with this controller waits for a program that somebody else starts
//! let source = find("<extern>", &[], &ControllerPaths::default());
//! assert_eq!(source.ok(), Some(ControllerSource::Extern));
//! ```
#![forbid(unsafe_code)]

mod connection;
pub mod console;
mod controller_lifecycle;
pub mod controller_search;
pub mod controls;
pub mod devices;
mod image_files;
pub mod instance_folder;
pub mod listener;
pub mod missing_controller;
mod named_file;
pub mod options;
pub mod orphaned_processes;
mod oversubscription;
mod participant;
pub mod process;
pub mod recordings;
mod request_wait;
mod robot_configuration;
pub mod runtime_ini;
mod scene_access;
pub mod scheduler;
pub mod secret;
pub mod sent_device_state;
mod session;
mod session_state;
mod shutdown;
mod silence_timer;
pub mod simulation_requests;
mod start_commands;
mod supervisor;
#[cfg(test)]
mod test_robot;
mod urdf;
pub mod user_input;
pub mod view_requests;
mod waker;
pub mod window_messages;
