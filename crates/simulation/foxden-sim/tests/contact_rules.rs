//! Rules about what touches what that the genuine program has: touch sensors
//! and grippers without physics, chains of hinges, and the contact points that
//! a supervisor gets.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_sim::World;
use foxden_sim::controller::{Command, Reading, Request};

fn world(things: &str) -> World {
    support::world(&format!(
        "WorldInfo {{ basicTimeStep 16 }}\nViewpoint {{}}\n{things}\n"
    ))
}

/// What a sensor of the robot `r` reads in each of some steps.
fn readings(world: &mut World, name: &str, count: usize) -> Vec<Reading> {
    let robot = support::robot(world, "r");
    let tag = world.device(robot, name).unwrap();
    let mut commands = vec![Command::Enable(tag, 16)];
    (0..count)
        .map(|_| {
            let request = Request {
                duration: 16,
                commands: std::mem::take(&mut commands),
            };
            let answer = support::wait(world, robot, request);
            answer.readings.into_iter().next().unwrap().1
        })
        .collect()
}

fn numbers(readings: Vec<Reading>) -> Vec<f64> {
    let number = |reading| match reading {
        Reading::Number(value) => value,
        other => panic!("{other:?}"),
    };
    readings.into_iter().map(number).collect()
}

const FLOOR: &str = "DEF F Solid { name \"f\" boundingObject Plane { size 9 9 } }";

#[test]
fn a_sensor_with_physics_on_a_static_solid_feels_forces() {
    let mut world = world(
        "Robot { name \"r\" controller \"c\" children [ TouchSensor { name \"t\" type \"force\" \
           lookupTable [ ] rotation 0 1 0 1.5707963 boundingObject Box { size 0.2 0.2 0.2 } \
           physics Physics { density -1 mass 1 } } ] }",
    );
    // x points down, and what holds the sensor pushes up with its weight
    let found = numbers(readings(&mut world, "t", 3));
    assert!((found[2] - 9.81).abs() < 1e-3, "{found:?}");
}

#[test]
fn a_bumper_without_physics_moves_with_its_robot() {
    let mut world = world(&format!(
        "{FLOOR} Robot {{ name \"r\" controller \"c\" translation 0 0 0.4 \
           boundingObject Box {{ size 0.1 0.1 0.1 }} physics Physics {{ }} children [ \
           TouchSensor {{ name \"t\" type \"bumper\" translation 0 0 -0.1 \
             boundingObject Box {{ size 0.02 0.02 0.1 }} }} ] }}"
    ));
    let found = numbers(readings(&mut world, "t", 30));
    assert_eq!(found[0], 0.0);
    // its lower end is 0.25 above the floor, which takes 0.226 s; it is put to
    // its place one step late
    let first = found.iter().position(|value| *value == 1.0).unwrap();
    assert_eq!(first, 14, "{found:?}");
}

#[test]
fn a_gripper_without_physics_moves_with_its_arm_and_holds_what_it_touches() {
    // the arm falls on the box; its gripper touches first
    let mut world = world(&format!(
        "{FLOOR} DEF B Solid {{ name \"b\" translation 0 0 0.05 boundingObject Box {{ size 0.1 0.1 0.1 }} \
           physics Physics {{ density -1 mass 0.1 }} }} \
         Robot {{ name \"r\" controller \"c\" children [ SliderJoint {{ \
           jointParameters JointParameters {{ axis 0 0 1 }} \
           endPoint Solid {{ translation 0 0 0.3 boundingObject Box {{ size 0.05 0.05 0.05 }} \
             physics Physics {{ }} children [ VacuumGripper {{ name \"v\" translation 0 0 -0.04 \
               boundingObject Cylinder {{ radius 0.02 height 0.02 }} isOn TRUE }} ] }} }} ] }}"
    ));
    let found = readings(&mut world, "v", 30);
    assert_eq!(found[5], Reading::Held(false));
    assert_eq!(found[29], Reading::Held(true));
}

