//! Many worlds as one environment for learning: actions in, observations and rewards out,
//! with no Python code for a world and step. The classes that people use are in
//! `python/foxden/gym`.

mod batch;
mod lane;
mod random;
mod signal;
mod task;

pub(crate) use batch::Batch;
