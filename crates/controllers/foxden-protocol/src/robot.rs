//! The robot itself, tag 0: its configuration, its clock, its battery, its
//! console, and the keyboard, mouse and joystick of the person in front of it.

mod answer;
mod configuration;
mod request;

pub use answer::{JoystickConfiguration, MouseReport, RobotAnswer};
pub use configuration::{DeviceAnnouncement, RobotConfiguration};
pub use request::{OutputStream, RobotRequest, UserInputSet};

use crate::error::DecodeError;
use crate::reader::Reader;
use crate::wire::{Wire, Writer};

/// The pace of the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimulationMode {
    /// The simulation is paused.
    Pause,
    /// A second takes a second.
    RealTime,
    /// As fast as possible.
    Fast,
    /// A number that has no meaning; the library passes on any.
    Other(i32),
}

impl Wire for SimulationMode {
    const SMALLEST: usize = 4;

    fn encode(&self, out: &mut Writer<'_>) {
        match self {
            Self::Pause => 0,
            Self::RealTime => 1,
            Self::Fast => 2,
            Self::Other(number) => *number,
        }
        .encode(out);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(match i32::decode(reader)? {
            0 => Self::Pause,
            1 => Self::RealTime,
            2 => Self::Fast,
            number => Self::Other(number),
        })
    }
}
