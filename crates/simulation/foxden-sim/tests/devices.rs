//! Devices that reach out: radio, connectors, wheels; and files that shapes come from.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_sim::controller::{Command, Reading, Request};
use foxden_sim::report::ReportKind;

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
fn meshes_come_from_files_and_missing_ones_are_reported() {
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
    let reports: Vec<ReportKind> = world
        .take_reports()
        .into_iter()
        .map(|report| report.kind)
        .collect();
    assert_eq!(reports, [ReportKind::NoMesh]);
    let robot = support::robot(&world, "r");
    let tag = world.device(robot, "d").unwrap();
    let answer = support::wait(&mut world, robot, request(vec![Command::Enable(tag, 32)]));
    assert_eq!(answer.readings, [(tag, Reading::Number(2.0))]);
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

/// The strength of the packet that a receiver at the origin hears from an
/// emitter at 1 m that moves by 0.32 m in the step.
fn strength_of_moving_emitter(order: [&str; 2], sensor: &str) -> f64 {
    let robots = order.map(|name| match name {
        "b" => "Robot { name \"b\" children [ Receiver { name \"r\" } ] }\n".to_owned(),
        _ => format!(
            "Robot {{ translation 1 0 0 name \"a\" linearVelocity 10 0 0 \
               boundingObject Box {{ size 0.1 0.1 0.1 }} physics Physics {{}} \
               children [ Emitter {{ name \"e\" }} {sensor} ] }}\n"
        ),
    });
    let mut world = support::world(&format!(
        "WorldInfo {{ gravity 0 }}\nViewpoint {{}}\n{}",
        robots.concat()
    ));
    let [sender, hearer] = ["a", "b"].map(|name| support::robot(&world, name));
    let mut commands = vec![Command::Send {
        tag: world.device(sender, "e").unwrap(),
        channel: 0,
        range: -1.0,
        data: b"hello".to_vec(),
    }];
    if let Some(tag) = world.device(sender, "ds") {
        commands.push(Command::Enable(tag, 32));
    }
    world.submit(sender, request(commands));
    let receiver = world.device(hearer, "r").unwrap();
    world.submit(hearer, request(vec![Command::Enable(receiver, 32)]));
    world.step();
    let answer = world.answer(hearer).unwrap();
    match &answer.readings[0].1 {
        Reading::Packets { packets, .. } => packets[0].strength,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_receiver_that_comes_first_hears_an_emitter_where_it_was() {
    let now = 1.0 / (1.32 * 1.32);
    let is_near = |strength: f64, expected: f64| (strength - expected).abs() < 1e-9;
    assert!(is_near(strength_of_moving_emitter(["b", "a"], ""), 1.0));
    assert!(is_near(strength_of_moving_emitter(["a", "b"], ""), now));
    // rays of a sensor need the place of its body earlier
    let sensor = "DistanceSensor { name \"ds\" }";
    assert!(is_near(strength_of_moving_emitter(["b", "a"], sensor), now));
}

#[test]
fn a_cross_section_has_single_precision() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\n\
         Robot { name \"a\" children [ Radar { name \"d\" } ] }\n\
         Solid { translation 2 0 0 radarCrossSection 0.95 boundingObject Sphere { radius 0.1 } }\n",
    );
    let robot = support::robot(&world, "a");
    let tag = world.device(robot, "d").unwrap();
    let answer = support::wait(&mut world, robot, request(vec![Command::Enable(tag, 32)]));
    let Reading::Targets(targets) = &answer.readings[0].1 else {
        panic!("{answer:?}");
    };
    let at_one_metre = -11.044_106_696_336_456;
    let expected = at_one_metre + 10.0 * (f64::from(0.95_f32) / 16.0).log10();
    assert!((targets[0].power - expected).abs() < 1e-12);
}

/// The distances of the targets that a radar at a place, looking along x, shows.
fn distances(place: &str, radar: &str, target: &str) -> Vec<f64> {
    let text = format!(
        "WorldInfo {{}}\nViewpoint {{}}\n\
         Robot {{ name \"a\" translation {place} children [ Radar {{ name \"d\" minRange 0.1 {radar} }} ] }}\n\
         Solid {{ radarCrossSection 1 {target} }}\n"
    );
    let plate = "v -0.1 -0.1 0\nv 0.1 -0.1 0\nv 0.1 0.1 0\nf 1 2 3\n";
    let mut world = support::world_with(&text, &[("plate.obj", plate)]);
    let robot = support::robot(&world, "a");
    let tag = world.device(robot, "d").unwrap();
    let answer = support::wait(&mut world, robot, request(vec![Command::Enable(tag, 32)]));
    match &answer.readings[0].1 {
        Reading::Targets(targets) => targets.iter().map(|target| target.distance).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_radar_takes_the_heights_of_a_grid_as_they_are_given() {
    let heights = [0.0, 0.3, 0.1, 0.2, 0.0, 0.4];
    let angle: f64 = 0.7;
    let grid = "rotation 0 0 1 0.7 translation 4 0 0 boundingObject ElevationGrid { \
                xDimension 3 yDimension 2 xSpacing 0.5 ySpacing 0.3 height [ 0 0.3 0.1 0.2 0 0.4 ] }";
    // the genuine program takes heights for y
    let points = (0..6).map(|at| {
        let (x, y, z) = ((at % 3) as f64 * 0.5, heights[at], (at / 3) as f64 * 0.3);
        let (sine, cosine) = angle.sin_cos();
        [cosine * x - sine * y + 4.0, sine * x + cosine * y, z]
    });
    let start = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    let (low, high) = points.fold(start, |(mut low, mut high), point| {
        for axis in 0..3 {
            low[axis] = low[axis].min(point[axis]);
            high[axis] = high[axis].max(point[axis]);
        }
        (low, high)
    });
    let middle: [f64; 3] = std::array::from_fn(|axis| (low[axis] + high[axis]) / 2.0);
    let expected = middle.iter().map(|part| part * part).sum::<f64>().sqrt();
    let wide = "horizontalFieldOfView 2 verticalFieldOfView 1.5";
    let found = distances("0 0 0", wide, grid);
    assert!((found[0] - expected).abs() < 1e-12, "{found:?} {expected}");
}

#[test]
fn corners_behind_a_radar_count_where_they_are_in_the_world() {
    let box_around = "translation 10.5 0 0 boundingObject Box { size 2 0.2 0.2 }";
    let found = distances("10 0 0", "verticalFieldOfView 0.5", box_around);
    // from the corners 1.5 m ahead to those at 9.5 in the world
    assert!((found[0] - 5.5).abs() < 1e-9, "{found:?}");
}

#[test]
fn a_radar_has_no_extent_of_a_mesh_file() {
    let mesh = "Mesh { url [ \"plate.obj\" ] }";
    let alone = format!("translation 3 0 0 boundingObject {mesh}");
    assert!(distances("0 0 0", "", &alone).is_empty());
    // beside a box it makes the target reach to the radar
    let beside = format!(
        "translation 3 0 0 boundingObject Group {{ children [ Box {{ size 0.2 0.1 0.1 }} {mesh} ] }}"
    );
    let found = distances("0 0 0", "", &beside);
    assert!((found[0] - 1.55).abs() < 1e-9, "{found:?}");
}

#[test]
fn colours_beyond_the_limits_stay_in_a_pbr_appearance_only() {
    let world_with = |kind: &str, fields: &str, child: &str| {
        support::world(&format!(
            "WorldInfo {{}}\nViewpoint {{}}\n\
             Robot {{ name \"a\" children [ {kind} {{ name \"l\" {fields} children [ Group {{ children [ {child} ] }} ] }} ] }}\n"
        ))
    };
    let shape = |appearance: &str| format!("Shape {{ appearance {appearance} geometry Box {{}} }}");
    let pbr = shape("DEF T PBRAppearance { emissiveColor 0 0.5 0 }");
    let plain = shape("Appearance { material DEF T Material { emissiveColor 0 0.5 0 } }");
    let light = "DEF T PointLight { color 0 0.5 0 }".to_owned();
    let charger = "battery [ -5 10 0 ] gradual TRUE emissiveColor 1 0 0";
    let led = "gradual TRUE color [ 1 0.5 0 ]";
    for (child, name, is_limited) in [
        (&pbr, "emissiveColor", false),
        (&plain, "emissiveColor", true),
        (&light, "color", true),
    ] {
        let shown = |world: &foxden_sim::World| {
            let node = world.scene().find_def("T").unwrap();
            let field = world.scene().field(node, name).unwrap();
            world.get(field).unwrap()
        };
        let mut world = world_with("Charger", charger, child);
        world.step();
        let expected = if is_limited {
            [0.0, 0.75, 0.0]
        } else {
            [-0.5, 0.75, 0.0]
        };
        assert_eq!(
            shown(&world),
            foxden_scene::Value::Color(expected),
            "{child}"
        );
        let mut world = world_with("LED", led, child);
        let robot = support::robot(&world, "a");
        let tag = world.device(robot, "l").unwrap();
        support::wait(&mut world, robot, request(vec![Command::Led(tag, 510)]));
        let expected = if is_limited {
            [1.0, 1.0, 0.0]
        } else {
            [2.0, 1.0, 0.0]
        };
        assert_eq!(
            shown(&world),
            foxden_scene::Value::Color(expected),
            "{child}"
        );
    }
}
