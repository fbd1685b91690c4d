//! What motors, propellers, sensors and batteries do with bodies and without,
//! and what becomes of velocities.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::{FieldRef, NodeId, Value};
use foxden_sim::World;
use foxden_sim::controller::{Command, Reading, Request, Write};

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

fn velocity(world: &World, def: &str) -> [f64; 6] {
    world.velocity(node(world, def)).unwrap()
}

/// Commands for a robot `r`, and its answer after a step of 16 ms.
fn ask(world: &mut World, commands: Vec<Command>) -> Vec<Reading> {
    let robot = support::robot(world, "r");
    let request = Request {
        duration: 16,
        commands,
    };
    let answer = support::wait(world, robot, request);
    answer.readings.into_iter().map(|(_, read)| read).collect()
}

fn tag(world: &World, name: &str) -> foxden_sim::controller::Tag {
    world.device(support::robot(world, "r"), name).unwrap()
}

const PHYSICS: &str = "boundingObject Box { size 0.1 0.1 0.1 } physics Physics {}";

fn jointed(joint: &str, parameters: &str, motor: &str, robot: &str, end: &str) -> World {
    support::world(&format!(
        "WorldInfo {{ basicTimeStep 16 }}\nViewpoint {{}}\n\
         DEF R Robot {{ name \"r\" {robot} children [\n\
           {joint} {{ {parameters} device [ {motor} {{ name \"m\" consumptionFactor 2 }} ]\n\
             endPoint DEF E Solid {{ translation 0.3 0 0 {end} }} }} ] }}\n"
    ))
}

#[test]
fn feedback_is_measured_only_between_two_solids_with_physics() {
    for joint in [
        ("HingeJoint", "RotationalMotor"),
        ("SliderJoint", "LinearMotor"),
    ] {
        for robot in ["", PHYSICS] {
            for end in ["", PHYSICS] {
                let mut world = jointed(joint.0, "", joint.1, robot, end);
                let motor = tag(&world, "m");
                let read = ask(&mut world, vec![Command::EnableFeedback(motor, 16)]);
                let is_felt = !robot.is_empty() && !end.is_empty();
                assert_eq!(!read.is_empty(), is_felt, "{joint:?} {robot} {end}");
            }
        }
    }
}

#[test]
fn only_a_slider_draws_power_against_the_static_environment() {
    let drawn = |joint, parameters, motor| {
        let robot = "battery [ 100 100 0 ] cpuConsumption 0";
        let end = "boundingObject Box { size 0.1 0.1 0.1 } physics Physics { density -1 mass 0.5 }";
        let mut world = jointed(joint, parameters, motor, robot, end);
        for _ in 0..10 {
            world.step();
        }
        match value(&world, "R", "battery") {
            Value::FloatList(battery) => 100.0 - battery[0],
            other => panic!("{other:?}"),
        }
    };
    let axis = "jointParameters JointParameters { axis 0 0 1 }";
    // ten steps of what holds half a kilogram
    let wanted = 10.0 * 0.016 * 2.0 * 0.5 * 9.81;
    assert!((drawn("SliderJoint", axis, "LinearMotor") - wanted).abs() < 1e-3);
    let axis = "jointParameters HingeJointParameters { axis 0 1 0 }";
    assert_eq!(drawn("HingeJoint", axis, "RotationalMotor"), 0.0);
}

#[test]
fn a_torque_on_a_ball_does_nothing() {
    let run = |torque: Option<f64>| {
        let mut world = jointed("BallJoint", "", "RotationalMotor", PHYSICS, PHYSICS);
        let motor = tag(&world, "m");
        let commands = torque.map(|torque| Command::MotorForce(motor, torque));
        ask(&mut world, commands.into_iter().collect());
        for _ in 0..5 {
            world.step();
        }
        velocity(&world, "E")
    };
    let pushed = run(Some(5.0));
    assert!(
        pushed[3..].iter().all(|part| part.abs() < 1e-9),
        "{pushed:?}"
    );
}

fn propelled(motor: &str, propeller: &str, rotation: &str) -> World {
    support::world(&format!(
        "WorldInfo {{ basicTimeStep 16 gravity 0 }}\nViewpoint {{}}\n\
         DEF R Robot {{ name \"r\" {rotation} {PHYSICS} children [\n\
           Propeller {{ shaftAxis 0 0 1 thrustConstants 0.01 0 torqueConstants 0.001 0 {propeller}\n\
             device RotationalMotor {{ name \"m\" maxVelocity 100 {motor} }} }} ] }}\n"
    ))
}

fn spin(world: &mut World, velocity: f64, steps: usize) {
    let motor = tag(world, "m");
    ask(
        world,
        vec![
            Command::MotorPosition(motor, f64::INFINITY),
            Command::MotorVelocity(motor, velocity),
        ],
    );
    for _ in 1..steps {
        world.step();
    }
}

