//! Reynard the Robot: a cartoon fox on wheels with an arm, in a simulated world.
//!
//! One [`foxden_sim::World`] is stepped by one thread
//! ([`foxden_host::live`]); [`den`] is what steers him in it. Doors
//! ([`service`], [`rest`], [`ascii`], [`stream`]) reach him through a
//! [`port::Port`]: they send [`command::Act`]s and read the newest
//! [`frame::Frame`].
//!
//! Inside, lengths are metres, angles radians, times seconds; [`units`] is for
//! the doors that speak millimetres and degrees.
#![forbid(unsafe_code)]

pub mod ascii;
pub mod body;
pub mod command;
pub mod den;
pub mod den_service;
pub mod doors;
pub mod field;
pub mod frame;
pub mod motion;
pub mod obstacle;
mod places;
pub mod port;
mod python;
mod raconteur_door;
pub mod rest;
pub mod service;
pub mod stream;
pub mod talk;
pub mod trail;
pub mod units;
pub mod worlds;
