//! Devices on the wire, one file for each: their configuration, what a request asks of
//! the world, and how a reading is reported.
//!
//! A device implements [`DeviceWire`], which names every duty, and has one row in the
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
mod joint;
mod led;
mod lidar;
mod light_sensor;
mod microphone;
mod motor;
mod pen;
mod position_sensor;
mod radar;
mod radio;
mod range_finder;
mod receiver;
mod skin;
mod speaker;
mod table;
mod touch_sensor;
mod vacuum_gripper;
mod view;
mod world_device;

pub use display::saved_images;
pub(crate) use world_device::WorldDevice;

use foxden_protocol::devices::{
    DeviceAnswer, DeviceKind, DeviceMessages, DeviceRequest, ImageFile,
};
use foxden_protocol::{AnswerMessage, Tag};
use foxden_scene::{NodeId, Scene};
use foxden_sim::controller::{Command, PictureKind, Reading, Tag as Port};
use foxden_sim::{RobotIndex, World};
use table::device_table;

/// A device that a controller knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownDevice {
    /// What it is.
    pub kind: DeviceKind,
    /// Its node.
    pub node: NodeId,
    /// Its tag in the world; the wire does not count all that the world does.
    pub port: Port,
}

/// The devices of a robot as a controller counts them, from tag 1.
pub fn known_devices(world: &World, robot: RobotIndex) -> Vec<KnownDevice> {
    world
        .devices(robot)
        .filter_map(|(port, device)| {
            Some(KnownDevice {
                kind: DeviceKind::of(device.node_type)?,
                node: device.node(),
                port,
            })
        })
        .collect()
}

/// The tag of a device by its index in the list.
pub fn tag_at(at: usize) -> Tag {
    Tag(u16::try_from(at + 1).unwrap_or(u16::MAX))
}

/// The device that a request is for.
pub(crate) struct RequestTarget<'a> {
    pub(crate) scene: &'a Scene,
    /// The devices of the robot.
    pub(crate) known: &'a [KnownDevice],
    pub(crate) device: &'a KnownDevice,
}

impl RequestTarget<'_> {
    /// The command to measure with this period in milliseconds.
    fn enable(&self, period: u16) -> Command {
        Command::Enable(self.device.port, period as i16)
    }

    /// A command for a device that is not simulated: the world reports it once.
    fn not_simulated(&self) -> Command {
        Command::Enable(self.device.port, 0)
    }
}

/// Everything that the simulator's side does for one kind of device.
///
/// The first part has no defaults: a device that leaves one of these duties out does
/// not compile. The second part is for what few devices have.
pub(crate) trait DeviceWire {
    /// The requests of a controller.
    type Request: DeviceMessages;

    /// What a controller must know of the device before it can use it; `None` if
    /// nothing.
    fn configuration(device: &WorldDevice<'_>) -> Option<AnswerOf<Self>>;

    /// Adds what a request asks of the world to the commands, and passes direct answers
    /// to `answer`.
    fn obey(
        request: &Self::Request,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        answer: impl FnMut(AnswerOf<Self>),
    );

    /// Passes the answers that report a reading to `answer`.
    fn report(reading: &Reading, answer: impl FnMut(AnswerOf<Self>));

    // what few devices have

    /// The answers that report an edit of the device. `before` and `after` are its
    /// configurations; `is_edited` says whether a field of
    /// [`DeviceWire::watched_fields`] has changed. Most devices are configured again.
    fn changes(
        before: Option<&AnswerOf<Self>>,
        after: &AnswerOf<Self>,
        _is_edited: bool,
    ) -> Vec<AnswerOf<Self>>
    where
        AnswerOf<Self>: Clone + PartialEq,
    {
        match before {
            Some(before) if before != after => vec![after.clone()],
            _ => Vec::new(),
        }
    }

    /// Numbers of the scene whose change [`DeviceWire::changes`] must know.
    fn watched_fields(_scene: &Scene, _node: NodeId) -> Vec<f64> {
        Vec::new()
    }

    /// Whether a request writes to a field that is reported back to the controller.
    fn writes_field(_request: &Self::Request) -> bool {
        false
    }

    /// The picture that a request switches on.
    fn wanted_picture(_request: &Self::Request) -> Option<PictureKind> {
        None
    }

    /// The answer that says where a picture is.
    fn image_file(_kind: PictureKind, _file: ImageFile) -> Option<AnswerOf<Self>> {
        None
    }
}

/// The messages of a device to its controller.
pub(crate) type AnswerOf<Wire> = <<Wire as DeviceWire>::Request as DeviceMessages>::Answer;

device_table! {
    Accelerometer: accelerometer::AccelerometerWire;
    Altimeter: altimeter::AltimeterWire;
    Brake: brake::BrakeWire;
    Camera: camera::CameraWire;
    Compass: compass::CompassWire;
    Connector: connector::ConnectorWire;
    Display: display::DisplayWire;
    DistanceSensor: distance_sensor::DistanceSensorWire;
    Emitter: emitter::EmitterWire;
    Gps: gps::GpsWire;
    Gyro: gyro::GyroWire;
    InertialUnit: inertial_unit::InertialUnitWire;
    Led: led::LedWire;
    Lidar: lidar::LidarWire;
    LightSensor: light_sensor::LightSensorWire;
    LinearMotor: motor::MotorWire;
    Pen: pen::PenWire;
    PositionSensor: position_sensor::PositionSensorWire;
    Radar: radar::RadarWire;
    Radio: radio::RadioWire;
    RangeFinder: range_finder::RangeFinderWire;
    Receiver: receiver::ReceiverWire;
    RotationalMotor: motor::MotorWire;
    Skin: skin::SkinWire;
    Speaker: speaker::SpeakerWire;
    TouchSensor: touch_sensor::TouchSensorWire;
    VacuumGripper: vacuum_gripper::VacuumGripperWire;
    Microphone: microphone::MicrophoneWire;
}
