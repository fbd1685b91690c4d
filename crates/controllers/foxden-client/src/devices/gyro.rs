//! Measures angular velocity.

use foxden_protocol::devices::gyro;

use super::sampled::lookup_sensor;

lookup_sensor! {
    /// Measures angular velocity.
    Gyro: [f64; 3] = [f64::NAN; 3],
    gyro::{GyroRequest, GyroAnswer}
}
