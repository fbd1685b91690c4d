//! Bodies that fall, slide and lie.

use super::{FLOOR, bystander, header, physics, solid_shape, time_step};
use crate::random::Random;

/// Bodies of all shapes that fall on a floor and on each other.
pub(super) fn contacts(random: &mut Random) -> String {
    let step = time_step(random);
    let properties = contact_properties(random);
    let mut world = header(step, &properties) + FLOOR;
    let mut watched = Vec::new();
    for at in 0..random.whole(1, 4) {
        let shape = solid_shape(random, 0.2);
        let (x, y) = (random.number(-0.15, 0.15), random.number(-0.15, 0.15));
        let z = 0.25 + 0.3 * at as f64;
        let (rotation, physics) = (random.rotation(), physics(random));
        let material = random.pick(&["", "contactMaterial \"m\""]);
        world += &format!(
            "DEF S{at} Solid {{ translation {x} {y} {z} rotation {rotation} name \"s{at}\" \
             boundingObject {shape} {physics} {material} }}\n"
        );
        watched.push(format!("node=S{at}"));
    }
    world + &bystander(step, random.whole(40, 120), &watched)
}

fn contact_properties(random: &mut Random) -> String {
    if random.chance(0.3) {
        return String::new();
    }
    let friction = random.pick(&["0", "0.2", "1", "-1", "[ 0.3 0.6 ]"]);
    let (bounce, softness) = (
        random.pick(&["0", "0.3", "0.5"]),
        random.pick(&["0.001", "0.0001"]),
    );
    format!(
        "contactProperties [ ContactProperties {{ material1 \"m\" coulombFriction {friction} \
         bounce {bounce} softCFM {softness} }} ]"
    )
}

/// Boxes that slide along a floor and do not turn over.
pub(super) fn slides(random: &mut Random) -> String {
    let step = time_step(random);
    let friction = random.number(0.05, 0.8);
    let fields = format!(
        "contactProperties [ ContactProperties {{ coulombFriction {friction} bounce 0 }} ]"
    );
    let mut world = header(step, &fields) + FLOOR;
    let mut watched = Vec::new();
    for at in 0..random.whole(1, 3) {
        let (length, height) = (random.number(0.2, 0.4), random.number(0.03, 0.06));
        let (x, y, z) = (2.0 * at as f64, random.number(-1.0, 1.0), height / 2.0);
        let (vx, vy) = (random.number(-0.5, 0.5), random.number(-1.5, 1.5));
        world += &format!(
            "DEF S{at} Solid {{ translation {x} {y} {z} name \"s{at}\" \
             boundingObject Box {{ size {length} {length} {height} }} \
             physics Physics {{ density -1 mass {} }} linearVelocity {vx} {vy} 0 }}\n",
            random.number(0.2, 2.0)
        );
        watched.push(format!("node=S{at}"));
    }
    world + &bystander(step, random.whole(40, 100), &watched)
}

/// Towers of boxes that stand still.
pub(super) fn stacks(random: &mut Random) -> String {
    let step = time_step(random);
    let mut world = header(step, "") + FLOOR;
    let mut watched = Vec::new();
    let mut number = 0;
    for tower in 0..random.whole(1, 3) {
        let size = random.number(0.06, 0.2);
        // boxes of half the towers touch exactly, those of the others overlap
        let overlap = match random.whole(0, 1) {
            0 => 0.0,
            _ => random.number(1e-4, 1e-3),
        };
        let mut top = 0.0;
        for _ in 0..random.whole(1, 4) {
            let height = random.number(0.05, 0.12);
            let (x, z) = (tower as f64, top - overlap + height / 2.0);
            let offset = random.number(-0.1, 0.1) * size;
            world += &format!(
                "DEF S{number} Solid {{ translation {x} {offset} {z} name \"s{number}\" \
                 boundingObject Box {{ size {size} {size} {height} }} \
                 physics Physics {{ density 700 }} }}\n"
            );
            watched.push(format!("node=S{number}"));
            top += height - overlap;
            number += 1;
        }
    }
    world + &bystander(step, 2000 / step, &watched)
}
