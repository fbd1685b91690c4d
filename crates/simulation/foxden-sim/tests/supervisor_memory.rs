//! What supervisors ask about and what resets bring back, by rules from the sources of Webots
//! that few recordings show.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::{NodeId, Value};
use foxden_sim::controller::{Command, ContactQuestion, Request, Write};
use foxden_sim::{ExternalForce, World};

const HEAD: &str = "WorldInfo {}\nDEF VIEW Viewpoint { position 1 2 3 orientation 0 0 1 0.5 }\n\
    Robot { name \"r\" supervisor TRUE controller \"<none>\" translation 0 50 0 }\n";

fn start(nodes: &str) -> World {
    support::world(&format!("{HEAD}{nodes}"))
}

fn node(world: &World, def: &str) -> NodeId {
    world.scene().find_def(def).unwrap()
}

fn obey(world: &mut World, command: Command) {
    let robot = support::robot(world, "r");
    let commands = vec![command];
    let duration = 0;
    world.submit(robot, Request { duration, commands });
}

fn write(world: &mut World, def: &str, field: &str, value: Value) {
    let field = world.scene().field(node(world, def), field).unwrap();
    obey(world, Command::Write(field, Write::Whole(value)));
}

fn vector(world: &World, def: &str, name: &str) -> [f64; 3] {
    let field = world.scene().field(node(world, def), name).unwrap();
    match world.get(field) {
        Some(Value::Vec3(value)) => value,
        other => panic!("{other:?}"),
    }
}

fn position(world: &World, def: &str) -> [f64; 3] {
    world.position(node(world, def)).unwrap()
}

fn speed(world: &World, def: &str) -> [f64; 6] {
    world.velocity(node(world, def)).unwrap()
}

fn assert_near(found: &[f64], wanted: &[f64]) {
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-12, "{found} is not {wanted}");
    }
}

#[test]
fn a_body_that_falls_asleep_keeps_the_velocity_in_its_fields() {
    let mut world = support::world(
        "WorldInfo { gravity 0 physicsDisableTime 0.1 physicsDisableLinearThreshold 0.1 }\n\
         Viewpoint {}\n\
         Solid { name \"base\" boundingObject Plane { size 10 10 } }\n\
         DEF BOX Solid { name \"box\" translation 0 0 0.0499 linearVelocity 0.05 0 0\n\
           boundingObject Box { size 0.1 0.1 0.1 } physics Physics {} }\n",
    );
    for _ in 0..20 {
        world.step();
    }
    let (at, now) = (position(&world, "BOX"), speed(&world, "BOX"));
    assert!(now != [0.0; 6]);
    assert_eq!(vector(&world, "BOX", "linearVelocity")[..], now[..3]);
    world.step();
    assert_eq!(position(&world, "BOX"), at);
    assert_eq!(speed(&world, "BOX"), now);
}

#[test]
fn a_reset_brings_the_viewpoint_back() {
    let mut world = start("");
    write(&mut world, "VIEW", "position", Value::Vec3([7.0, 8.0, 9.0]));
    let turn = Value::Rotation([1.0, 0.0, 0.0, 1.0]);
    write(&mut world, "VIEW", "orientation", turn);
    world.step();
    assert_eq!(vector(&world, "VIEW", "position"), [7.0, 8.0, 9.0]);
    obey(&mut world, Command::Reset);
    world.step();
    assert_eq!(vector(&world, "VIEW", "position"), [1.0, 2.0, 3.0]);
    let view = node(&world, "VIEW");
    let turn = world.scene().field(view, "orientation").unwrap();
    let wanted = Some(Value::Rotation([0.0, 0.0, 1.0, 0.5]));
    assert_eq!(world.get(turn), wanted);
}

#[test]
fn a_reset_brings_poses_in_bounding_objects_back() {
    let mut world = start(
        "Solid { name \"s\" boundingObject DEF PART Pose { translation 0 0 1 children [\n\
           Box { size 0.1 0.1 0.1 } ] } }\n",
    );
    write(
        &mut world,
        "PART",
        "translation",
        Value::Vec3([0.0, 0.0, 2.0]),
    );
    world.step();
    obey(&mut world, Command::Reset);
    world.step();
    assert_eq!(vector(&world, "PART", "translation"), [0.0, 0.0, 1.0]);
}

const SCALED: &str = "DEF TR Transform { scale 2 3 4 rotation 0 0 1 1.5707963267948966 children [\n\
    DEF ONE Pose { translation 1 0 0 children [ Shape {} ] }\n\
    DEF T Pose { rotation 0 0 1 1.5707963267948966 children [\n\
      DEF IN Pose { translation 1 0 0 children [ Shape {} ] } ] } ] }\n";

#[test]
fn a_reset_and_a_state_bring_back_what_is_in_scaled_transforms() {
    let mut world = start(SCALED);
    write(
        &mut world,
        "ONE",
        "translation",
        Value::Vec3([5.0, 0.0, 0.0]),
    );
    world.step();
    assert_near(&position(&world, "ONE"), &[0.0, 10.0, 0.0]);
    obey(&mut world, Command::Reset);
    world.step();
    assert_eq!(vector(&world, "ONE", "translation"), [1.0, 0.0, 0.0]);
    assert_near(&position(&world, "ONE"), &[0.0, 2.0, 0.0]);
    let pose = node(&world, "ONE");
    obey(&mut world, Command::LoadState(pose, "never".to_owned()));
    assert_eq!(vector(&world, "ONE", "translation"), [0.0; 3]);
}

#[test]
fn scales_act_on_what_is_turned_in_them() {
    let mut world = start(SCALED);
    // turned by a quarter, stretched by 3 along y, turned by another quarter
    assert_near(&position(&world, "IN"), &[-3.0, 0.0, 0.0]);
    let turn = Value::Rotation([0.0, 0.0, 1.0, 0.0]);
    write(&mut world, "T", "rotation", turn);
    world.step();
    assert_near(&position(&world, "IN"), &[0.0, 2.0, 0.0]);
}

