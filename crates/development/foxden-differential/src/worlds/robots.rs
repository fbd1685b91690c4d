//! Robots that drive, walk and grip.

use super::{FLOOR, header, recorder, time_step};
use crate::random::Random;

/// A wheel on a hinge along y.
fn wheel(name: &str, place: [f64; 3], radius: f64, width: f64, torque: f64) -> String {
    let [x, y, z] = place;
    format!(
        "HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 1 0 anchor {x} {y} {z} }} \
         device RotationalMotor {{ name {name:?} maxVelocity 30 maxTorque {torque} }} \
         endPoint Solid {{ translation {x} {y} {z} name \"{name} wheel\" boundingObject \
         Pose {{ rotation 1 0 0 1.5708 children Cylinder {{ radius {radius} height {width} }} }} \
         physics Physics {{ density -1 mass 0.05 }} }} }}\n"
    )
}

/// Commands that drive wheels at random speeds.
fn drive(random: &mut Random, steps: usize, sides: &[&[&str]], fastest: f64) -> Vec<String> {
    let mut arguments = vec!["node=REC".to_owned(), "vel=REC".to_owned()];
    for name in sides.iter().copied().flatten() {
        arguments.push(format!("at=0:position {name} inf"));
        arguments.push(format!("at=0:velocity {name} 0"));
    }
    for _ in 0..random.whole(1, 5) {
        let at = random.below(steps);
        for side in sides {
            let speed = random.number(-fastest, fastest);
            arguments.extend(
                side.iter()
                    .map(|name| format!("at={at}:velocity {name} {speed}")),
            );
        }
    }
    arguments
}

/// A robot with two driven wheels and two balls that slide.
pub(super) fn wheeled(random: &mut Random) -> String {
    let step = time_step(random);
    let steps = random.whole(60, 150);
    let (radius, width) = (random.number(0.02, 0.05), random.number(0.005, 0.02));
    let (half, length) = (random.number(0.03, 0.08), random.number(0.05, 0.1));
    let wheels = wheel("left", [0.0, half, radius], radius, width, 0.5)
        + &wheel("right", [0.0, -half, radius], radius, width, 0.5);
    let ball = radius * 0.4;
    let body_width = 2.0 * (half - width) - 0.002;
    let arguments = drive(random, steps, &[&["left"], &["right"]], 0.25 / radius);
    let recorder = recorder(step, steps, &arguments);
    let (mass, y) = (random.number(0.1, 1.0), random.number(-0.5, 0.5));
    header(step, "")
        + FLOOR
        + &format!(
            "DEF REC Robot {{ translation 0 {y} 0 name \"rec\" children [ {wheels} ] \
             boundingObject Group {{ children [ \
             Pose {{ translation 0 0 {radius} children Box {{ size {length} {body_width} {radius} }} }} \
             Pose {{ translation {} 0 {ball} children Sphere {{ radius {ball} }} }} \
             Pose {{ translation {} 0 {ball} children Sphere {{ radius {ball} }} }} ] }} \
             physics Physics {{ density -1 mass {mass} }} {recorder} }}\n",
            length / 2.0,
            -length / 2.0,
        )
}

/// A car with four driven wheels.
pub(super) fn vehicle(random: &mut Random) -> String {
    let step = time_step(random);
    let steps = random.whole(60, 120);
    let radius = random.number(0.03, 0.08);
    let (half, length) = (random.number(0.08, 0.15), random.number(0.12, 0.25));
    let mut wheels = String::new();
    for (name, x, y) in [
        ("fl", length, half),
        ("fr", length, -half),
        ("bl", -length, half),
        ("br", -length, -half),
    ] {
        wheels += &wheel(name, [x, y, radius], radius, 0.03, 2.0);
    }
    let arguments = drive(random, steps, &[&["fl", "bl"], &["fr", "br"]], 0.6 / radius);
    let recorder = recorder(step, steps, &arguments);
    let mass = random.number(1.0, 5.0);
    header(step, "")
        + FLOOR
        + &format!(
            "DEF REC Robot {{ name \"rec\" children [ {wheels} ] boundingObject \
             Pose {{ translation 0 0 {} children Box {{ size {} {} 0.04 }} }} \
             physics Physics {{ density -1 mass {mass} }} {recorder} }}\n",
            radius + 0.04,
            2.0 * length,
            2.0 * half - 0.05,
        )
}

