//! Supervisors that change a world while it runs.

use super::{FLOOR, header, time_step};
use crate::random::Random;
use crate::stage::NAME;

/// One command of a script.
fn command(random: &mut Random) -> String {
    let body = random.pick(&["BX", "R", "EP", "EP2", "IN"]);
    let small = random.vector(-0.5, 0.5);
    let rotation = random.rotation();
    match random.below(20) {
        0 => format!(
            "set {body} translation {} {} {}",
            random.number(-1.0, 1.0),
            random.number(-1.0, 1.0),
            random.number(0.2, 1.0)
        ),
        1 => format!("set {body} rotation {rotation}"),
        2 => format!("setvel {body} {small} {}", random.vector(-1.0, 1.0)),
        3 => format!("addforce {body} {} 0", random.vector(-20.0, 20.0)),
        4 => format!(
            "addtorque {body} {} {}",
            random.vector(-1.0, 1.0),
            random.below(2)
        ),
        5 => format!(
            "addforceoff {body} {} {small} 1",
            random.vector(-10.0, 10.0)
        ),
        6 => format!("set JP position {}", random.number(-1.0, 1.0)),
        7 => format!("jointpos J {} 1", random.number(-1.0, 1.0)),
        8 => format!(
            "set JP axis {}",
            random.pick(&["0 1 0", "1 0 0", "0 0.6 0.8"])
        ),
        9 => format!("set JP anchor {}", random.vector(-0.1, 0.1)),
        10 => format!("set M maxVelocity {}", random.number(0.5, 5.0)),
        11 => "simreset".to_owned(),
        12 => "simresetphysics".to_owned(),
        13 => format!("resetphysics {body}"),
        14 => format!("save {body} kept"),
        15 => format!("load {body} kept"),
        16 => format!(
            "imp @root children -1 DEF N{} Solid {{ translation {} 2 name \\\"n\\\" \
             boundingObject Sphere {{ radius 0.1 }} physics Physics {{ }} }}",
            random.below(3),
            random.number(1.0, 3.0)
        ),
        17 => format!("remove N{}", random.below(3)),
        18 => format!("set TR scale {}", random.vector(0.5, 2.0)),
        _ => format!("set WI gravity {}", random.number(0.0, 12.0)),
    }
}

/// What is read in between.
fn question(random: &mut Random) -> String {
    let body = random.pick(&["BX", "R", "EP", "EP2", "IN", "N0"]);
    match random.below(6) {
        0 => format!("pos {body}"),
        1 => format!("vel {body}"),
        2 => format!("ori {body}"),
        3 => "get JP position".to_owned(),
        4 => format!("ncontacts {body} 1"),
        _ => format!("get {body} translation"),
    }
}

/// A world with some of everything, and a random script.
pub(super) fn supervisor(random: &mut Random) -> String {
    let step = time_step(random);
    let mut script = vec![format!("../../out/{NAME}.csv"), "step".to_owned()];
    for _ in 0..random.whole(4, 14) {
        script.push(command(random));
        if random.chance(0.8) {
            script.push(format!("step {}", random.whole(1, 6)));
        }
        script.push(question(random));
    }
    script.extend([
        "step 3".to_owned(),
        "pos BX".to_owned(),
        "pos EP".to_owned(),
    ]);
    let physics = random.pick(&["", "physics Physics { }"]);
    let arguments: Vec<String> = script
        .iter()
        .map(|command| format!("\"{command}\""))
        .collect();
    header(step, "").replace("WorldInfo", "DEF WI WorldInfo")
        + FLOOR
        + &format!(
            "DEF BX Solid {{ translation 0.6 0 {} rotation {} name \"bx\" \
             boundingObject Box {{ size 0.2 0.2 0.2 }} physics Physics {{ density 500 }} }}\n\
             DEF T Pose {{ translation {} children [ DEF IN Solid {{ name \"in\" }} ] }}\n\
             DEF TR Transform {{ translation 5 5 5 children [ Shape {{ }} ] }}\n\
             DEF R Robot {{ translation -0.6 0 0.5 name \"r\" controller \"<none>\" \
             boundingObject Box {{ size 0.1 0.1 0.1 }} {physics} children [ \
             DEF J HingeJoint {{ jointParameters DEF JP HingeJointParameters {{ axis 0 1 0 \
             anchor 0 0 0.1 position {} }} device [ DEF M RotationalMotor {{ name \"m\" }} ] \
             endPoint DEF EP Solid {{ translation 0 0 0.2 name \"ep\" \
             boundingObject Box {{ size 0.05 0.05 0.05 }} {physics} }} }} \
             DEF J2 SliderJoint {{ jointParameters JointParameters {{ axis 1 0 0 }} \
             device LinearMotor {{ name \"lm\" }} endPoint DEF EP2 Solid {{ translation 0.2 0 0 \
             name \"ep2\" boundingObject Sphere {{ radius 0.05 }} {physics} }} }} ] }}\n\
             DEF SUP Robot {{ translation 50 0 0 name \"sup\" controller \"sup\" \
             supervisor TRUE controllerArgs [ {} ] }}\n",
            random.number(0.1, 0.5),
            random.rotation(),
            random.vector(-1.0, 1.0),
            random.number(-0.5, 0.5),
            arguments.join(" ")
        )
}
