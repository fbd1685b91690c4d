//! Devices on the wire: what they are at the start, what is asked of them and
//! what they measure.

use crate::image_orders;
use foxden_protocol::devices::{
    self, DeviceKind, accelerometer, altimeter, brake, camera, compass, connector, distance_sensor,
    emitter, gps, gyro, inertial_unit, led, light_sensor, motor, position_sensor, radar, receiver,
    speaker, touch_sensor, vacuum_gripper,
};
use foxden_protocol::{AnswerMessage, NodeTypeNumber, Tag};
use foxden_scene::{NodeId, Scene};
use foxden_sim::controller::{Command, RadarTarget, Reading, Tag as Port};
use foxden_sim::{RobotIndex, World};

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

/// The tag of a device by its place in the list.
pub fn tag_at(at: usize) -> Tag {
    Tag(u16::try_from(at + 1).unwrap_or(u16::MAX))
}

pub(crate) fn is_motor(kind: DeviceKind) -> bool {
    matches!(kind, DeviceKind::RotationalMotor | DeviceKind::LinearMotor)
}

/// Whether a message writes to a field of its device, which is told back.
pub fn changes_device(request: &devices::DeviceRequest) -> bool {
    use devices::DeviceRequest::{Camera, LinearMotor, RotationalMotor};
    if let Camera(request) = request {
        return matches!(request, camera::Request::SetFieldOfView { .. });
    }
    matches!(
        request,
        RotationalMotor(
            motor::MotorRequest::SetAcceleration { .. } | motor::MotorRequest::SetControl { .. }
        ) | LinearMotor(
            motor::MotorRequest::SetAcceleration { .. } | motor::MotorRequest::SetControl { .. }
        )
    )
}

/// What a message for a device means: something to do, something to answer, both or neither.
pub fn obey(
    scene: &Scene,
    known: &[KnownDevice],
    at: usize,
    request: &devices::DeviceRequest,
    commands: &mut Vec<Command>,
    answers: &mut Vec<AnswerMessage>,
) {
    let Some(device) = known.get(at) else {
        return;
    };
    match image_orders::command(known, device.port, request) {
        Some(orders) => commands.extend(orders),
        None => commands.extend(command(device.port, request)),
    }
    let tag = |wanted| associated(scene, known, device, wanted);
    let told = match request {
        devices::DeviceRequest::Speaker(request) => unheard(request),
        request => associated_answer(request, tag).into_iter().collect(),
    };
    answers.extend(
        told.into_iter()
            .map(|message| AnswerMessage::Device(tag_at(at), message)),
    );
}

/// What the world is asked to do.
fn command(port: Port, request: &devices::DeviceRequest) -> Option<Command> {
    use devices::DeviceRequest as Ask;
    Some(match request {
        Ask::Emitter(emitter::EmitterRequest::Send {
            channel,
            range,
            data,
        }) => Command::Send {
            tag: port,
            channel: *channel,
            range: *range,
            data: data.clone(),
        },
        Ask::Receiver(receiver::ReceiverRequest::SetChannel { channel }) => {
            Command::ReceiverChannel(port, *channel)
        }
        Ask::Connector(connector::ConnectorRequest::Lock) => Command::Lock(port, true),
        Ask::Connector(connector::ConnectorRequest::Unlock) => Command::Lock(port, false),
        Ask::VacuumGripper(vacuum_gripper::VacuumGripperRequest::TurnOn) => {
            Command::Grip(port, true)
        }
        Ask::VacuumGripper(vacuum_gripper::VacuumGripperRequest::TurnOff) => {
            Command::Grip(port, false)
        }
        Ask::Led(led::LedRequest::Set { value }) => Command::Led(port, *value),
        Ask::Brake(brake::BrakeRequest { damping, .. }) => Command::Brake(port, (*damping)?),
        Ask::RotationalMotor(message) | Ask::LinearMotor(message) => {
            return motor_command(port, message);
        }
        Ask::PositionSensor(position_sensor::PositionSensorRequest::FindAssociated { .. }) => {
            return None;
        }
        // one that is not simulated has no period; the world says so once
        _ => Command::Enable(port, period(request).unwrap_or(0) as i16),
    })
}

