//! What wakes bodies that sleep, and what does not. A body that sleeps keeps a velocity that
//! it is given, so it moves as soon as something else wakes it.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::{NodeId, Value};
use foxden_sim::controller::{Command, Request, Write};
use foxden_sim::{ExternalForce, World};

const WORLD: &str = "DEF INFO WorldInfo { contactProperties DEF CONTACT ContactProperties {} }\n\
    Viewpoint {}\n\
    DEF SHAPE Shape {}\n\
    Solid { name \"floor\" boundingObject Plane { size 100 100 } }\n\
    DEF BOX Solid { name \"box\" translation 0 0 0.4999 boundingObject Box { size 1 1 1 }\n\
      physics Physics {} }\n\
    DEF FAR Solid { name \"far\" translation 30 0 0 boundingObject Box { size 1 1 1 } }\n\
    Robot { name \"r\" translation 0 20 0 children [ HingeJoint {\n\
      device DEF MOTOR RotationalMotor { name \"m\" } endPoint Solid { name \"e\" } } ] }\n";

fn node(world: &World, def: &str) -> NodeId {
    world.scene().find_def(def).unwrap()
}

fn obey(world: &mut World, command: Command) {
    let robot = support::robot(world, "r");
    let commands = vec![command];
    let duration = 32;
    world.submit(robot, Request { duration, commands });
}

fn write(world: &mut World, def: &str, field: &str, value: Value) {
    let field = world.scene().field(node(world, def), field).unwrap();
    obey(world, Command::Write(field, Write::Whole(value)));
}

fn x_of(world: &World) -> f64 {
    world.position(node(world, "BOX")).unwrap()[0]
}

/// The world with a box that sleeps and was given a speed.
fn asleep() -> World {
    let mut world = support::world(WORLD);
    for _ in 0..200 {
        world.step();
    }
    let speed = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let body = node(&world, "BOX");
    obey(&mut world, Command::SetVelocity(body, speed));
    assert_eq!(world.velocity(body), Some(speed));
    world
}

/// Whether the box moves in the step after something was done.
fn is_woken(act: impl FnOnce(&mut World)) -> bool {
    let mut world = asleep();
    let before = x_of(&world);
    act(&mut world);
    world.step();
    x_of(&world) != before
}

#[test]
fn a_velocity_wakes_no_body() {
    let mut world = asleep();
    let before = x_of(&world);
    for _ in 0..5 {
        world.step();
    }
    assert_eq!(x_of(&world), before);
    assert_eq!(world.velocity(node(&world, "BOX")).unwrap()[0], 1.0);
}

#[test]
fn forces_and_poses_wake_a_body() {
    for push in [
        ExternalForce::Force([0.0; 3]),
        ExternalForce::ForceAt([0.0; 3], [0.0; 3]),
        ExternalForce::Torque([0.0; 3]),
    ] {
        assert!(is_woken(|world| {
            let body = node(world, "BOX");
            obey(world, Command::Push(body, push, false));
        }));
    }
    assert!(is_woken(|world| {
        let up = Value::Vec3([0.0, 0.0, 0.6]);
        write(world, "BOX", "translation", up);
    }));
}

#[test]
fn commands_to_a_motor_without_a_body_wake_all() {
    let motor = |world: &World| {
        let robot = support::robot(world, "r");
        world.device(robot, "m").unwrap()
    };
    assert!(is_woken(|world| {
        let motor = motor(world);
        obey(world, Command::MotorVelocity(motor, 0.0));
    }));
    assert!(is_woken(|world| {
        let motor = motor(world);
        obey(world, Command::MotorAcceleration(motor, 3.0));
    }));
    // a field is no command
    assert!(!is_woken(|world| {
        write(world, "MOTOR", "maxVelocity", Value::Float(3.0));
    }));
}

