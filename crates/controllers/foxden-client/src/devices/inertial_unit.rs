//! Measures orientation.

use foxden_protocol::devices::inertial_unit;

use super::sampled::period_sensor;
use crate::{Period, Text};

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
    inertial_unit::InertialUnitRequest,
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
