//! The devices of a robot: settings, measurements, and what is to be sent.
//!
//! Devices that only report samples share [`Sampled`]; each other device has a
//! file of its name.

mod camera;
mod display;
mod emitter;
mod joint;
mod lidar;
mod motor;
mod picture;
mod receiver;
mod sampled;
mod skin;
mod speaker;
mod switch;

pub use camera::{Camera, Recognition};
pub use display::{Display, SavedImage};
pub use emitter::Emitter;
pub use joint::{Brake, PositionSensor};
pub use lidar::Lidar;
pub use motor::Motor;
pub use picture::{Picture, Pixels, RangeFinder};
pub use receiver::{ReceivedPacket, Receiver};
pub use sampled::{DistanceSensor, Gps, InertialUnit, Microphone, Radar, Sampled, TouchSensor};
pub use skin::Skin;
pub use speaker::{Speaker, SpeakerSound};
pub use switch::{Connector, Led, Pen, VacuumGripper};

use foxden_protocol::devices::{DeviceAnswer, DeviceRequest};
use foxden_protocol::{DecodeError, DeviceKind, Reader, Wire};

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

macro_rules! states {
    ($( $(#[$meta:meta])* $kind:ident ( $state:ty ) ),* $(,)?) => {
        /// The state of a device. It has an explicit discriminant, because it
        /// is read several times for each device and step and a discriminant
        /// in a niche is slower to read.
        #[repr(u8)]
        #[derive(Debug)]
        #[allow(clippy::large_enum_variant, reason = "a robot has few devices")]
        pub enum DeviceState {
            $( #[doc = concat!("Of a `", stringify!($kind), "`.")] $kind($state) ),*
        }

        impl DeviceState {
            /// The state of a device that was just announced.
            pub fn new(kind: DeviceKind) -> Self {
                match kind { $( DeviceKind::$kind => Self::$kind(Default::default()) ),* }
            }

            /// The requests to send. The number of some requests depends on
            /// the duration of the step.
            pub fn requests(&mut self, step_duration: u32) -> Vec<DeviceRequest> {
                match self {
                    $( Self::$kind(state) => {
                        let requests = state.requests(step_duration);
                        requests.into_iter().map(DeviceRequest::$kind).collect()
                    } ),*
                }
            }

            /// Decodes an answer and applies it.
            pub fn read(&mut self, reader: &mut Reader<'_>) -> Result<(), DecodeError> {
                match self {
                    $( Self::$kind(state) => state.apply(read_variant(DeviceAnswer::$kind, reader)?), )*
                }
                Ok(())
            }

            /// Applies an answer.
            pub fn apply(&mut self, answer: DeviceAnswer) {
                match (self, answer) {
                    $( (Self::$kind(state), DeviceAnswer::$kind(answer)) => state.apply(answer), )*
                    // The decoder chooses the type of a message by the kind of
                    // its device.
                    _ => {}
                }
            }
        }
    };
}

states! {
    Accelerometer(Sampled<[f64; 3]>),
    Altimeter(Sampled<f64>),
    Brake(Brake),
    Camera(Camera),
    Compass(Sampled<[f64; 3]>),
    Connector(Connector),
    Display(Display),
    DistanceSensor(DistanceSensor),
    Emitter(Emitter),
    Gps(Gps),
    Gyro(Sampled<[f64; 3]>),
    InertialUnit(InertialUnit),
    Led(Led),
    Lidar(Lidar),
    LightSensor(Sampled<f64>),
    LinearMotor(Motor),
    Pen(Pen),
    PositionSensor(PositionSensor),
    Radar(Radar),
    RangeFinder(RangeFinder),
    Receiver(Receiver),
    RotationalMotor(Motor),
    Skin(Skin),
    Speaker(Speaker),
    TouchSensor(TouchSensor),
    VacuumGripper(VacuumGripper),
    Microphone(Microphone),
}

impl DeviceState {
    /// How often a device that measures does so.
    pub fn period_mut(&mut self) -> Option<&mut Period> {
        Some(match self {
            Self::Accelerometer(sensor) | Self::Compass(sensor) | Self::Gyro(sensor) => {
                &mut sensor.period
            }
            Self::Altimeter(sensor) | Self::LightSensor(sensor) => &mut sensor.period,
            Self::Camera(camera) => &mut camera.picture.period,
            Self::Connector(connector) => &mut connector.period,
            Self::DistanceSensor(sensor) => &mut sensor.period,
            Self::Gps(gps) => &mut gps.period,
            Self::InertialUnit(unit) => &mut unit.period,
            Self::Lidar(lidar) => &mut lidar.picture.period,
            Self::LinearMotor(motor) | Self::RotationalMotor(motor) => &mut motor.feedback_period,
            Self::Microphone(microphone) => &mut microphone.period,
            Self::PositionSensor(sensor) => &mut sensor.period,
            Self::Radar(radar) => &mut radar.period,
            Self::RangeFinder(finder) => &mut finder.picture.period,
            Self::Receiver(receiver) => &mut receiver.period,
            Self::TouchSensor(sensor) => &mut sensor.period,
            Self::VacuumGripper(gripper) => &mut gripper.period,
            Self::Brake(_)
            | Self::Display(_)
            | Self::Emitter(_)
            | Self::Led(_)
            | Self::Pen(_)
            | Self::Skin(_)
            | Self::Speaker(_) => return None,
        })
    }
}

/// Decodes the content of a variant. Devices of different kinds share a state
/// type, so the state alone does not determine the type of its messages.
fn read_variant<Message: Wire>(
    _: fn(Message) -> DeviceAnswer,
    reader: &mut Reader<'_>,
) -> Result<Message, DecodeError> {
    Message::decode(reader)
}

/// The requests and answers of a device.
pub(crate) trait DeviceMessages<Request, Answer> {
    fn requests(&mut self, step_duration: u32) -> Vec<Request>;
    fn apply(&mut self, answer: Answer);
}
