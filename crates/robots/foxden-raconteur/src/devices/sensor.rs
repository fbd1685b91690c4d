//! Sensors with one or three numbers, and radars.

use super::{DeviceCache, DeviceKey, SampledWires, gps, imu, sampled, stamped};
use crate::job::{FoundDevice, Scope, WorldLink, impossible, invalid, not_found, shown};
use crate::members::Members;
use crate::stream::Occasion;
use crate::values::{no_extras, point, roll_pitch_yaw, vector3};
use foxden_catalogue::NodeType;
use foxden_sim::controller::{RadarTarget, Reading};
use foxden_sim::time::seconds;
use raconteur::Result;
use raconteur::members::{Pipe, Wire};
use raconteur::value::{IntoValue, List, MultiDim, Record, Value};

/// Flags of `com.robotraconteur.sensor.SensorDataFlags`.
const ENABLED: u32 = 0x1;
const STREAMING: u32 = 0x2;
const READY: u32 = 0x400;

/// Packets that a pipe keeps for a client that is slow.
const MOST_PACKETS: u32 = 3;

/// `com.robotraconteur.sensor.SensorTypeCode` of a device and its unit.
fn sensor_type(kind: NodeType) -> (i32, &'static str) {
    match kind {
        NodeType::LightSensor => (36, "W/m2"),
        NodeType::DistanceSensor => (70, ""),
        NodeType::TouchSensor => (12, ""),
        NodeType::PositionSensor => (15, "rad"),
        NodeType::Altimeter => (38, "m"),
        NodeType::Accelerometer => (21, "m/s2"),
        NodeType::Gyro => (22, "rad/s"),
        NodeType::Compass => (60, ""),
        NodeType::GPS => (41, "m"),
        NodeType::InertialUnit => (68, "rad"),
        _ => (0, ""),
    }
}

/// The wires and pipes of a sensor.
#[derive(Clone)]
struct SensorWires {
    sampled: SampledWires,
    values: Wire,
    data: Pipe,
    /// Readings of one number.
    reading: Wire,
    /// Readings of three numbers.
    vector: Wire,
    /// Readings of a standard type of its own, and what makes them.
    standard: Option<(Wire, StateOf)>,
}

