//! Light: where it comes from, what arrives at a sensor, and why.

pub mod explain;
pub(crate) mod illumination;
pub mod irradiance;
mod sources;

pub(crate) use sources::LightState;
pub use sources::{Light, LightKind};
