//! Light sensors: what they read and why.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::Value;
use foxden_sim::controller::{Command, Reading, Request, Tag, Write};

fn enable(tags: &[(Tag, i16)], duration: u32) -> Request {
    Request {
        duration,
        commands: tags
            .iter()
            .map(|(tag, period)| Command::Enable(*tag, *period))
            .collect(),
    }
}

#[test]
fn the_documented_world_reads_as_documented() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\n\
         Solid { translation 0 0.095 0 children [ PointLight { ambientIntensity 1 } SpotLight { beamWidth 0.785398 } ] }\n\
         Robot { translation 0.2 0.05 -0.4 rotation 0 1 0 1.57 name \"r\" children [\n\
           LightSensor { translation -0.05 0 0 rotation 0 0 1 3.1415 name \"A\" lookupTable [ 0 0 0, 10 1024 0 ] }\n\
           LightSensor { translation 0.05 0 0 name \"B\" lookupTable [ 0 0 0, 10 1024 0 ] } ] }\n",
    );
    let robot = support::robot(&world, "r");
    let a = world.device(robot, "A").unwrap();
    let b = world.device(robot, "B").unwrap();
    let first = support::wait(&mut world, robot, enable(&[(a, 32), (b, 64)], 32));
    let [(tag, Reading::Number(value))] = first.readings[..] else {
        panic!("{:?}", first.readings);
    };
    assert_eq!(tag, a);
    assert!((value - 279.2095).abs() < 1e-3);
    let second = support::wait(&mut world, robot, enable(&[], 32));
    assert_eq!(second.readings.len(), 2);
    assert!(
        matches!(second.readings[1], (_, Reading::Number(value)) if (value - 102.4).abs() < 1e-9)
    );
}

const SHADED: &str = "WorldInfo {}\nViewpoint {}\n\
    DEF SUN DirectionalLight { ambientIntensity 0.25 }\n\
    DEF LAMP PointLight { location 0 0 2 attenuation 0 0 1 }\n\
    Solid { translation 0 0 1 name \"lid\" boundingObject Box { size 0.5 0.5 0.1 } }\n\
    Robot { name \"r\" children [ LightSensor { rotation 0 1 0 -1.5707963267948966 name \"s\" occlusion TRUE lookupTable [ ] } ] }\n";

#[test]
fn sensors_of_the_same_name_are_explained_one_by_one() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\nPointLight { location 1 0 0 attenuation 0 0 1 }\n\
         Robot { name \"r\" children [ LightSensor { name \"s\" }\n\
           LightSensor { name \"s\" translation 0.5 0 0 } ] }\n",
    );
    let robot = support::robot(&world, "r");
    let tags: Vec<Tag> = world.devices(robot).map(|(tag, _)| tag).collect();
    let mut irradiance = |tag| world.explain_device(robot, tag).unwrap().irradiance;
    let [far, near] = [irradiance(tags[0]), irradiance(tags[1])];
    assert!((near - 4.0 * far).abs() < 1e-9, "{far} {near}");
    let first = world.explain(robot, "s").unwrap();
    assert_eq!(first.irradiance, far);
}

#[test]
fn an_explanation_adds_up_to_the_reading() {
    let mut world = support::world(SHADED);
    let robot = support::robot(&world, "r");
    let before = world.state_hash();
    let explained = world.explain(robot, "s").unwrap();
    assert_eq!(world.state_hash(), before);
    assert_eq!(explained.parts.len(), 2);
    let occluder = explained.parts[1].occluder.as_ref().unwrap();
    assert!(occluder.solid.contains("lid"));
    assert!((occluder.point[2] - 0.95).abs() < 1e-12);
    assert!((explained.value - 0.25).abs() < 1e-12);
    let tag = world.device(robot, "s").unwrap();
    let answer = support::wait(&mut world, robot, enable(&[(tag, 32)], 32));
    assert_eq!(answer.readings, [(tag, Reading::Number(explained.value))]);
    assert!(world.explain(robot, "nobody").is_none());
}

#[test]
fn a_step_that_is_no_multiple_is_answered_later() {
    let mut world = support::world("WorldInfo {}\nViewpoint {}\nRobot { name \"r\" }\n");
    let robot = support::robot(&world, "r");
    let delays: Vec<u32> = (0..3)
        .map(|_| support::wait(&mut world, robot, enable(&[], 50)).delay)
        .collect();
    assert_eq!(delays, [0, 14, 14]);
    assert_eq!(world.clock(), 192.0);
}

#[test]
fn after_a_reset_light_and_shadow_are_where_they_were_at_first() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\n\
         DEF LIGHT Pose { translation 2 0 0 children [ PointLight { attenuation 0 0 1 } ] }\n\
         DEF WALL Solid { translation 1 0 0 boundingObject Box { size 0.1 1 1 } }\n\
         Robot { name \"r\" children [ LightSensor { name \"open\" lookupTable [] }\n\
           LightSensor { name \"shaded\" lookupTable [] occlusion TRUE } ] }\n",
    );
    let robot = support::robot(&world, "r");
    let tags = ["open", "shaded"].map(|name| world.device(robot, name).unwrap());
    let mut seen = Vec::new();
    for step in 0..4 {
        let mut request = enable(&[], 32);
        match step {
            0 => {
                request = enable(&tags.map(|tag| (tag, 32)), 32);
                for (def, place) in [("LIGHT", [0.5, 0.0, 0.0]), ("WALL", [1.0, 9.0, 0.0])] {
                    let node = world.scene().find_def(def).unwrap();
                    let field = world.scene().field(node, "translation").unwrap();
                    let write = Write::Whole(Value::Vec3(place));
                    request.commands.push(Command::Write(field, write));
                }
            }
            1 => request.commands.push(Command::Reset),
            _ => {}
        }
        let answer = support::wait(&mut world, robot, request);
        let number = |at: usize| match answer.readings[at].1 {
            Reading::Number(number) => number,
            ref other => panic!("{other:?}"),
        };
        seen.push((number(0), number(1)));
    }
    // rays of the step with the reset were cast before it
    assert_eq!(seen, [(4.0, 4.0), (0.25, 4.0), (0.25, 0.0), (0.25, 0.0)]);
}

