//! Controllers: the programs that drive robots.
//!
//! [`find`] looks for the program that a robot names, [`runtime_ini`] reads
//! what a controller's folder says about how to start it, and [`process`]
//! starts and ends it.

pub mod find;
pub mod process;
pub mod runtime_ini;
