//! Sensors that are enabled and then report values.

use foxden_protocol::devices::{
    LookupTable, accelerometer, altimeter, compass, distance_sensor, gps, gyro, inertial_unit,
    light_sensor, microphone, radar, touch_sensor,
};

use super::DeviceMessages;
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

/// A sensor that takes only one request: its sampling period.
macro_rules! period_sensor {
    ($state:ty, $module:ident::{$request:ident, $answer_type:ident}, |$self_:ident, $answer:ident| $apply:expr) => {
        impl DeviceMessages<$module::$request, $module::$answer_type> for $state {
            fn requests(&mut self, _: u32) -> Vec<$module::$request> {
                let period = self.period.take();
                let request = period.map(|period| $module::$request::SetPeriod { period });
                request.into_iter().collect()
            }

            fn apply(&mut self, $answer: $module::$answer_type) {
                let $self_ = self;
                $apply
            }
        }
    };
}

period_sensor!(
    Sampled<f64>,
    light_sensor::{LightSensorRequest, LightSensorAnswer},
    |sensor, answer| match answer {
        light_sensor::LightSensorAnswer::Configure { lookup_table } =>
            sensor.set_lookup_table(lookup_table),
        light_sensor::LightSensorAnswer::Value { value } => sensor.value = value,
    }
);

period_sensor!(
    Sampled<f64>,
    altimeter::{AltimeterRequest, AltimeterAnswer},
    |sensor, answer| match answer {
        altimeter::AltimeterAnswer::Value { value } => sensor.value = value,
    }
);

macro_rules! vector_sensor {
    ($($module:ident::{$request:ident, $answer_type:ident};)*) => {$(
        period_sensor!(Sampled<[f64; 3]>, $module::{$request, $answer_type}, |sensor, answer| match answer {
            $module::$answer_type::Configure { lookup_table } => sensor.set_lookup_table(lookup_table),
            $module::$answer_type::Value { value } => sensor.value = value,
        });
    )*};
}

vector_sensor! {
    accelerometer::{AccelerometerRequest, AccelerometerAnswer};
    compass::{CompassRequest, CompassAnswer};
    gyro::{GyroRequest, GyroAnswer};
}

/// Measures distance.
#[derive(Clone, Debug)]
pub struct DistanceSensor {
    /// How often it measures.
    pub period: Period,
    /// The newest value.
    pub value: f64,
    /// How it measures.
    pub kind: distance_sensor::DistanceSensorKind,
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
            kind: distance_sensor::DistanceSensorKind::Generic,
            min_value: 0.0,
            max_value: 0.0,
            aperture: 0.0,
            lookup_table: Vec::new(),
        }
    }
}

period_sensor!(
    DistanceSensor,
    distance_sensor::{DistanceSensorRequest, DistanceSensorAnswer},
    |sensor, answer| {
        match answer {
            distance_sensor::DistanceSensorAnswer::Configure {
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
            distance_sensor::DistanceSensorAnswer::Value { value } => sensor.value = value,
        }
    }
);

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
    touch_sensor::{TouchSensorRequest, TouchSensorAnswer},
    |sensor, answer| match answer {
        touch_sensor::TouchSensorAnswer::Configure { kind, lookup_table } => {
            sensor.kind = kind;
            sensor.lookup_table = flat(lookup_table);
        }
        touch_sensor::TouchSensorAnswer::Value { value } => sensor.value = value,
        touch_sensor::TouchSensorAnswer::Force3d { force } => sensor.force = force,
    }
);

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

period_sensor!(
    Gps,
    gps::{GpsRequest, GpsAnswer},
    |sensor, answer| match answer {
        gps::GpsAnswer::Configure { coordinates } => sensor.coordinates = coordinates,
        gps::GpsAnswer::Value {
            position,
            speed,
            velocity,
        } => {
            sensor.position = position;
            sensor.speed = speed;
            sensor.velocity = velocity;
        }
    }
);

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

period_sensor!(
    InertialUnit,
    inertial_unit::{InertialUnitRequest, InertialUnitAnswer},
    |sensor, answer| match answer {
        inertial_unit::InertialUnitAnswer::Configure {
            noise,
            coordinate_system,
        } => {
            sensor.noise = noise;
            sensor.coordinate_system = coordinate_system.into();
        }
        inertial_unit::InertialUnitAnswer::Value { quaternion } => sensor.quaternion = quaternion,
    }
);

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

period_sensor!(
    Radar,
    radar::{RadarRequest, RadarAnswer},
    |sensor, answer| match answer {
        radar::RadarAnswer::Configure {
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
        radar::RadarAnswer::Targets { targets } => {
            let flat = |target: radar::RadarTarget| {
                [
                    target.distance,
                    target.received_power,
                    target.speed,
                    target.azimuth,
                ]
            };
            sensor.targets = targets.into_iter().map(flat).collect();
        }
    }
);

/// Records sound.
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

period_sensor!(
    Microphone,
    microphone::{MicrophoneRequest, MicrophoneAnswer},
    |sensor, answer| match answer {
        microphone::MicrophoneAnswer::Configure {
            aperture,
            sensitivity,
        } => {
            sensor.aperture = aperture;
            sensor.sensitivity = sensitivity;
        }
        microphone::MicrophoneAnswer::Samples { data } => sensor.samples = data,
    }
);
