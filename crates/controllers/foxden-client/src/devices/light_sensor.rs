//! Measures light.

use foxden_protocol::devices::light_sensor;

use super::sampled::lookup_sensor;

lookup_sensor! {
    /// Measures light.
    LightSensor: f64 = f64::NAN,
    light_sensor::{LightSensorRequest, LightSensorAnswer}, value |sensor| sensor.value
}
