//! Rules of distance sensors, touch sensors, connectors and of the order of
//! robots that the genuine program has and plain reason does not suggest.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::Value;
use foxden_sim::World;
use foxden_sim::controller::{Command, Reading, Request, Write};

/// Steps once with a device of the robot `r` enabled; what it read.
fn read(world: &mut World, name: &str) -> Reading {
    let robot = support::robot(world, "r");
    let tag = world.device(robot, name).unwrap();
    let request = Request {
        duration: 32,
        commands: vec![Command::Enable(tag, 32)],
    };
    let answer = support::wait(world, robot, request);
    answer.readings.into_iter().next().unwrap().1
}

/// Puts a node somewhere else.
fn put(world: &mut World, def: &str, to: [f64; 3]) {
    let node = world.scene().find_def(def).unwrap();
    let field = world.scene().field(node, "translation").unwrap();
    world.set(field, Write::Whole(Value::Vec3(to))).unwrap();
}

/// What a distance sensor at the origin that looks along x reads.
fn distance(sensor: &str, robot: &str, others: &str) -> f64 {
    let text = format!(
        "WorldInfo {{}}\nViewpoint {{}}\n\
         Robot {{ name \"r\" controller \"c\" children [ \
           DistanceSensor {{ name \"ds\" lookupTable [ 0 0 0, 10 10 0 ] {sensor} }} {robot} ] }}\n{others}\n"
    );
    match read(&mut support::world(&text), "ds") {
        Reading::Number(value) => value,
        other => panic!("{other:?}"),
    }
}

const WALL: &str = "Solid { translation 4 0 0 boundingObject Box { size 1 1 1 } }";
const WHITE: &str = "appearance PBRAppearance { roughness 0 baseColor 1 1 1 }";

#[test]
fn a_slanted_surface_hides_what_is_behind_it_from_a_sonar() {
    assert_eq!(distance("type \"sonar\"", "", WALL), 3.5);
    let slanted = "Solid { translation 2 0 0 rotation 0 0 1 0.5 name \"s\" boundingObject Box { size 0.1 1 1 } }";
    let both = format!("{WALL} {slanted}");
    assert_eq!(distance("type \"sonar\"", "", &both), 10.0);
    assert!(distance("type \"generic\"", "", &both) < 2.0);
}

#[test]
fn a_sonar_sees_faces_from_the_front_only() {
    let face = |corners: &str| {
        format!(
            "Solid {{ boundingObject IndexedFaceSet {{ coord Coordinate {{ \
               point [ 3 -1 -1, 3 1 -1, 3 0 1 ] }} coordIndex [ {corners} -1 ] }} }}"
        )
    };
    for (corners, seen) in [("0 1 2", 10.0), ("0 2 1", 3.0)] {
        assert_eq!(distance("type \"sonar\"", "", &face(corners)), seen);
        assert_eq!(distance("type \"laser\"", "", &face(corners)), 3.0);
    }
}

#[test]
fn infra_red_light_comes_back_from_outer_faces_of_any_robot() {
    let shape = |at: &str, geometry: &str| {
        format!("Pose {{ translation {at} children [ Shape {{ {WHITE} geometry {geometry} }} ] }}")
    };
    let own = shape("2 0 0", "Box { size 1 1 1 }");
    assert_eq!(distance("type \"infra-red\"", &own, ""), 1.5);
    assert_eq!(distance("type \"infra-red\"", "", &own), 1.5);
    // another spelling is a word outside the list, so the sensor is a generic one
    assert_eq!(distance("type \"Infrared\"", "", &own), 10.0);
    let housings = [
        "Box { size 1 1 1 }",
        "Sphere { radius 0.5 }",
        "Cylinder { radius 0.5 height 1 }",
        "Capsule { radius 0.5 height 1 }",
        "Cone { bottomRadius 1 height 1 }",
    ];
    for housing in housings {
        let around = shape("0.1 0.1 0", housing);
        assert_eq!(
            distance("type \"infra-red\"", &around, ""),
            10.0,
            "{housing}"
        );
        let ahead = shape("3 0 0", housing);
        let seen = distance("type \"infra-red\"", "", &ahead);
        assert!((seen - 2.5).abs() < 1e-12, "{housing}: {seen}");
    }
}

