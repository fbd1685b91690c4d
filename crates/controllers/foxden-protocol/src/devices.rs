//! The messages of the devices, one file for each kind: the requests of a
//! controller (`MotorRequest`) and the answers of the device (`MotorAnswer`;
//! message 0 is the configuration).
//!
//! A new device is a row of the table below and a file of its name.

/// The messages of all devices in one direction.
macro_rules! of_all_devices {
    ($(#[$meta:meta])* $name:ident, $preposition:literal: $( $kind:ident as $module:ident::$message:ident ),*) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name {
            $( #[doc = concat!($preposition, " a `", stringify!($kind), "`.")] $kind($module::$message) ),*
        }

        impl $name {
            /// What the device is.
            pub fn kind(&self) -> DeviceKind {
                match self { $( Self::$kind(_) => DeviceKind::$kind ),* }
            }

            /// Appends the message.
            pub fn encode(&self, out: &mut Writer<'_>) {
                match self { $( Self::$kind(message) => message.encode(out) ),* }
            }

            /// Reads a message of a device of this kind.
            pub fn decode(kind: DeviceKind, reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
                Ok(match kind { $( DeviceKind::$kind => Self::$kind(Wire::decode(reader)?) ),* })
            }
        }
    };
}

macro_rules! devices {
    ($( $(#[$meta:meta])* $kind:ident = $number:literal in $module:ident: $request:ident, $answer:ident; )*) => {
        crate::layout::choice! {
            /// What a device is. The numbers are those of the node types.
            pub enum DeviceKind: u16, "kind of device" {
                $( $(#[$meta])* $kind = $number ),*
            }
        }

        impl DeviceKind {
            /// All kinds, by number.
            pub const ALL: &[Self] = &[ $( Self::$kind ),* ];

            /// The number of its node type.
            pub fn number(self) -> crate::ids::NodeTypeNumber {
                crate::ids::NodeTypeNumber(match self { $( Self::$kind => $number ),* })
            }

            /// The name of its node type.
            pub fn name(self) -> &'static str {
                self.number().name().unwrap_or_default()
            }
        }

        of_all_devices! {
            /// What a controller asks of a device.
            DeviceRequest, "To": $( $kind as $module::$request ),*
        }
        of_all_devices! {
            /// A message from a device to its controller.
            DeviceAnswer, "From": $( $kind as $module::$answer ),*
        }

        #[cfg(test)]
        impl DeviceRequest {
            pub(crate) fn sample(kind: DeviceKind, from: &mut crate::sample::Source) -> Self {
                match kind { $( DeviceKind::$kind => Self::$kind(crate::sample::Sample::sample(from)) ),* }
            }
        }

        #[cfg(test)]
        impl DeviceAnswer {
            #[allow(unreachable_code, reason = "some devices say nothing")]
            pub(crate) fn sample(kind: DeviceKind, from: &mut crate::sample::Source) -> Option<Self> {
                Some(match kind {
                    // Nothing is sent to these two, so there is nothing to
                    // draw.
                    DeviceKind::Led | DeviceKind::Pen => return None,
                    $( #[allow(unreachable_patterns)]
                    DeviceKind::$kind => Self::$kind(crate::sample::Sample::sample(from)) ),*
                })
            }
        }
    };
}

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
pub mod range_finder;
pub mod receiver;
mod shared;
pub mod skin;
pub mod speaker;
pub mod touch_sensor;
pub mod vacuum_gripper;

pub use shared::{ImageFile, JointKind, LookupRow, LookupTable, Projection, View};

use crate::error::DecodeError;
use crate::reader::Reader;
use crate::wire::{Wire, Writer};

devices! {
    /// Measures acceleration and gravity.
    Accelerometer = 35 in accelerometer: AccelerometerRequest, AccelerometerAnswer;
    /// Measures height.
    Altimeter = 36 in altimeter: AltimeterRequest, AltimeterAnswer;
    /// Brakes a joint.
    Brake = 37 in brake: BrakeRequest, BrakeAnswer;
    /// Takes pictures.
    Camera = 38 in camera: Request, Answer;
    /// Points north.
    Compass = 39 in compass: CompassRequest, CompassAnswer;
    /// Docks to another connector.
    Connector = 40 in connector: ConnectorRequest, ConnectorAnswer;
    /// Shows pictures.
    Display = 41 in display: Request, Answer;
    /// Measures distance along rays.
    DistanceSensor = 42 in distance_sensor: DistanceSensorRequest, DistanceSensorAnswer;
    /// Sends packets to receivers.
    Emitter = 43 in emitter: EmitterRequest, EmitterAnswer;
    /// Measures position.
    Gps = 44 in gps: GpsRequest, GpsAnswer;
    /// Measures angular velocity.
    Gyro = 45 in gyro: GyroRequest, GyroAnswer;
    /// Measures orientation.
    InertialUnit = 46 in inertial_unit: InertialUnitRequest, InertialUnitAnswer;
    /// Lights up.
    Led = 47 in led: LedRequest, LedAnswer;
    /// Measures distances all around.
    Lidar = 48 in lidar: Request, Answer;
    /// Measures light.
    LightSensor = 49 in light_sensor: LightSensorRequest, LightSensorAnswer;
    /// Drives a sliding joint.
    LinearMotor = 50 in motor: MotorRequest, MotorAnswer;
    /// Draws on surfaces.
    Pen = 51 in pen: PenRequest, PenAnswer;
    /// Measures a joint.
    PositionSensor = 52 in position_sensor: PositionSensorRequest, PositionSensorAnswer;
    /// Finds targets by radio waves.
    Radar = 54 in radar: RadarRequest, RadarAnswer;
    /// Takes pictures of distances.
    RangeFinder = 55 in range_finder: RangeFinderRequest, RangeFinderAnswer;
    /// Gets packets from emitters.
    Receiver = 56 in receiver: ReceiverRequest, ReceiverAnswer;
    /// Drives a turning joint.
    RotationalMotor = 57 in motor: MotorRequest, MotorAnswer;
    /// Moves the bones of a mesh.
    Skin = 58 in skin: SkinRequest, SkinAnswer;
    /// Plays sounds and speaks.
    Speaker = 59 in speaker: SpeakerRequest, SpeakerAnswer;
    /// Feels contact.
    TouchSensor = 60 in touch_sensor: TouchSensorRequest, TouchSensorAnswer;
    /// Holds objects.
    VacuumGripper = 61 in vacuum_gripper: VacuumGripperRequest, VacuumGripperAnswer;
    /// Records sound.
    Microphone = 86 in microphone: MicrophoneRequest, MicrophoneAnswer;
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

    /// Whether the library cannot go on without this device's configuration in
    /// the packet that announces it.
    pub fn needs_configuration(self) -> bool {
        matches!(
            self,
            Self::Camera | Self::RangeFinder | Self::Lidar | Self::Display
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foxden_catalogue::NodeType;

    #[test]
    fn every_device_of_the_catalogue_speaks() {
        // A propeller is driven by its motor, a muscle and a track only show.
        for node_type in NodeType::all().filter(|kind| kind.model().is_device) {
            if node_type.model().is_abstract {
                continue;
            }
            let expected = !matches!(node_type.name(), "Propeller" | "Track" | "Radio");
            assert_eq!(
                DeviceKind::of(node_type).is_some(),
                expected,
                "{}",
                node_type.name()
            );
        }
        assert_eq!(DeviceKind::ALL.len(), 27);
    }
}
