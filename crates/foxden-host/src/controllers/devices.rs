//! Devices on the wire: what they are at the start, what is asked of them and
//! what they measure.

use foxden_protocol::devices::{
    self, DeviceKind, accelerometer, altimeter, brake, compass, connector, distance_sensor,
    emitter, gps, gyro, inertial_unit, led, light_sensor, motor, position_sensor, radar, receiver,
    speaker, touch_sensor, vacuum_gripper,
};
use foxden_protocol::{AnswerMessage, Tag};
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
pub fn changes_device(request: &devices::Request) -> bool {
    use devices::Request::{LinearMotor, RotationalMotor};
    matches!(
        request,
        RotationalMotor(motor::Request::SetAcceleration { .. } | motor::Request::SetControl { .. })
            | LinearMotor(
                motor::Request::SetAcceleration { .. } | motor::Request::SetControl { .. }
            )
    )
}

/// What a message for a device means: something to do, something to answer, or nothing.
pub fn obey(
    scene: &Scene,
    known: &[KnownDevice],
    at: usize,
    request: &devices::Request,
    commands: &mut Vec<Command>,
    answers: &mut Vec<AnswerMessage>,
) {
    use devices::Request as Ask;
    let Some(device) = known.get(at) else {
        return;
    };
    let port = device.port;
    let enable = |period: u16| Command::Enable(port, period as i16);
    let associated = |wanted: foxden_protocol::NodeTypeNumber| {
        let holder = scene.get(device.node)?.parent()?;
        let found = known.iter().position(|other| {
            let number = other.kind.number();
            let fits = number == wanted || (wanted.0 == 57 && is_motor(other.kind));
            fits && scene.nodes_in(holder).contains(&other.node)
        })?;
        Some(tag_at(found))
    };
    let mut answer = |message| answers.push(AnswerMessage::Device(tag_at(at), message));
    match request {
        Ask::Accelerometer(accelerometer::Request::SetPeriod { period })
        | Ask::Altimeter(altimeter::Request::SetPeriod { period })
        | Ask::Compass(compass::Request::SetPeriod { period })
        | Ask::Gyro(gyro::Request::SetPeriod { period })
        | Ask::LightSensor(light_sensor::Request::SetPeriod { period })
        | Ask::DistanceSensor(distance_sensor::Request::SetPeriod { period })
        | Ask::Gps(gps::Request::SetPeriod { period })
        | Ask::InertialUnit(inertial_unit::Request::SetPeriod { period })
        | Ask::TouchSensor(touch_sensor::Request::SetPeriod { period })
        | Ask::Radar(radar::Request::SetPeriod { period })
        | Ask::PositionSensor(position_sensor::Request::SetPeriod { period }) => {
            commands.push(enable(*period));
        }
        Ask::PositionSensor(position_sensor::Request::FindAssociated { wanted }) => {
            answer(devices::Answer::PositionSensor(
                position_sensor::Answer::Associated {
                    tag: associated(*wanted),
                },
            ));
        }
        Ask::Emitter(emitter::Request::Send {
            channel,
            range,
            data,
        }) => commands.push(Command::Send {
            tag: port,
            channel: *channel,
            range: *range,
            data: data.clone(),
        }),
        Ask::Receiver(receiver::Request::SetPeriod { period })
        | Ask::Connector(connector::Request::SetPresencePeriod { period })
        | Ask::VacuumGripper(vacuum_gripper::Request::SetPresencePeriod { period }) => {
            commands.push(enable(*period));
        }
        Ask::Receiver(receiver::Request::SetChannel { channel }) => {
            commands.push(Command::ReceiverChannel(port, *channel));
        }
        Ask::Connector(connector::Request::Lock) => commands.push(Command::Lock(port, true)),
        Ask::Connector(connector::Request::Unlock) => commands.push(Command::Lock(port, false)),
        Ask::VacuumGripper(vacuum_gripper::Request::TurnOn) => {
            commands.push(Command::Grip(port, true));
        }
        Ask::VacuumGripper(vacuum_gripper::Request::TurnOff) => {
            commands.push(Command::Grip(port, false));
        }
        Ask::Led(led::Request::Set { value }) => commands.push(Command::Led(port, *value)),
        Ask::Brake(brake::Request { damping, wanted }) => {
            if let Some(damping) = damping {
                commands.push(Command::Brake(port, *damping));
            }
            if let Some(wanted) = wanted {
                answer(devices::Answer::Brake(brake::Answer::Associated {
                    tag: associated(*wanted),
                }));
            }
        }
        Ask::RotationalMotor(message) | Ask::LinearMotor(message) => {
            commands.push(match message {
                motor::Request::SetPosition { position } => Command::MotorPosition(port, *position),
                motor::Request::SetVelocity { velocity } => Command::MotorVelocity(port, *velocity),
                motor::Request::SetAvailableForce { force } => {
                    Command::MotorAvailableForce(port, *force)
                }
                motor::Request::SetForce { force } => Command::MotorForce(port, *force),
                motor::Request::SetFeedbackPeriod { period } => {
                    Command::EnableFeedback(port, *period as i16)
                }
                motor::Request::SetAcceleration { acceleration } => {
                    Command::MotorAcceleration(port, *acceleration)
                }
                motor::Request::SetControl { gains } => Command::MotorControl(port, *gains),
                motor::Request::FindAssociated { wanted } => {
                    let message = motor::Answer::Associated {
                        tag: associated(*wanted),
                    };
                    answer(match request {
                        Ask::LinearMotor(_) => devices::Answer::LinearMotor(message),
                        _ => devices::Answer::RotationalMotor(message),
                    });
                    return;
                }
            });
        }
        // the world says once that it does not simulate this
        _ => {
            commands.push(enable(0));
            for over in unheard(request) {
                answer(devices::Answer::Speaker(over));
            }
        }
    }
}

