//! Small controllers of our own that send bytes as the library does.
#![allow(clippy::unwrap_used)]

mod access;
mod extern_controllers;
mod fake;
mod faults;
mod fuzz;
mod order;
mod release_2025;
mod served_world;
mod supervision;
mod time;
