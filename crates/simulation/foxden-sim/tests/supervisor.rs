//! What supervisors bring about: states that come back, LEDs that come with a
//! node, joints that are put somewhere, fields of motors.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::{FieldRef, NodeId, Value};
use foxden_sim::controller::{Command, Reading, Request, Tag, Write};
use foxden_sim::{RobotIndex, World};

const LAMP: &str = "WorldInfo {}\nViewpoint {}\n\
     DEF R Robot { name \"r\" children [ LightSensor { translation -1 0 0 name \"ls\" lookupTable [] }\n\
       DEF D LED { name \"led\" color [ 1 1 1, 1 0 0 ] children [ DEF L PointLight { attenuation 0 0 1 } ] } ] }\n";

fn node(world: &World, def: &str) -> NodeId {
    world.scene().find_def(def).unwrap()
}

fn field(world: &World, def: &str, name: &str) -> FieldRef {
    world.scene().field(node(world, def), name).unwrap()
}

fn value(world: &World, def: &str, name: &str) -> Value {
    world.get(field(world, def, name)).unwrap()
}

fn write(world: &mut World, def: &str, name: &str, value: Value) {
    let field = field(world, def, name);
    world.set(field, Write::Whole(value)).unwrap();
}

/// A robot and the tag of one of its devices.
fn device(world: &World, robot: &str, name: &str) -> (RobotIndex, Tag) {
    let robot = support::robot(world, robot);
    (robot, world.device(robot, name).unwrap())
}

/// Steps once with these commands; the numbers that came back.
fn step(world: &mut World, robot: RobotIndex, commands: Vec<Command>) -> Vec<f64> {
    let request = Request {
        duration: 32,
        commands,
    };
    let answer = support::wait(world, robot, request);
    let readings = answer.readings.into_iter();
    let number = |(_, reading)| match reading {
        Reading::Number(number) => number,
        other => panic!("{other:?}"),
    };
    readings.map(number).collect()
}

#[test]
fn an_led_does_not_take_the_same_value_twice() {
    let mut world = support::world(LAMP);
    let (robot, led) = device(&world, "r", "led");
    step(&mut world, robot, vec![Command::Led(led, 1)]);
    assert_eq!(value(&world, "L", "on"), Value::Bool(true));
    write(&mut world, "L", "on", Value::Bool(false));
    step(&mut world, robot, vec![Command::Led(led, 1)]);
    assert_eq!(value(&world, "L", "on"), Value::Bool(false));
    step(&mut world, robot, vec![Command::Led(led, 2)]);
    assert_eq!(value(&world, "L", "on"), Value::Bool(true));
    assert_eq!(value(&world, "L", "color"), Value::Color([1.0, 0.0, 0.0]));
}

#[test]
fn an_led_that_comes_later_is_dark_too() {
    let mut world = support::world(LAMP);
    let (robot, sensor) = device(&world, "r", "ls");
    let children = field(&world, "R", "children");
    let text = "LED { name \"new\" children [ DEF N PointLight { attenuation 0 0 1 } ] }";
    world.insert(children, 2, text).unwrap();
    assert_eq!(value(&world, "N", "on"), Value::Bool(false));
    assert_eq!(value(&world, "N", "color"), Value::Color([0.0; 3]));
    let seen = step(&mut world, robot, vec![Command::Enable(sensor, 32)]);
    assert_eq!(seen, [0.0]);
    let (robot, new) = device(&world, "r", "new");
    let seen = step(&mut world, robot, vec![Command::Led(new, 1)]);
    assert!((seen[0] - 1.0 / 3.0).abs() < 1e-15, "{seen:?}");
}

#[test]
fn a_reset_turns_the_lights_of_leds_off_but_leaves_their_colour() {
    let mut world = support::world(LAMP);
    let (robot, led) = device(&world, "r", "led");
    step(&mut world, robot, vec![Command::Led(led, 2)]);
    step(&mut world, robot, vec![Command::Reset]);
    assert_eq!(value(&world, "L", "on"), Value::Bool(false));
    assert_eq!(value(&world, "L", "color"), Value::Color([1.0, 0.0, 0.0]));
}

