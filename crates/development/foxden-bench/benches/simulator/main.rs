//! `cargo xtask bench simulator [PART…]`: light, heaps, swarms, and a
//! comparison with reference figures of the genuine program (Webots R2023b on
//! two cores).
#![allow(missing_docs, clippy::unwrap_used)]

mod allocations;
mod border;
mod heaps;
mod light;
mod mujoco;
mod swarm;
mod worlds;
mod yardsticks;

use foxden_bench::{MeasuredRatio, table};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Measures something and adds its rows to the table.
type Part = fn(&mut Vec<MeasuredRatio>);

/// What can be measured by itself.
const PARTS: &[(&str, Part)] = &[
    ("light", light::measure),
    ("yardsticks", yardsticks::measure),
    ("heaps", heaps::measure),
    ("border", |_| border::measure()),
    ("allocations", |_| allocations::measure()),
    ("swarm", swarm::measure),
];

fn main() {
    // Cargo adds options.
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let names: Vec<&str> = PARTS.iter().map(|(name, _)| *name).collect();
    if let Some(unknown) = wanted.iter().find(|part| !names.contains(&part.as_str())) {
        eprintln!(
            "there is no part '{unknown}'; there are: {}",
            names.join(", ")
        );
        std::process::exit(2);
    }
    let mut rows = Vec::new();
    for (name, measure) in PARTS {
        if wanted.is_empty() || wanted.iter().any(|part| part == name) {
            measure(&mut rows);
        }
    }
    print!("{}", table(&rows));
}
