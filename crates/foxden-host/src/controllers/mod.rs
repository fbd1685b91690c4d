//! Controllers: the programs that drive robots.
//!
//! [`find`] looks for the program that a robot names, [`runtime_ini`] reads
//! what a controller's folder says about how to start it, and [`process`]
//! starts and ends it. [`scheduler`] waits for controllers before each step and
//! answers them after it; each robot has a session, which turns messages into
//! what the world understands.

mod connection;
mod devices;
pub mod find;
pub mod process;
pub mod runtime_ini;
mod scene_access;
pub mod scheduler;
mod session;
mod supervisor;
mod unsimulated;
