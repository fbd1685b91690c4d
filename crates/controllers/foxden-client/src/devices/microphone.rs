//! Records sound.

use foxden_protocol::devices::microphone;

use super::sampled::period_sensor;
use crate::Period;

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
    microphone::MicrophoneRequest,
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
