//! Joints whose end points come, go, or get and lose their Physics while the world runs.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::{FieldRef, NodeId, Value};
use foxden_sim::World;
use foxden_sim::controller::{Command, Reading, Request, Write};

/// A hinge about y, and what it holds.
fn arm(gravity: &str, device: &str, end: &str) -> String {
    format!(
        "WorldInfo {{ basicTimeStep 16 gravity {gravity} }}\nViewpoint {{}}\n\
         DEF R Robot {{ name \"r\" controller \"<none>\" children [\n\
           DEF J HingeJoint {{ jointParameters DEF P HingeJointParameters {{ axis 0 1 0 }}\n\
             device [ {device} ]\n\
             endPoint DEF E Solid {{ translation 0.3 0 0 boundingObject Box {{ size 0.1 0.1 0.1 }} {end} }} }} ] }}\n"
    )
}

const DEVICES: &str = "RotationalMotor { name \"m\" maxTorque 100 } PositionSensor { name \"p\" } Brake { name \"b\" }";
const BODY: &str = "physics DEF B Physics {}";

fn node(world: &World, def: &str) -> NodeId {
    world.scene().find_def(def).unwrap()
}

fn field(world: &World, def: &str, name: &str) -> FieldRef {
    world.scene().field(node(world, def), name).unwrap()
}

fn position(world: &World) -> f64 {
    match world.get(field(world, "P", "position")) {
        Some(Value::Float(position)) => position,
        other => panic!("{other:?}"),
    }
}

fn place(world: &World, def: &str) -> [f64; 3] {
    world.position(node(world, def)).unwrap()
}

fn assert_near(found: [f64; 3], wanted: [f64; 3], within: f64) {
    let apart = found.iter().zip(wanted).map(|(a, b)| (a - b).abs());
    assert!(apart.fold(0.0, f64::max) < within, "{found:?} {wanted:?}");
}

/// Lets the robot's controller send commands; the numbers of its sensors after a step.
fn command(world: &mut World, commands: Vec<Command>) -> Vec<f64> {
    let robot = support::robot(world, "r");
    let request = Request {
        duration: 16,
        commands,
    };
    let readings = support::wait(world, robot, request).readings;
    let number = |reading: &Reading| match reading {
        Reading::Number(number) => Some(*number),
        _ => None,
    };
    readings
        .iter()
        .filter_map(|(_, read)| number(read))
        .collect()
}

fn put(world: &mut World, position: f64) {
    let joint = node(world, "J");
    command(world, vec![Command::JointPosition(joint, 1, position)]);
}

#[test]
fn a_joint_that_loses_its_end_point_keeps_its_position() {
    for end in ["", BODY] {
        let mut world = support::world(&arm("0", DEVICES, end));
        put(&mut world, 0.4);
        let end = node(&world, "E");
        world.remove(end).unwrap();
        assert!((position(&world) - 0.4).abs() < 1e-9);
    }
}

#[test]
fn the_position_of_a_joint_without_an_end_point_is_put_and_measured() {
    let mut world = support::world(&arm("0", DEVICES, ""));
    let end = node(&world, "E");
    world.remove(end).unwrap();
    let robot = support::robot(&world, "r");
    let sensor = world.device(robot, "p").unwrap();
    assert_eq!(
        command(&mut world, vec![Command::Enable(sensor, 16)]),
        [0.0]
    );
    let joint = node(&world, "J");
    assert_eq!(
        command(&mut world, vec![Command::JointPosition(joint, 1, 0.6)]),
        [0.6]
    );
    assert_eq!(position(&world), 0.6);
    // an end point that comes now is where it is written at this position
    let field = field(&world, "J", "endPoint");
    world
        .insert(field, 0, "DEF N Solid { translation 0.5 0 0 }")
        .unwrap();
    command(&mut world, Vec::new());
    assert_eq!(place(&world, "N"), [0.5, 0.0, 0.0]);
    put(&mut world, 0.0);
    let (sine, cosine) = 0.6_f64.sin_cos();
    assert_near(place(&world, "N"), [0.5 * cosine, 0.0, 0.5 * sine], 1e-12);
}

#[test]
fn a_reset_puts_a_joint_without_an_end_point_back() {
    let mut world = support::world(&arm("0", DEVICES, ""));
    let end = node(&world, "E");
    world.remove(end).unwrap();
    put(&mut world, 0.6);
    command(&mut world, vec![Command::Reset]);
    assert_eq!(position(&world), 0.0);
}

