//! What recorders write: devices and fields as cells of a row.

use super::is_upright;
use crate::table::{Cell, EXACT, Tolerance};
use foxden_catalogue::FieldType;
use foxden_client::devices::{DeviceState, InertialUnit, Receiver};
use foxden_protocol::devices::touch_sensor;
use foxden_scene::{FieldRef, Value};
use foxden_sim::World;

/// The most bytes of a packet that are shown.
const SHOWN_BYTES: usize = 12;

/// What follows a device's name in the header; `None` if it is not simulated.
pub(crate) fn columns(state: &DeviceState) -> Option<&'static [&'static str]> {
    Some(match state {
        DeviceState::Gps(_) => &[".x", ".y", ".z", ".speed", ".vx", ".vy", ".vz"],
        DeviceState::InertialUnit(_) => &[".roll", ".pitch", ".yaw", ".qx", ".qy", ".qz", ".qw"],
        DeviceState::Gyro(_) | DeviceState::Accelerometer(_) | DeviceState::Compass(_) => {
            &[".x", ".y", ".z"]
        }
        DeviceState::TouchSensor(sensor)
            if sensor.kind == touch_sensor::TouchSensorKind::Force3d =>
        {
            &[".x", ".y", ".z"]
        }
        DeviceState::RotationalMotor(_) | DeviceState::LinearMotor(_) => &[".target", ".velocity"],
        DeviceState::Receiver(_) => &[".packets", ".queue"],
        DeviceState::Connector(_) => &[".presence", ".locked"],
        DeviceState::VacuumGripper(_) => &[".presence", ".on"],
        DeviceState::LightSensor(_)
        | DeviceState::DistanceSensor(_)
        | DeviceState::PositionSensor(_)
        | DeviceState::Altimeter(_)
        | DeviceState::TouchSensor(_)
        | DeviceState::Radar(_)
        | DeviceState::Led(_) => &[""],
        _ => return None,
    })
}

/// What a device shows, one cell for each column.
pub(crate) fn device(state: &DeviceState) -> Vec<Cell> {
    let numbers = |values: &[f64]| values.iter().copied().map(Cell::number).collect();
    let flag = |flag: bool| f64::from(u8::from(flag));
    match state {
        DeviceState::Gps(gps) => {
            numbers(&[&gps.position[..], &[gps.speed], &gps.velocity].concat())
        }
        DeviceState::InertialUnit(unit) => attitude(unit),
        DeviceState::Gyro(sensor) => numbers(&sensor.value),
        DeviceState::Accelerometer(sensor) => numbers(&sensor.value),
        DeviceState::Compass(sensor) => numbers(&sensor.value),
        DeviceState::TouchSensor(sensor) => match sensor.kind {
            touch_sensor::TouchSensorKind::Force3d => numbers(&sensor.force),
            _ => numbers(&[sensor.value]),
        },
        DeviceState::RotationalMotor(motor) | DeviceState::LinearMotor(motor) => {
            numbers(&[motor.position, motor.velocity])
        }
        DeviceState::Connector(connector) => {
            numbers(&[f64::from(connector.presence), flag(connector.is_locked())])
        }
        DeviceState::VacuumGripper(gripper) => {
            numbers(&[flag(gripper.presence), flag(gripper.is_on())])
        }
        DeviceState::Radar(radar) => vec![Cell::Text(targets(&radar.targets))],
        DeviceState::Led(led) => numbers(&[f64::from(led.value())]),
        DeviceState::LightSensor(sensor) => numbers(&[sensor.value]),
        DeviceState::Altimeter(sensor) => numbers(&[sensor.value]),
        DeviceState::DistanceSensor(sensor) => numbers(&[sensor.value]),
        DeviceState::PositionSensor(sensor) => numbers(&[sensor.position]),
        _ => numbers(&[f64::NAN]),
    }
}

fn attitude(unit: &InertialUnit) -> Vec<Cell> {
    if unit.quaternion.iter().all(|part| part.is_nan()) {
        // the library shows memory that was never set
        return vec![Cell::Unset; 7];
    }
    let angles = unit.roll_pitch_yaw();
    let angles = [0, 1, 2].map(|at| match (is_upright(angles[1]), at) {
        (true, 0 | 2) => Cell::Unset,
        _ => Cell::Numbers(vec![angles[at]], Tolerance::Angle),
    });
    angles
        .into_iter()
        .chain(unit.quaternion.map(Cell::number))
        .collect()
}

/// Targets of a radar: distance, power, speed, azimuth.
fn targets(targets: &[[f64; 4]]) -> String {
    let texts: Vec<String> = targets
        .iter()
        .map(|target| target.map(|part| format!("{part:?}")).join("|"))
        .collect();
    texts.join("/")
}

/// What a receiver holds, which is then gone if it is to be drained.
pub(crate) fn packets(receiver: &mut Receiver, drains: bool) -> [Cell; 2] {
    let count = receiver.queue_length();
    let mut shown = Vec::new();
    while drains && let Ok(packet) = receiver.packet() {
        let text: String = packet
            .data
            .iter()
            .take(SHOWN_BYTES)
            .take_while(|byte| **byte != 0)
            .map(|byte| char::from(*byte))
            .collect();
        let [x, y, z] = packet.direction;
        let (size, strength) = (packet.data.len(), packet.signal);
        shown.push(format!("{text}|{size}|{strength:?}|{x:?};{y:?};{z:?}"));
        receiver.next_packet();
    }
    [Cell::Text(shown.join("/")), Cell::number(count as f64)]
}

/// What stands for something that is not there.
pub(crate) fn missing() -> Cell {
    Cell::Word("MISSING".to_owned())
}

/// A field as recorders write it.
pub(crate) fn watched(world: &World, field: FieldRef) -> Cell {
    let scene = world.scene();
    match scene.field_type(field) {
        FieldType::SFNode => Cell::Word(
            scene
                .nodes_in(field)
                .first()
                .and_then(|node| scene.get(*node))
                .map_or_else(|| "NULL".to_owned(), |node| node.type_name().to_owned()),
        ),
        FieldType::MFNode => Cell::number(scene.nodes_in(field).len() as f64),
        _ => match world.get(field) {
            Some(Value::Bool(value)) => Cell::number(f64::from(u8::from(value))),
            Some(Value::Int(value)) => Cell::number(f64::from(value)),
            Some(Value::Float(value)) => Cell::number(value),
            Some(Value::Vec2(value)) => Cell::Numbers(value.to_vec(), EXACT),
            Some(Value::Vec3(value)) => Cell::Numbers(value.to_vec(), EXACT),
            Some(Value::Rotation(value)) => Cell::Numbers(value.to_vec(), Tolerance::Rotation),
            Some(Value::Color(value)) => Cell::Numbers(value.to_vec(), Tolerance::Color),
            Some(Value::FloatList(value)) => Cell::Numbers(value, EXACT),
            Some(Value::String(text)) => Cell::Word(text.value.to_string()),
            Some(other) => Cell::number(other.count() as f64),
            None => missing(),
        },
    }
}
