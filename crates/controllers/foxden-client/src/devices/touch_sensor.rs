//! Feels contact.

use foxden_protocol::devices::touch_sensor;

use super::sampled::{flat, period_sensor};
use crate::Period;

/// Feels contact.
#[derive(Clone, Debug)]
pub struct TouchSensor {
    /// How often it measures.
    pub period: Period,
    /// What it feels.
    pub kind: touch_sensor::TouchSensorKind,
    /// The newest value of a bumper or a force sensor.
    pub value: f64,
    /// The newest values of a sensor for directions.
    pub force: [f64; 3],
    /// Input, output and noise of each row, flat.
    pub lookup_table: Vec<f64>,
}

impl Default for TouchSensor {
    fn default() -> Self {
        Self {
            period: Period::default(),
            kind: touch_sensor::TouchSensorKind::Bumper,
            value: f64::NAN,
            force: [f64::NAN; 3],
            lookup_table: Vec::new(),
        }
    }
}

period_sensor!(
    TouchSensor,
    touch_sensor::TouchSensorRequest,
    value
        | sensor
        | match sensor.kind {
            // it has three values
            touch_sensor::TouchSensorKind::Force3d => f64::NAN,
            _ => sensor.value,
        },
    |sensor, answer| match answer {
        touch_sensor::TouchSensorAnswer::Configure { kind, lookup_table } => {
            sensor.kind = kind;
            sensor.lookup_table = flat(lookup_table);
        }
        // the first of three directions and the one value are in the same place
        touch_sensor::TouchSensorAnswer::Value { value } => {
            (sensor.value, sensor.force[0]) = (value, value);
        }
        touch_sensor::TouchSensorAnswer::Force3d { force } => {
            (sensor.value, sensor.force) = (force[0], force);
        }
    }
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::devices::DeviceRules;
    use touch_sensor::TouchSensorAnswer;

    #[test]
    fn the_one_value_is_the_first_of_three() {
        let mut sensor = TouchSensor::default();
        sensor.apply(TouchSensorAnswer::Value { value: 2.0 });
        assert_eq!((sensor.value, sensor.force[0]), (2.0, 2.0));
        let force = [3.0, 4.0, 5.0];
        sensor.apply(TouchSensorAnswer::Force3d { force });
        assert_eq!((sensor.value, sensor.force), (3.0, force));
    }
}
