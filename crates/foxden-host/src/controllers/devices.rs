//! Devices on the wire: what they are at the start, what is asked of them and
//! what they measure.

use foxden_catalogue::NodeType;
use foxden_protocol::devices::{
    self, DeviceKind, JointKind, LookupRow, LookupTable, accelerometer, altimeter, brake, compass,
    connector, distance_sensor, gps, gyro, inertial_unit, led, light_sensor, motor,
    position_sensor, touch_sensor,
};
use foxden_protocol::{AnswerMessage, Tag};
use foxden_scene::{NodeId, Scene};
use foxden_sim::controller::{Command, Reading, Tag as Port};
use foxden_sim::{RobotIndex, World};

/// A device that a controller knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KnownDevice {
    pub(crate) kind: DeviceKind,
    pub(crate) node: NodeId,
    /// Its tag in the world; the wire does not count all that the world does.
    pub(crate) port: Port,
}

/// The devices of a robot as a controller counts them, from tag 1.
pub(crate) fn known_devices(world: &World, robot: RobotIndex) -> Vec<KnownDevice> {
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
pub(crate) fn tag_at(at: usize) -> Tag {
    Tag(u16::try_from(at + 1).unwrap_or(u16::MAX))
}

fn lookup_table(scene: &Scene, node: NodeId) -> LookupTable {
    scene
        .vec3_list(node, "lookupTable")
        .unwrap_or_default()
        .into_iter()
        .map(|[input, output, noise]| LookupRow {
            input,
            output,
            noise,
        })
        .collect()
}

fn joint_kind(scene: &Scene, node: NodeId) -> JointKind {
    let is_slider = scene
        .parent(node)
        .and_then(|joint| scene.get(joint))
        .is_some_and(|joint| joint.base_type() == NodeType::SliderJoint);
    if is_slider {
        JointKind::Linear
    } else {
        JointKind::Rotational
    }
}

fn text(scene: &Scene, node: NodeId, field: &str) -> String {
    scene
        .text(node, field)
        .map(|text| text.value.to_string())
        .unwrap_or_default()
}

fn world_text(scene: &Scene, field: &str) -> String {
    scene
        .nodes_in(scene.top_level())
        .iter()
        .find(|node| {
            scene
                .get(**node)
                .is_some_and(|node| node.base_type() == NodeType::WorldInfo)
        })
        .map(|info| text(scene, *info, field))
        .unwrap_or_default()
}

/// What a controller must know of a device before it can use it.
pub(crate) fn configuration(
    world: &World,
    robot: RobotIndex,
    known: &[KnownDevice],
    at: usize,
) -> Option<AnswerMessage> {
    let scene = world.scene();
    let device = known.get(at)?;
    let node = device.node;
    let number = |field: &str| scene.float(node, field).unwrap_or(0.0);
    let answer = match device.kind {
        DeviceKind::Accelerometer => {
            devices::Answer::Accelerometer(accelerometer::Answer::Configure {
                lookup_table: lookup_table(scene, node),
            })
        }
        DeviceKind::Compass => devices::Answer::Compass(compass::Answer::Configure {
            lookup_table: lookup_table(scene, node),
        }),
        DeviceKind::Gyro => devices::Answer::Gyro(gyro::Answer::Configure {
            lookup_table: lookup_table(scene, node),
        }),
        DeviceKind::LightSensor => devices::Answer::LightSensor(light_sensor::Answer::Configure {
            lookup_table: lookup_table(scene, node),
        }),
        DeviceKind::Brake => devices::Answer::Brake(brake::Answer::Configure {
            joint: joint_kind(scene, node),
        }),
        DeviceKind::PositionSensor => {
            devices::Answer::PositionSensor(position_sensor::Answer::Configure {
                joint: joint_kind(scene, node),
            })
        }
        DeviceKind::Connector => devices::Answer::Connector(connector::Answer::Configure {
            locked: scene.boolean(node, "isLocked").unwrap_or(false),
        }),
        DeviceKind::DistanceSensor => {
            let lookup_table = lookup_table(scene, node);
            let outputs = || lookup_table.iter().map(|row| row.output);
            devices::Answer::DistanceSensor(distance_sensor::Answer::Configure {
                kind: match text(scene, node, "type").as_str() {
                    "infra-red" => distance_sensor::Kind::InfraRed,
                    "sonar" => distance_sensor::Kind::Sonar,
                    "laser" => distance_sensor::Kind::Laser,
                    _ => distance_sensor::Kind::Generic,
                },
                min_value: outputs().reduce(f64::min).unwrap_or(0.0),
                max_value: outputs().reduce(f64::max).unwrap_or(0.0),
                aperture: number("aperture"),
                lookup_table,
            })
        }
        DeviceKind::Gps => devices::Answer::Gps(gps::Answer::Configure {
            coordinates: match world_text(scene, "gpsCoordinateSystem").as_str() {
                "WGS84" => gps::Coordinates::Wgs84,
                _ => gps::Coordinates::Local,
            },
        }),
        DeviceKind::InertialUnit => {
            devices::Answer::InertialUnit(inertial_unit::Answer::Configure {
                noise: number("noise"),
                coordinate_system: world_text(scene, "coordinateSystem"),
            })
        }
        DeviceKind::TouchSensor => devices::Answer::TouchSensor(touch_sensor::Answer::Configure {
            kind: match text(scene, node, "type").as_str() {
                "force" => touch_sensor::Kind::Force,
                "force-3d" => touch_sensor::Kind::Force3d,
                _ => touch_sensor::Kind::Bumper,
            },
            lookup_table: lookup_table(scene, node),
        }),
        DeviceKind::RotationalMotor => devices::Answer::RotationalMotor(motor::Answer::Configure(
            motor_configuration(world, robot, known, at)?,
        )),
        DeviceKind::LinearMotor => devices::Answer::LinearMotor(motor::Answer::Configure(
            motor_configuration(world, robot, known, at)?,
        )),
        other => return super::unsimulated::configuration(scene, other, node, tag_at(at)),
    };
    Some(AnswerMessage::Device(tag_at(at), answer))
}

fn motor_configuration(
    world: &World,
    robot: RobotIndex,
    known: &[KnownDevice],
    at: usize,
) -> Option<motor::Configuration> {
    let device = known.get(at)?;
    let motor = world.motor(robot, device.port)?;
    let scene = world.scene();
    let group = |node: NodeId| {
        let name = text(scene, node, "name");
        name.split_once("::").map(|(group, _)| group.to_owned())
    };
    let own = group(device.node);
    let coupled = known
        .iter()
        .enumerate()
        .filter(|(other, device)| {
            *other != at && is_motor(device.kind) && own.is_some() && group(device.node) == own
        })
        .map(|(other, _)| tag_at(other))
        .collect();
    let spec = &motor.spec;
    Some(motor::Configuration {
        joint: if device.kind == DeviceKind::LinearMotor {
            JointKind::Linear
        } else {
            JointKind::Rotational
        },
        min_position: spec.min_position,
        max_position: spec.max_position,
        max_velocity: spec.max_velocity,
        acceleration: spec.acceleration.unwrap_or(-1.0),
        max_force: spec.max_force,
        gains: spec.pid,
        target_position: motor.target_position(),
        target_velocity: motor.target_velocity(),
        multiplier: spec.multiplier,
        coupled,
    })
}

fn is_motor(kind: DeviceKind) -> bool {
    matches!(kind, DeviceKind::RotationalMotor | DeviceKind::LinearMotor)
}

/// What a message for a device means: something to do, something to answer, or nothing.
pub(crate) fn obey(
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
        _ => commands.push(enable(0)),
    }
}

/// A measured value as its device tells it.
pub(crate) fn reading(kind: DeviceKind, reading: &Reading) -> Option<devices::Answer> {
    use devices::Answer as Tell;
    Some(match (kind, reading) {
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