#[test]
fn axes_of_what_is_turned_in_a_scale_are_not_at_right_angles() {
    let world = start(
        "Transform { scale 2 1 1 children [\n\
           DEF ONE Pose { rotation 0 0 1 0.7853981633974483 children [ Shape {} ] } ] }\n",
    );
    // the columns of the scale times the rotation, made as long as 1
    let (long, short) = (2.0 / 5f64.sqrt(), 1.0 / 5f64.sqrt());
    let wanted = [long, -long, 0.0, short, short, 0.0, 0.0, 0.0, 1.0];
    let pose = node(&world, "ONE");
    assert_near(&world.orientation(pose).unwrap(), &wanted);
    let pose = world.pose(pose, None).unwrap();
    assert_near(&pose[..3], &wanted[..3]);
}

#[test]
fn what_is_in_a_group_is_put_to_rest_and_stopped_again_after_the_step() {
    let mut world = start(
        "DEF G Group { children [ DEF K Solid { name \"k\" } DEF B Solid { name \"b\"\n\
           translation 0 5 0 boundingObject Box { size 0.1 0.1 0.1 } physics Physics {} } ] }\n",
    );
    let (group, free, body) = (node(&world, "G"), node(&world, "K"), node(&world, "B"));
    let speed_up = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    obey(&mut world, Command::SetVelocity(body, speed_up));
    world.step();
    obey(&mut world, Command::Rest(group));
    assert_eq!(speed(&world, "B"), [0.0; 6]);
    let before = position(&world, "B");
    obey(&mut world, Command::SetVelocity(free, speed_up));
    obey(&mut world, Command::SetVelocity(body, speed_up));
    world.step();
    assert_eq!(position(&world, "B"), before);
    assert_eq!(speed(&world, "B"), [0.0; 6]);
    // what has no body moved for one step
    assert_near(&position(&world, "K"), &[0.032, 0.0, 0.0]);
    assert_eq!(speed(&world, "K"), [0.0; 6]);
}

#[test]
fn a_force_moves_a_body_that_was_put_to_rest() {
    let mut world = start(
        "DEF B Solid { name \"b\" boundingObject Box { size 1 1 1 }\n\
           physics Physics { density -1 mass 2 } }\n",
    );
    let body = node(&world, "B");
    obey(&mut world, Command::Rest(body));
    let force = ExternalForce::Force([2.0, 0.0, 0.0]);
    obey(&mut world, Command::Push(body, force, false));
    world.step();
    assert_near(&position(&world, "B")[..1], &[0.032 * 0.032]);
    assert_eq!(speed(&world, "B"), [0.0; 6]);
}

const TABLE: &str = "DEF TABLE Solid { name \"table\" boundingObject Box { size 1 1 0.1 } }\n\
    DEF BOX Solid { name \"box\" translation 0 0 0.0999 boundingObject Box { size 0.1 0.1 0.1 }\n\
      physics Physics {} }\n";

fn is_balanced(world: &mut World, def: &str) -> bool {
    let solid = node(world, def);
    obey(
        world,
        Command::AskAboutContacts(solid, ContactQuestion::Balance),
    );
    world.is_balanced(solid).unwrap()
}

#[test]
fn a_solid_that_touches_nothing_counts_as_balanced() {
    let mut world = start("DEF FREE Solid { name \"f\" translation 3 4 5 }\n");
    assert!(is_balanced(&mut world, "FREE"));
}

#[test]
fn balance_goes_by_the_contact_points_of_the_first_question() {
    let mut world = start(TABLE);
    world.step();
    let solid = node(&world, "BOX");
    assert!(is_balanced(&mut world, "BOX"));
    write(
        &mut world,
        "BOX",
        "translation",
        Value::Vec3([0.3, 0.0, 0.0999]),
    );
    world.step();
    assert!(!is_balanced(&mut world, "BOX"), "above the old points");
    assert_eq!(world.contact_points(solid, true).len(), 4);
    assert!(world.contact_points(solid, true)[0].point[0] < 0.1);
    // points that were asked for are looked for again
    obey(
        &mut world,
        Command::AskAboutContacts(solid, ContactQuestion::Points),
    );
    world.step();
    assert!(world.contact_points(solid, true)[0].point[0] > 0.1);
    // but the polygon of four points stays until a reset
    assert!(!is_balanced(&mut world, "BOX"));
    obey(&mut world, Command::Reset);
    world.step();
    assert!(is_balanced(&mut world, "BOX"));
}

#[test]
fn contact_points_of_before_a_reset_are_there_until_the_next_step() {
    let mut world = start(
        "DEF BALL Solid { name \"ball\" translation 0 0 0.0999 boundingObject Sphere { radius 0.1 }\n\
           physics Physics {} }\n\
         Solid { name \"floor\" boundingObject Plane { size 5 5 } }\n",
    );
    let ball = node(&world, "BALL");
    world.step();
    assert_eq!(world.contact_points(ball, true).len(), 1);
    obey(&mut world, Command::Reset);
    world.step();
    assert_eq!(world.contact_points(ball, true).len(), 2);
    world.step();
    assert_eq!(world.contact_points(ball, true).len(), 1);
}

#[test]
fn a_body_wakes_when_what_it_lies_on_is_removed() {
    let mut world = start(TABLE);
    for _ in 0..100 {
        world.step();
    }
    let table = node(&world, "TABLE");
    world.remove(table).unwrap();
    for _ in 0..10 {
        world.step();
    }
    assert!(position(&world, "BOX")[2] < 0.05);
}