#[test]
fn a_motor_goes_on_when_its_end_point_gets_or_loses_its_body() {
    let go = |world: &mut World| {
        let robot = support::robot(world, "r");
        let motor = world.device(robot, "m").unwrap();
        command(
            world,
            vec![
                Command::MotorVelocity(motor, 0.5),
                Command::MotorPosition(motor, 1.0),
            ],
        );
    };
    let mut world = support::world(&arm("0", DEVICES, ""));
    go(&mut world);
    let physics = field(&world, "E", "physics");
    world.insert(physics, 0, "Physics {}").unwrap();
    (0..400).for_each(|_| world.step());
    assert!(
        (position(&world) - 1.0).abs() < 1e-3,
        "{}",
        position(&world)
    );

    let mut world = support::world(&arm("0", DEVICES, BODY));
    go(&mut world);
    let physics = node(&world, "B");
    world.remove(physics).unwrap();
    (0..400).for_each(|_| world.step());
    assert!(
        (position(&world) - 1.0).abs() < 1e-6,
        "{}",
        position(&world)
    );
}

#[test]
fn a_brake_goes_on_when_the_joint_is_created_again() {
    let speed = |is_changed: bool| {
        let device = "Brake { name \"b\" }";
        let mut world = support::world(&arm("9.81", device, BODY));
        let robot = support::robot(&world, "r");
        let brake = world.device(robot, "b").unwrap();
        command(&mut world, vec![Command::Brake(brake, 100.0)]);
        if is_changed {
            let anchor = field(&world, "P", "anchor");
            let value = Value::Vec3([0.0, 0.01, 0.0]);
            world.set(anchor, Write::Whole(value)).unwrap();
        }
        (0..20).for_each(|_| world.step());
        position(&world)
    };
    let (wanted, found) = (speed(false), speed(true));
    assert!((wanted - found).abs() < 0.02, "{wanted} {found}");
}

#[test]
fn a_loaded_state_releases_a_brake() {
    let fall = |commands: fn(&World) -> Vec<Command>| {
        let mut world = support::world(&arm("9.81", "Brake { name \"b\" }", BODY));
        let robot_node = node(&world, "R");
        command(
            &mut world,
            vec![Command::SaveState(robot_node, "s".to_owned())],
        );
        let robot = support::robot(&world, "r");
        let brake = world.device(robot, "b").unwrap();
        command(&mut world, vec![Command::Brake(brake, 100.0)]);
        let commands = commands(&world);
        command(&mut world, commands);
        (0..20).for_each(|_| world.step());
        position(&world)
    };
    let braked = fall(|_| Vec::new());
    let released = fall(|world| vec![Command::LoadState(node(world, "R"), "s".to_owned())]);
    assert!(released > 3.0 * braked, "{released} {braked}");
}

#[test]
fn new_physics_above_an_end_point_without_physics_takes_its_pose_as_it_is() {
    let mut world = support::world(&arm("0", "", ""));
    put(&mut world, 0.0);
    let moved = [0.3, 0.2, 0.0];
    let translation = field(&world, "E", "translation");
    world
        .set(translation, Write::Whole(Value::Vec3(moved)))
        .unwrap();
    put(&mut world, 0.5);
    put(&mut world, 0.0);
    // a pose that was written is forgotten when the joint moves
    assert_near(place(&world, "E"), [0.3, 0.0, 0.0], 1e-12);

    world
        .set(translation, Write::Whole(Value::Vec3(moved)))
        .unwrap();
    let physics = field(&world, "R", "physics");
    world.insert(physics, 0, "Physics {}").unwrap();
    put(&mut world, 0.5);
    put(&mut world, 0.0);
    assert_near(place(&world, "E"), moved, 1e-12);
}

/// A slider between two bodies that is 0.1 m from where its spring rests.
fn sprung(parameters: &str) -> World {
    support::world(&format!(
        "WorldInfo {{ basicTimeStep 16 gravity 0 }}\nViewpoint {{}}\n\
         DEF R Robot {{ name \"r\" controller \"<none>\" boundingObject Box {{ size 1 1 1 }} physics Physics {{}} children [\n\
           DEF J SliderJoint {{ jointParameters DEF P JointParameters {{ axis 1 0 0 position 0.1 {parameters} }}\n\
             endPoint DEF E Solid {{ translation 2 0 0 boundingObject Box {{ size 0.1 0.1 0.1 }} physics Physics {{}} }} }} ] }}\n"
    ))
}

#[test]
fn a_spring_of_a_slider_that_is_set_while_the_world_runs_pushes_away() {
    let mut world = sprung("springConstant 50");
    (0..10).for_each(|_| world.step());
    assert!(position(&world) < 0.099, "{}", position(&world));
    let mut world = sprung("");
    world.step();
    let constant = field(&world, "P", "springConstant");
    world
        .set(constant, Write::Whole(Value::Float(50.0)))
        .unwrap();
    (0..10).for_each(|_| world.step());
    assert!(position(&world) > 0.101, "{}", position(&world));
}
