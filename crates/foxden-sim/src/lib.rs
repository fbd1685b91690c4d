//! The simulator: steps a world with its light, energy and motion.
//!
//! Nothing here reads a clock, a file or a socket; a run depends only on the
//! scene, the requests of the controllers and the seed of the world.
#![forbid(unsafe_code)]

pub mod dynamics;
