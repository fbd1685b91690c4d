//! Rules about bodies that no recording shows: which solids hang together, and what
//! becomes of bodies that are edited or disturbed while the world runs.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::{NodeId, Value};
use foxden_sim::World;
use foxden_sim::controller::Write;

const BOX: &str = "boundingObject Box { size 0.1 0.1 0.1 }";

fn world(info: &str, things: &str) -> World {
    support::world(&format!(
        "DEF INFO WorldInfo {{ basicTimeStep 16 {info} }}\nViewpoint {{}}\n{things}\n"
    ))
}

fn node(world: &World, def: &str) -> NodeId {
    world.scene().find_def(def).unwrap()
}

fn write(world: &mut World, def: &str, field: &str, write: Write) {
    let field = world.scene().field(node(world, def), field).unwrap();
    world.set(field, write).unwrap();
}

fn place(world: &World, def: &str) -> [f64; 3] {
    world.position(node(world, def)).unwrap()
}

fn steps(world: &mut World, count: usize) {
    for _ in 0..count {
        world.step();
    }
}

#[test]
fn a_body_on_a_solid_without_physics_of_a_body_is_free() {
    let mut world = world(
        "",
        &format!(
            "Solid {{ name \"a\" {BOX} physics Physics {{}} children [ Solid {{ name \"k\" \
               translation 1 0 0 children [ DEF C Solid {{ name \"c\" translation 1 0 0 {BOX} \
               physics Physics {{}} }} ] }} ] }}\n\
             Solid {{ name \"s\" translation 0 9 0 children [ DEF H Solid {{ name \"h\" {BOX} \
               physics Physics {{}} }} ] }}"
        ),
    );
    steps(&mut world, 20);
    let fallen = -9.81 * 0.016 * 0.016 * 210.0;
    assert!((place(&world, "C")[2] - fallen).abs() < 1e-9);
    // what is on static solids only is held
    assert!(place(&world, "H")[2] > -1e-4);
}

#[test]
fn a_wheel_by_its_old_name_is_not_joined_to_the_body_above() {
    let end = |name: &str| {
        let mut world = world(
            "gravity 0",
            &format!(
                "DEF A Solid {{ name \"a\" linearVelocity 1 0 0 {BOX} physics Physics {{}} \
                   children [ DEF W Solid {{ name \"{name}\" translation 0 1 0 {BOX} \
                   physics Physics {{}} }} ] }}"
            ),
        );
        steps(&mut world, 10);
        place(&world, "W")[0]
    };
    assert!(end("Left Wheel").abs() < 1e-12);
    assert!(end("wheel") > 0.1);
}

#[test]
fn a_damping_that_is_written_stops_no_joint() {
    let mut world = world(
        "",
        &format!(
            "Robot {{ name \"r\" children [ HingeJoint {{ jointParameters HingeJointParameters {{ \
               axis 0 1 0 }} endPoint DEF E Solid {{ translation 1 0 0 {BOX} physics Physics {{ \
               damping DEF D Damping {{ linear 0 angular 0 }} }} }} }} ] }}"
        ),
    );
    steps(&mut world, 20);
    let before = world.velocity(node(&world, "E")).unwrap()[2];
    write(&mut world, "D", "angular", Write::Whole(Value::Float(0.1)));
    world.step();
    let after = world.velocity(node(&world, "E")).unwrap()[2];
    assert!(before < -2.0 && after < before, "{before} {after}");
}

#[test]
fn a_centre_of_mass_that_is_written_stops_the_body_and_a_mass_does_not() {
    let way = |field: &str, value: Write| {
        let mut world = world(
            "gravity 0",
            &format!(
                "DEF B Solid {{ name \"b\" linearVelocity 1 0 0 {BOX} physics DEF P Physics {{ \
                   density -1 mass 1 centerOfMass [ 0 0 0.01 ] }} }}"
            ),
        );
        steps(&mut world, 2);
        let before = place(&world, "B")[0];
        write(&mut world, "P", field, value);
        steps(&mut world, 5);
        place(&world, "B")[0] - before
    };
    let centre = Write::Item(0, Value::Vec3([0.0, 0.0, 0.02]));
    assert!(way("centerOfMass", centre).abs() < 1e-12);
    let mass = Write::Whole(Value::Float(2.0));
    assert!((way("mass", mass) - 0.08).abs() < 1e-12);
}

#[test]
fn an_obstacle_that_gets_other_dimensions_wakes_what_touches_it() {
    let mut world = world(
        "",
        "Solid { name \"table\" boundingObject DEF G Box { size 1 1 1 } }\n\
         DEF B Solid { name \"b\" translation 0 0 0.549 boundingObject Box { size 0.1 0.1 0.1 } \
           physics Physics {} }",
    );
    steps(&mut world, 200);
    let before = place(&world, "B")[2];
    steps(&mut world, 5);
    assert_eq!(place(&world, "B")[2], before);
    write(
        &mut world,
        "G",
        "size",
        Write::Whole(Value::Vec3([1.0, 1.0, 1.01])),
    );
    steps(&mut world, 20);
    assert!(place(&world, "B")[2] > before + 0.003);
}

#[test]
fn joints_keep_the_softness_that_they_were_made_with() {
    let mut world = world(
        "",
        &format!(
            "Robot {{ name \"r\" children [ SliderJoint {{ jointParameters JointParameters {{ \
               axis 0 0 1 staticFriction 100 }} endPoint DEF E Solid {{ {BOX} physics Physics {{ \
               density -1 mass 1 }} }} }} ] }}"
        ),
    );
    write(&mut world, "INFO", "CFM", Write::Whole(Value::Float(0.1)));
    steps(&mut world, 50);
    // the friction gives way by its softness times the weight
    let slipped = -1e-5 * 9.81 * 0.016 * 50.0;
    assert!((place(&world, "E")[2] - slipped).abs() < 1e-6);
}