/// Two fingers that close on something and lift it.
pub(super) fn gripper(random: &mut Random) -> String {
    let step = random.pick(&[8, 16]);
    let steps = 1600 / step;
    let size = random.number(0.03, 0.06);
    let object = match random.below(3) {
        0 => format!("Box {{ size {size} {size} {size} }}"),
        1 => format!("Cylinder {{ radius {} height {size} }}", size / 2.0),
        _ => format!("Sphere {{ radius {} }}", size / 2.0),
    };
    let force = random.number(5.0, 20.0);
    let finger = |name: &str, side: f64| {
        format!(
            "SliderJoint {{ jointParameters JointParameters {{ axis 0 {side} 0 }} \
             device LinearMotor {{ name {name:?} maxVelocity 0.2 maxForce {force} }} \
             endPoint Solid {{ translation 0 {} -0.08 name \"{name} finger\" \
             boundingObject Box {{ size 0.03 0.01 0.08 }} \
             physics Physics {{ density -1 mass 0.05 }} }} }}",
            -side * 0.06
        )
    };
    let (left, right) = (finger("left", -1.0), finger("right", 1.0));
    let closed = 0.06 - size / 2.0 + 0.01;
    let lift = steps / 2;
    let arguments = [
        "node=THING".to_owned(),
        format!("at=2:position left {closed}"),
        format!("at=2:position right {closed}"),
        format!("at={lift}:position lift {}", random.number(0.02, 0.1)),
    ];
    let recorder = recorder(step, steps, &arguments);
    header(step, "")
        + FLOOR
        + &format!(
            "DEF THING Solid {{ translation 0 0 {} name \"thing\" boundingObject {object} \
             physics Physics {{ density -1 mass {} }} }}\n\
             DEF REC Robot {{ translation 0 0 0.15 name \"rec\" children [ \
             SliderJoint {{ jointParameters JointParameters {{ axis 0 0 1 }} \
             device LinearMotor {{ name \"lift\" maxVelocity 0.1 maxForce 60 }} \
             endPoint Solid {{ name \"palm\" children [ {left} {right} ] \
             boundingObject Box {{ size 0.05 0.16 0.02 }} \
             physics Physics {{ density -1 mass 0.3 }} }} }} ] {recorder} }}\n",
            size / 2.0,
            random.number(0.05, 0.4),
        )
}

/// A body on six legs, each with a hinge at the hip.
pub(super) fn walker(random: &mut Random) -> String {
    let step = random.pick(&[8, 16]);
    let steps = 1600 / step;
    let leg = random.number(0.06, 0.12);
    let mut legs = String::new();
    let mut arguments = vec!["node=REC".to_owned()];
    let stride = random.number(0.1, 0.4);
    for (at, x) in [-0.12, 0.0, 0.12].into_iter().enumerate() {
        for (side, y) in [("l", 0.08), ("r", -0.08)] {
            let name = format!("{side}{at}");
            legs += &format!(
                "HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 1 0 \
                 anchor {x} {y} {leg} }} device RotationalMotor {{ name {name:?} maxVelocity 4 \
                 maxTorque 3 }} endPoint Solid {{ translation {x} {y} {} name \"leg {name}\" \
                 boundingObject Capsule {{ radius 0.01 height {} }} \
                 physics Physics {{ density -1 mass 0.05 }} }} }}\n",
                leg / 2.0 + 0.01,
                leg - 0.02,
            );
            // three legs are always on the floor
            let is_first = (at % 2 == 0) == (side == "l");
            for beat in 0..6 {
                let sign = if (beat % 2 == 0) == is_first {
                    1.0
                } else {
                    -1.0
                };
                let at = beat * steps / 6;
                arguments.push(format!("at={at}:position {name} {}", sign * stride));
            }
        }
    }
    let recorder = recorder(step, steps, &arguments);
    header(step, "")
        + FLOOR
        + &format!(
            "DEF REC Robot {{ name \"rec\" children [ {legs} ] boundingObject \
             Pose {{ translation 0 0 {} children Box {{ size 0.3 0.13 0.03 }} }} \
             physics Physics {{ density -1 mass {} }} {recorder} }}\n",
            leg + 0.03,
            random.number(0.5, 2.0),
        )
}
