//! Limits of motors: they include the position of their joints, coupled motors follow each
//! other, and the fields show it.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::Value;
use foxden_sim::World;
use foxden_sim::controller::{Command, Request, Write};

/// Two joints in a row with coupled motors.
fn chain(outer: &str, inner: &str) -> World {
    support::world(&format!(
        "WorldInfo {{}}\nViewpoint {{}}\n\
         Robot {{ name \"r\" supervisor TRUE children [ HingeJoint {{\n\
           device DEF A RotationalMotor {{ name \"m::a\" {outer} }}\n\
           endPoint Solid {{ name \"x\" children [ HingeJoint {{\n\
             device DEF B RotationalMotor {{ name \"m::b\" {inner} }}\n\
             endPoint Solid {{ name \"y\" }} }} ] }} }} ] }}\n"
    ))
}

fn number(world: &World, def: &str, name: &str) -> f64 {
    let node = world.scene().find_def(def).unwrap();
    let field = world.scene().field(node, name).unwrap();
    match world.get(field) {
        Some(Value::Float(number)) => number,
        other => panic!("{other:?}"),
    }
}

fn write(world: &mut World, def: &str, name: &str, value: f64) {
    let node = world.scene().find_def(def).unwrap();
    let field = world.scene().field(node, name).unwrap();
    let robot = support::robot(world, "r");
    let commands = vec![Command::Write(field, Write::Whole(Value::Float(value)))];
    world.submit(
        robot,
        Request {
            duration: 32,
            commands,
        },
    );
    world.step();
}

fn positions(world: &World, def: &str) -> [f64; 2] {
    ["minPosition", "maxPosition"].map(|name| number(world, def, name))
}

#[test]
fn the_motor_at_the_end_of_a_chain_leads_when_a_world_is_loaded() {
    let world = chain("multiplier 2", "maxVelocity 3 minPosition -1 maxPosition 2");
    assert_eq!(number(&world, "A", "maxVelocity"), 6.0);
    assert_eq!(positions(&world, "A"), [-2.0, 4.0]);
    assert_eq!(number(&world, "B", "maxVelocity"), 3.0);
    let robot = support::robot(&world, "r");
    let motor = world.device(robot, "m::a").unwrap();
    assert_eq!(world.motor(robot, motor).unwrap().spec.max_velocity, 6.0);
    // one without limits takes them from the others
    let world = chain("minPosition -1 maxPosition 2", "");
    assert_eq!(positions(&world, "A"), [0.0, 0.0]);
}

#[test]
fn the_motor_that_is_changed_leads_while_the_world_runs() {
    let mut world = chain("multiplier -2", "");
    assert_eq!(number(&world, "A", "maxVelocity"), 20.0);
    write(&mut world, "A", "maxVelocity", 8.0);
    assert_eq!(number(&world, "B", "maxVelocity"), 4.0);
    write(&mut world, "B", "maxPosition", 3.0);
    assert_eq!(positions(&world, "A"), [-6.0, 0.0]);
    write(&mut world, "A", "multiplier", 4.0);
    assert_eq!(number(&world, "B", "maxVelocity"), 2.0);
    assert_eq!(positions(&world, "B"), [-1.5, 0.0]);
    let robot = support::robot(&world, "r");
    let motor = world.device(robot, "m::b").unwrap();
    let spec = world.motor(robot, motor).unwrap().spec;
    assert_eq!((spec.max_velocity, spec.min_position), (2.0, -1.5));
    // the end of limits is passed on as well
    write(&mut world, "B", "minPosition", 0.0);
    assert_eq!(positions(&world, "A"), [0.0, 0.0]);
}

#[test]
fn a_motor_that_gets_a_coupled_name_leads() {
    let mut world = chain("", "maxVelocity 3");
    let node = world.scene().find_def("A").unwrap();
    let field = world.scene().field(node, "name").unwrap();
    for name in ["alone", "m::c"] {
        let write = Write::Whole(Value::String(name.into()));
        world.set(field, write).unwrap();
        if name == "alone" {
            let field = world.scene().field(node, "maxVelocity").unwrap();
            world.set(field, Write::Whole(Value::Float(7.0))).unwrap();
            assert_eq!(number(&world, "B", "maxVelocity"), 3.0);
        }
    }
    assert_eq!(number(&world, "B", "maxVelocity"), 7.0);
}

#[test]
fn limits_include_the_position_of_the_joint() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\n\
         Robot { name \"r\" children [ HingeJoint {\n\
           jointParameters HingeJointParameters { position 0.5 }\n\
           device DEF A RotationalMotor { name \"m\" minPosition 1 maxPosition 2 }\n\
           endPoint Solid { name \"x\" } } ] }\n",
    );
    assert_eq!(positions(&world, "A"), [0.5, 2.0]);
    write(&mut world, "A", "maxPosition", -1.0);
    assert_eq!(positions(&world, "A"), [0.5, 0.5]);
    write(&mut world, "A", "minPosition", 0.25);
    assert_eq!(positions(&world, "A"), [0.25, 0.5]);
}

#[test]
fn the_second_axis_of_a_ball_joint_turns_by_a_quarter_at_most() {
    let world = |motor: &str| {
        support::world(&format!(
            "WorldInfo {{}}\nViewpoint {{}}\n\
             Robot {{ name \"r\" supervisor TRUE children [ BallJoint {{\n\
               device RotationalMotor {{ name \"one\" }}\n\
               device2 DEF M RotationalMotor {{ name \"two\" {motor} }}\n\
               device3 DEF T RotationalMotor {{ name \"three\" }}\n\
               endPoint Solid {{ name \"x\" }} }} ] }}\n"
        ))
    };
    let quarter = std::f64::consts::FRAC_PI_2;
    let mut free = world("");
    assert_eq!(positions(&free, "M"), [-quarter, quarter]);
    assert_eq!(positions(&free, "T"), [0.0, 0.0]);
    let robot = support::robot(&free, "r");
    let motor = free.device(robot, "two").unwrap();
    assert_eq!(free.motor(robot, motor).unwrap().spec.max_position, quarter);
    assert_eq!(
        positions(&world("minPosition -1 maxPosition 3"), "M"),
        [-1.0, quarter]
    );
    write(&mut free, "M", "minPosition", -5.0);
    assert_eq!(positions(&free, "M"), [-quarter, quarter]);
    write(&mut free, "M", "maxPosition", 0.5);
    assert_eq!(positions(&free, "M"), [-quarter, 0.5]);
}
