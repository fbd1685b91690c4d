//! Controllers: the programs that drive robots.
//!
//! [`find`] looks for the program that a robot names, [`runtime_ini`] reads
//! what a controller's folder says about how to start it, and [`process`]
//! starts and ends it; [`console`] passes on what it prints. Controllers come
//! in at the [`reception`] and are seated by `attendance`. [`scheduler`] waits
//! for them before each step and answers them after it; `crowd` says what is
//! different when they are many. Each robot has a session, which turns messages
//! into what the world understands: those of [`devices`], with their
//! [`device_configuration`], and those of supervisors. [`input`] is the person in
//! front of the simulation. A [`secret`] keeps strangers out, and files that
//! controllers name are checked by `named_file`.

mod attendance;
mod configuring;
mod connection;
pub mod console;
mod crowd;
pub mod device_configuration;
pub mod devices;
mod ending;
pub mod find;
pub mod input;
pub mod missing;
mod named_file;
pub mod orphans;
pub mod process;
pub mod reception;
pub mod runtime_ini;
mod scene_access;
pub mod scheduler;
pub mod secret;
mod session;
mod starting;
mod supervisor;
mod unsimulated;
mod urdf;
mod waker;
mod watch;
