//! Chains of joints: in flight, hanging, and as arms.

use super::{header, recorder, time_step};
use crate::random::Random;

/// A chain and the names of its motors.
struct JointChain {
    text: String,
    motors: Vec<(String, bool)>,
}

/// Links one after the other, each a joint with a motor or without.
fn chain(random: &mut Random, links: usize, torque: f64) -> JointChain {
    let mut motors = Vec::new();
    let mut text = String::new();
    for at in (0..links).rev() {
        let length = random.number(0.06, 0.15);
        let thick = random.number(0.015, 0.03);
        let mass = random.number(0.05, 0.4);
        let has_motor = random.chance(0.6);
        let is_slider = random.chance(0.25);
        let name = format!("m{at}");
        let (kind, limit) = match is_slider {
            true => ("LinearMotor", "maxForce"),
            false => ("RotationalMotor", "maxTorque"),
        };
        let motor = match has_motor {
            true => format!("{kind} {{ name {name:?} maxVelocity 3 {limit} {torque} }}"),
            false => String::new(),
        };
        let (joint, parameters) = match is_slider {
            true => (
                "SliderJoint",
                "jointParameters JointParameters { axis 0 0 1 \
                      minStop -0.03 maxStop 0.03 }"
                    .to_owned(),
            ),
            false => {
                let axis = random.pick(&["1 0 0", "0 1 0"]);
                let damping = random.pick(&["", "dampingConstant 0.01"]);
                let fields = format!("axis {axis} anchor 0 0 -0.02 {damping}");
                (
                    "HingeJoint",
                    format!("jointParameters HingeJointParameters {{ {fields} }}"),
                )
            }
        };
        // what follows hangs from the far end
        let inner = match text.is_empty() {
            true => String::new(),
            false => format!(
                "Pose {{ translation 0 0 {} children [ {text} ] }}",
                -length / 2.0
            ),
        };
        let z = -0.02 - length / 2.0;
        text = format!(
            "{joint} {{ {parameters} device [ {motor} PositionSensor {{ name \"p{at}\" }} ] \
             endPoint DEF L{at} Solid {{ translation 0 0 {z} name \"l{at}\" \
             children [ {inner} ] boundingObject Box {{ size {thick} {thick} {length} }} \
             physics Physics {{ density -1 mass {mass} }} }} }}"
        );
        if has_motor {
            motors.push((name, is_slider));
        }
    }
    JointChain { text, motors }
}

/// A robot with chains and a script for its motors.
fn robot(
    random: &mut Random,
    step: usize,
    base: &str,
    chains: &[JointChain],
    steps: usize,
) -> String {
    let mut arguments = vec!["node=REC".to_owned(), "feedback=1".to_owned()];
    for (name, is_slider) in chains.iter().flat_map(|chain| &chain.motors) {
        for _ in 0..random.whole(0, 3) {
            let at = random.below(steps);
            let most = if *is_slider { 0.025 } else { 1.2 };
            let target = random.number(-most, most);
            arguments.push(match random.below(3) {
                0 => format!("at={at}:position {name} {target}"),
                1 => format!("at={at}:velocity {name} {}", random.number(0.1, 2.5)),
                _ => format!("at={at}:acceleration {name} {}", random.number(1.0, 30.0)),
            });
        }
    }
    let children: Vec<&str> = chains.iter().map(|chain| chain.text.as_str()).collect();
    format!(
        "DEF REC Robot {{ name \"rec\" {base} children [ {} ] {} }}\n",
        children.join(" "),
        recorder(step, steps, &arguments)
    )
}

/// A robot that floats or falls freely.
pub(super) fn flight(random: &mut Random) -> String {
    let step = time_step(random);
    let steps = random.whole(30, 80);
    let gravity = random.pick(&["0", "9.81", "1.6"]);
    let links = random.whole(1, 4);
    // a part that turns too slowly for its stops touches nothing
    let chains = [chain(random, links, 1.0)];
    let base = format!(
        "translation 0 0 100 rotation {} linearVelocity {} angularVelocity {} \
         boundingObject Box {{ size 0.1 0.1 0.03 }} physics Physics {{ density -1 mass {} }}",
        random.rotation(),
        random.vector(-1.0, 1.0),
        random.vector(-1.0, 1.0),
        random.number(0.3, 2.0)
    );
    header(step, &format!("gravity {gravity}")) + &robot(random, step, &base, &chains, steps)
}

/// A robot without Physics from which chains hang.
pub(super) fn articulated(random: &mut Random) -> String {
    let step = time_step(random);
    let steps = random.whole(40, 100);
    let links = random.whole(1, 4);
    let chains = [chain(random, links, 2.0)];
    header(step, "") + &robot(random, step, "translation 0 0 3", &chains, steps)
}

/// An arm that stands on a fixed base.
pub(super) fn arm(random: &mut Random) -> String {
    let step = time_step(random);
    let steps = random.whole(60, 120);
    let links = random.whole(3, 6);
    let chains = [chain(random, links, 10.0)];
    let base = "translation 0 0 0.1 rotation 0 1 0 3.14159";
    header(step, "") + &robot(random, step, base, &chains, steps)
}
