//! Forks, snapshots and bytes of a world continue to the same bits as the world itself.
#![allow(clippy::unwrap_used)]

use foxden::{BytesError, Command, Edit, OpenOptions, World};
use foxden_scene::Value;
use foxden_sim::controller::Write;

const TEXT: &str = r#"#VRML_SIM R2023b utf8
WorldInfo { basicTimeStep 16 }
Viewpoint { }
DEF LAMP PointLight { location 3 1 1 intensity 0.5 }
DEF FLOOR Solid {
  children [ Shape { geometry Box { size 4 4 0.1 } } ]
  boundingObject Box { size 4 4 0.1 }
  translation 0 0 -0.05
}
DEF BALL Solid {
  translation 0 0 0.5
  boundingObject Sphere { radius 0.1 }
  physics Physics { }
  name "ball"
}
Robot {
  name "cub"
  battery [ 100 100 1 ]
  translation 1 1 0.2
  children [
    LightSensor { name "eye" lookupTable [ 0 0 0.1, 10 1000 0.1 ] }
    HingeJoint {
      jointParameters HingeJointParameters { axis 0 1 0 }
      device [ RotationalMotor { name "motor" } PositionSensor { name "angle" } ]
      endPoint Solid { name "wheel" }
    }
  ]
}
"#;

fn world() -> World {
    let world = OpenOptions::new().offline(true).random_seed(3);
    let world = world.open_text(TEXT, "/farm/worlds/copies.wbt").unwrap();
    assert!(
        !world.diagnostics().has_errors(),
        "{:?}",
        world.diagnostics()
    );
    world
}

/// A world that was edited and runs, with a command that waits for its next step.
fn running() -> World {
    let mut world = world();
    let cub = world.robot("cub").unwrap();
    for name in ["eye", "angle"] {
        let sensor = world.device(cub, name).unwrap();
        world.enable(sensor, 16);
    }
    steps(&mut world, 5);
    let scene = world.simulation().scene();
    let (top, lamp) = (scene.top_level(), scene.find_def("LAMP").unwrap());
    let intensity = scene.field(lamp, "intensity").unwrap();
    let ball = scene.find_def("BALL").unwrap();
    let place = scene.field(ball, "translation").unwrap();
    let text = "DEF STONE Solid { translation 0.5 0 1 boundingObject Box { size 0.1 0.1 0.1 } \
                physics Physics { } name \"stone\" }";
    for edit in [
        Edit::Set(intensity, Write::Whole(Value::Float(0.75))),
        Edit::Set(intensity, Write::Whole(Value::Float(0.8))),
        Edit::Set(place, Write::Whole(Value::Vec3([0.2, 0.1, 0.7]))),
        Edit::Insert {
            field: top,
            at: usize::MAX,
            text: text.to_owned(),
        },
    ] {
        world.edit(edit).unwrap();
    }
    steps(&mut world, 7);
    let motor = world.device(cub, "motor").unwrap();
    world.set_velocity(motor, 2.0);
    world
}

fn steps(world: &mut World, count: usize) {
    for _ in 0..count {
        world.step();
    }
}

/// What the program sees of a world.
fn seen(world: &World) -> (u64, f64, String) {
    let cub = world.robot("cub").unwrap();
    let eye = world.device(cub, "eye").unwrap();
    (world.state_hash(), world.number(eye).unwrap(), world.text())
}

#[test]
fn a_fork_continues_to_the_same_bits() {
    let mut world = running();
    let mut twin = world.fork();
    assert_eq!(seen(&twin), seen(&world));
    steps(&mut world, 20);
    assert_ne!(seen(&twin), seen(&world));
    steps(&mut twin, 20);
    assert_eq!(seen(&twin), seen(&world));
}

#[test]
fn edits_of_a_fork_leave_the_world_alone() {
    let mut world = running();
    let mut twin = world.fork();
    let stone = twin.simulation().scene().find_def("STONE").unwrap();
    twin.edit(Edit::Remove(stone)).unwrap();
    assert!(world.simulation().scene().find_def("STONE").is_some());
    // a snapshot brings the other tree back
    let snapshot = world.snapshot();
    assert!(twin.has_origin_of(&snapshot));
    twin.restore(&snapshot);
    steps(&mut world, 10);
    steps(&mut twin, 10);
    assert_eq!(seen(&twin), seen(&world));
}

