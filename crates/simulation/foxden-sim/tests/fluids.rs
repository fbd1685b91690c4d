//! Fluids lift and hold back the bodies that name them.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::Value;
use foxden_sim::World;
use foxden_sim::controller::Write;

fn in_water(body: &str, properties: &str) -> World {
    support::world(&format!(
        "WorldInfo {{ basicTimeStep 16 }}\nViewpoint {{}}\n\
         DEF WATER Fluid {{ translation 0 0 -5 name \"water\" boundingObject Box {{ size 100 100 10 }} }}\n\
         DEF B Solid {{ {body} immersionProperties [ ImmersionProperties {{ {properties} }} ] }}\n\
         DEF REC Robot {{ name \"r\" supervisor TRUE }}\n",
    ))
}

fn height(world: &World) -> f64 {
    world
        .position(world.scene().find_def("B").unwrap())
        .unwrap()[2]
}

const RAFT: &str =
    "name \"b\" boundingObject Box { size 0.6 0.6 0.2 } physics Physics { density 500 }";
const THICK: &str =
    "fluidName \"water\" dragForceCoefficients 5 5 5 viscousResistanceForceCoefficient 200000";

#[test]
fn half_as_dense_floats_half_under() {
    let mut world = in_water(&format!("translation 0 0 -0.3 {RAFT}"), THICK);
    for _ in 0..2000 {
        world.step();
    }
    let rest = height(&world);
    assert!(rest.abs() < 1e-3, "it floats at {rest}");
}

#[test]
fn who_does_not_name_the_fluid_sinks() {
    let mut world = in_water(&format!("translation 0 0 -0.3 {RAFT}"), "fluidName \"oil\"");
    for _ in 0..50 {
        world.step();
    }
    assert!(height(&world) < -1.0);
}

#[test]
fn a_denser_fluid_lifts_higher_and_a_capsule_comes_up_too() {
    let mut world = in_water(&format!("translation 0 0 0 {RAFT}"), THICK);
    let fluid = world.scene().find_def("WATER").unwrap();
    let density = world.scene().field(fluid, "density").unwrap();
    world
        .set(density, Write::Whole(Value::Float(2000.0)))
        .unwrap();
    for _ in 0..2000 {
        world.step();
    }
    let rest = height(&world);
    assert!((rest - 0.05).abs() < 1e-3, "a quarter is under: {rest}");
    let capsule = "translation 0 0 -2 name \"b\" boundingObject Capsule { radius 0.1 height 0.3 } physics Physics { density 300 }";
    let mut world = in_water(capsule, "fluidName \"water\"");
    for _ in 0..30 {
        world.step();
    }
    assert!(height(&world) > -1.9);
}

#[test]
fn a_stream_takes_things_along() {
    let mut world = in_water(&format!("translation 0 0 -1 {RAFT}"), THICK);
    let fluid = world.scene().find_def("WATER").unwrap();
    let stream = world.scene().field(fluid, "streamVelocity").unwrap();
    world
        .set(stream, Write::Whole(Value::Vec3([0.5, 0.0, 0.0])))
        .unwrap();
    for _ in 0..600 {
        world.step();
    }
    let velocity = world
        .velocity(world.scene().find_def("B").unwrap())
        .unwrap();
    assert!((velocity[0] - 0.5).abs() < 0.01, "{velocity:?}");
}
