//! What a controller must know of its devices before it can use them, and
//! hears again when it changes.

use crate::devices::{KnownDevice, is_motor, tag_at};
use crate::image_devices;
use foxden_catalogue::NodeType;
use foxden_protocol::devices::{
    self, DeviceKind, JointKind, LookupRow, LookupTable, accelerometer, brake, camera, compass,
    distance_sensor, emitter, gps, gyro, inertial_unit, light_sensor, motor, position_sensor,
    radar, receiver, touch_sensor,
};
use foxden_protocol::{AnswerMessage, Tag};
use foxden_scene::{NodeId, Scene, Value};
use foxden_sim::{RobotIndex, World, motor_group};

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
    let is_straight = scene
        .parent(node)
        .and_then(|joint| scene.get(joint))
        .is_some_and(|joint| matches!(joint.base_type(), NodeType::SliderJoint | NodeType::Track));
    if is_straight {
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

fn world_text(world: &World, field: &str) -> String {
    world
        .world_info()
        .map(|info| text(world.scene(), info, field))
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
            devices::DeviceAnswer::Accelerometer(accelerometer::AccelerometerAnswer::Configure {
                lookup_table: lookup_table(scene, node),
            })
        }
        DeviceKind::Compass => devices::DeviceAnswer::Compass(compass::CompassAnswer::Configure {
            lookup_table: lookup_table(scene, node),
        }),
        DeviceKind::Gyro => devices::DeviceAnswer::Gyro(gyro::GyroAnswer::Configure {
            lookup_table: lookup_table(scene, node),
        }),
        DeviceKind::LightSensor => {
            devices::DeviceAnswer::LightSensor(light_sensor::LightSensorAnswer::Configure {
                lookup_table: lookup_table(scene, node),
            })
        }
        DeviceKind::Brake => devices::DeviceAnswer::Brake(brake::BrakeAnswer::Configure {
            joint: joint_kind(scene, node),
        }),
        DeviceKind::PositionSensor => devices::DeviceAnswer::PositionSensor(
            position_sensor::PositionSensorAnswer::Configure {
                joint: joint_kind(scene, node),
            },
        ),
        DeviceKind::Emitter => devices::DeviceAnswer::Emitter(emitter_configuration(world, node)),
        DeviceKind::Receiver => {
            devices::DeviceAnswer::Receiver(receiver::ReceiverAnswer::Configure {
                buffer_size: scene.integer(node, "bufferSize").unwrap_or(-1),
                channel: integer(world, node, "channel"),
                allowed_channels: integers(scene, node, "allowedChannels"),
            })
        }
        DeviceKind::DistanceSensor => {
            let lookup_table = lookup_table(scene, node);
            let outputs = || lookup_table.iter().map(|row| row.output);
            devices::DeviceAnswer::DistanceSensor(
                distance_sensor::DistanceSensorAnswer::Configure {
                    kind: match text(scene, node, "type").as_str() {
                        "infra-red" => distance_sensor::DistanceSensorKind::InfraRed,
                        "sonar" => distance_sensor::DistanceSensorKind::Sonar,
                        "laser" => distance_sensor::DistanceSensorKind::Laser,
                        _ => distance_sensor::DistanceSensorKind::Generic,
                    },
                    min_value: outputs().reduce(f64::min).unwrap_or(0.0),
                    max_value: outputs().reduce(f64::max).unwrap_or(0.0),
                    aperture: number("aperture"),
                    lookup_table,
                },
            )
        }
        DeviceKind::Gps => devices::DeviceAnswer::Gps(gps::GpsAnswer::Configure {
            coordinates: match world_text(world, "gpsCoordinateSystem").as_str() {
                "WGS84" => gps::Coordinates::Wgs84,
                _ => gps::Coordinates::Local,
            },
        }),
        DeviceKind::InertialUnit => {
            devices::DeviceAnswer::InertialUnit(inertial_unit::InertialUnitAnswer::Configure {
                noise: number("noise"),
                coordinate_system: world_text(world, "coordinateSystem"),
            })
        }
        DeviceKind::TouchSensor => {
            devices::DeviceAnswer::TouchSensor(touch_sensor::TouchSensorAnswer::Configure {
                kind: match text(scene, node, "type").as_str() {
                    "force" => touch_sensor::TouchSensorKind::Force,
                    "force-3d" => touch_sensor::TouchSensorKind::Force3d,
                    _ => touch_sensor::TouchSensorKind::Bumper,
                },
                lookup_table: lookup_table(scene, node),
            })
        }
        DeviceKind::RotationalMotor => devices::DeviceAnswer::RotationalMotor(
            motor::MotorAnswer::Configure(motor_configuration(world, robot, known, at)?),
        ),
        DeviceKind::LinearMotor => devices::DeviceAnswer::LinearMotor(
            motor::MotorAnswer::Configure(motor_configuration(world, robot, known, at)?),
        ),
        DeviceKind::Radar => devices::DeviceAnswer::Radar(radar::RadarAnswer::Configure {
            min_range: number("minRange"),
            max_range: number("maxRange"),
            horizontal_field_of_view: number("horizontalFieldOfView"),
            vertical_field_of_view: number("verticalFieldOfView"),
        }),
        other => return image_devices::configuration(world, other, node, tag_at(at)),
    };
    Some(AnswerMessage::Device(tag_at(at), answer))
}