/// Makes a structure of a reading.
type StateOf = fn(&mut Scope<'_>, FoundDevice, &Reading) -> Record;

/// The wire of a standard type with structures of its own.
fn standard_wire(type_name: &str) -> Option<(&'static str, StateOf)> {
    match type_name {
        gps::TYPE => Some(("gps_state", gps::state)),
        imu::TYPE => Some(("imu_state", imu::state)),
        _ => None,
    }
}

/// A sensor with one number or three.
pub(super) fn object(
    scope: &mut Scope<'_>,
    type_name: &'static str,
    key: &DeviceKey,
    device: FoundDevice,
    link: &WorldLink,
) -> Members {
    let (members, sampled) = sampled(scope, type_name, key, device, link);
    with_readings(scope, members, type_name, key, sampled)
}

/// Adds the members of a sensor of a type, and sends its readings.
pub(super) fn with_readings(
    scope: &mut Scope<'_>,
    members: Members,
    type_name: &'static str,
    key: &DeviceKey,
    sampled: SampledWires,
) -> Members {
    let wires = SensorWires {
        sampled,
        values: Wire::new(),
        data: Pipe::new(),
        reading: Wire::new(),
        vector: Wire::new(),
        standard: standard_wire(type_name).map(|(_, state)| (Wire::new(), state)),
    };
    wires.data.limit_backlog(Some(MOST_PACKETS));
    let info = key.clone();
    let (get, set) = (key.clone(), key.clone());
    let mut members = members
        .read("sensor_info", move |scope| {
            let device = info.find(scope)?;
            Ok(sensor_info(scope, type_name, &info, device))
        })
        .wire("sensor_value", &wires.values)
        .pipe("sensor_data", &wires.data)
        .query(
            "getf_param",
            move |_, (name,): (String,)| -> Result<Value> { Err(no_parameter(&get, &name)) },
        )
        .query(
            "setf_param",
            move |_, (name, _): (String, Value)| -> Result<()> { Err(no_parameter(&set, &name)) },
        );
    if type_name == "foxden.devices.VectorSensor" {
        members = members.wire("vector3_sensor_value", &wires.vector);
    } else if let Some((name, _)) = standard_wire(type_name)
        && let Some((wire, _)) = &wires.standard
    {
        members = members.wire(name, wire);
    } else {
        let table = key.clone();
        members = members
            .wire("reading", &wires.reading)
            .read("lookup_table", move |scope| {
                let device = table.find(scope)?;
                Ok(lookup_table(scope, device))
            });
    }
    if type_name == "foxden.devices.LightSensor" {
        let key = key.clone();
        members = members.query("explain", move |scope, (): ()| {
            explanation(scope, &key.robot, &key.name)
        });
    }
    let alive = members.alive.clone();
    let mut cache = DeviceCache::new(key);
    let (mut seqno, mut is_first) = (0, true);
    scope.stream(&alive, move |scope, occasion| {
        let sample = match occasion {
            Occasion::Step => cache.sample(scope),
            // what can be peeked before the first sample
            Occasion::Change if std::mem::take(&mut is_first) => {
                cache.find(scope).map(|device| (device, Reading::Nothing))
            }
            Occasion::Change => None,
        };
        if let Some((device, reading)) = sample {
            if occasion == Occasion::Step {
                seqno += 1;
            }
            send_reading(scope, &cache.key, device, &wires, &reading, seqno);
        }
    });
    members
}

fn no_parameter(key: &DeviceKey, name: &str) -> raconteur::Error {
    invalid(format!(
        "the device {} has no parameter {}",
        shown(&key.name),
        shown(name)
    ))
}

/// The numbers of a reading.
fn numbers(reading: &Reading) -> Vec<f64> {
    match reading {
        Reading::Number(number) | Reading::Feedback(number) => vec![*number],
        Reading::Vector(vector) => vector.to_vec(),
        Reading::Fix { position, .. } => position.to_vec(),
        Reading::Attitude(turn) => roll_pitch_yaw(*turn).to_vec(),
        _ => Vec::new(),
    }
}

fn send_reading(
    scope: &mut Scope<'_>,
    key: &DeviceKey,
    device: FoundDevice,
    wires: &SensorWires,
    reading: &Reading,
    seqno: u64,
) {
    let has_value = !matches!(reading, Reading::Nothing);
    let numbers = numbers(reading);
    let flags = match has_value {
        true => ENABLED | STREAMING | READY,
        false => ENABLED | READY,
    };
    let downsampling = &wires.sampled.downsampling;
    let first = numbers.first().copied().unwrap_or(f64::NAN);
    let value = stamped(scope, "foxden.devices.Reading", seqno)
        .with("value", first)
        .with("flags", flags);
    downsampling.send(&wires.reading, value.into_value(), seqno);
    let vector: [f64; 3] = numbers.as_slice().try_into().unwrap_or([f64::NAN; 3]);
    downsampling.send(&wires.vector, vector3(vector), seqno);
    if let Some((wire, state)) = &wires.standard {
        let state = state(scope, device, reading);
        downsampling.send(wire, state.into_value(), seqno);
    }
    if wires.data.connections() > 0 && has_value {
        let about = key.describe(scope, device, "");
        let header = about.data_header(scope.clock().time_spec(), seqno);
        let data = Record::new("com.robotraconteur.sensor.SensorData")
            .with("data_header", header)
            .with("data_flags", flags)
            .with("data", numbers.clone())
            .with("data_type", Value::Null)
            .with("data_units", units(device.kind))
            .with("parameters", no_extras())
            .with("extended", no_extras());
        downsampling.broadcast(&wires.data, data.into_value(), seqno);
    }
    downsampling.send(&wires.values, numbers.into_value(), seqno);
    wires.sampled.send_clock(scope, seqno);
}

fn units(kind: NodeType) -> List<Record> {
    let unit = match sensor_type(kind).1 {
        "" => return List::default(),
        unit => unit,
    };
    List(vec![
        Record::new("com.robotraconteur.units.SIUnit")
            .with("display_units", unit)
            .with("encoded_units", unit),
    ])
}

fn sensor_info(
    scope: &mut Scope<'_>,
    type_name: &'static str,
    key: &DeviceKey,
    device: FoundDevice,
) -> Record {
    let about = key.describe(scope, device, type_name);
    let period = seconds(f64::from(scope.device_period(device)));
    let frequency = match period > 0.0 {
        true => 1.0 / period,
        false => 0.0,
    };
    Record::new("com.robotraconteur.sensor.SensorInfo")
        .with("device_info", about.info())
        .with("sensor_type", sensor_type(device.kind).0)
        .with("units", units(device.kind))
        .with("data_type", Value::Null)
        .with("sensor_resolution", Vec::<f64>::new())
        .with("analog_sensor", true)
        .with("update_frequency", frequency)
        .with("parameter_info", List::<Value>::default())
        .with("extended", no_extras())
}

/// Rows of three numbers.
fn lookup_table(scope: &Scope<'_>, device: FoundDevice) -> MultiDim<f64> {
    let scene = scope.run.world.scene();
    let rows = scene
        .base_field(device.node, "lookupTable")
        .and_then(|field| scope.run.world.get(field));
    let rows = match rows {
        Some(foxden_scene::Value::Vec3List(rows)) => rows,
        _ => Vec::new(),
    };
    crate::world::matrix(&rows)
}

/// How far away lights without a place are shown, in metres.
const FARTHEST_LIGHT: f64 = 1e6;

/// Why a light sensor measures what it measures.
pub(crate) fn explanation(scope: &mut Scope<'_>, robot: &str, name: &str) -> Result<Record> {
    let device = scope.device(robot, name)?;
    if device.kind != NodeType::LightSensor {
        return Err(impossible(format!("{} is no LightSensor", shown(name))));
    }
    let from = scope.run.world.position(device.node).unwrap_or_default();
    let world = &mut scope.run.world;
    let explanation = world.explain_device(device.robot, device.tag);
    let explanation = explanation.ok_or_else(|| not_found("the sensor is not there any more"))?;
    let rays = explanation.parts.iter().map(|part| {
        let light = part.contribution.light_position(from, FARTHEST_LIGHT);
        let blocked = part.occluder.as_ref();
        Record::new("foxden.devices.LightRay")
            .with("light", part.light.as_str())
            .with("light_position", point(light))
            .with("is_blocked", blocked.is_some())
            .with("blocked_at", point(blocked.map_or(light, |one| one.point)))
            .with("blocked_by", blocked.map_or("", |one| one.solid.as_str()))
            .with("irradiance", explanation.irradiance_of(part))
    });
    Ok(Record::new("foxden.devices.LightExplanation")
        .with("value", explanation.value)
        .with("irradiance", explanation.irradiance)
        .with("rays", List(rays.collect::<Vec<_>>())))
}

/// A radar.
pub(super) fn radar(
    scope: &mut Scope<'_>,
    key: &DeviceKey,
    device: FoundDevice,
    link: &WorldLink,
) -> Members {
    let (members, sampled) = sampled(scope, "foxden.devices.Radar", key, device, link);
    let wire = Wire::new();
    let members = members.wire("scan", &wire);
    let mut cache = DeviceCache::new(key);
    let mut seqno = 0;
    let alive = members.alive.clone();
    scope.stream(&alive, move |scope, occasion| {
        if occasion == Occasion::Step
            && let Some((_, Reading::Targets(targets))) = cache.sample(scope)
        {
            seqno += 1;
            let targets = List(targets.iter().map(target).collect::<Vec<_>>());
            let scan = stamped(scope, "foxden.devices.RadarScan", seqno).with("targets", targets);
            sampled.downsampling.send(&wire, scan.into_value(), seqno);
            sampled.send_clock(scope, seqno);
        }
    });
    members
}

fn target(target: &RadarTarget) -> Record {
    Record::new("foxden.devices.RadarTarget")
        .with("distance", target.distance)
        .with("power", target.power)
        .with("speed", target.speed)
        .with("azimuth", target.azimuth)
}
