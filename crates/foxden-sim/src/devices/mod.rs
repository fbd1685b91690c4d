//! The devices of robots.

pub mod led;
pub mod motor;
pub mod position_sensor;