fn motor_configuration(
    world: &World,
    robot: RobotIndex,
    known: &[KnownDevice],
    at: usize,
) -> Option<motor::MotorConfiguration> {
    let device = known.get(at)?;
    let motor = world.motor(robot, device.port)?;
    let scene = world.scene();
    let group = |node: NodeId| {
        let name = text(scene, node, "name");
        motor_group(&name).map(str::to_owned)
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
    Some(motor::MotorConfiguration {
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

/// The value of a field now, which may differ from the document's.
fn now(world: &World, node: NodeId, name: &str) -> Option<Value> {
    world.get(world.scene().base_field(node, name)?)
}

fn integer(world: &World, node: NodeId, name: &str) -> i32 {
    match now(world, node, name) {
        Some(Value::Int(value)) => value,
        _ => 0,
    }
}

fn integers(scene: &Scene, node: NodeId, name: &str) -> Vec<i32> {
    let field = scene.base_field(node, name);
    match field.and_then(|field| scene.value(field)).as_deref() {
        Some(Value::IntList(list)) => list.clone(),
        _ => Vec::new(),
    }
}

fn emitter_configuration(world: &World, node: NodeId) -> emitter::EmitterAnswer {
    let scene = world.scene();
    let number = |field: &str| scene.float(node, field).unwrap_or(0.0);
    let size = |field: &str| f64::from(scene.integer(node, field).unwrap_or(-1));
    let (baud_rate, byte_size) = (size("baudRate"), size("byteSize"));
    emitter::EmitterAnswer::Configure {
        buffer_size: scene.integer(node, "bufferSize").unwrap_or(-1),
        channel: integer(world, node, "channel"),
        byte_rate: match baud_rate {
            -1.0 => -1.0,
            baud_rate => baud_rate / byte_size / 1000.0,
        },
        range: match now(world, node, "range") {
            Some(Value::Float(range)) => range,
            _ => -1.0,
        },
        max_range: number("maxRange"),
        allowed_channels: integers(scene, node, "allowedChannels"),
    }
}

/// What a controller was told of its devices, so that it hears of changes only.
#[derive(Clone, Debug, Default)]
pub struct SentDeviceState {
    configurations: Vec<Option<AnswerMessage>>,
    /// The fields of devices with pictures whose edit is told.
    fields: Vec<Vec<f64>>,
}

impl SentDeviceState {
    /// The configurations of devices, all of them from a place on.
    pub fn begin(
        &mut self,
        world: &World,
        robot: RobotIndex,
        known: &[KnownDevice],
        from: usize,
    ) -> Vec<AnswerMessage> {
        self.configurations.truncate(from);
        self.fields.truncate(from);
        for at in from..known.len() {
            let configuration = configuration(world, robot, known, at);
            self.configurations.push(configuration);
            let KnownDevice { kind, node, .. } = known[at];
            self.fields
                .push(image_devices::told_fields(world, kind, node));
        }
        let new = self.configurations.get(from..).unwrap_or_default();
        new.iter().flatten().cloned().collect()
    }

    /// What is different now.
    pub fn changes(
        &mut self,
        world: &World,
        robot: RobotIndex,
        known: &[KnownDevice],
    ) -> Vec<AnswerMessage> {
        let mut messages = Vec::new();
        for (at, told) in self.configurations.iter_mut().enumerate() {
            let is_there = known
                .get(at)
                .is_some_and(|device| world.scene().get(device.node).is_some());
            if !is_there {
                continue;
            }
            let now = configuration(world, robot, known, at);
            if has_pictures(known[at].kind) {
                let KnownDevice { kind, node, .. } = known[at];
                let fields = image_devices::told_fields(world, kind, node);
                let is_edited = std::mem::replace(&mut self.fields[at], fields.clone()) != fields;
                messages.extend(picture_change(tag_at(at), told.as_ref(), &now, is_edited));
                *told = now;
                continue;
            }
            if let (Some(before), Some(after)) = (&*told, &now)
                && !is_same(before, after)
            {
                messages.extend(change(tag_at(at), before, after));
                *told = now;
            }
        }
        messages
    }
}

fn has_pictures(kind: DeviceKind) -> bool {
    use DeviceKind::{Camera, Display, Lidar, RangeFinder};
    matches!(kind, Camera | RangeFinder | Lidar | Display)
}

/// The message to the controller after an edit of a device with pictures.
fn picture_change(
    tag: Tag,
    before: Option<&AnswerMessage>,
    now: &Option<AnswerMessage>,
    is_edited: bool,
) -> Vec<AnswerMessage> {
    let Some(after @ AnswerMessage::Device(_, answer)) = now else {
        return Vec::new();
    };
    let allowed = image_devices::segmentation_of(after);
    let segmentation =
        allowed.filter(|_| before.and_then(image_devices::segmentation_of) != allowed);
    let segmentation = segmentation
        .map(|allowed| devices::DeviceAnswer::Camera(camera::Answer::Segmentation { allowed }));
    let again = is_edited.then(|| image_devices::reconfiguration(answer));
    let parts = again.flatten().into_iter().chain(segmentation);
    parts.map(|part| AnswerMessage::Device(tag, part)).collect()
}

/// Where a motor goes is the controller's own doing and no news.
fn is_same(before: &AnswerMessage, after: &AnswerMessage) -> bool {
    let (Some(one), Some(two)) = (motor_of(before), motor_of(after)) else {
        return before == after;
    };
    let still = |motor: &motor::MotorConfiguration| motor::MotorConfiguration {
        target_position: 0.0,
        target_velocity: 0.0,
        ..motor.clone()
    };
    still(one) == still(two)
}

fn motor_of(message: &AnswerMessage) -> Option<&motor::MotorConfiguration> {
    use devices::DeviceAnswer::{LinearMotor, RotationalMotor};
    match message {
        AnswerMessage::Device(
            _,
            RotationalMotor(motor::MotorAnswer::Configure(motor))
            | LinearMotor(motor::MotorAnswer::Configure(motor)),
        ) => Some(motor),
        _ => None,
    }
}

/// How a change is told: most devices are configured again.
fn change(tag: Tag, before: &AnswerMessage, after: &AnswerMessage) -> Vec<AnswerMessage> {
    use devices::DeviceAnswer as Tell;
    let (AnswerMessage::Device(_, before), AnswerMessage::Device(_, after)) = (before, after)
    else {
        return Vec::new();
    };
    match (before, after) {
        (
            Tell::Emitter(emitter::EmitterAnswer::Configure {
                buffer_size: old_size,
                channel: old_channel,
                range: old_range,
                allowed_channels: old_channels,
                ..
            }),
            Tell::Emitter(emitter::EmitterAnswer::Configure {
                buffer_size,
                channel,
                range,
                allowed_channels,
                ..
            }),
        ) => {
            let parts = [
                (old_channels != allowed_channels).then(|| {
                    emitter::EmitterAnswer::AllowedChannels {
                        channels: allowed_channels.clone(),
                    }
                }),
                (old_channel != channel)
                    .then_some(emitter::EmitterAnswer::Channel { channel: *channel }),
                (old_range != range).then_some(emitter::EmitterAnswer::Range { range: *range }),
                (old_size != buffer_size).then_some(emitter::EmitterAnswer::BufferSize {
                    buffer_size: *buffer_size,
                }),
            ];
            let tell = |part| AnswerMessage::Device(tag, Tell::Emitter(part));
            parts.into_iter().flatten().map(tell).collect()
        }
        (_, after) => vec![AnswerMessage::Device(tag, after.clone())],
    }
}