#[test]
fn solids_without_a_body_that_move_wake_all() {
    let away = Value::Vec3([31.0, 0.0, 0.0]);
    assert!(is_woken(|world| write(world, "FAR", "translation", away)));
    let mut world = asleep();
    let before = x_of(&world);
    let far = node(&world, "FAR");
    let drift = [0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    obey(&mut world, Command::SetVelocity(far, drift));
    // what moves by itself is noticed a step later
    world.step();
    assert_eq!(x_of(&world), before);
    world.step();
    assert!(x_of(&world) > before);
}

#[test]
fn a_solid_that_is_removed_wakes_all() {
    assert!(is_woken(|world| world.remove(node(world, "FAR")).unwrap()));
    // what is no solid wakes nothing
    assert!(!is_woken(|world| world
        .remove(node(world, "SHAPE"))
        .unwrap()));
}

#[test]
fn what_holds_for_the_whole_world_wakes_all() {
    let number = |def: &'static str, field: &'static str, value: f64| {
        is_woken(|world| write(world, def, field, Value::Float(value)))
    };
    assert!(number("INFO", "gravity", 3.0));
    assert!(number("INFO", "CFM", 0.001));
    assert!(number("CONTACT", "bounce", 0.25));
    assert!(number("INFO", "physicsDisableTime", 2.0));
    assert!(!number("INFO", "lineScale", 2.0));
    assert!(!number("INFO", "gravity", 9.81));
}

#[test]
fn a_body_that_was_reset_stays_for_a_step_and_never_sleeps_on_its_one_geometry() {
    let mut world = support::world(WORLD);
    let body = node(&world, "BOX");
    for _ in 0..200 {
        world.step();
    }
    obey(&mut world, Command::Rest(body));
    obey(&mut world, Command::SetVelocity(body, [1.0; 6]));
    let before = x_of(&world);
    world.step();
    assert_eq!(x_of(&world), before);
    assert_eq!(world.velocity(body), Some([0.0; 6]));
    for _ in 0..200 {
        world.step();
    }
    let before = x_of(&world);
    obey(&mut world, Command::SetVelocity(body, [1.0; 6]));
    world.step();
    assert!(x_of(&world) > before);
}

#[test]
fn a_body_that_was_reset_moves_with_one_that_is_awake() {
    let mut world = support::world(
        "WorldInfo { gravity 0 }\nViewpoint {}\n\
         DEF BOX Robot { name \"r\" boundingObject Box { size 1 1 1 } physics Physics {}\n\
           children [ HingeJoint { endPoint DEF END Solid { translation 1 0 0\n\
             boundingObject Box { size 1 1 1 } physics Physics {} } } ] }\n",
    );
    let end = node(&world, "END");
    obey(&mut world, Command::Rest(end));
    let body = node(&world, "BOX");
    obey(
        &mut world,
        Command::SetVelocity(body, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
    );
    let before = world.position(end).unwrap()[0];
    world.step();
    assert!(world.position(end).unwrap()[0] > before);
}

#[test]
fn connectors_that_let_go_wake_all() {
    let mut world = support::world(&format!(
        "{WORLD}Robot {{ name \"holder\" translation 0 -20 9 children [ Connector {{ name \"c\"\n\
           type \"active\" isLocked TRUE }} ] }}\n\
         Robot {{ name \"held\" translation 0 -20 9 boundingObject Box {{ size 1 1 1 }}\n\
           physics Physics {{}} children [ Connector {{ name \"d\" type \"passive\"\n\
             rotation 0 0 1 3.141592653589793 }} ] }}\n"
    ));
    for _ in 0..200 {
        world.step();
    }
    let body = node(&world, "BOX");
    let speed = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    obey(&mut world, Command::SetVelocity(body, speed));
    let before = x_of(&world);
    world.step();
    assert_eq!(x_of(&world), before);
    let holder = support::robot(&world, "holder");
    let connector = world.device(holder, "c").unwrap();
    let commands = vec![Command::Lock(connector, false)];
    let duration = 32;
    world.submit(holder, Request { duration, commands });
    world.step();
    assert!(x_of(&world) > before);
}
