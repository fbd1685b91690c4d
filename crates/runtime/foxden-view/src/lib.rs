//! Shows a running world in the browser.
//!
//! A [`server::ViewServer`] serves the page and a WebSocket; a [`viewer::Viewer`]
//! is the participant in the thread of the world. They meet in a [`hub::Hub`].
//! `docs/viewer-protocol.md` describes the messages.
//!
//! Viewers get a [`description`] of the scene once, then changes, and [`frames`]
//! with the bodies that moved. What else they want to see is a [`topic`]; it is
//! computed only while somebody watches. Pages send a [`command`]; it becomes an
//! input of the run.
//!
//! ```
//! use foxden_view::command::{Command, parse};
//!
//! // what a page sends to make three steps
//! let request = parse(r#"{"id": 1, "do": "step", "count": 3}"#).map_err(|(_, reason)| reason)?;
//! assert_eq!(request.command, Command::Step { count: 3 });
//! assert!(request.command.is_change());
//! # Ok::<(), String>(())
//! ```
#![forbid(unsafe_code)]

mod allowance;
pub mod animation;
pub mod blobs;
pub mod command;
mod connection;
pub mod controller_access;
pub mod description;
mod editor;
pub mod events;
mod fields;
pub mod frames;
pub mod history;
pub mod hub;
mod moments;
pub mod packed_pose;
pub mod recording;
mod reply;
mod robot_windows;
pub mod server;
pub mod topic;
mod values;
pub mod viewer;
mod window_log;
pub mod world_list;

pub use reply::ReplySender;
pub use values::slots::{content as slot_content, slots};