#[test]
fn a_saved_state_of_a_robot_brings_back_its_devices() {
    let mut world = support::world(LAMP);
    let (robot, led) = device(&world, "r", "led");
    let (_, sensor) = device(&world, "r", "ls");
    let own = node(&world, "R");
    let commands = vec![
        Command::SaveState(own, "s".to_owned()),
        Command::Led(led, 1),
        Command::Enable(sensor, 320),
    ];
    assert!(step(&mut world, robot, commands).is_empty());
    let load = vec![Command::LoadState(own, "s".to_owned())];
    assert_eq!(step(&mut world, robot, load), [0.0]);
    assert_eq!(value(&world, "L", "on"), Value::Bool(false));
}

#[test]
fn a_saved_state_of_a_body_brings_it_back_at_rest() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\n\
         DEF B Solid { translation 0 0 5 boundingObject Box {} physics Physics {} }\n\
         Robot { name \"r\" }\n",
    );
    let robot = support::robot(&world, "r");
    let body = node(&world, "B");
    step(
        &mut world,
        robot,
        vec![Command::SaveState(body, "s".to_owned())],
    );
    let fallen = world.position(body).unwrap()[2];
    for _ in 0..5 {
        step(&mut world, robot, Vec::new());
    }
    step(
        &mut world,
        robot,
        vec![Command::LoadState(body, "s".to_owned())],
    );
    // as saved, then one step from rest
    let first_step = 9.81 * 0.032 * 0.032;
    assert!((world.position(body).unwrap()[2] - 5.0 + first_step).abs() < 1e-12);
    assert!((fallen - 5.0 + first_step).abs() < 1e-12);
}

#[test]
fn a_state_that_was_never_saved_is_all_zeros() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\n\
         DEF C Charger { translation 0 0 5 battery [ 50 100 0 ] children [ DEF L PointLight { location 1 2 3 } ] }\n\
         Robot { name \"r\" }\n",
    );
    let robot = support::robot(&world, "r");
    let charger = node(&world, "C");
    step(
        &mut world,
        robot,
        vec![Command::LoadState(charger, "s".to_owned())],
    );
    assert_eq!(
        value(&world, "C", "battery"),
        Value::FloatList(vec![0.0, 100.0, 0.0])
    );
    assert_eq!(value(&world, "C", "translation"), Value::Vec3([0.0; 3]));
    assert_eq!(value(&world, "L", "location"), Value::Vec3([0.0; 3]));
}

const ARM: &str = "WorldInfo {}\nViewpoint {}\n\
     DEF R Robot { name \"r\" children [ DEF J HingeJoint {\n\
       jointParameters DEF P HingeJointParameters { axis 0 0 1 minStop -1 maxStop 1 }\n\
       device [ DEF M RotationalMotor { name \"arm::a\" } ] endPoint Solid { name \"a\" } }\n\
       HingeJoint { jointParameters DEF Q HingeJointParameters { axis 0 0 1 }\n\
       device [ RotationalMotor { name \"arm::b\" } ] endPoint Solid { name \"b\" } }\n\
       HingeJoint { jointParameters DEF S HingeJointParameters { axis 0 0 1 }\n\
       device [ DEF T RotationalMotor { name \"arm::c::d\" } ] endPoint Solid { name \"c\" } } ] }\n";

