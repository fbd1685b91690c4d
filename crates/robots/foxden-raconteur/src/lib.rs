//! Offers a running world, its robots and their devices over Robot Raconteur.
//!
//! A [`server::RaconteurServer`] is a node that listens for as long as a program runs.
//! For each world that is opened it gives a [`services::WorldServices`]: a participant
//! of the run loop that registers a service for the world and one for each robot, and
//! closes them when the world ends.
//!
//! Requests of clients become jobs that the thread of the world executes between two
//! steps, so a client sees and changes one moment of the world. Values of wires are sent
//! after each step.
//!
//! The service definitions are in `robdef`: three of Foxden, and the standard ones as
//! their authors published them in `robdef/standard`.
#![forbid(unsafe_code)]

mod access;
mod definitions;
mod devices;
mod job;
mod members;
mod names;
mod parts;
mod robot;
pub mod server;
pub mod services;
mod stream;
mod values;
mod world;
