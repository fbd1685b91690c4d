//! A scene compiled for stepping: the tables and how they are made.

pub(crate) mod compile;
pub(crate) mod robot;
pub(crate) mod tables;

pub use tables::*;