fn numbers(readings: &[(Tag, Reading)]) -> Vec<f64> {
    let number = |(_, reading): &(Tag, Reading)| match reading {
        Reading::Number(number) => *number,
        other => panic!("{other:?}"),
    };
    readings.iter().map(number).collect()
}

#[test]
fn a_sensor_that_was_not_to_be_due_adds_to_what_arrived_before() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\n\
         PointLight { location 2 0 0 attenuation 0 0 1 }\n\
         Robot { name \"r\" children [ LightSensor { name \"open\" lookupTable [] }\n\
           LightSensor { name \"shaded\" lookupTable [] occlusion TRUE } ] }\n",
    );
    let robot = support::robot(&world, "r");
    let tags = ["open", "shaded"].map(|name| world.device(robot, name).unwrap());
    let first = enable(&tags.map(|tag| (tag, 96)), 96);
    let first = support::wait(&mut world, robot, first);
    assert_eq!(numbers(&first.readings), [0.25, 0.25]);
    let mut reset = enable(&[], 32);
    reset.commands.push(Command::Reset);
    let second = support::wait(&mut world, robot, reset);
    assert_eq!(numbers(&second.readings), [0.5, 0.25]);
    let third = support::wait(&mut world, robot, enable(&[], 96));
    assert_eq!(numbers(&third.readings), [0.25, 0.25]);
}

#[test]
fn power_that_comes_back_shows_the_light_of_the_last_rays() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\n\
         DEF LIGHT Pose { translation 2 0 0 children [ PointLight { attenuation 0 0 1 } ] }\n\
         DEF R Robot { name \"r\" battery [ 0.5 10 1 ] cpuConsumption 10 children [\n\
           LightSensor { name \"open\" lookupTable [] }\n\
           LightSensor { name \"shaded\" lookupTable [] occlusion TRUE } ] }\n",
    );
    let robot = support::robot(&world, "r");
    let tags = ["open", "shaded"].map(|name| world.device(robot, name).unwrap());
    let mut seen = Vec::new();
    for step in 0..4 {
        let mut request = enable(&[], 32);
        match step {
            0 => request = enable(&tags.map(|tag| (tag, 32)), 32),
            2 => {
                let mut write = |def: &str, name: &str, write: Write| {
                    let node = world.scene().find_def(def).unwrap();
                    let field = world.scene().field(node, name).unwrap();
                    request.commands.push(Command::Write(field, write));
                };
                let near = Value::Vec3([0.5, 0.0, 0.0]);
                write("LIGHT", "translation", Write::Whole(near));
                write("R", "battery", Write::Item(0, Value::Float(5.0)));
            }
            _ => {}
        }
        seen.push(numbers(&support::wait(&mut world, robot, request).readings));
    }
    assert_eq!(
        seen,
        [vec![0.25, 0.25], vec![], vec![4.0, 0.25], vec![4.0, 4.0]]
    );
}

#[test]
fn rays_of_a_step_with_a_reset_get_the_colours_after_it() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\n\
         Charger { translation 2 0 0 radius 0.01 battery [ 50 100 10 ] emissiveColor 0 0 0\n\
           children [ PointLight { attenuation 0 0 1 } ] }\n\
         Robot { name \"r\" children [ LightSensor { name \"s\" lookupTable [] occlusion TRUE } ] }\n",
    );
    let robot = support::robot(&world, "r");
    let tag = world.device(robot, "s").unwrap();
    let mut seen = Vec::new();
    for step in 0..4 {
        let mut request = enable(&[], 32);
        match step {
            0 => request = enable(&[(tag, 32)], 32),
            2 => request.commands.push(Command::Reset),
            _ => {}
        }
        seen.extend(numbers(&support::wait(&mut world, robot, request).readings));
    }
    // a charger that fills up gets darker; the reset takes it back to half
    let dark = 0.25 * (1.0 - 0.5032);
    for (found, expected) in seen.iter().zip([0.125, dark, 0.125, 0.125]) {
        assert!((found - expected).abs() < 1e-7, "{seen:?}");
    }
}

#[test]
fn a_reset_puts_point_lights_back_but_not_spot_lights() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\nDEF P PointLight { attenuation 0 0 1 }\nDEF S SpotLight { attenuation 0 0 1 }\n",
    );
    let moved = Value::Vec3([1.0, 2.0, 3.0]);
    let places = ["P", "S"].map(|def| {
        let node = world.scene().find_def(def).unwrap();
        let place = world.scene().field(node, "location").unwrap();
        world.set(place, Write::Whole(moved.clone())).unwrap();
        place
    });
    world.step();
    world.reset_now();
    assert_eq!(world.get(places[0]), Some(Value::Vec3([0.0; 3])));
    assert_eq!(world.get(places[1]), Some(moved));
}
