//! `com.robotraconteur.robotics.robot.RobotInfo`, and what else describes a robot.

use super::axis::{Axis, AxisKind};
use super::drive::{RobotDrive, effort_unit, position_unit};
use super::mechanism::Chain;
use super::parameters;
use super::tools::ChainEnd;
use crate::job::Scope;
use crate::values::{identifier, named, named_quaternion, no_extras, uuid};
use foxden_sim::math::{Matrix, Vector};
use raconteur::Result;
use raconteur::message::Array;
use raconteur::value::{IntoValue, List, Record, Value};
use std::collections::BTreeMap;

/// Jog, trajectories, positions and velocities can be commanded, errors reset, motors turned
/// on and off, trajectories queued, and speeds scaled.
const CAPABILITIES: u32 = 0x1 | 0x2 | 0x4 | 0x8 | 0x20 | 0x40 | 0x200 | 0x400;

/// `InterpolationMode`: default and joint_cubic_spline.
const INTERPOLATION_MODES: [i32; 2] = [0, 5];

/// What the class "robot" is known by in all programs.
const ROBOT_CLASS: [u8; 16] = [
    0x39, 0xb5, 0x13, 0xe7, 0x21, 0xb9, 0x4b, 0x49, 0x86, 0x54, 0x75, 0x37, 0x47, 0x30, 0x30, 0xeb,
];

/// `DeviceInfo` of a robot.
pub(super) fn device_info(drive: &RobotDrive, scope: &mut Scope<'_>) -> Record {
    let about = scope.describe(drive.node, &drive.name, super::TYPE, None);
    let subclasses: &[&str] = match (drive.mechanism.robot_type(), drive.mechanism.axes.len()) {
        (1, 6) => &["serial", "serial_six_axis"],
        (1, 7) => &["serial", "serial_seven_axis"],
        (1, _) => &["serial"],
        (2, _) => &["dual_arm"],
        (3, _) => &["differential_drive"],
        _ => &[],
    };
    let class = Record::new("com.robotraconteur.identifier.Identifier")
        .with("name", "robot")
        .with("uuid", uuid(ROBOT_CLASS));
    let subclasses = subclasses.iter().map(|name| (*name).to_owned());
    let class = Record::new("com.robotraconteur.device.DeviceClass")
        .with("class_identifier", class)
        .with("subclasses", List(subclasses.collect::<Vec<_>>()));
    let mut info = about.info();
    for (name, value) in &mut info.fields {
        if **name == *"device_classes" {
            *value = List(vec![class.clone()]).into_value();
        }
    }
    info
}

/// `RobotInfo`.
pub(super) fn robot_info(drive: &RobotDrive, scope: &mut Scope<'_>) -> Result<Record> {
    let joints: Vec<Record> = drive
        .mechanism
        .axes
        .iter()
        .map(|axis| joint_info(axis, &drive.name, &scope.state.world_name))
        .collect();
    let pairs = drive.mechanism.chains.iter().zip(&drive.chain_ends);
    let chains = pairs
        .enumerate()
        .map(|(at, (chain, end))| chain_info(at, chain, end));
    let modes = INTERPOLATION_MODES.map(IntoValue::into_value).to_vec();
    let device_info = device_info(drive, scope);
    let signals = crate::signals::infos(scope, &drive.name)?;
    Ok(Record::new("com.robotraconteur.robotics.robot.RobotInfo")
        .with("device_info", device_info)
        .with("robot_type", drive.mechanism.robot_type())
        .with("joint_info", List(joints))
        .with("chains", List(chains.collect::<Vec<_>>()))
        .with("robot_capabilities", CAPABILITIES)
        .with("signal_info", List(signals))
        .with("parameter_info", List(parameters::infos()))
        .with("config_seqno", drive.config_seqno)
        .with("trajectory_interpolation_modes", List(modes))
        .with("extended", no_extras()))
}

fn joint_info(axis: &Axis, robot: &str, world: &str) -> Record {
    let joint_type = match axis.kind {
        AxisKind::Revolute => 1,
        AxisKind::Prismatic => 3,
        AxisKind::Wheel => 4,
    };
    let limits = Record::new("com.robotraconteur.robotics.joints.JointLimits")
        .with("lower", axis.lower)
        .with("upper", axis.upper)
        .with("home", axis.clamp(0.0))
        .with("velocity", axis.velocity)
        .with("acceleration", axis.acceleration)
        .with("jerk", 0.0)
        .with("effort", axis.effort)
        .with("reduced_velocity", axis.velocity)
        .with("reduced_acceleration", axis.acceleration)
        .with("reduced_jerk", 0.0)
        .with("reduced_effort", axis.effort);
    let path = format!("{world}/{robot}/{}", axis.name);
    Record::new("com.robotraconteur.robotics.joints.JointInfo")
        .with("joint_identifier", identifier(&axis.name, &path))
        .with("joint_type", joint_type)
        .with("joint_limits", limits)
        .with("default_units", i32::from(position_unit(axis)))
        .with("default_effort_units", i32::from(effort_unit(axis)))
        .with("passive", false)
        .with("extended", no_extras())
}

