//! A scene compiled for stepping: the tables and how they are made.

pub(crate) mod compile;
mod node_map;
pub(crate) mod robot;
mod table;
pub(crate) mod tables;

pub(crate) use table::{RowIndex, Table, row_indices};
pub use tables::*;
