//! Every node of the catalogue is simulated or listed as not simulated, and
//! devices that are listed as simulated are.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_catalogue::NodeType;
use foxden_sim::controller::{Command, Request, Tag};
use foxden_sim::report::ReportKind;
use foxden_sim::support_status::{SupportStatus, support_status};
use foxden_sim::{RobotIndex, World};

#[test]
fn every_node_has_a_support_status() {
    let unlisted: Vec<&str> = NodeType::all()
        .filter(|kind| !kind.model().is_abstract && support_status(*kind).is_none())
        .map(NodeType::name)
        .collect();
    assert!(
        unlisted.is_empty(),
        "neither simulated nor listed: {unlisted:?}"
    );
}

/// Devices of the catalogue that are in no table of the simulator yet. Remove a device
/// here when it is added to the table.
const NOT_SIMULATED_YET: [&str; 4] = ["Microphone", "Radio", "Skin", "Speaker"];

#[test]
fn every_device_is_in_the_table_or_listed_as_missing() {
    let missing: Vec<&str> = NodeType::all()
        // a track holds devices, but is none
        .filter(|kind| {
            kind.model().is_device && !kind.model().is_abstract && *kind != NodeType::Track
        })
        .filter(|kind| !foxden_sim::devices::simulated().any(|simulated| simulated == *kind))
        .map(NodeType::name)
        .collect();
    assert_eq!(missing, NOT_SIMULATED_YET);
}

/// A robot with a device, in a joint where it must be in one.
fn robot_with(kind: NodeType) -> String {
    let name = kind.name();
    let children = match name {
        "RotationalMotor" | "PositionSensor" | "Brake" => {
            format!("HingeJoint {{ device {name} {{ name \"d\" }} endPoint Solid {{ }} }}")
        }
        "LinearMotor" => {
            format!("SliderJoint {{ device {name} {{ name \"d\" }} endPoint Solid {{ }} }}")
        }
        _ => format!("{name} {{ name \"d\" }}"),
    };
    format!("WorldInfo {{}}\nViewpoint {{}}\nRobot {{ name \"r\" children [ {children} ] }}\n")
}

/// Enables a device and lets its robot wait for a step.
fn enable(world: &mut World, robot: RobotIndex, tag: Tag) {
    let request = Request {
        duration: 32,
        commands: vec![Command::Enable(tag, 32)],
    };
    support::wait(world, robot, request);
}

/// How many reports say that a device is not simulated.
fn not_simulated(world: &mut World) -> usize {
    let reports = world.take_reports();
    let kinds = reports.iter().map(|report| report.kind);
    kinds
        .filter(|kind| *kind == ReportKind::NotSimulated)
        .count()
}

#[test]
fn devices_that_are_not_simulated_say_so_once() {
    for kind in NodeType::all() {
        // a track holds devices, but has no tag itself
        if !kind.model().is_device || kind.model().is_abstract || kind == NodeType::Track {
            continue;
        }
        let mut world = support::world(&robot_with(kind));
        let robot = support::robot(&world, "r");
        let Some(tag) = world.device(robot, "d") else {
            panic!("{} is no device of its robot", kind.name());
        };
        for _ in 0..3 {
            enable(&mut world, robot, tag);
        }
        let reports = not_simulated(&mut world);
        let expected = usize::from(support_status(kind) == Some(SupportStatus::NotYet));
        assert_eq!(reports, expected, "{}", kind.name());
    }
}

#[test]
fn a_kind_of_device_is_reported_once_for_each_robot() {
    let mut world = support::world(
        "WorldInfo {}
Viewpoint {}
Robot { name \"a\" children [ Microphone { name \"m\" } Microphone { name \"n\" } Radio { name \"o\" } ] }
Robot { name \"b\" translation 2 0 0 children [ Microphone { name \"m\" } Microphone { name \"n\" } ] }
",
    );
    for (robot, names) in [("a", ["n", "m", "o"].as_slice()), ("b", &["m", "n"])] {
        let robot = support::robot(&world, robot);
        for name in names {
            let tag = world.device(robot, name).unwrap();
            enable(&mut world, robot, tag);
        }
    }
    let reports = not_simulated(&mut world);
    assert_eq!(reports, 3, "Microphone and Radio of a, Microphone of b");
}
