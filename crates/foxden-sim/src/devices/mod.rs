//! The devices of robots.

pub mod connector;
pub mod distance_sensor;
pub mod emitter;
pub mod led;
pub mod motor;
pub mod position_sensor;
pub mod sensor;
pub(crate) mod wgs84;
