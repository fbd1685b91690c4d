//! Every node of the catalogue is simulated or listed as not simulated, and
//! devices that are listed as simulated are.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_catalogue::NodeType;
use foxden_sim::controller::{Command, Request};
use foxden_sim::report::Event;
use foxden_sim::support_status::{SupportStatus, support_status};

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
            let request = Request {
                duration: 32,
                commands: vec![Command::Enable(tag, 32)],
            };
            support::wait(&mut world, robot, request);
        }
        let reports = world
            .take_reports()
            .iter()
            .filter(|report| report.event == Event::NotSimulated)
            .count();
        let expected = usize::from(support_status(kind) == Some(SupportStatus::NotYet));
        assert_eq!(reports, expected, "{}", kind.name());
    }
}
