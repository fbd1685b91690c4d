//! A world in steady state allocates nothing: everything that a step needs was
//! made before. What rapier allocates in large islands is measured by the part `allocations`
//! of the benchmark.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_sim::controller::{Command, Request};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// How often it is tried.
const SERIES: usize = 20;

/// Robots with sensors, batteries and joints; nothing touches.
fn busy() -> String {
    let mut text = String::from(
        "WorldInfo {}\nViewpoint {}\nDirectionalLight { direction 0.3 0.2 -1 }\nPointLight { location 1 1 3 attenuation 0 0 1 }\n\
         Charger { translation 0 0 0.1 radius 2 battery [ 500 1000 20 ] children [ PointLight { attenuation 0 0 1 } ] }\n",
    );
    for at in 0..20 {
        let (x, y) = (at % 5, at / 5);
        text.push_str(&format!(
            "Robot {{ translation {x} {y} 1 name \"r{at}\" controller \"c\" battery [ 20 50 10 ] linearVelocity 0.01 0 0 boundingObject Box {{ size 0.2 0.2 0.1 }} children [ \
               LightSensor {{ translation 0.1 0 0.1 rotation 0 1 0 -1.2 name \"a\" occlusion TRUE lookupTable [ 0 0 0.1, 10 1000 0.1 ] }} \
               DistanceSensor {{ translation 0.11 0 0 name \"d\" lookupTable [ 0 0 0, 10 1000 0.1 ] }} \
               GPS {{ name \"g\" }} Gyro {{ name \"y\" }} Compass {{ name \"c\" }} \
               HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 0 1 anchor 0 0 0.3 }} \
                 device [ RotationalMotor {{ name \"m\" }} PositionSensor {{ name \"p\" noise 0.01 }} ] \
                 endPoint Solid {{ translation 0 0 0.3 name \"head\" }} }} ] }}\n\
             Robot {{ translation {x} {y} 3 name \"s{at}\" children [ HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 1 0 dampingConstant 0.01 }} \
               endPoint Solid {{ translation 0.2 0 0 name \"swing\" boundingObject Sphere {{ radius 0.05 }} physics Physics {{}} }} }} ] }}\n"
        ));
    }
    text
}

#[test]
fn steps_allocate_nothing() {
    let mut world = support::world(&busy());
    let robots: Vec<_> = world.robots().map(|(robot, _)| robot).collect();
    for robot in robots {
        let mut commands: Vec<Command> = world
            .devices(robot)
            .map(|(tag, _)| Command::Enable(tag, 32))
            .collect();
        if let Some(motor) = world.device(robot, "m") {
            commands.push(Command::MotorPosition(motor, f64::INFINITY));
            commands.push(Command::MotorVelocity(motor, 0.5));
        }
        world.submit(
            robot,
            Request {
                duration: u32::MAX,
                commands,
            },
        );
    }
    for _ in 0..300 {
        world.step();
    }
    assert!(!world.has_contacts());
    // the harness has a thread of its own that may allocate at any moment, so a
    // series counts that had the program to itself; the world's own would be in all
    let is_quiet = (0..SERIES).any(|_| {
        let region = Region::new(COUNTED);
        for _ in 0..200 {
            world.step();
        }
        let change = region.change();
        change.allocations + change.reallocations == 0
    });
    assert!(is_quiet, "each of {SERIES} series of steps allocated");
}