/// How often a sensor shall measure.
fn period(request: &devices::DeviceRequest) -> Option<u16> {
    use devices::DeviceRequest as Ask;
    match request {
        Ask::Accelerometer(accelerometer::AccelerometerRequest::SetPeriod { period })
        | Ask::Altimeter(altimeter::AltimeterRequest::SetPeriod { period })
        | Ask::Compass(compass::CompassRequest::SetPeriod { period })
        | Ask::Gyro(gyro::GyroRequest::SetPeriod { period })
        | Ask::LightSensor(light_sensor::LightSensorRequest::SetPeriod { period })
        | Ask::DistanceSensor(distance_sensor::DistanceSensorRequest::SetPeriod { period })
        | Ask::Gps(gps::GpsRequest::SetPeriod { period })
        | Ask::InertialUnit(inertial_unit::InertialUnitRequest::SetPeriod { period })
        | Ask::TouchSensor(touch_sensor::TouchSensorRequest::SetPeriod { period })
        | Ask::Radar(radar::RadarRequest::SetPeriod { period })
        | Ask::PositionSensor(position_sensor::PositionSensorRequest::SetPeriod { period })
        | Ask::Receiver(receiver::ReceiverRequest::SetPeriod { period })
        | Ask::Connector(connector::ConnectorRequest::SetPresencePeriod { period })
        | Ask::VacuumGripper(vacuum_gripper::VacuumGripperRequest::SetPresencePeriod { period }) => {
            Some(*period)
        }
        _ => None,
    }
}

fn motor_command(port: Port, message: &motor::MotorRequest) -> Option<Command> {
    Some(match message {
        motor::MotorRequest::SetPosition { position } => Command::MotorPosition(port, *position),
        motor::MotorRequest::SetVelocity { velocity } => Command::MotorVelocity(port, *velocity),
        motor::MotorRequest::SetAvailableForce { force } => {
            Command::MotorAvailableForce(port, *force)
        }
        motor::MotorRequest::SetForce { force } => Command::MotorForce(port, *force),
        motor::MotorRequest::SetFeedbackPeriod { period } => {
            Command::EnableFeedback(port, *period as i16)
        }
        motor::MotorRequest::SetAcceleration { acceleration } => {
            Command::MotorAcceleration(port, *acceleration)
        }
        motor::MotorRequest::SetControl { gains } => Command::MotorControl(port, *gains),
        motor::MotorRequest::FindAssociated { .. } => return None,
    })
}

/// The device of a joint that another one asks for; who asks for a rotational
/// motor gets any.
fn associated(
    scene: &Scene,
    known: &[KnownDevice],
    device: &KnownDevice,
    wanted: NodeTypeNumber,
) -> Option<Tag> {
    let holder = scene.get(device.node)?.parent()?;
    let wants_motor = wanted == DeviceKind::RotationalMotor.number();
    let found = known.iter().position(|other| {
        let fits = other.kind.number() == wanted || (wants_motor && is_motor(other.kind));
        fits && scene.nodes_in(holder).contains(&other.node)
    })?;
    Some(tag_at(found))
}

/// The answer to who asks for another device of its joint.
fn associated_answer(
    request: &devices::DeviceRequest,
    tag: impl Fn(NodeTypeNumber) -> Option<Tag>,
) -> Option<devices::DeviceAnswer> {
    use devices::{DeviceAnswer as Tell, DeviceRequest as Ask};
    Some(match request {
        Ask::PositionSensor(position_sensor::PositionSensorRequest::FindAssociated { wanted }) => {
            let tag = tag(*wanted);
            Tell::PositionSensor(position_sensor::PositionSensorAnswer::Associated { tag })
        }
        Ask::Brake(brake::BrakeRequest { wanted, .. }) => {
            let tag = tag((*wanted)?);
            Tell::Brake(brake::BrakeAnswer::Associated { tag })
        }
        Ask::RotationalMotor(motor::MotorRequest::FindAssociated { wanted }) => {
            let tag = tag(*wanted);
            Tell::RotationalMotor(motor::MotorAnswer::Associated { tag })
        }
        Ask::LinearMotor(motor::MotorRequest::FindAssociated { wanted }) => {
            let tag = tag(*wanted);
            Tell::LinearMotor(motor::MotorAnswer::Associated { tag })
        }
        _ => return None,
    })
}

/// What nobody hears is over at once, so that who waits for its end goes on.
fn unheard(request: &speaker::SpeakerRequest) -> Vec<devices::DeviceAnswer> {
    let over = match request {
        speaker::SpeakerRequest::Play { sounds } => sounds
            .iter()
            .filter(|sound| !sound.repeats)
            .map(|sound| speaker::SpeakerAnswer::SoundOver {
                file: sound.file.clone(),
            })
            .collect(),
        speaker::SpeakerRequest::Speak { .. } => vec![speaker::SpeakerAnswer::SpeechOver],
        _ => Vec::new(),
    };
    over.into_iter()
        .map(devices::DeviceAnswer::Speaker)
        .collect()
}

