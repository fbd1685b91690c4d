//! What supervisors do to bodies that consist of several solids, and what they read of solids
//! without a body.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::{NodeId, Value};
use foxden_sim::controller::{Command, Request};
use foxden_sim::{ExternalForce, World};

/// A body of two solids in free space, whose second one is turned by a quarter about z.
const TWO_PARTS: &str = "WorldInfo { gravity 0 }\nViewpoint {}\n\
    DEF BODY Solid { boundingObject Box { size 1 1 1 } physics Physics { density -1 mass 1 } children [\n\
      DEF PART Solid { rotation 0 0 1 1.5707963267948966 boundingObject Box { size 1 1 1 }\n\
        physics Physics { density -1 mass 1 } } ] }\n\
    Robot { name \"r\" }\n";

fn node(world: &World, def: &str) -> NodeId {
    world.scene().find_def(def).unwrap()
}

fn obey(world: &mut World, command: Command) {
    let robot = support::robot(world, "r");
    let request = Request {
        duration: 32,
        commands: vec![command],
    };
    world.submit(robot, request);
}

fn velocity(world: &World, def: &str) -> [f64; 6] {
    world.velocity(node(world, def)).unwrap()
}

#[test]
fn a_relative_force_is_given_in_the_frame_of_its_own_solid() {
    let mut world = support::world(TWO_PARTS);
    let part = node(&world, "PART");
    let push = ExternalForce::Force([2.0, 0.0, 0.0]);
    obey(&mut world, Command::Push(part, push, true));
    world.step();
    let [x, y, ..] = velocity(&world, "BODY");
    assert!(x.abs() < 1e-12 && (y - 0.032).abs() < 1e-12, "{x} {y}");
}

#[test]
fn a_part_that_is_put_to_rest_does_not_stop_its_body() {
    let mut world = support::world(TWO_PARTS);
    let (body, part) = (node(&world, "BODY"), node(&world, "PART"));
    let drift = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    obey(&mut world, Command::SetVelocity(body, drift));
    world.step();
    obey(&mut world, Command::SaveState(part, "a".into()));
    obey(&mut world, Command::LoadState(part, "a".into()));
    world.step();
    assert_eq!(velocity(&world, "BODY"), drift);
    obey(&mut world, Command::LoadState(body, "__init__".into()));
    assert_eq!(velocity(&world, "BODY"), [0.0; 6]);
}

#[test]
fn rest_takes_away_what_was_pushed() {
    let mut world = support::world(TWO_PARTS);
    let body = node(&world, "BODY");
    let push = ExternalForce::Force([2.0, 0.0, 0.0]);
    obey(&mut world, Command::Push(body, push, false));
    obey(&mut world, Command::RestAll);
    world.step();
    assert_eq!(velocity(&world, "BODY"), [0.0; 6]);
}

#[test]
fn a_solid_without_a_body_moves_with_those_above_it_up_to_the_first_body() {
    let world = support::world(
        "WorldInfo { gravity 0 }\nViewpoint {}\n\
         DEF A Solid { rotation 0 0 1 1.5707963267948966 linearVelocity 1 0 0 children [\n\
           DEF B Solid { rotation 0 0 1 1.5707963267948966 linearVelocity 2 0 0 children [\n\
             DEF C Solid { linearVelocity 3 0 0 } ] } ] }\n\
         DEF BODY Solid { linearVelocity 5 0 0 boundingObject Box {} physics Physics {} children [\n\
           DEF PART Solid { boundingObject Box {} physics Physics {} children [\n\
             DEF EYE Solid { linearVelocity 3 0 0 } ] } ] }\n",
    );
    let linear = |def: &str| {
        let [x, y, z, ..] = velocity(&world, def);
        [x, y, z].map(|value| (value * 1e9).round() / 1e9)
    };
    assert_eq!(linear("A"), [1.0, 0.0, 0.0]);
    assert_eq!(linear("B"), [1.0, 2.0, 0.0]);
    // turned by B in the world, then once more by A
    assert_eq!(linear("C"), [1.0, -1.0, 0.0]);
    // the fields of a part of a body stay as they are
    assert_eq!(linear("EYE"), [3.0, 0.0, 0.0]);
}

#[test]
fn a_joint_is_put_between_its_stops_the_lower_one_first() {
    let put = |stops: &str, position: f64| {
        let mut world = support::world(&format!(
            "WorldInfo {{ gravity 0 }}\nViewpoint {{}}\n\
             Robot {{ name \"r\" children [ DEF J HingeJoint {{\n\
               jointParameters DEF P HingeJointParameters {{ {stops} }} endPoint Solid {{}} }} ] }}\n"
        ));
        let joint = node(&world, "J");
        obey(&mut world, Command::JointPosition(joint, 1, position));
        let field = world.scene().field(node(&world, "P"), "position").unwrap();
        match world.get(field) {
            Some(Value::Float(position)) => position,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(put("", 0.7), 0.7);
    assert_eq!(put("minStop -0.5 maxStop 0.5", 0.7), 0.5);
    assert_eq!(put("minStop 0.5", 0.7), 0.0);
    assert_eq!(put("minStop 0.5", 0.2), 0.5);
    assert_eq!(put("minStop 0.5 maxStop 0.5", 0.7), 0.5);
}

/// Where the centre of mass of a solid is whose box is one metre beside it.
fn centre(physics: &str) -> f64 {
    let world = support::world(&format!(
        "WorldInfo {{ gravity 0 }}\nViewpoint {{}}\n\
         DEF BODY Solid {{ boundingObject Pose {{ translation 1 0 0 children Box {{}} }}\n\
           physics Physics {{ {physics} }} }}\n"
    ));
    world.center_of_mass(node(&world, "BODY")).unwrap()[0]
}

#[test]
fn an_inertia_matrix_that_does_not_count_leaves_the_centre_of_mass_at_the_origin() {
    let whole = "mass 2 density -1 centerOfMass 3 0 0";
    assert_eq!(centre(whole), 3.0);
    assert_eq!(
        centre(&format!("{whole} inertiaMatrix [ 1 1 1, 0 0 0 ]")),
        3.0
    );
    assert_eq!(centre(""), 1.0);
    // without a centre, not positive definite, without a mass
    assert_eq!(
        centre("mass 2 density -1 inertiaMatrix [ 1 1 1, 0 0 0 ]"),
        0.0
    );
    assert_eq!(
        centre(&format!("{whole} inertiaMatrix [ 1 1 1, 2 0 0 ]")),
        0.0
    );
    assert_eq!(
        centre("centerOfMass 3 0 0 inertiaMatrix [ 1 1 1, 0 0 0 ]"),
        0.0
    );
}

#[test]
fn density_counts_without_a_bounding_object() {
    let mut world = support::world(
        "WorldInfo { gravity 0 }\nViewpoint {}\n\
         DEF BODY Robot { name \"r\" physics Physics { density 500 } }\n",
    );
    let body = node(&world, "BODY");
    let push = ExternalForce::Force([1.0, 0.0, 0.0]);
    obey(&mut world, Command::Push(body, push, false));
    world.step();
    assert!((velocity(&world, "BODY")[0] - 0.064).abs() < 1e-12);
}
