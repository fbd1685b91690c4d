//! Measures acceleration and gravity.

use foxden_protocol::devices::accelerometer;

use super::sampled::lookup_sensor;

lookup_sensor! {
    /// Measures acceleration and gravity.
    Accelerometer: [f64; 3] = [f64::NAN; 3],
    accelerometer::{AccelerometerRequest, AccelerometerAnswer}
}
