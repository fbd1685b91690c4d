//! Devices that reach out: radio, connectors, wheels; and files that shapes come from.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_sim::controller::{Command, Reading, Request};
use foxden_sim::report::Event;

fn request(commands: Vec<Command>) -> Request {
    Request {
        duration: 32,
        commands,
    }
}

#[test]
fn a_packet_arrives_one_step_later_and_not_at_its_sender() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\n\
         Robot { name \"a\" children [ Emitter { name \"e\" range 3 } Receiver { name \"r\" } ] }\n\
         Robot { translation 2 0 0 name \"b\" children [ Receiver { name \"r\" } ] }\n\
         Robot { translation 4 0 0 name \"far\" children [ Receiver { name \"r\" } ] }\n",
    );
    let robots = ["a", "b", "far"].map(|name| support::robot(&world, name));
    for robot in robots {
        let receiver = world.device(robot, "r").unwrap();
        let mut commands = vec![Command::Enable(receiver, 32)];
        if robot == robots[0] {
            commands.push(Command::Send {
                tag: world.device(robot, "e").unwrap(),
                channel: 0,
                range: 3.0,
                data: b"hello".to_vec(),
            });
        }
        world.submit(robot, request(commands));
    }
    world.step();
    let packets = robots.map(|robot| {
        let answer = world.answer(robot).unwrap();
        let packets: Vec<_> = answer
            .readings
            .into_iter()
            .flat_map(|(_, reading)| match reading {
                Reading::Packets { packets, .. } => packets,
                other => panic!("{other:?}"),
            })
            .collect();
        packets
    });
    assert!(packets[0].is_empty() && packets[2].is_empty());
    assert_eq!(&*packets[1][0].data, b"hello");
    assert_eq!(packets[1][0].strength, 0.25);
    assert_eq!(packets[1][0].direction, [-1.0, 0.0, 0.0]);
}