#[test]
fn a_propeller_speeds_up_as_its_torque_allows() {
    let mut world = propelled("maxTorque 30", "", "");
    let mass = 1.0;
    spin(&mut world, 50.0, 3);
    let speeds = [1.0, 2.0, 3.0].map(|step| 30.0 * 0.016 * step);
    let wanted: f64 = speeds.iter().map(|speed| 0.01 * speed * speed).sum::<f64>() * 0.016 / mass;
    assert!((velocity(&world, "R")[2] - wanted).abs() < 1e-12);
}

#[test]
fn the_torque_of_a_propeller_is_limited() {
    let mut world = propelled("maxTorque 2 acceleration 2", "torqueConstants 10 0", "");
    spin(&mut world, 50.0, 30);
    let before = velocity(&world, "R")[5];
    world.step();
    let inertia = 0.1 * 0.1 / 6.0;
    let change = velocity(&world, "R")[5] - before;
    assert!((change + 2.0 * 0.016 / inertia).abs() < 1e-9, "{change}");
}

#[test]
fn a_helix_weighs_nothing_and_turns_with_the_motor() {
    let helix =
        "slowHelix DEF H Solid { translation 0.1 0 0 boundingObject Box {} physics Physics {} }";
    let mut world = propelled("", helix, "");
    spin(&mut world, 10.0, 10);
    let bare = {
        let mut world = propelled("", "", "");
        spin(&mut world, 10.0, 10);
        velocity(&world, "R")[2]
    };
    assert_eq!(velocity(&world, "R")[2], bare);
    let Value::Vec3(place) = value(&world, "H", "translation") else {
        panic!("no place");
    };
    let turned: f64 = (1..=10)
        .map(|step| 10.0 * 0.016 * 0.016 * f64::from(step))
        .sum();
    assert!((place[0] - 0.1 * turned.cos()).abs() < 1e-12);
    assert!((place[1] - 0.1 * turned.sin()).abs() < 1e-12);
}

#[test]
fn a_propeller_sees_its_advance_along_the_axis_as_written() {
    // turned by a quarter about x, so that the thrust goes along -y
    let rotation = "rotation 1 0 0 1.5707963267948966 linearVelocity 0 0 3";
    let mut world = propelled("", "thrustConstants 0 0.5", rotation);
    spin(&mut world, 10.0, 1);
    let wanted = 0.5 * (10.0 * 0.016) * 3.0 * 0.016;
    assert!((velocity(&world, "R")[1] - wanted).abs() < 1e-12);
}

#[test]
fn end_points_with_an_axis_begin_at_rest() {
    let moving = "linearVelocity 0 1 0 angularVelocity 0 0 1";
    let hinge = "jointParameters HingeJointParameters {}";
    let slider = "jointParameters JointParameters {}";
    let ball = "jointParameters BallJointParameters {}";
    let rotational = "RotationalMotor";
    for (joint, parameters, motor, is_at_rest) in [
        ("HingeJoint", hinge, rotational, true),
        ("Hinge2Joint", hinge, rotational, true),
        ("SliderJoint", slider, "LinearMotor", true),
        ("BallJoint", ball, rotational, false),
        ("HingeJoint", "", rotational, false),
    ] {
        for end in [moving.to_owned(), format!("{moving} {PHYSICS}")] {
            let world = jointed(joint, parameters, motor, PHYSICS, &end);
            let is_still = velocity(&world, "E") == [0.0; 6];
            assert_eq!(is_still, is_at_rest, "{joint} {parameters}");
        }
    }
}

