//! Signals of a robot: its LEDs, which can be set, and its sensors of one number.

use crate::access::Role;
use crate::job::{FoundDevice, Scope, impossible, invalid, shown};
use crate::names;
use crate::values::{identifier, no_extras};
use foxden_catalogue::NodeType;
use foxden_sim::controller::{Command, Reading};
use raconteur::service::Context;
use raconteur::value::{List, Record, Value};
use raconteur::{Error, ErrorCode, Result};

/// Numbers of `com.robotraconteur.signal.SignalType`.
const DIGITAL: i32 = 1;
const ANALOG: i32 = 2;

/// Numbers of `com.robotraconteur.signal.SignalAccessLevel`.
const READ_ONLY: i32 = 3;
const ALL: i32 = 4;

/// Whether a device is a signal.
pub(crate) fn is_signal(kind: NodeType) -> bool {
    matches!(
        kind,
        NodeType::LED
            | NodeType::LightSensor
            | NodeType::DistanceSensor
            | NodeType::TouchSensor
            | NodeType::PositionSensor
            | NodeType::Altimeter
    )
}

fn found(scope: &mut Scope<'_>, robot: &str, name: &str) -> Result<FoundDevice> {
    let (index, _) = scope.robot(robot)?;
    let mut devices = names::devices(&scope.run.world, index).into_iter();
    if !devices.any(|(_, (_, kind, _))| is_signal(kind)) {
        return Err(Error::new(
            ErrorCode::NotImplementedError,
            "the robot has no signals",
        ));
    }
    let device = scope.device(robot, name);
    let device = device.ok().filter(|device| is_signal(device.kind));
    device.ok_or_else(|| invalid(format!("the robot has no signal {}", shown(name))))
}

/// `getf_signal`.
pub(crate) fn get(scope: &mut Scope<'_>, robot: &str, name: &str) -> Result<Vec<f64>> {
    let device = found(scope, robot, name)?;
    if device.kind == NodeType::LED {
        return Ok(value(scope, device).unwrap_or_default());
    }
    scope.require_on(device, name)?;
    value(scope, device).ok_or_else(|| {
        let name = shown(name);
        impossible(format!("the sensor {name} has no value yet"))
    })
}

/// The value of a signal; none if it is a sensor that has not measured yet.
pub(crate) fn value(scope: &Scope<'_>, device: FoundDevice) -> Option<Vec<f64>> {
    let world = &scope.run.world;
    if device.kind == NodeType::LED {
        let status = world.led_status(device.robot, device.tag)?;
        return Some(vec![f64::from(status.value)]);
    }
    match world.reading(device.robot, device.tag) {
        Some(Reading::Number(number)) => Some(vec![number]),
        Some(Reading::Vector(vector)) => Some(vector.to_vec()),
        _ => None,
    }
}

/// `setf_signal`.
pub(crate) fn set(
    scope: &mut Scope<'_>,
    robot: &str,
    (name, value): (String, Vec<f64>),
    context: &Context,
) -> Result<()> {
    Role::Drive.check(context)?;
    let (device, command) = command(scope, robot, &name, &value)?;
    scope.drive(robot, context)?;
    scope.command(device.robot, vec![command]);
    Ok(())
}

/// The command that sets a signal.
pub(crate) fn command(
    scope: &mut Scope<'_>,
    robot: &str,
    name: &str,
    value: &[f64],
) -> Result<(FoundDevice, Command)> {
    let device = found(scope, robot, name)?;
    if device.kind != NodeType::LED {
        let text = format!("the signal {} can only be read", shown(name));
        return Err(Error::new(ErrorCode::ReadOnlyMember, text));
    }
    let [value] = value else {
        return Err(invalid("this signal is one number"));
    };
    crate::job::finite(&[*value], "a signal")?;
    // casts of floats saturate
    Ok((device, Command::Led(device.tag, value.round() as i32)))
}

/// `SignalInfo` of a device.
pub(crate) fn info(name: &str, kind: NodeType) -> Record {
    let (signal_type, access) = match kind {
        NodeType::LED => (DIGITAL, ALL),
        _ => (ANALOG, READ_ONLY),
    };
    Record::new("com.robotraconteur.signal.SignalInfo")
        .with("signal_identifier", identifier(name, ""))
        .with("signal_class", Value::Null)
        .with("units", List::<Value>::default())
        .with("data_type", Value::Null)
        .with("signal_type", signal_type)
        .with("access_level", access)
        .with("address", Vec::<u32>::new())
        .with("user_description", kind.name())
        .with("min_value", Value::Null)
        .with("max_value", Value::Null)
        .with("extended", no_extras())
}

/// `SignalInfo` of each signal of a robot.
pub(crate) fn infos(scope: &mut Scope<'_>, robot: &str) -> Result<Vec<Record>> {
    let (index, _) = scope.robot(robot)?;
    let devices = names::devices(&scope.run.world, index).into_iter();
    let devices = devices.filter(|(_, (_, kind, _))| is_signal(*kind));
    let infos = devices.map(|(name, (_, kind, _))| info(&name, kind));
    Ok(infos.collect())
}