#[test]
fn a_touch_sensor_without_a_joint_reads_no_force_and_leaves_it_unrounded() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\n\
         Robot { name \"r\" controller \"c\" children [ \
           TouchSensor { name \"t\" type \"force\" resolution 1 lookupTable [ 0 0.3 0, 1 1 0 ] } ] }\n",
    );
    assert_eq!(read(&mut world, "t"), Reading::Number(0.3));
}

#[test]
fn what_touched_at_the_start_is_felt_by_the_first_sample() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\n\
         DEF R Robot { name \"r\" controller \"c\" children [ \
           TouchSensor { name \"t\" boundingObject Box { size 0.2 0.2 0.2 } } ] }\n\
         Solid { translation 0.15 0 0 boundingObject Box { size 0.2 0.2 0.2 } }\n",
    );
    put(&mut world, "R", [-5.0, 0.0, 0.0]);
    assert_eq!(read(&mut world, "t"), Reading::Number(1.0));
    assert_eq!(read(&mut world, "t"), Reading::Number(0.0));
}

#[test]
fn a_connector_tells_what_is_there_when_its_controller_is_answered() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\n\
         Robot { name \"r\" controller \"c\" children [ Connector { name \"c\" } ] }\n\
         DEF B Robot { name \"b\" controller \"c\" rotation 0 0 1 3.14159265358979 children [ Connector { name \"c\" } ] }\n",
    );
    let robot = support::robot(&world, "r");
    let tag = world.device(robot, "c").unwrap();
    let request = Request {
        duration: 96,
        commands: vec![Command::Enable(tag, 64)],
    };
    world.submit(robot, request);
    world.step();
    world.step();
    put(&mut world, "B", [5.0, 0.0, 0.0]);
    world.step();
    // it was there when the sample was due, a step ago
    let answer = world.answer(robot).unwrap();
    assert!(answer.readings.contains(&(tag, Reading::Presence(0))));
}

#[test]
fn a_robot_that_comes_later_is_served_later_wherever_it_stands() {
    let sensor = "LightSensor { name \"ls\" lookupTable [ 0 1000 0.1 ] }";
    let robot =
        |name: &str| format!("Robot {{ name \"{name}\" controller \"c\" children [ {sensor} ] }}");
    let text = format!("WorldInfo {{}}\nViewpoint {{}}\n{}\n", robot("first"));
    let mut world = support::world(&text);
    let top = world.scene().top_level();
    world.insert(top, 0, &robot("later")).unwrap();
    let mut alone = support::world(&text);
    let sample = |world: &mut World, names: &[&str]| -> Vec<f64> {
        let robots: Vec<_> = names
            .iter()
            .map(|name| support::robot(world, name))
            .collect();
        for robot in &robots {
            let tag = world.device(*robot, "ls").unwrap();
            let request = Request {
                duration: 32,
                commands: vec![Command::Enable(tag, 32)],
            };
            world.submit(*robot, request);
        }
        world.step();
        let number = |robot| match world.answer(robot).unwrap().readings[..] {
            [(_, Reading::Number(value))] => value,
            ref other => panic!("{other:?}"),
        };
        robots.into_iter().map(number).collect()
    };
    let noise = sample(&mut alone, &["first"]);
    assert_eq!(sample(&mut world, &["first", "later"])[0], noise[0]);
}

#[test]
fn the_noise_of_an_inertial_unit_turns_about_z_first() {
    let mut world = support::world(
        "WorldInfo { randomSeed 7 }\nViewpoint {}\n\
         Robot { name \"r\" controller \"c\" children [ InertialUnit { name \"i\" noise 0.1 } ] }\n",
    );
    let Reading::Attitude([x, y, z, w]) = read(&mut world, "i") else {
        panic!("not an attitude");
    };
    let mut random = foxden_sim::random::Random::new(7);
    let angle = |gaussian: f64| gaussian * 0.1 * std::f64::consts::PI / 2.0;
    let [about_z, about_y, about_x] = std::array::from_fn(|_| angle(random.gaussian()));
    // the product of a turn about x, one about y and one about z
    let (sx, cx) = about_x.sin_cos();
    let (sy, cy) = about_y.sin_cos();
    let (sz, cz) = about_z.sin_cos();
    let expected = [
        sx * cy * cz + cx * sy * sz,
        cx * sy * cz - sx * cy * sz,
        cx * cy * sz + sx * sy * cz,
        cx * cy * cz - sx * sy * sz,
    ];
    for (found, expected) in [x, y, z, w].into_iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }
}
