//! Random worlds, one module for each kind.

mod bodies;
mod chains;
mod devices;
mod files;
mod light;
mod robots;
mod scripts;

use crate::area::Area;
use crate::random::Random;
use crate::stage::{NAME, StagedWorld};

/// The random world of an area and a seed.
pub fn generate(area: Area, seed: u64) -> StagedWorld {
    let salt = (area as u64 + 1).wrapping_mul(0x1234_5678_9abc_def1);
    let mut random = Random::new(seed ^ salt);
    let random = &mut random;
    match area {
        Area::Light => StagedWorld::new(light::light(random)),
        Area::Energy => StagedWorld::new(light::energy(random)),
        Area::Slots => StagedWorld::new(files::slots(random)),
        Area::Language => files::language(random),
        Area::Devices => StagedWorld::new(devices::devices(random)),
        Area::Flight => StagedWorld::new(chains::flight(random)),
        Area::Articulated => StagedWorld::new(chains::articulated(random)),
        Area::Contacts => StagedWorld::new(bodies::contacts(random)),
        Area::Slides => StagedWorld::new(bodies::slides(random)),
        Area::Stacks => StagedWorld::new(bodies::stacks(random)),
        Area::Supervisor => StagedWorld::new(scripts::supervisor(random)),
        Area::Wheeled => StagedWorld::new(robots::wheeled(random)),
        Area::Vehicles => StagedWorld::new(robots::vehicle(random)),
        Area::Arms => StagedWorld::new(chains::arm(random)),
        Area::Grippers => StagedWorld::new(robots::gripper(random)),
        Area::Walkers => StagedWorld::new(robots::walker(random)),
    }
}

/// The start of a world: header, WorldInfo with these fields, Viewpoint.
fn header(step: usize, fields: &str) -> String {
    format!(
        "#VRML_SIM R2023b utf8\nWorldInfo {{ basicTimeStep {step} {fields} }}\n\
         Viewpoint {{ orientation -0.577 0.577 0.577 2.0944 position 0 0 10 }}\n"
    )
}

/// The DEF name of the floor.
pub(crate) const FLOOR_NAME: &str = "FLOOR";

/// A floor at height 0.
const FLOOR: &str = "DEF FLOOR Solid { name \"floor\" boundingObject Plane { size 100 100 } }\n";

/// A recorder's controller and its arguments. The duration of its steps is
/// written down, so that a world with another time step runs the same script.
fn recorder(step: usize, steps: usize, arguments: &[String]) -> String {
    let mut text = format!(
        "controller \"rec\" supervisor TRUE controllerArgs [ \"out=../../out/{NAME}.csv\" \
         \"steps={steps}\" \"dt={step}\" \"quit=1\""
    );
    for argument in arguments {
        text += &format!(" {argument:?}");
    }
    text + " ]"
}

/// A robot that only records.
fn bystander(step: usize, steps: usize, arguments: &[String]) -> String {
    let recorder = recorder(step, steps, arguments);
    format!("DEF REC Robot {{ name \"rec\" translation 0 50 0 {recorder} }}\n")
}

/// A time step.
fn time_step(random: &mut Random) -> usize {
    random.pick(&[8, 16, 32])
}

/// A solid shape with an extent of at most this.
fn solid_shape(random: &mut Random, size: f64) -> String {
    let mut length = || random.number(0.3 * size, size);
    let (a, b, c) = (length(), length(), length());
    match random.below(4) {
        0 => format!("Box {{ size {a} {b} {c} }}"),
        1 => format!("Sphere {{ radius {} }}", a / 2.0),
        2 => format!("Cylinder {{ radius {} height {b} }}", a / 2.0),
        _ => format!("Capsule {{ radius {} height {b} }}", a / 4.0),
    }
}

/// A Physics node with a mass.
fn physics(random: &mut Random) -> String {
    match random.below(3) {
        0 => "physics Physics { }".to_owned(),
        1 => format!(
            "physics Physics {{ density {} }}",
            random.number(200.0, 3000.0)
        ),
        _ => format!(
            "physics Physics {{ density -1 mass {} }}",
            random.number(0.1, 3.0)
        ),
    }
}
