//! Tracks drive what they carry, and what lies on them.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_sim::World;
use foxden_sim::controller::{Command, Reading, Request};
use foxden_sim::dynamics::Method;

/// A robot on two tracks, and on one of its own a box.
fn tracked(motor: &str) -> World {
    support::world(&format!(
        "WorldInfo {{ basicTimeStep 16 }}\nViewpoint {{}}\n\
         Solid {{ name \"floor\" boundingObject Plane {{}} }}\n\
         DEF R Robot {{ name \"r\" boundingObject Pose {{ translation 0 0 0.08 children [ Box {{ size 0.2 0.2 0.05 }} ] }} \
           physics Physics {{ density -1 mass 1 }} children [ \
           Track {{ translation 0 0.15 0.05 name \"left\" boundingObject Box {{ size 0.3 0.05 0.1 }} physics Physics {{ density -1 mass 0.5 }} \
             children [ DEF W TrackWheel {{ position 0.1 0 radius 0.04 }} ] \
             device [ LinearMotor {{ name \"lm\" maxForce 100 {motor} }} PositionSensor {{ name \"lp\" }} Brake {{ name \"lb\" }} ] }} \
           Track {{ translation 0 -0.15 0.05 name \"right\" boundingObject Box {{ size 0.3 0.05 0.1 }} physics Physics {{ density -1 mass 0.5 }} \
             device [ LinearMotor {{ name \"rm\" maxForce 100 {motor} }} ] }} ] }}\n",
    ))
}

fn drive(world: &mut World, commands: Vec<Command>, steps: usize) -> Vec<Reading> {
    let robot = support::robot(world, "r");
    let mut commands = Some(commands);
    let mut last = Vec::new();
    for _ in 0..steps {
        let request = Request {
            duration: 16,
            commands: commands.take().unwrap_or_default(),
        };
        let answer = support::wait(world, robot, request);
        last = answer
            .readings
            .into_iter()
            .map(|(_, reading)| reading)
            .collect();
    }
    last
}

/// Both tracks drive forwards for 1.6 s: what the left one measured.
fn drive_both(world: &mut World) -> Vec<Reading> {
    let robot = support::robot(world, "r");
    let [lm, lp, rm] = ["lm", "lp", "rm"].map(|name| world.device(robot, name).unwrap());
    let mut commands = vec![Command::Enable(lp, 16)];
    for motor in [lm, rm] {
        commands.push(Command::MotorPosition(motor, f64::INFINITY));
        commands.push(Command::MotorVelocity(motor, 0.3));
    }
    let last = drive(world, commands, 100);
    let node = world.scene().find_def("R").unwrap();
    let [x, y, _] = world.position(node).unwrap();
    assert!((x - 0.48).abs() < 0.01 && y.abs() < 1e-3, "at {x} {y}");
    last
}

#[test]
fn tracks_drive_with_fast_physics() {
    let mut world = tracked("");
    world.set_physics(Method::Fast);
    drive_both(&mut world);
}

#[test]
fn a_track_itself_is_no_device() {
    let world = tracked("");
    let robot = support::robot(&world, "r");
    let names: Vec<&str> = world
        .devices(robot)
        .map(|(_, device)| device.name.as_str())
        .collect();
    assert_eq!(names, ["lm", "lp", "lb", "rm"]);
}

#[test]
fn both_tracks_drive_forwards_and_a_wheel_turns() {
    let mut world = tracked("");
    let last = drive_both(&mut world);
    let node = world.scene().find_def("R").unwrap();
    let Some(Reading::Number(belt)) = last.first() else {
        panic!("{last:?}");
    };
    assert!((belt - 0.48).abs() < 1e-9, "the belt went {belt}");
    let wheel = world.scene().find_def("W").unwrap();
    let turned = world.pose(wheel, Some(node)).unwrap();
    let still = tracked("");
    let before = still
        .pose(
            still.scene().find_def("W").unwrap(),
            still.scene().find_def("R"),
        )
        .unwrap();
    assert!((turned[0] - before[0]).abs() > 0.1, "the wheel turned");
    assert!(
        (turned[3] - before[3]).abs() < 1e-9,
        "and stayed at its place"
    );
}

#[test]
fn a_position_is_reached_and_kept() {
    let mut world = tracked("");
    let robot = support::robot(&world, "r");
    let [lm, lp] = ["lm", "lp"].map(|name| world.device(robot, name).unwrap());
    let commands = vec![Command::Enable(lp, 16), Command::MotorPosition(lm, 0.2)];
    let last = drive(&mut world, commands, 300);
    assert!(
        matches!(last[..], [Reading::Number(at)] if (at - 0.2).abs() < 1e-6),
        "{last:?}"
    );
}

#[test]
fn a_loaded_state_brings_the_belt_back_to_its_beginning() {
    let mut world = tracked("");
    drive_both(&mut world);
    let node = world.scene().find_def("R").unwrap();
    let commands = vec![
        Command::SaveState(node, "later".to_owned()),
        Command::LoadState(node, "later".to_owned()),
    ];
    let last = drive(&mut world, commands, 2);
    // the state was saved 0.48 m from the start of the belt
    assert!(
        matches!(last[..], [Reading::Number(belt)] if belt.abs() < 1e-9),
        "{last:?}"
    );
}

#[test]
fn a_force_moves_the_belt_in_proportion_to_the_mass() {
    let mut world = tracked("");
    let robot = support::robot(&world, "r");
    let [lm, lp] = ["lm", "lp"].map(|name| world.device(robot, name).unwrap());
    let commands = vec![Command::Enable(lp, 16), Command::MotorForce(lm, 2.0)];
    let last = drive(&mut world, commands, 1);
    // a robot of 2 kg: 2 N in 16 ms make 0.016 m/s
    let expected = 2.0 * 0.016 / 2.0 * 0.016;
    assert!(
        matches!(last[..], [Reading::Number(at)] if (at - expected).abs() < 1e-12),
        "{last:?}"
    );
}

#[test]
fn a_command_wakes_a_robot_that_sleeps_on_its_tracks() {
    let mut world = tracked("");
    for _ in 0..200 {
        world.step();
    }
    drive_both(&mut world);
}