#[test]
fn locked_connectors_hold_until_they_are_unlocked() {
    let mut world = support::world(
        "WorldInfo { gravity 0 }\nViewpoint {}\n\
         Robot { name \"a\" boundingObject Box { size 0.1 0.1 0.1 } physics Physics {} children [ Connector { translation 0.05 0 0 name \"c\" } ] }\n\
         DEF B Robot { translation 0.1 0 0 rotation 0 0 1 3.14159265358979 name \"b\" boundingObject Box { size 0.1 0.1 0.1 } physics Physics {} children [ Connector { translation 0.05 0 0 name \"c\" } ] }\n",
    );
    let robot = support::robot(&world, "a");
    let tag = world.device(robot, "c").unwrap();
    let node = world.robot(robot).unwrap().node();
    let other = world.scene().find_def("B").unwrap();
    support::wait(&mut world, robot, request(vec![Command::Lock(tag, true)]));
    let pull = Command::SetVelocity(node, [-1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    support::wait(&mut world, robot, request(vec![pull]));
    let speed = world.velocity(other).unwrap()[0];
    assert!((speed + 0.5).abs() < 0.01, "pulled along at {speed}");
    support::wait(&mut world, robot, request(vec![Command::Lock(tag, false)]));
    let pull = Command::SetVelocity(node, [-2.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    support::wait(&mut world, robot, request(vec![pull]));
    let after = world.velocity(other).unwrap()[0];
    assert!((after - speed).abs() < 0.01, "let go at {after}");
}

#[test]
fn two_wheels_roll_a_robot_without_physics() {
    let wheel = |name: &str, y: f64| {
        format!(
            "HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 1 0 anchor 0 {y} 0 }} \
             device RotationalMotor {{ name \"{name}\" maxVelocity 100 maxTorque 10000 }} \
             endPoint Solid {{ translation 0 {y} 0 rotation 1 0 0 1.5708 name \"{name} wheel\" \
             boundingObject Cylinder {{ radius 0.1 height 0.02 }} }} }}"
        )
    };
    let mut world = support::world(&format!(
        "WorldInfo {{}}\nViewpoint {{}}\nDEF R Robot {{ name \"r\" children [ {} {} ] }}\n",
        wheel("left", 0.2),
        wheel("right", -0.2)
    ));
    let robot = support::robot(&world, "r");
    let node = world.robot(robot).unwrap().node();
    let motors = ["left", "right"].map(|name| world.device(robot, name).unwrap());
    let drive = |left: f64, right: f64| {
        let speeds = motors.into_iter().zip([left, right]);
        let commands = speeds.flat_map(|(tag, speed)| {
            [
                Command::MotorPosition(tag, f64::INFINITY),
                Command::MotorVelocity(tag, speed),
            ]
        });
        request(commands.collect())
    };
    for _ in 0..10 {
        support::wait(&mut world, robot, drive(2.0, 2.0));
    }
    let [x, y, _] = world.position(node).unwrap();
    assert!((x - 0.064).abs() < 1e-9 && y == 0.0, "went to {x} {y}");
    support::wait(&mut world, robot, drive(-2.0, 2.0));
    let turned = world.orientation(node).unwrap();
    let angle = turned[3].atan2(turned[0]);
    assert!(
        (angle - 4.0 * 0.1 * 0.032 / 0.4).abs() < 1e-9,
        "turned by {angle}"
    );
}

#[test]
fn meshes_come_from_files_and_missing_ones_are_told() {
    let mut world = support::world_with(
        "WorldInfo {}\nViewpoint {}\n\
         Solid { translation 2 0 0 boundingObject Mesh { url [ \"wall.obj\" ] } }\n\
         Solid { name \"none\" boundingObject Mesh { url [ \"none.stl\" ] } }\n\
         Robot { name \"r\" children [ DistanceSensor { translation 0 0.1 0.3 name \"d\" type \"laser\" lookupTable [ 0 0 0, 5 5 0 ] } ] }\n",
        &[(
            "wall.obj",
            "v 0 -1 -1\nv 0 1 -1\nv 0 1 1\nv 0 -1 1\nf 1 2 3 4\n",
        )],
    );
    let told: Vec<Event> = world
        .take_reports()
        .into_iter()
        .map(|report| report.event)
        .collect();
    assert_eq!(told, [Event::NoMesh]);
    let robot = support::robot(&world, "r");
    let tag = world.device(robot, "d").unwrap();
    let answer = support::wait(&mut world, robot, request(vec![Command::Enable(tag, 32)]));
    assert_eq!(answer.readings, [(tag, Reading::Number(2.0))]);
}

#[test]
fn a_charger_that_colours_what_is_defined_elsewhere_is_told() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\n\
         Solid { children [ Shape { appearance Appearance { material DEF M Material {} } } ] }\n\
         Charger { battery [ 1 2 3 ] children [ Shape { appearance Appearance { material USE M } } ] }\n",
    );
    let told: Vec<Event> = world
        .take_reports()
        .into_iter()
        .map(|report| report.event)
        .collect();
    assert_eq!(told, [Event::SharedColor]);
}

#[test]
fn the_first_acceleration_is_taken_over_the_time_since_the_sensor_was_enabled() {
    let mut world = support::world(
        "WorldInfo { gravity 0 }\nViewpoint {}\n\
         Robot { name \"r\" linearVelocity 1 0 0 boundingObject Sphere { radius 0.1 } physics Physics {} children [\n\
           Accelerometer { name \"a\" } ] }\n",
    );
    let robot = support::robot(&world, "r");
    let tag = world.device(robot, "a").unwrap();
    let mut seen = Vec::new();
    for step in 0..5 {
        let commands = match step {
            0 => vec![Command::Enable(tag, 64)],
            2 => vec![Command::Reset],
            _ => Vec::new(),
        };
        let answer = support::wait(&mut world, robot, request(commands));
        seen.extend(
            answer
                .readings
                .into_iter()
                .map(|(_, reading)| (step, reading)),
        );
    }
    // 1 m/s in 64 ms; after a reset the time before is without end
    let expected = [(1, 15.625), (2, 0.0), (4, 0.0)];
    assert_eq!(seen.len(), expected.len(), "{seen:?}");
    for ((step, reading), (due, along)) in seen.into_iter().zip(expected) {
        let Reading::Vector([x, ..]) = reading else {
            panic!("{reading:?}");
        };
        assert_eq!(step, due);
        assert!((x - along).abs() < 1e-9, "{x} instead of {along}");
    }
}