#[test]
fn a_velocity_field_that_is_written_does_not_change_a_body() {
    let mut world = support::world(&format!(
        "WorldInfo {{ basicTimeStep 16 gravity 0 }}\nViewpoint {{}}\n\
         DEF B Solid {{ linearVelocity 1 0 0 {PHYSICS} }}\nDEF K Solid {{ name \"k\" }}\n"
    ));
    world.step();
    write(
        &mut world,
        "B",
        "linearVelocity",
        Value::Vec3([0.0, 2.0, 0.0]),
    );
    write(
        &mut world,
        "B",
        "angularVelocity",
        Value::Vec3([0.0, 0.0, 1.0]),
    );
    write(
        &mut world,
        "K",
        "linearVelocity",
        Value::Vec3([0.0, 2.0, 0.0]),
    );
    world.step();
    assert_eq!(velocity(&world, "B"), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    let shown = value(&world, "B", "linearVelocity");
    assert_eq!(shown, Value::Vec3([1.0, 0.0, 0.0]));
    // without a body the field is what moves it
    let place = world.position(node(&world, "K")).unwrap();
    assert!((place[1] - 0.032).abs() < 1e-15);
}

#[test]
fn a_reset_leaves_everything_at_rest() {
    let mut world = support::world(&format!(
        "WorldInfo {{ basicTimeStep 16 gravity 0 }}\nViewpoint {{}}\nRobot {{ name \"r\" }}\n\
         DEF B Solid {{ name \"b\" linearVelocity 1 0 0 {PHYSICS} }}\n\
         DEF K Solid {{ name \"k\" linearVelocity 1 0 0 }}\n"
    ));
    ask(&mut world, vec![Command::Reset]);
    for def in ["B", "K"] {
        assert_eq!(velocity(&world, def), [0.0; 6]);
        assert_eq!(world.position(node(&world, def)), Some([0.0; 3]));
    }
}

#[test]
fn contacts_found_before_a_state_is_loaded_do_not_act() {
    let mut world = support::world(&format!(
        "WorldInfo {{ basicTimeStep 16 }}\nViewpoint {{}}\nRobot {{ name \"r\" }}\n\
         Solid {{ name \"floor\" boundingObject Plane {{}} }}\n\
         DEF B Solid {{ name \"b\" translation 0 0 0.3 {PHYSICS} }}\n"
    ));
    let body = node(&world, "B");
    ask(&mut world, vec![Command::SaveState(body, "s".to_owned())]);
    let high = world.position(body).unwrap()[2];
    while !world.has_contacts() {
        world.step();
    }
    ask(&mut world, vec![Command::LoadState(body, "s".to_owned())]);
    // one step of free fall, as after the state was saved
    let again = world.position(body).unwrap()[2];
    assert!((again - high).abs() < 1e-12, "{again} {high}");
    assert!((velocity(&world, "B")[2] + 9.81 * 0.016).abs() < 1e-12);
}

#[test]
fn angles_that_are_written_are_brought_within_half_a_turn() {
    let mut world = support::world("WorldInfo {}\nViewpoint {}\nDEF P Pose {}\n");
    for (written, kept) in [(10.0, 10.0 - 4.0 * std::f64::consts::PI), (-3.0, -3.0)] {
        let rotation = Value::Rotation([0.0, 0.0, 1.0, written]);
        write(&mut world, "P", "rotation", rotation);
        let Value::Rotation(found) = value(&world, "P", "rotation") else {
            panic!("no rotation");
        };
        assert!((found[3] - kept).abs() < 1e-14, "{found:?}");
    }
}

#[test]
fn a_scale_of_nothing_becomes_one() {
    let mut world = support::world("WorldInfo {}\nViewpoint {}\nDEF T Transform { scale 2 2 2 }\n");
    write(&mut world, "T", "scale", Value::Vec3([3.0, 0.0, 2.0]));
    assert_eq!(value(&world, "T", "scale"), Value::Vec3([3.0, 1.0, 2.0]));
}

#[test]
fn an_accelerometer_and_a_gps_move_with_what_holds_them() {
    let mut world = support::world(&format!(
        "WorldInfo {{ basicTimeStep 16 }}\nViewpoint {{}}\n\
         Robot {{ name \"r\" children [\n\
           Accelerometer {{ name \"acc\" {PHYSICS} }} GPS {{ name \"gps\" {PHYSICS} }} ] }}\n"
    ));
    let enable = ["acc", "gps"].map(|name| Command::Enable(tag(&world, name), 16));
    let read = ask(&mut world, enable.to_vec());
    // their own bodies do not count, and the robot has none
    assert!(matches!(&read[0], Reading::Vector(felt) if felt.iter().all(|axis| axis.is_nan())));
    assert!(matches!(read[1], Reading::Fix { speed, .. } if speed.is_nan()));
}

#[test]
fn sensors_on_a_solid_without_physics_have_no_body() {
    let mut world = support::world(&format!(
        "WorldInfo {{ basicTimeStep 16 gravity 0 }}\nViewpoint {{}}\n\
         Robot {{ name \"r\" linearVelocity 1 0 0 angularVelocity 0 0 1 {PHYSICS} children [\n\
           Gyro {{ name \"own\" }}\n\
           HingeJoint {{ endPoint Solid {{ children [ Gyro {{ name \"arm\" }} GPS {{ name \"gps\" }} ] }} }} ] }}\n"
    ));
    let enable = ["own", "arm", "gps"].map(|name| Command::Enable(tag(&world, name), 16));
    let read = ask(&mut world, enable.to_vec());
    assert_eq!(read[0], Reading::Vector([0.0, 0.0, 1.0]));
    assert_eq!(read[1], Reading::Vector([0.0; 3]));
    assert!(matches!(read[2], Reading::Fix { speed, .. } if speed.is_nan()));
    let read = ask(&mut world, Vec::new());
    assert!(matches!(read[2], Reading::Fix { speed, .. } if (speed - 1.0).abs() < 1e-9));
}

#[test]
fn an_imported_world_info_takes_over() {
    let mut world = support::world("WorldInfo { basicTimeStep 16 }\nViewpoint {}\n");
    let top = world.scene().top_level();
    world.insert(top, 2, "WorldInfo {}").unwrap();
    assert_eq!(world.settings().basic_time_step, 32.0);
}