#[test]
fn bytes_continue_to_the_same_bits() {
    let mut world = running();
    let bytes = world.snapshot().to_bytes();
    let mut copy = OpenOptions::new().offline(true).open_bytes(&bytes).unwrap();
    assert_eq!(seen(&copy), seen(&world));
    steps(&mut world, 20);
    steps(&mut copy, 20);
    assert_eq!(seen(&copy), seen(&world));
    // and once more from the copy
    let bytes = copy.snapshot().to_bytes();
    let again = OpenOptions::new().offline(true).open_bytes(&bytes).unwrap();
    assert_eq!(seen(&again), seen(&world));
}

#[test]
fn changed_bytes_are_refused() {
    let bytes = running().snapshot().to_bytes();
    let options = OpenOptions::new().offline(true);
    for at in (0..bytes.len()).step_by(1 + bytes.len() / 60) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        assert!(options.open_bytes(&changed).is_err(), "byte {at}");
    }
    for length in [0, 5, 20, bytes.len() / 2, bytes.len() - 1] {
        assert!(
            options.open_bytes(&bytes[..length]).is_err(),
            "{length} bytes"
        );
    }
    let version = env!("CARGO_PKG_VERSION");
    let text = format!("foxden world {version}\n");
    let other = [b"foxden world 99.0.0\n", &bytes[text.len()..]].concat();
    let refused = options.open_bytes(&other);
    assert!(matches!(refused, Err(BytesError::OtherVersion(version)) if version == "99.0.0"));
}

#[test]
fn a_field_that_is_written_often_takes_no_memory() {
    let mut world = world();
    let empty = world.snapshot().to_bytes().len();
    let lamp = world.simulation().scene().find_def("LAMP").unwrap();
    let field = world.simulation().scene().field(lamp, "intensity").unwrap();
    for at in 0..1000 {
        let value = Value::Float(f64::from(at) / 1000.0);
        world.edit(Edit::Set(field, Write::Whole(value))).unwrap();
    }
    assert!(world.snapshot().to_bytes().len() < empty + 100);
}

#[test]
fn steps_shorter_than_a_millisecond_give_readings() {
    let text = TEXT.replace("basicTimeStep 16", "basicTimeStep 0.25");
    let options = OpenOptions::new().offline(true);
    let mut world = options.open_text(&text, "/farm/worlds/short.wbt").unwrap();
    let cub = world.robot("cub").unwrap();
    let eye = world.device(cub, "eye").unwrap();
    world.enable(eye, 1);
    steps(&mut world, 2);
    // a command in the middle of a millisecond
    world.command(cub, Command::EnableBattery(1));
    assert!(world.number(eye).is_err());
    steps(&mut world, 10);
    assert!(world.number(eye).unwrap() > 0.0);
}

#[test]
fn a_sensor_that_was_turned_off_has_no_value() {
    let mut world = running();
    let cub = world.robot("cub").unwrap();
    let eye = world.device(cub, "eye").unwrap();
    world.enable(eye, 0);
    steps(&mut world, 2);
    assert!(world.number(eye).is_err());
}

#[test]
fn worlds_go_to_other_threads() {
    fn shared<T: Send + Sync>(value: T) -> T {
        value
    }
    let world = running();
    let snapshot = shared(world.snapshot());
    let stepped = |mut world: World| {
        let thread = std::thread::spawn(move || {
            steps(&mut world, 20);
            world
        });
        thread.join().unwrap()
    };
    let fork = world.fork();
    let (one, other) = (stepped(world), stepped(fork));
    assert_eq!(seen(&one), seen(&other));
    let mut world = one;
    world.restore(&snapshot);
    assert_eq!(seen(&stepped(world)), seen(&other));
}

#[test]
fn commands_reach_their_devices_when_others_are_removed() {
    let mut world = world();
    let cub = world.robot("cub").unwrap();
    let angle = world.device(cub, "angle").unwrap();
    world.enable(angle, 16);
    let node = world.robot("cub").unwrap().node();
    let children = world.simulation().scene().field(node, "children").unwrap();
    let eye = world.simulation().scene().nodes_in(children)[0];
    world.edit(Edit::Remove(eye)).unwrap();
    steps(&mut world, 2);
    let angle = world.device(cub, "angle").unwrap();
    assert!(world.number(angle).is_ok());
}
