//! `cargo xtask bench simulator`: light, heaps, swarms and the yardsticks of the
//! genuine program (Webots R2023b on two cores).
#![allow(missing_docs, clippy::unwrap_used)]

mod heaps;
mod light;
mod worlds;

use foxden_bench::{Goal, Row, Stopwatch, table};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::process::Command;
use std::time::Instant;
use worlds::{swarm, world};

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--child") {
        return child();
    }
    let mut rows = Vec::new();
    light::measure(&mut rows);
    idle(&mut rows);
    sensors(&mut rows);
    start_up(&mut rows);
    memory();
    heaps::measure(&mut rows);
    big_swarm(&mut rows);
    print!("{}", table(&rows));
}

/// Seconds that all threads together work for a step.
fn step_time(text: &str, steps: usize, threads: usize) -> f64 {
    let mut world = world(text);
    world.set_threads(threads);
    for _ in 0..steps / 10 {
        world.step();
    }
    let start = Stopwatch::start();
    for _ in 0..steps {
        world.step();
    }
    start.seconds() / steps as f64
}

fn idle(rows: &mut Vec<Row>) {
    let text = "Robot { name \"r\" controller \"<none>\" }\n";
    let time = step_time(text, 2_000_000, 1);
    rows.push(Row {
        what: "a robot without controller: ours / Webots R2023b".into(),
        ours: format!("{:.0} steps/s", 1.0 / time),
        theirs: "290000 steps/s".into(),
        ratio: 1.0 / time / 290_000.0,
        goal: Goal::AtLeast(10.0),
    });
}

fn sensors(rows: &mut Vec<Row>) {
    let one = step_time(&swarm(1, 100), 50_000, 1);
    rows.push(Row {
        what: "8 occluded sensors among 100 boxes: Webots R2023b / ours".into(),
        ours: format!("{:.2} µs", one * 1e6),
        theirs: "46 µs".into(),
        ratio: 46e-6 / one,
        goal: Goal::AtLeast(10.0),
    });
    let hundred = step_time(&swarm(100, 100), 2000, 2);
    rows.push(Row {
        what: "100 such robots: Webots R2023b / ours".into(),
        ours: format!("{:.0} µs", hundred * 1e6),
        theirs: "12000 µs".into(),
        ratio: 12e-3 / hundred,
        goal: Goal::AtLeast(10.0),
    });
}

/// One robot's world from the start of a process to its first step.
fn child() {
    let mut world = world(&swarm(1, 100));
    world.step();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    println!("{}", line.unwrap_or("VmHWM: 0 kB"));
}

fn start_up(rows: &mut Vec<Row>) {
    let own = std::env::current_exe().unwrap();
    let mut best = f64::INFINITY;
    let mut megabytes = 0.0;
    for _ in 0..5 {
        let start = Instant::now();
        let output = Command::new(&own).arg("--child").output().unwrap();
        best = best.min(start.elapsed().as_secs_f64());
        let text = String::from_utf8(output.stdout).unwrap();
        let number = text
            .split_whitespace()
            .nth(1)
            .and_then(|word| word.parse().ok());
        megabytes = number.unwrap_or(0.0) / 1024.0;
    }
    rows.push(Row {
        what: "start to first step: Webots R2023b / ours".into(),
        ours: format!("{:.1} ms", best * 1e3),
        theirs: "300 ms".into(),
        ratio: 0.3 / best,
        goal: Goal::AtLeast(10.0),
    });
    rows.push(Row {
        what: "resident memory: Webots R2023b / ours".into(),
        ours: format!("{megabytes:.1} MB"),
        theirs: "118 MB".into(),
        ratio: 118.0 / megabytes,
        goal: Goal::AtLeast(10.0),
    });
}

/// What a robot takes that does nothing.
fn memory() {
    let text = |count: usize| -> String {
        (0..count)
            .map(|at| {
                format!("Robot {{ name \"r{at}\" translation {at} 0 0 boundingObject Box {{}} }}\n")
            })
            .collect()
    };
    let bytes = |count: usize| {
        let text = text(count);
        let region = Region::new(COUNTED);
        let world = world(&text);
        let change = region.change();
        drop(world);
        change.bytes_allocated as f64 - change.bytes_deallocated as f64
    };
    let each = (bytes(2000) - bytes(1000)) / 1000.0;
    println!("an idle robot takes {each:.0} bytes");
}

fn big_swarm(rows: &mut Vec<Row>) {
    let mut world = world(&swarm(10_000, 10_000));
    world.set_threads(2);
    for _ in 0..3 {
        world.step();
    }
    let (steps, start, worked) = (30, Instant::now(), Stopwatch::start());
    for _ in 0..steps {
        world.step();
    }
    let time = start.elapsed().as_secs_f64() / f64::from(steps);
    println!(
        "10,000 robots: {:.1} ms of work a step on both threads together",
        worked.seconds() * 1e3 / f64::from(steps)
    );
    rows.push(Row {
        what: "10,000 robots x 8 occluded sensors, chargers: simulated / real time".into(),
        ours: format!("{:.1} ms a step", time * 1e3),
        theirs: "32 ms".into(),
        ratio: 0.032 / time,
        goal: Goal::AtLeast(1.0),
    });
}
