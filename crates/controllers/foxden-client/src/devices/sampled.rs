//! Sensors that are enabled and then report values.

use foxden_protocol::devices::{
    LookupTable, accelerometer, altimeter, compass, distance_sensor, gps, gyro, inertial_unit,
    light_sensor, microphone, radar, touch_sensor,
};

use super::Speaks;
use crate::{Period, Text};

/// A sensor with a value and, mostly, a lookup table.
#[derive(Clone, Debug)]
pub struct Sampled<Value> {
    /// How often it measures.
    pub period: Period,
    /// The newest value; not a number before the first.
    pub value: Value,
    /// Input, output and noise of each row, flat.
    pub lookup_table: Vec<f64>,
}

impl Default for Sampled<f64> {
    fn default() -> Self {
        Self::new(f64::NAN)
    }
}

impl<const N: usize> Default for Sampled<[f64; N]> {
    fn default() -> Self {
        Self::new([f64::NAN; N])
    }
}

impl<Value> Sampled<Value> {
    fn new(value: Value) -> Self {
        Self {
            period: Period::default(),
            value,
            lookup_table: Vec::new(),
        }
    }

    /// The number of rows of the lookup table.
    pub fn lookup_table_size(&self) -> usize {
        self.lookup_table.len() / 3
    }

    fn set_lookup_table(&mut self, table: LookupTable) {
        self.lookup_table = flat(table);
    }
}

fn flat(table: LookupTable) -> Vec<f64> {
    let row = |row: foxden_protocol::devices::LookupRow| [row.input, row.output, row.noise];
    table.into_iter().flat_map(row).collect()
}

/// A sensor that is only told its period.
macro_rules! told_period {
    ($state:ty, $module:ident, |$self_:ident, $answer:ident| $hear:expr) => {
        impl Speaks<$module::Request, $module::Answer> for $state {
            fn requests(&mut self, _: u32) -> Vec<$module::Request> {
                let period = self.period.take();
                let request = period.map(|period| $module::Request::SetPeriod { period });
                request.into_iter().collect()
            }

            fn hear(&mut self, $answer: $module::Answer) {
                let $self_ = self;
                $hear
            }
        }
    };
}

told_period!(Sampled<f64>, light_sensor, |sensor, answer| match answer {
    light_sensor::Answer::Configure { lookup_table } => sensor.set_lookup_table(lookup_table),
    light_sensor::Answer::Value { value } => sensor.value = value,
});

told_period!(Sampled<f64>, altimeter, |sensor, answer| match answer {
    altimeter::Answer::Value { value } => sensor.value = value,
});

macro_rules! told_vector {
    ($($module:ident),*) => {$(
        told_period!(Sampled<[f64; 3]>, $module, |sensor, answer| match answer {
            $module::Answer::Configure { lookup_table } => sensor.set_lookup_table(lookup_table),
            $module::Answer::Value { value } => sensor.value = value,
        });
    )*};
}

told_vector!(accelerometer, compass, gyro);

/// Measures distance.
#[derive(Clone, Debug)]
pub struct DistanceSensor {
    /// How often it measures.
    pub period: Period,
    /// The newest value.
    pub value: f64,
    /// How it measures.
    pub kind: distance_sensor::Kind,
    /// The least value of the lookup table.
    pub min_value: f64,
    /// The greatest value of the lookup table.
    pub max_value: f64,
    /// Radians.
    pub aperture: f64,
    /// Input, output and noise of each row, flat.
    pub lookup_table: Vec<f64>,
}

impl Default for DistanceSensor {
    fn default() -> Self {
        Self {
            period: Period::default(),
            value: f64::NAN,
            kind: distance_sensor::Kind::Generic,
            min_value: 0.0,
            max_value: 0.0,
            aperture: 0.0,
            lookup_table: Vec::new(),
        }
    }
}

told_period!(DistanceSensor, distance_sensor, |sensor, answer| {
    match answer {
        distance_sensor::Answer::Configure {
            kind,
            min_value,
            max_value,
            aperture,
            lookup_table,
        } => {
            sensor.kind = kind;
            sensor.min_value = min_value;
            sensor.max_value = max_value;
            sensor.aperture = aperture;
            sensor.lookup_table = flat(lookup_table);
        }
        distance_sensor::Answer::Value { value } => sensor.value = value,
    }
});

/// Feels contact.
#[derive(Clone, Debug)]
pub struct TouchSensor {
    /// How often it measures.
    pub period: Period,
    /// What it feels.
    pub kind: touch_sensor::Kind,
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
            kind: touch_sensor::Kind::Bumper,
            value: f64::NAN,
            force: [f64::NAN; 3],
            lookup_table: Vec::new(),
        }
    }
}

told_period!(TouchSensor, touch_sensor, |sensor, answer| match answer {
    touch_sensor::Answer::Configure { kind, lookup_table } => {
        sensor.kind = kind;
        sensor.lookup_table = flat(lookup_table);
    }
    touch_sensor::Answer::Value { value } => sensor.value = value,
    touch_sensor::Answer::Force3d { force } => sensor.force = force,
});

