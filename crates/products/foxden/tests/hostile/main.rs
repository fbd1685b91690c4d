//! Inputs that mean harm, with resource limits: none may crash Foxden, fill the
//! memory, take minutes, or send commands to the terminal. `tests/hostile` lists them.
#![allow(clippy::unwrap_used)]

mod corpus;
mod limits;
mod output;
mod pictures;
mod programs;
mod recordings;
mod signals;