fn position(world: &World, def: &str) -> f64 {
    match value(world, def, "position") {
        Value::Float(position) => position,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_joint_that_is_put_somewhere_stays_there() {
    let mut world = support::world(ARM);
    let robot = support::robot(&world, "r");
    let joint = node(&world, "J");
    step(
        &mut world,
        robot,
        vec![Command::JointPosition(joint, 1, 0.5)],
    );
    assert_eq!(position(&world, "P"), 0.5);
    step(
        &mut world,
        robot,
        vec![Command::JointPosition(joint, 1, 7.0)],
    );
    assert_eq!(position(&world, "P"), 1.0);
}

#[test]
fn coupled_motors_share_targets_but_not_limits() {
    let mut world = support::world(ARM);
    let (robot, motor) = device(&world, "r", "arm::a");
    let commands = vec![
        Command::MotorAcceleration(motor, 1.0),
        Command::MotorPosition(motor, 0.5),
    ];
    step(&mut world, robot, commands);
    assert_eq!(position(&world, "P"), 0.032 * 0.032);
    assert_eq!(position(&world, "Q"), 10.0 * 0.032 * 0.032);
    // a name of three parts is no name of a group
    assert_eq!(position(&world, "S"), 0.0);
}

#[test]
fn a_new_maximum_of_torque_leaves_what_is_available() {
    let mut world = support::world(ARM);
    let (robot, motor) = device(&world, "r", "arm::c::d");
    write(&mut world, "T", "maxTorque", Value::Float(2.0));
    assert_eq!(world.motor(robot, motor).unwrap().available(), 10.0);
}

#[test]
fn what_a_controller_says_about_a_motor_is_in_its_fields_and_outlasts_a_reset() {
    let mut world = support::world(ARM);
    for name in ["arm::a", "arm::c::d"] {
        let (robot, motor) = device(&world, "r", name);
        let commands = vec![
            Command::MotorAcceleration(motor, 3.0),
            Command::MotorControl(motor, [4.0, 1.0, 0.5]),
        ];
        step(&mut world, robot, commands);
        let spec = |world: &World| world.motor(robot, motor).unwrap().spec;
        assert_eq!(spec(&world).acceleration, Some(3.0));
        assert_eq!(spec(&world).pid, [4.0, 1.0, 0.5]);
        step(&mut world, robot, vec![Command::Reset]);
        assert_eq!(spec(&world).acceleration, Some(3.0));
        assert_eq!(spec(&world).pid, [4.0, 1.0, 0.5]);
    }
    assert_eq!(value(&world, "T", "acceleration"), Value::Float(3.0));
    assert_eq!(
        value(&world, "T", "controlPID"),
        Value::Vec3([4.0, 1.0, 0.5])
    );
}

/// The recorded answer of the genuine program.
#[test]
fn a_part_that_was_moved_goes_on_to_turn_as_where_it_joined() {
    let mut world = support::world(
        "WorldInfo { gravity 0 }\nViewpoint {}\n\
         DEF M Solid { translation 0 0 1 name \"m\" boundingObject Box { size 0.2 0.2 0.2 } physics Physics { density -1 mass 1 } children [\n\
           DEF M1 Solid { translation 0.5 0 0 name \"m1\" boundingObject Box { size 0.2 0.2 0.2 } physics Physics { density -1 mass 3 } children [\n\
             DEF M2 Solid { translation 0 0.5 0 name \"m2\" boundingObject Box { size 0.1 0.1 0.1 } physics Physics { density -1 mass 1 } } ] }\n\
           Pose { translation 0 0 0.5 children [ Solid { name \"m4\" boundingObject Sphere { radius 0.1 } physics Physics { density -1 mass 0.5 } } ] } ] }\n\
         Robot { name \"s\" }\n",
    );
    let robot = support::robot(&world, "s");
    let whole = node(&world, "M");
    let spin = Command::SetVelocity(whole, [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    step(&mut world, robot, vec![spin]);
    for _ in 0..4 {
        world.step();
    }
    write(
        &mut world,
        "M1",
        "translation",
        Value::Vec3([0.8, 0.0, 0.0]),
    );
    world.step();
    world.remove(node(&world, "M2")).unwrap();
    world.step();
    world.step();
    let turning = &world.velocity(whole).unwrap()[3..];
    let recorded = [
        0.008_197_717_362_618_625,
        -0.05030187144609715,
        1.000207218788054,
    ];
    for (found, recorded) in turning.iter().zip(recorded) {
        assert!((found - recorded).abs() < 1e-12, "{turning:?}");
    }
}
