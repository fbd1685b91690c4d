//! The devices of robots.

pub mod distance_sensor;
pub mod led;
pub mod motor;
pub mod position_sensor;
pub mod sensor;