/// Vectors one after the other.
fn vectors(vectors: &[Vector]) -> Value {
    let numbers: Vec<f64> = vectors.iter().flat_map(|one| one.to_array()).collect();
    Value::NamedArrays(
        "com.robotraconteur.geometry.Vector3".into(),
        Array::from_slice(&numbers),
    )
}

fn flange_pose(turn: &Matrix) -> Value {
    crate::values::pose(named_quaternion(turn), [0.0; 3])
}

fn chain_info(at: usize, chain: &Chain, end: &ChainEnd) -> Record {
    const VELOCITY: &str = "com.robotraconteur.geometry.SpatialVelocity";
    const ACCELERATION: &str = "com.robotraconteur.geometry.SpatialAcceleration";
    let name = match at {
        0 => "robot_arm".to_owned(),
        at => format!("robot_arm_{}", at + 1),
    };
    let links = chain.links.iter().map(|name| identifier(name, ""));
    let flange = chain.links.last().map_or("", String::as_str);
    let numbers: Vec<u32> = chain
        .joints
        .iter()
        .map(|joint| u32::try_from(*joint).unwrap_or(u32::MAX))
        .collect();
    let extras = BTreeMap::from([("current_payload_pose".to_owned(), end.payload_pose())]);
    let unknown = |type_name| named::<f64>(type_name, &[0.0; 6]);
    Record::new("com.robotraconteur.robotics.robot.RobotKinChainInfo")
        .with("kin_chain_identifier", identifier(&name, ""))
        .with("H", vectors(&chain.kinematics.axes))
        .with("P", vectors(&chain.kinematics.offsets))
        .with(
            "link_inertias",
            named::<f64>("com.robotraconteur.geometry.SpatialInertia", &[]),
        )
        .with("link_identifiers", List(links.collect::<Vec<_>>()))
        .with("link_fiducials", Value::Null)
        .with("joint_numbers", numbers)
        .with("flange_pose", flange_pose(&chain.kinematics.flange))
        .with("flange_identifier", identifier(flange, ""))
        .with("current_tool", end.tool())
        .with("current_payload", end.payload())
        .with("tcp_max_velocity", unknown(VELOCITY))
        .with("tcp_max_acceleration", unknown(ACCELERATION))
        .with("tcp_reduced_max_velocity", unknown(VELOCITY))
        .with("tcp_reduced_max_acceleration", unknown(ACCELERATION))
        .with("description", "")
        .with("extended", Value::StringMap(extras))
}

/// `current_errors`: what keeps the robot from moving.
pub(super) fn current_errors(drive: &RobotDrive, scope: &mut Scope<'_>) -> List<Record> {
    /// Numbers of `EventLogLevel`.
    const ERROR: i32 = 5;
    const EMERGENCY: i32 = 8;
    let control = &drive.control;
    let reasons = [
        (
            control.is_faulty,
            "fault",
            ERROR,
            "The robot has a fault; call reset_errors.",
        ),
        (
            control.is_stopped,
            "emergency_stop",
            EMERGENCY,
            "An emergency stop was pressed; call reset_errors.",
        ),
        (
            control.is_without_power,
            "battery_empty",
            ERROR,
            "The battery of the robot is empty; it has to be charged.",
        ),
        (
            !control.condition().is_connected,
            "communication_lost",
            ERROR,
            "The state of the robot is not known.",
        ),
    ];
    let about = scope.describe(drive.node, &drive.name, super::TYPE, None);
    let time = scope.clock().utc();
    let found = reasons.into_iter().filter(|(is_set, ..)| *is_set);
    let records = found.enumerate().map(|(at, (_, kind, level, text))| {
        let event_type = Record::new("com.robotraconteur.eventlog.EventLogType")
            .with("event_category", identifier("robot", ""))
            .with("event_type", kind);
        let header = Record::new("com.robotraconteur.eventlog.EventLogMessageHeader")
            .with("type", event_type)
            .with("level", level)
            .with("source_device", about.identifier())
            .with("source_component", "")
            .with("source_object", "")
            .with("message_number", at as u64)
            .with("timestamp", time.clone());
        Record::new("com.robotraconteur.eventlog.EventLogMessage")
            .with("header", header)
            .with("title", kind)
            .with("message", text)
            .with("extended", no_extras())
    });
    List(records.collect())
}
