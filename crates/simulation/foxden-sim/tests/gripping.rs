//! Vacuum grippers hold on to what they touch, within their strength.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::Value;
use foxden_sim::World;
use foxden_sim::controller::{Command, Reading, Request, Tag, Write};
use foxden_sim::{RobotIndex, report::ReportKind};

/// A gripper on the ceiling, and a box of 1 kg a little inside of it.
fn hanging(gripper: &str) -> World {
    support::world(&format!(
        "WorldInfo {{ basicTimeStep 8 }}\nViewpoint {{}}\n\
         Robot {{ name \"arm\" translation 0 0 1 children [ VacuumGripper {{ name \"g\" {gripper} \
           boundingObject Box {{ size 0.1 0.1 0.1 }} }} ] }}\n\
         DEF LOAD Solid {{ translation 0 0 0.92 name \"load\" \
           boundingObject Box {{ size 0.1 0.1 0.1 }} physics Physics {{ density -1 mass 1 }} }}\n",
    ))
}

fn ask(world: &mut World, robot: RobotIndex, commands: Vec<Command>) -> Vec<(Tag, Reading)> {
    let request = Request {
        duration: 32,
        commands,
    };
    support::wait(world, robot, request).readings
}

fn height(world: &World) -> f64 {
    let load = world.scene().find_def("LOAD").unwrap();
    world.position(load).unwrap()[2]
}

fn arm(world: &World) -> (RobotIndex, Tag) {
    let robot = support::robot(world, "arm");
    (robot, world.device(robot, "g").unwrap())
}

#[test]
fn a_gripper_that_is_on_holds_what_it_touches_until_it_is_off() {
    let mut world = hanging("isOn TRUE");
    let (robot, tag) = arm(&world);
    let first = ask(&mut world, robot, vec![Command::Enable(tag, 32)]);
    assert!(
        first.contains(&(tag, Reading::GripperOn(true))),
        "{first:?}"
    );
    let later: Vec<_> = (0..20)
        .flat_map(|_| ask(&mut world, robot, vec![]))
        .collect();
    assert_eq!(later.last(), Some(&(tag, Reading::Held(true))));
    let held = height(&world);
    assert!((held - 0.9).abs() < 0.02, "it hangs at {held}");
    let off = ask(&mut world, robot, vec![Command::Grip(tag, false)]);
    assert!(off.contains(&(tag, Reading::Held(false))), "{off:?}");
    assert!(off.contains(&(tag, Reading::GripperOn(false))), "{off:?}");
    for _ in 0..10 {
        ask(&mut world, robot, vec![]);
    }
    assert!(height(&world) < held - 0.2);
}

#[test]
fn a_gripper_lets_go_only_if_its_strength_was_limited_when_it_took_hold() {
    for (limit, is_held) in [("", true), ("shearStrength 1000", false)] {
        let mut world = hanging(&format!("isOn TRUE {limit}"));
        let (robot, tag) = arm(&world);
        ask(&mut world, robot, vec![Command::Enable(tag, 32)]);
        let gripper = world.devices(robot).next().unwrap().1.node();
        let field = world.scene().field(gripper, "shearStrength").unwrap();
        let weak = Write::Whole(Value::Float(0.5));
        ask(&mut world, robot, vec![Command::Write(field, weak)]);
        let held = ask(&mut world, robot, vec![]);
        assert_eq!(held.last(), Some(&(tag, Reading::Held(is_held))), "{limit}");
    }
}

#[test]
fn a_gripper_that_is_off_or_touches_at_too_few_points_holds_nothing() {
    for gripper in ["", "isOn TRUE contactPoints 9"] {
        let mut world = hanging(gripper);
        let (robot, tag) = arm(&world);
        ask(&mut world, robot, vec![Command::Enable(tag, 32)]);
        for _ in 0..10 {
            let readings = ask(&mut world, robot, vec![]);
            assert!(
                readings.contains(&(tag, Reading::Held(false))),
                "{gripper}: {readings:?}"
            );
        }
        assert!(height(&world) < 0.7, "{gripper}");
    }
}

#[test]
fn a_weight_beyond_its_strength_falls() {
    // its axis is level, so weight shears; pushing the overlap apart takes more at first
    for (strength, holds) in [(1e5, true), (2.0, false)] {
        let mut world = hanging(&format!("isOn TRUE shearStrength {strength}"));
        let (robot, _) = arm(&world);
        for _ in 0..30 {
            ask(&mut world, robot, vec![]);
        }
        assert_eq!(height(&world) > 0.8, holds, "strength {strength}");
    }
}

#[test]
fn a_supervisor_turns_it_on_and_a_reset_brings_it_back() {
    let mut world = hanging("");
    let (robot, tag) = arm(&world);
    let node = world.devices(robot).next().unwrap().1.node();
    let field = world.scene().field(node, "isOn").unwrap();
    let on = foxden_sim::controller::Write::Whole(foxden_scene::Value::Bool(true));
    ask(&mut world, robot, vec![Command::Write(field, on)]);
    assert_eq!(world.get(field), Some(foxden_scene::Value::Bool(true)));
    for _ in 0..20 {
        ask(&mut world, robot, vec![]);
    }
    assert!(height(&world) > 0.8);
    ask(&mut world, robot, vec![Command::Reset]);
    assert_eq!(world.get(field), Some(foxden_scene::Value::Bool(false)));
    let after = ask(&mut world, robot, vec![Command::Enable(tag, 32)]);
    assert!(after.contains(&(tag, Reading::Held(false))), "{after:?}");
}

#[test]
fn what_is_removed_is_not_held() {
    let mut world = hanging("isOn TRUE");
    let (robot, tag) = arm(&world);
    ask(&mut world, robot, vec![Command::Enable(tag, 32)]);
    ask(&mut world, robot, vec![]);
    let load = world.scene().find_def("LOAD").unwrap();
    world.remove(load).unwrap();
    let after = ask(&mut world, robot, vec![]);
    assert!(after.contains(&(tag, Reading::Held(false))), "{after:?}");
    assert!(
        world
            .take_reports()
            .iter()
            .all(|report| report.kind != ReportKind::NotFinite)
    );
}
