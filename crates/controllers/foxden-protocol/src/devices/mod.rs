//! The messages of the devices, one file for each kind: the requests of a
//! controller (`MotorRequest`) and the answers of the device (`MotorAnswer`;
//! message 0 is the configuration).
//!
//! A new device is a file of its name, with an `impl` of [`DeviceMessages`], and a
//! row of the table below. The compiler names what the file lacks.

pub mod accelerometer;
pub mod altimeter;
pub mod brake;
pub mod camera;
pub mod compass;
pub mod connector;
pub mod display;
pub mod distance_sensor;
pub mod emitter;
pub mod gps;
pub mod gyro;
pub mod inertial_unit;
pub mod led;
pub mod lidar;
pub mod light_sensor;
pub mod microphone;
pub mod motor;
pub mod pen;
pub mod position_sensor;
pub mod radar;
pub mod radio;
pub mod range_finder;
pub mod receiver;
mod shared;
pub mod skin;
pub mod speaker;
mod table;
pub mod touch_sensor;
pub mod vacuum_gripper;

pub use shared::{ImageFile, JointKind, LookupRow, LookupTable, ViewProjection, ViewSettings};

use crate::error::DecodeError;
use crate::reader::Reader;
use crate::wire::{Wire, Writer};
use table::device_table;

/// What this crate must know of a device besides the layout of its messages. The
/// type of its requests implements it.
pub trait DeviceMessages: Wire {
    /// The messages of the device to its controller.
    type Answer: Wire;

    /// Whether the library cannot go on without this device's configuration in the
    /// packet that announces it.
    const NEEDS_CONFIGURATION: bool;

    /// Whether the layout of its requests shows the dialect of the library, as long
    /// as the dialect is not known.
    const SHOWS_DIALECT: bool = false;
}

device_table! {
    /// Measures acceleration and gravity.
    Accelerometer = 35 with accelerometer::AccelerometerRequest;
    /// Measures height.
    Altimeter = 36 with altimeter::AltimeterRequest;
    /// Brakes a joint.
    Brake = 37 with brake::BrakeRequest;
    /// Takes pictures.
    Camera = 38 with camera::CameraRequest;
    /// Points north.
    Compass = 39 with compass::CompassRequest;
    /// Docks to another connector.
    Connector = 40 with connector::ConnectorRequest;
    /// Shows pictures.
    Display = 41 with display::DisplayRequest;
    /// Measures distance along rays.
    DistanceSensor = 42 with distance_sensor::DistanceSensorRequest;
    /// Sends packets to receivers.
    Emitter = 43 with emitter::EmitterRequest;
    /// Measures position.
    Gps = 44 with gps::GpsRequest;
    /// Measures angular velocity.
    Gyro = 45 with gyro::GyroRequest;
    /// Measures orientation.
    InertialUnit = 46 with inertial_unit::InertialUnitRequest;
    /// Lights up.
    Led = 47 with led::LedRequest;
    /// Measures distances all around.
    Lidar = 48 with lidar::LidarRequest;
    /// Measures light.
    LightSensor = 49 with light_sensor::LightSensorRequest;
    /// Drives a sliding joint.
    LinearMotor = 50 with motor::MotorRequest;
    /// Draws on surfaces.
    Pen = 51 with pen::PenRequest;
    /// Measures a joint.
    PositionSensor = 52 with position_sensor::PositionSensorRequest;
    /// Finds targets by radio waves.
    Radar = 54 with radar::RadarRequest;
    /// Takes pictures of distances.
    RangeFinder = 55 with range_finder::RangeFinderRequest;
    /// Gets packets from emitters.
    Receiver = 56 with receiver::ReceiverRequest;
    /// Drives a turning joint.
    RotationalMotor = 57 with motor::MotorRequest;
    /// Moves the bones of a mesh.
    Skin = 58 with skin::SkinRequest;
    /// Plays sounds and speaks.
    Speaker = 59 with speaker::SpeakerRequest;
    /// Feels contact.
    TouchSensor = 60 with touch_sensor::TouchSensorRequest;
    /// Holds objects.
    VacuumGripper = 61 with vacuum_gripper::VacuumGripperRequest;
    /// Records sound.
    Microphone = 86 with microphone::MicrophoneRequest;
    /// Sends and receives radio messages.
    Radio = 87 with radio::RadioRequest;
}

impl DeviceKind {
    /// The kind with this node type, if controllers can open it.
    pub fn of(node_type: foxden_catalogue::NodeType) -> Option<Self> {
        let number = crate::ids::NodeTypeNumber::of(node_type)?;
        Self::ALL
            .iter()
            .copied()
            .find(|kind| kind.number() == number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foxden_catalogue::NodeType;

    #[test]
    fn every_device_of_the_catalogue_is_in_the_table() {
        // A controller cannot open these: a propeller is driven by its motor, and a track
        // holds devices.
        for node_type in NodeType::all().filter(|kind| kind.model().is_device) {
            if node_type.model().is_abstract {
                continue;
            }
            let expected = !matches!(node_type.name(), "Propeller" | "Track");
            assert_eq!(
                DeviceKind::of(node_type).is_some(),
                expected,
                "{}",
                node_type.name()
            );
        }
        let opened = NodeType::all().filter(|kind| DeviceKind::of(*kind).is_some());
        assert_eq!(
            DeviceKind::ALL.len(),
            opened.count(),
            "a row without a node"
        );
    }
}
