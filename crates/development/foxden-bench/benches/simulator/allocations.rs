//! How often and how much a step of 1000 falling boxes allocates: Foxden with
//! fast and with exact physics, and rapier itself.

use crate::COUNTED;
use crate::heaps::{BOXES, PileSettings, begun, pile};
use crate::worlds::boxes;
use foxden_sim::dynamics::Method;
use stats_alloc::Region;

/// The boxes have fallen then, so that lists have grown.
const BEFORE: usize = 100;
/// The number of steps that are counted.
const COUNTED_STEPS: usize = 200;

pub fn measure() {
    let places = boxes(BOXES, 0.12, 0.1);
    for (what, method) in [("fast", Method::Fast), ("exact", Method::Exact)] {
        let mut world = begun(&places, method);
        report(&format!("{what} physics"), || world.step());
    }
    report(
        "rapier itself, same settings",
        pile(&places, PileSettings::TheSame),
    );
}

fn report(what: &str, mut step: impl FnMut()) {
    for _ in 0..BEFORE {
        step();
    }
    let region = Region::new(COUNTED);
    for _ in 0..COUNTED_STEPS {
        step();
    }
    let change = region.change();
    let count = change.allocations + change.reallocations;
    let a_step = |total: usize| total as f64 / COUNTED_STEPS as f64;
    println!(
        "1000 falling boxes, {what}: {:.1} allocations and {:.1} kB a step",
        a_step(count),
        a_step(change.bytes_allocated) / 1e3
    );
}
