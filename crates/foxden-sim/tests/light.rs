//! Light sensors: what they read and why.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_sim::controller::{Command, Reading, Request, Tag};

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
fn what_a_body_carries_casts_its_shadow_where_it_is() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\nPointLight { location 1 0 0 attenuation 0 0 1 }\n\
         Robot { translation -1 0 0 name \"r\" children [ LightSensor { name \"s\" occlusion TRUE } ] }\n\
         Solid { translation 0 0 0.75 name \"falling\" boundingObject Box { size 0.1 0.1 0.1 } physics Physics {} children [\n\
           Solid { translation 0 0 0.25 name \"screen\" boundingObject Box { size 0.1 1 0.4 } } ] }\n",
    );
    let robot = support::robot(&world, "r");
    let tag = world.device(robot, "s").unwrap();
    let mut request = enable(&[(tag, 32)], 32);
    let readings: Vec<f64> = (0..40)
        .map(|_| {
            let answer = support::wait(&mut world, robot, std::mem::take(&mut request));
            request.duration = 32;
            match answer.readings[..] {
                [(_, Reading::Number(value))] => value,
                _ => panic!("{:?}", answer.readings),
            }
        })
        .collect();
    // nothing else moves in this world
    assert!(readings[0] > 0.0 && readings[39] > 0.0);
    assert!(readings.contains(&0.0), "{readings:?}");
}