#[test]
fn hinges_with_one_anchor_keep_their_bodies_from_touching() {
    let arm = |anchor: &str| {
        format!(
            "Robot {{ name \"r\" controller \"c\" selfCollision TRUE boundingObject Box {{ size 0.2 0.2 0.2 }} \
               physics Physics {{ }} children [ HingeJoint {{ jointParameters HingeJointParameters {{ }} \
               endPoint Solid {{ boundingObject Box {{ size 0.05 0.05 0.05 }} physics Physics {{ }} children [ \
                 HingeJoint {{ jointParameters HingeJointParameters {{ anchor {anchor} }} \
                   endPoint DEF E Solid {{ name \"e\" boundingObject Box {{ size 0.1 0.1 0.1 }} physics Physics {{ }} }} }} ] }} }} ] }}"
        )
    };
    for (anchor, count) in [("0 0 0", 0), ("0 0 0.01", 1)] {
        let mut world = world(&arm(anchor));
        world.step();
        let node = world.scene().find_def("E").unwrap();
        let points = world.contact_points(node, false);
        assert_eq!(!points.is_empty(), count > 0, "{anchor}: {points:?}");
    }
}

#[test]
fn only_a_topmost_solid_has_the_points_of_those_below() {
    let mut world = world(&format!(
        "{FLOOR} DEF B Solid {{ name \"b\" translation 0 0 0.049 boundingObject Box {{ size 0.1 0.1 0.1 }} \
           physics Physics {{ }} children [ DEF K Solid {{ name \"k\" translation 0.2 0 0 \
             boundingObject Box {{ size 0.1 0.1 0.1 }} physics Physics {{ }} }} ] }}"
    ));
    world.step();
    let node = |name: &str| world.scene().find_def(name).unwrap();
    let owners = |name: &str, below: bool| -> Vec<_> {
        let points = world.contact_points(node(name), below);
        points.into_iter().map(|touch| touch.own).collect()
    };
    assert_eq!(owners("B", false), [node("B"); 4]);
    assert_eq!(owners("K", false), [node("K"); 4]);
    assert!(owners("K", true).is_empty());
    // the solid that was made first comes first once the body has moved
    let both = owners("B", true);
    assert_eq!(both[..4], [node("B"); 4]);
    assert_eq!(both[4..], [node("K"); 4]);
    assert_eq!(owners("F", true), [node("F"); 8]);
}

#[test]
fn a_rolling_robot_gives_way_in_the_same_step_and_pushes_no_body() {
    let wheel = |name: &str, y: f64| {
        format!(
            "HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 1 0 anchor 0 {y} 0.05 }} \
               device [ RotationalMotor {{ name \"{name}\" }} ] endPoint Solid {{ translation 0 {y} 0.05 \
               rotation 1 0 0 1.5707963267948966 name \"{name}\" boundingObject Cylinder {{ radius 0.05 height 0.01 }} }} }}"
        )
    };
    let robot = format!(
        "DEF R Robot {{ name \"r\" controller \"c\" boundingObject Pose {{ translation 0 0 0.1 \
           children [ Box {{ size 0.2 0.1 0.1 }} ] }} children [ {} {} ] }}",
        wheel("a", 0.08),
        wheel("b", -0.08)
    );
    let wall =
        "Solid { name \"wall\" translation 0.25 0 0.2 boundingObject Box { size 0.1 1 0.2 } }";
    let ball = "DEF B Solid { name \"ball\" translation 0.15 0 0.1 boundingObject Sphere { radius 0.02 } physics Physics { } }";
    for obstacle in [wall, ball] {
        let mut world = world(&format!("{robot} {obstacle}"));
        let index = support::robot(&world, "r");
        let commands = ["a", "b"]
            .into_iter()
            .flat_map(|name| {
                let tag = world.device(index, name).unwrap();
                [
                    Command::MotorPosition(tag, f64::INFINITY),
                    Command::MotorVelocity(tag, 2.0),
                ]
            })
            .collect();
        let request = Request {
            duration: 16,
            commands,
        };
        support::wait(&mut world, index, request);
        let node = world.scene().find_def("R").unwrap();
        for _ in 0..80 {
            world.step();
            // its front may reach the wall at 0.2 and no further
            let front = world.position(node).unwrap()[0] + 0.1;
            assert!(obstacle == ball || front < 0.2 + 1e-9, "{front}");
        }
        if let Some(ball) = world.scene().find_def("B") {
            assert!((world.position(ball).unwrap()[0] - 0.15).abs() < 1e-12);
        }
    }
}
