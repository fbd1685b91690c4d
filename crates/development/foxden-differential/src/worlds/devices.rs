//! Sensors and actuators on a robot that moves.

use super::{FLOOR, header, physics, recorder, solid_shape, time_step};
use crate::random::Random;

fn device(random: &mut Random, at: usize) -> String {
    let place = format!(
        "translation {} rotation {} name \"d{at}\"",
        random.vector(-0.1, 0.1),
        random.rotation()
    );
    let table = random.pick(&["", "lookupTable [ -100 -100 0.1, 100 100 0.1 ]"]);
    let noise = random.number(0.0, 0.2);
    match random.below(13) {
        0 => format!("Accelerometer {{ {place} {table} }}"),
        1 => format!("Gyro {{ {place} {table} }}"),
        2 => format!("GPS {{ {place} accuracy {noise} }}"),
        3 => format!("InertialUnit {{ {place} noise {noise} }}"),
        4 => format!("Compass {{ {place} {table} }}"),
        5 => format!("Altimeter {{ {place} accuracy {noise} }}"),
        6 => format!(
            "DistanceSensor {{ {place} type {:?} numberOfRays {} aperture {} \
             lookupTable [ 0 0 0, 0.5 500 0.1 ] }}",
            random.pick(&["generic", "infra-red", "sonar", "laser"]),
            random.pick(&[1, 3, 5]),
            random.number(0.1, 1.0)
        ),
        7 => format!(
            "TouchSensor {{ {place} type {:?} boundingObject {} }}",
            random.pick(&["bumper", "force", "force-3d"]),
            solid_shape(random, 0.1)
        ),
        8 => format!(
            "LED {{ {place} gradual {} }}",
            random.pick(&["TRUE", "FALSE"])
        ),
        9 => format!(
            "Receiver {{ {place} channel {} }}",
            random.pick(&[-1, 1, 2])
        ),
        10 => format!(
            "Radar {{ {place} maxRange {} cellDistance {} rangeNoise {noise} }}",
            random.number(1.0, 5.0),
            random.pick(&[0.0, 0.5])
        ),
        11 => format!("LightSensor {{ {place} occlusion TRUE }}"),
        _ => format!("Connector {{ {place} type \"symmetric\" autoLock TRUE }}"),
    }
}

/// A robot with random devices that falls, turns or stands among obstacles.
pub(super) fn devices(random: &mut Random) -> String {
    let step = time_step(random);
    let steps = random.whole(20, 60);
    let mut world = header(step, &format!("randomSeed {}", random.below(100))) + FLOOR;
    world += "PointLight { location 1 1 2 }\n";
    for at in 0..random.whole(0, 3) {
        let shape = solid_shape(random, 0.4);
        world += &format!(
            "Solid {{ translation {} name \"o{at}\" children [ Shape {{ appearance \
             PBRAppearance {{ }} geometry {shape} }} ] boundingObject {shape} \
             radarCrossSection {} }}\n",
            random.vector(-0.6, 0.6),
            random.number(0.0, 10.0)
        );
    }
    let count = random.whole(2, 6);
    let devices: Vec<String> = (0..count).map(|at| device(random, at)).collect();
    let mut arguments = vec!["node=REC".to_owned()];
    for _ in 0..random.whole(1, 6) {
        let (when, at) = (random.below(steps), random.below(count));
        arguments.push(match random.below(4) {
            0 => format!("at={when}:disable d{at}"),
            1 => format!("at={when}:enable d{at} {}", random.whole(1, 64)),
            2 => format!("at={when}:send radio hello"),
            _ => format!("at={when}:set REC:translation {}", random.vector(0.2, 0.8)),
        });
    }
    let body = match random.chance(0.6) {
        true => {
            let shape = solid_shape(random, 0.2);
            format!("boundingObject {shape} {}", physics(random))
        }
        false => String::new(),
    };
    world
        + &format!(
            "DEF REC Robot {{ translation 0 0 {} rotation {} name \"rec\" {body} children [ {} \
             Emitter {{ name \"radio\" channel 1 }} Shape {{ geometry Box {{ size 0.1 0.1 0.1 }} }} ] {} }}\n",
            random.number(0.2, 0.6),
            random.rotation(),
            devices.join(" "),
            recorder(step, steps, &arguments)
        )
}
