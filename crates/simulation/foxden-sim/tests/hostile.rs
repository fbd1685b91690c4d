//! Strange worlds run to their end: no panic, and one bad body spoils nothing else.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_sim::controller::{Command, Request};
use foxden_sim::random::Random;
use foxden_sim::report::ReportKind;

/// Numbers that files may hold and programs dislike.
const NUMBERS: [&str; 10] = [
    "0", "-1", "1", "0.1", "1e-300", "1e300", "-1e30", "3.5", "1e8", "0.0001",
];

fn strange(random: &mut Random) -> String {
    let mut number = || NUMBERS[(random.bits() % 10) as usize];
    let mut text = format!(
        "WorldInfo {{ basicTimeStep {} gravity {} CFM {} }}\nViewpoint {{}}\n\
         PointLight {{ location {} 0 {} attenuation {} {} {} intensity {} }}\n\
         Charger {{ radius {} battery [ {} {} {} ] children [ Group {{}} ] }}\n\
         Solid {{ name \"floor\" boundingObject Plane {{}} }}\n",
        number(),
        number(),
        number(),
        number(),
        number(),
        number(),
        number(),
        number(),
        number(),
        number(),
        number(),
        number(),
        number()
    );
    for at in 0..3 {
        text.push_str(&format!(
            "Robot {{ translation {} {} {} rotation {} {} {} {} name \"r{at}\" battery [ {} {} {} ] cpuConsumption {} \
             linearVelocity {} 0 0 boundingObject Box {{ size {} {} {} }} physics Physics {{ density -1 mass {} }} children [ \
             LightSensor {{ name \"l\" occlusion TRUE resolution {} lookupTable [ {} {} {}, {} {} {} ] }} \
             DistanceSensor {{ name \"d\" numberOfRays 5 aperture {} }} Accelerometer {{ name \"a\" }} GPS {{ name \"g\" accuracy {} }} \
             HingeJoint {{ jointParameters HingeJointParameters {{ axis {} {} {} minStop {} maxStop {} }} \
             device [ RotationalMotor {{ name \"m\" maxTorque {} }} ] \
             endPoint Solid {{ translation {} 0 0 boundingObject Sphere {{ radius {} }} physics Physics {{}} }} }} ] }}\n",
            number(), number(), number(), number(), number(), number(), number(), number(), number(), number(),
            number(), number(), number(), number(), number(), number(), number(), number(), number(), number(),
            number(), number(), number(), number(), number(), number(), number(), number(), number(), number(),
            number(), number(), number()
        ));
    }
    text
}

#[test]
fn strange_worlds_run_to_their_end() {
    let mut random = Random::new(3);
    for _ in 0..60 {
        let mut world = support::world(&strange(&mut random));
        let robots: Vec<_> = world.robots().map(|(robot, _)| robot).collect();
        for robot in robots {
            let mut commands: Vec<Command> = world
                .devices(robot)
                .map(|(tag, _)| Command::Enable(tag, 1))
                .collect();
            if let Some(motor) = world.device(robot, "m") {
                commands.push(Command::MotorPosition(motor, f64::INFINITY));
                commands.push(Command::MotorVelocity(motor, 1e30));
            }
            world.submit(
                robot,
                Request {
                    duration: 1_000_000_000,
                    commands,
                },
            );
        }
        for _ in 0..100 {
            world.step();
        }
        world.take_reports();
    }
}

#[test]
fn a_body_that_leaves_the_numbers_is_reported_once_and_spoils_nothing() {
    let mut world = support::world(
        "WorldInfo {}\nViewpoint {}\n\
         DEF BAD Solid { translation 1.79e308 0 5 name \"bad\" linearVelocity 1e308 0 0 \
           boundingObject Box {} physics Physics {} }\n\
         DEF GOOD Solid { translation 50 0 5 name \"good\" boundingObject Sphere { radius 0.1 } physics Physics {} }\n",
    );
    for _ in 0..20 {
        world.step();
    }
    let good = world.scene().find_def("GOOD").unwrap();
    let height = world.position(good).unwrap()[2];
    // 20 steps of 32 ms under 9.81
    let fallen = 9.81 * 0.032 * 0.032 * (20.0 * 21.0 / 2.0);
    assert!((height - (5.0 - fallen)).abs() < 1e-9, "{height}");
    let bad = world.scene().find_def("BAD").unwrap();
    assert!(
        world
            .position(bad)
            .unwrap()
            .iter()
            .all(|part| part.is_finite())
    );
    let reports = world.take_reports();
    let faults: Vec<_> = reports
        .iter()
        .filter(|report| report.kind == ReportKind::NotFinite)
        .collect();
    assert_eq!(faults.len(), 1, "{reports:?}");
    assert!(faults[0].node.contains("BAD"));
}