/// A measured value as its device tells it.
pub fn reading(kind: DeviceKind, reading: &Reading) -> Vec<devices::DeviceAnswer> {
    if let Reading::Packets { channel, packets } = reading {
        let tell = packets.iter().map(|packet| {
            devices::DeviceAnswer::Receiver(receiver::ReceiverAnswer::Packet {
                channel: *channel,
                direction: packet.direction,
                signal: packet.strength,
                data: packet.data.to_vec(),
            })
        });
        return tell.collect();
    }
    if let Some(objects) = image_orders::objects(reading) {
        return vec![objects];
    }
    single_reading(kind, reading).into_iter().collect()
}

fn single_reading(kind: DeviceKind, reading: &Reading) -> Option<devices::DeviceAnswer> {
    use devices::DeviceAnswer as Tell;
    Some(match (kind, reading) {
        (DeviceKind::Connector, Reading::Presence(presence)) => {
            Tell::Connector(connector::ConnectorAnswer::Presence {
                presence: *presence,
            })
        }
        (DeviceKind::Connector, Reading::Locked(locked)) => {
            Tell::Connector(connector::ConnectorAnswer::Configure { locked: *locked })
        }
        (DeviceKind::VacuumGripper, Reading::Held(presence)) => {
            Tell::VacuumGripper(vacuum_gripper::VacuumGripperAnswer::Presence {
                presence: *presence,
            })
        }
        (DeviceKind::VacuumGripper, Reading::GripperOn(on)) => {
            Tell::VacuumGripper(vacuum_gripper::VacuumGripperAnswer::Configure { on: *on })
        }
        (DeviceKind::Radar, Reading::Targets(targets)) => {
            Tell::Radar(radar::RadarAnswer::Targets {
                targets: targets.iter().map(radar_target).collect(),
            })
        }
        (DeviceKind::LightSensor, Reading::Number(value)) => {
            Tell::LightSensor(light_sensor::LightSensorAnswer::Value { value: *value })
        }
        (DeviceKind::DistanceSensor, Reading::Number(value)) => {
            Tell::DistanceSensor(distance_sensor::DistanceSensorAnswer::Value { value: *value })
        }
        (DeviceKind::PositionSensor, Reading::Number(value)) => {
            Tell::PositionSensor(position_sensor::PositionSensorAnswer::Value { position: *value })
        }
        (DeviceKind::Altimeter, Reading::Number(value)) => {
            Tell::Altimeter(altimeter::AltimeterAnswer::Value { value: *value })
        }
        (DeviceKind::TouchSensor, Reading::Number(value)) => {
            Tell::TouchSensor(touch_sensor::TouchSensorAnswer::Value { value: *value })
        }
        (DeviceKind::TouchSensor, Reading::Vector(force)) => {
            Tell::TouchSensor(touch_sensor::TouchSensorAnswer::Force3d { force: *force })
        }
        (DeviceKind::Accelerometer, Reading::Vector(value)) => {
            Tell::Accelerometer(accelerometer::AccelerometerAnswer::Value { value: *value })
        }
        (DeviceKind::Compass, Reading::Vector(value)) => {
            Tell::Compass(compass::CompassAnswer::Value { value: *value })
        }
        (DeviceKind::Gyro, Reading::Vector(value)) => {
            Tell::Gyro(gyro::GyroAnswer::Value { value: *value })
        }
        (
            DeviceKind::Gps,
            Reading::Fix {
                position,
                speed,
                velocity,
            },
        ) => Tell::Gps(gps::GpsAnswer::Value {
            position: *position,
            speed: *speed,
            velocity: *velocity,
        }),
        (DeviceKind::InertialUnit, Reading::Attitude(quaternion)) => {
            Tell::InertialUnit(inertial_unit::InertialUnitAnswer::Value {
                quaternion: *quaternion,
            })
        }
        (DeviceKind::RotationalMotor, Reading::Feedback(force)) => {
            Tell::RotationalMotor(motor::MotorAnswer::Feedback { force: *force })
        }
        (DeviceKind::LinearMotor, Reading::Feedback(force)) => {
            Tell::LinearMotor(motor::MotorAnswer::Feedback { force: *force })
        }
        _ => return None,
    })
}

fn radar_target(target: &RadarTarget) -> radar::RadarTarget {
    radar::RadarTarget {
        distance: target.distance,
        received_power: target.power,
        speed: target.speed,
        azimuth: target.azimuth,
    }
}
