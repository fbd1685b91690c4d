//! The devices of a robot: settings, measurements, and what is to be sent.
//!
//! A device is a file of its name, with an `impl` of [`DeviceRules`], and a row of the
//! table below. The compiler names what the file lacks, and a device of
//! `foxden-protocol` that has no row.

mod accelerometer;
mod altimeter;
mod brake;
mod camera;
mod compass;
mod connector;
mod display;
mod distance_sensor;
mod emitter;
mod gps;
mod gyro;
mod inertial_unit;
mod led;
mod lidar;
mod light_sensor;
mod microphone;
mod motor;
mod pen;
mod picture;
mod position_sensor;
mod radar;
mod radio;
mod range_finder;
mod receiver;
mod sampled;
mod skin;
mod speaker;
mod table;
mod touch_sensor;
mod vacuum_gripper;

pub use accelerometer::Accelerometer;
pub use altimeter::Altimeter;
pub use brake::Brake;
pub use camera::{Camera, Recognition};
pub use compass::Compass;
pub use connector::Connector;
pub use display::{Display, SavedImage};
pub use distance_sensor::DistanceSensor;
pub use emitter::Emitter;
pub use gps::{Gps, degrees_minutes_seconds};
pub use gyro::Gyro;
pub use inertial_unit::InertialUnit;
pub use led::Led;
pub use lidar::Lidar;
pub use light_sensor::LightSensor;
pub use microphone::Microphone;
pub use motor::Motor;
pub use pen::Pen;
pub use picture::{DevicePicture, Pixels};
pub use position_sensor::PositionSensor;
pub use radar::Radar;
pub use radio::Radio;
pub use range_finder::RangeFinder;
pub use receiver::{ReceivedPacket, Receiver};
pub use skin::Skin;
pub use speaker::{Speaker, SpeakerSound};
pub use touch_sensor::TouchSensor;
pub use vacuum_gripper::VacuumGripper;

use foxden_protocol::devices::{DeviceAnswer, DeviceMessages, DeviceRequest};
use foxden_protocol::frame::ImageKind;
use foxden_protocol::{DecodeError, DeviceKind, Reader, Wire};
use table::device_table;

use crate::{Period, Text};

/// A device of the robot.
#[derive(Debug)]
pub struct Device {
    /// What it is.
    pub kind: DeviceKind,
    /// Its name.
    pub name: Text,
    /// Its model.
    pub model: Text,
    /// What is known of it.
    pub state: DeviceState,
}

/// Everything that the library does for one kind of device.
///
/// The first part has no defaults: a device that leaves one of these duties out does
/// not compile. The second part is for what few devices have.
pub(crate) trait DeviceRules: Default {
    /// The messages to the simulator.
    type Request: DeviceMessages;

    /// The requests to send. The number of some requests depends on the duration of
    /// the step.
    fn requests(&mut self, step_duration: u32) -> Vec<Self::Request>;

    /// Applies an answer of the simulator.
    fn apply(&mut self, answer: AnswerOf<Self>);

    /// How often it measures; `None` for devices that measure nothing.
    fn period_mut(&mut self) -> Option<&mut Period>;

    // what few devices have

    /// What its function `get_value` returns; not a number where that function reports
    /// an error.
    fn published_value(&self) -> f64 {
        f64::NAN
    }

    /// Its picture of this kind.
    fn picture_mut(&mut self, _kind: ImageKind) -> Option<&mut DevicePicture> {
        None
    }
}

/// The messages of a device to its controller.
pub(crate) type AnswerOf<Rules> = <<Rules as DeviceRules>::Request as DeviceMessages>::Answer;

device_table! {
    Accelerometer: accelerometer::Accelerometer;
    Altimeter: altimeter::Altimeter;
    Brake: brake::Brake;
    Camera: camera::Camera;
    Compass: compass::Compass;
    Connector: connector::Connector;
    Display: display::Display;
    DistanceSensor: distance_sensor::DistanceSensor;
    Emitter: emitter::Emitter;
    Gps: gps::Gps;
    Gyro: gyro::Gyro;
    InertialUnit: inertial_unit::InertialUnit;
    Led: led::Led;
    Lidar: lidar::Lidar;
    LightSensor: light_sensor::LightSensor;
    LinearMotor: motor::Motor;
    Pen: pen::Pen;
    PositionSensor: position_sensor::PositionSensor;
    Radar: radar::Radar;
    Radio: radio::Radio;
    RangeFinder: range_finder::RangeFinder;
    Receiver: receiver::Receiver;
    RotationalMotor: motor::Motor;
    Skin: skin::Skin;
    Speaker: speaker::Speaker;
    TouchSensor: touch_sensor::TouchSensor;
    VacuumGripper: vacuum_gripper::VacuumGripper;
    Microphone: microphone::Microphone;
}