/// Measures position and velocity.
#[derive(Clone, Debug)]
pub struct Gps {
    /// How often it measures.
    pub period: Period,
    /// In what coordinates.
    pub coordinates: gps::Coordinates,
    /// The newest position.
    pub position: [f64; 3],
    /// Metres per second.
    pub speed: f64,
    /// Metres per second.
    pub velocity: [f64; 3],
}

impl Default for Gps {
    fn default() -> Self {
        Self {
            period: Period::default(),
            coordinates: gps::Coordinates::Local,
            position: [f64::NAN; 3],
            speed: f64::NAN,
            velocity: [f64::NAN; 3],
        }
    }
}

told_period!(Gps, gps, |sensor, answer| match answer {
    gps::Answer::Configure { coordinates } => sensor.coordinates = coordinates,
    gps::Answer::Value {
        position,
        speed,
        velocity,
    } => {
        sensor.position = position;
        sensor.speed = speed;
        sensor.velocity = velocity;
    }
});

/// Measures orientation.
#[derive(Clone, Debug)]
pub struct InertialUnit {
    /// How often it measures.
    pub period: Period,
    /// The newest orientation: x, y, z, w.
    pub quaternion: [f64; 4],
    /// The newest orientation as angles, where C programs read it.
    pub angles: [f64; 3],
    /// The standard deviation of its noise.
    pub noise: f64,
    /// The axes of the world, for example `ENU`.
    pub coordinate_system: Text,
}

impl Default for InertialUnit {
    fn default() -> Self {
        Self {
            period: Period::default(),
            quaternion: [f64::NAN; 4],
            angles: [f64::NAN; 3],
            noise: 0.0,
            coordinate_system: Text::default(),
        }
    }
}

impl InertialUnit {
    /// Roll, pitch and yaw of the newest orientation, in radians.
    pub fn roll_pitch_yaw(&self) -> [f64; 3] {
        let [x, y, z, w] = self.quaternion;
        if self.coordinate_system.as_str() == "NUE" {
            // Yaw about y, then pitch about z, then roll about x.
            let yaw = (2.0 * y * w - 2.0 * x * z).atan2(1.0 - 2.0 * y * y - 2.0 * z * z);
            let roll = (2.0 * x * w - 2.0 * y * z).atan2(1.0 - 2.0 * x * x - 2.0 * z * z);
            let pitch = (2.0 * x * y + 2.0 * z * w).asin();
            return [roll, pitch, yaw];
        }
        // Yaw about z, then pitch about y, then roll about x.
        let roll = (2.0 * (w * x + y * z)).atan2(1.0 - 2.0 * (x * x + y * y));
        let pitch = (2.0 * (w * y - z * x)).clamp(-1.0, 1.0).asin();
        let yaw = (2.0 * (w * z + x * y)).atan2(1.0 - 2.0 * (y * y + z * z));
        [roll, pitch, yaw]
    }
}

told_period!(InertialUnit, inertial_unit, |sensor, answer| match answer {
    inertial_unit::Answer::Configure {
        noise,
        coordinate_system,
    } => {
        sensor.noise = noise;
        sensor.coordinate_system = coordinate_system.into();
    }
    inertial_unit::Answer::Value { quaternion } => sensor.quaternion = quaternion,
});

/// Finds targets by radio waves.
#[derive(Clone, Debug, Default)]
pub struct Radar {
    /// How often it measures.
    pub period: Period,
    /// Metres.
    pub min_range: f64,
    /// Metres.
    pub max_range: f64,
    /// Radians.
    pub horizontal_field_of_view: f64,
    /// Radians.
    pub vertical_field_of_view: f64,
    /// The newest targets: distance, received power, speed, azimuth of each.
    pub targets: Vec<[f64; 4]>,
}

told_period!(Radar, radar, |sensor, answer| match answer {
    radar::Answer::Configure {
        min_range,
        max_range,
        horizontal_field_of_view,
        vertical_field_of_view,
    } => {
        sensor.min_range = min_range;
        sensor.max_range = max_range;
        sensor.horizontal_field_of_view = horizontal_field_of_view;
        sensor.vertical_field_of_view = vertical_field_of_view;
    }
    radar::Answer::Targets { targets } => {
        let flat = |target: radar::Target| {
            [
                target.distance,
                target.received_power,
                target.speed,
                target.azimuth,
            ]
        };
        sensor.targets = targets.into_iter().map(flat).collect();
    }
});

/// Hears.
#[derive(Clone, Debug, Default)]
pub struct Microphone {
    /// How often it reports.
    pub period: Period,
    /// Radians.
    pub aperture: f64,
    /// Decibels.
    pub sensitivity: f64,
    /// The newest sound.
    pub samples: Vec<u8>,
}

told_period!(Microphone, microphone, |sensor, answer| match answer {
    microphone::Answer::Configure {
        aperture,
        sensitivity,
    } => {
        sensor.aperture = aperture;
        sensor.sensitivity = sensitivity;
    }
    microphone::Answer::Samples { data } => sensor.samples = data,
});
