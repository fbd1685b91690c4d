//! A swarm in real time: 10,000 robots with eight occluded sensors each.

use crate::worlds::{swarm, world};
use foxden_bench::{Goal, MeasuredRatio, Stopwatch, best_of};
use std::time::Instant;

const ROBOTS: usize = 10_000;
/// How many steps are measured together.
const BLOCK: u32 = 10;
const BLOCKS: usize = 5;

pub fn measure(rows: &mut Vec<MeasuredRatio>) {
    let mut world = world(&swarm(ROBOTS, ROBOTS));
    world.set_threads(2);
    for _ in 0..3 {
        world.step();
    }
    let worked = Stopwatch::start();
    let time = best_of(BLOCKS, || {
        let start = Instant::now();
        for _ in 0..BLOCK {
            world.step();
        }
        start.elapsed().as_secs_f64() / f64::from(BLOCK)
    });
    println!(
        "10,000 robots: {:.1} ms of work a step on both threads together, state {:016x}",
        worked.seconds() * 1e3 / (BLOCKS as f64 * f64::from(BLOCK)),
        world.state_hash()
    );
    rows.push(MeasuredRatio {
        what: "10,000 robots x 8 occluded sensors, chargers: simulated / real time".into(),
        ours: format!("{:.1} ms a step", time * 1e3),
        theirs: "32 ms".into(),
        ratio: 0.032 / time,
        goal: Goal::AtLeast(1.0),
    });
}
