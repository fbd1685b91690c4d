//! Controllers as the host meets them: small ones of our own that speak bytes.
#![allow(clippy::unwrap_used)]

mod extern_controllers;
mod fake;
mod faults;
mod fuzz;
mod order;
mod release_2025;
mod served_world;
mod strangers;
mod supervision;
mod time;