/// What nobody hears is over at once, so that who waits for its end goes on.
fn unheard(request: &devices::Request) -> Vec<speaker::Answer> {
    match request {
        devices::Request::Speaker(speaker::Request::Play { sounds }) => sounds
            .iter()
            .filter(|sound| !sound.repeats)
            .map(|sound| speaker::Answer::SoundOver {
                file: sound.file.clone(),
            })
            .collect(),
        devices::Request::Speaker(speaker::Request::Speak { .. }) => {
            vec![speaker::Answer::SpeechOver]
        }
        _ => Vec::new(),
    }
}

/// A measured value as its device tells it.
pub fn reading(kind: DeviceKind, reading: &Reading) -> Vec<devices::Answer> {
    if let Reading::Packets { channel, packets } = reading {
        let tell = packets.iter().map(|packet| {
            devices::Answer::Receiver(receiver::Answer::Packet {
                channel: *channel,
                direction: packet.direction,
                signal: packet.strength,
                data: packet.data.to_vec(),
            })
        });
        return tell.collect();
    }
    single_reading(kind, reading).into_iter().collect()
}

fn single_reading(kind: DeviceKind, reading: &Reading) -> Option<devices::Answer> {
    use devices::Answer as Tell;
    Some(match (kind, reading) {
        (DeviceKind::Connector, Reading::Presence(presence)) => {
            Tell::Connector(connector::Answer::Presence {
                presence: *presence,
            })
        }
        (DeviceKind::Connector, Reading::Locked(locked)) => {
            Tell::Connector(connector::Answer::Configure { locked: *locked })
        }
        (DeviceKind::VacuumGripper, Reading::Held(presence)) => {
            Tell::VacuumGripper(vacuum_gripper::Answer::Presence {
                presence: *presence,
            })
        }
        (DeviceKind::VacuumGripper, Reading::GripperOn(on)) => {
            Tell::VacuumGripper(vacuum_gripper::Answer::Configure { on: *on })
        }
        (DeviceKind::Radar, Reading::Targets(targets)) => Tell::Radar(radar::Answer::Targets {
            targets: targets.iter().map(radar_target).collect(),
        }),
        (DeviceKind::LightSensor, Reading::Number(value)) => {
            Tell::LightSensor(light_sensor::Answer::Value { value: *value })
        }
        (DeviceKind::DistanceSensor, Reading::Number(value)) => {
            Tell::DistanceSensor(distance_sensor::Answer::Value { value: *value })
        }
        (DeviceKind::PositionSensor, Reading::Number(value)) => {
            Tell::PositionSensor(position_sensor::Answer::Value { position: *value })
        }
        (DeviceKind::Altimeter, Reading::Number(value)) => {
            Tell::Altimeter(altimeter::Answer::Value { value: *value })
        }
        (DeviceKind::TouchSensor, Reading::Number(value)) => {
            Tell::TouchSensor(touch_sensor::Answer::Value { value: *value })
        }
        (DeviceKind::TouchSensor, Reading::Vector(force)) => {
            Tell::TouchSensor(touch_sensor::Answer::Force3d { force: *force })
        }
        (DeviceKind::Accelerometer, Reading::Vector(value)) => {
            Tell::Accelerometer(accelerometer::Answer::Value { value: *value })
        }
        (DeviceKind::Compass, Reading::Vector(value)) => {
            Tell::Compass(compass::Answer::Value { value: *value })
        }
        (DeviceKind::Gyro, Reading::Vector(value)) => {
            Tell::Gyro(gyro::Answer::Value { value: *value })
        }
        (
            DeviceKind::Gps,
            Reading::Fix {
                position,
                speed,
                velocity,
            },
        ) => Tell::Gps(gps::Answer::Value {
            position: *position,
            speed: *speed,
            velocity: *velocity,
        }),
        (DeviceKind::InertialUnit, Reading::Attitude(quaternion)) => {
            Tell::InertialUnit(inertial_unit::Answer::Value {
                quaternion: *quaternion,
            })
        }
        (DeviceKind::RotationalMotor, Reading::Feedback(force)) => {
            Tell::RotationalMotor(motor::Answer::Feedback { force: *force })
        }
        (DeviceKind::LinearMotor, Reading::Feedback(force)) => {
            Tell::LinearMotor(motor::Answer::Feedback { force: *force })
        }
        _ => return None,
    })
}

fn radar_target(target: &RadarTarget) -> radar::Target {
    radar::Target {
        distance: target.distance,
        received_power: target.power,
        speed: target.speed,
        azimuth: target.azimuth,
    }
}
