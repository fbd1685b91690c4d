//! A scene compiled for stepping: the tables and how they are made.

pub(crate) mod compile;
mod indexed_table;
mod node_map;
pub(crate) mod robot;
pub(crate) mod tables;

pub(crate) use indexed_table::{RowIndex, Table, row_indices};
pub use tables::*;
