//! Lights, light sensors, batteries and chargers.

use super::{header, recorder, time_step};
use crate::random::Random;

fn color(random: &mut Random) -> String {
    random.vector(0.0, 1.0)
}

fn lamp(random: &mut Random, at: usize) -> String {
    let (color, intensity) = (color(random), random.number(0.1, 3.0));
    let place = random.vector(-2.0, 2.0);
    let attenuation = random.pick(&["1 0 0", "0 0 1", "0.2 0.3 0.5"]);
    let name = format!("DEF LAMP{at}");
    match random.below(3) {
        0 => format!(
            "{name} PointLight {{ attenuation {attenuation} color {color} intensity {intensity} \
             location {place} }}\n"
        ),
        1 => format!(
            "{name} SpotLight {{ attenuation {attenuation} color {color} intensity {intensity} \
             location {place} direction {} beamWidth {} cutOffAngle {} }}\n",
            random.vector(-1.0, -0.1),
            random.number(0.1, 1.4),
            random.number(0.2, 1.5)
        ),
        _ => format!(
            "{name} DirectionalLight {{ ambientIntensity {} color {color} intensity {intensity} \
             direction {} }}\n",
            random.number(0.0, 0.5),
            random.vector(-1.0, -0.1)
        ),
    }
}

/// Lights, obstacles, and a robot whose light sensors move.
pub(super) fn light(random: &mut Random) -> String {
    let step = time_step(random);
    let steps = random.whole(15, 40);
    let mut world = header(step, &format!("randomSeed {}", random.below(100)));
    let mut arguments = vec!["watch=REC:translation".to_owned()];
    for at in 0..random.whole(1, 4) {
        world += &lamp(random, at);
        if random.chance(0.5) {
            let (when, intensity) = (random.below(steps), random.number(0.0, 3.0));
            arguments.push(format!("at={when}:set LAMP{at}:intensity {intensity}"));
        }
    }
    for at in 0..random.whole(0, 3) {
        let (place, size) = (random.vector(-1.5, 1.5), random.vector(0.1, 0.8));
        world += &format!(
            "Solid {{ translation {place} rotation {} name \"wall{at}\" \
             boundingObject Box {{ size {size} }} }}\n",
            random.rotation()
        );
    }
    let mut sensors = String::new();
    for at in 0..random.whole(1, 4) {
        let table = random.pick(&[
            "",
            "lookupTable [ 0 0 0, 1 1000 0.1, 3 3000 0.1 ]",
            "lookupTable [ ]",
        ]);
        sensors += &format!(
            "LightSensor {{ translation {} rotation {} name \"ls{at}\" {table} colorFilter {} \
             occlusion {} resolution {} }}\n",
            random.vector(-0.2, 0.2),
            random.rotation(),
            color(random),
            random.pick(&["TRUE", "FALSE"]),
            random.pick(&["-1", "0.5", "10"])
        );
    }
    for _ in 0..random.whole(0, 4) {
        let (when, place) = (random.below(steps), random.vector(-1.0, 1.0));
        arguments.push(format!("at={when}:set REC:translation {place}"));
    }
    world
        + &format!(
            "DEF REC Robot {{ name \"rec\" children [ {sensors} ] {} }}\n",
            recorder(step, steps, &arguments)
        )
}

/// Chargers, and a robot with a battery that visits them.
pub(super) fn energy(random: &mut Random) -> String {
    let step = time_step(random);
    let steps = random.whole(20, 60);
    let mut world = header(step, "gravity 0");
    let mut arguments = vec![format!("battery={step}"), "watch=REC:battery".to_owned()];
    for at in 0..random.whole(1, 3) {
        let (place, capacity) = (random.vector(-0.5, 0.5), random.number(10.0, 100.0));
        world += &format!(
            "DEF C{at} Charger {{ translation {place} name \"c{at}\" \
             battery [ {} {capacity} {} ] radius {} gradual {} emissiveColor {} children [ \
             Shape {{ appearance Appearance {{ material Material {{ }} }} geometry Box {{ }} }} \
             PointLight {{ }} ] }}\n",
            random.number(0.0, capacity),
            random.number(1.0, 20.0),
            random.number(0.1, 0.6),
            random.pick(&["TRUE", "FALSE"]),
            color(random)
        );
        arguments.push(format!("watch=C{at}:battery"));
    }
    let motor = format!(
        "SliderJoint {{ jointParameters JointParameters {{ axis 0 0 1 }} device LinearMotor {{ \
         name \"m\" consumptionFactor {} maxForce 10 }} endPoint Solid {{ translation 0 0 0.3 \
         name \"e\" boundingObject Box {{ size 0.05 0.05 0.05 }} physics Physics {{ }} }} }}",
        random.number(0.1, 5.0)
    );
    for _ in 0..random.whole(1, 6) {
        let when = random.below(steps);
        arguments.push(match random.below(4) {
            0 => format!("at={when}:position m {}", random.number(-0.1, 0.1)),
            1 => format!("at={when}:set C0:radius {}", random.number(0.0, 1.0)),
            2 => format!("at={when}:simreset"),
            _ => format!("at={when}:set REC:translation {}", random.vector(-0.5, 0.5)),
        });
    }
    let capacity = random.number(20.0, 80.0);
    world
        + &format!(
            "DEF REC Robot {{ name \"rec\" battery [ {} {capacity} {} ] cpuConsumption {} \
             children [ {motor} LightSensor {{ name \"ls\" }} ] {} }}\n",
            random.number(0.0, capacity),
            random.number(1.0, 15.0),
            random.number(0.0, 20.0),
            recorder(step, steps, &arguments)
        )
}
