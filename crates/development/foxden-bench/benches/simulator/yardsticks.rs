//! The absolute figures of the genuine program, to be beaten ten times.

use crate::COUNTED;
use crate::worlds::{file, swarm, world};
use foxden_bench::{Goal, MeasuredRatio, Stopwatch, best_of};
use stats_alloc::Region;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

pub fn measure(rows: &mut Vec<MeasuredRatio>) {
    idle(rows);
    sensors(rows);
    start_up(rows);
    memory();
}

/// A row that asks for ten times the genuine program's figure.
pub fn row(what: &str, ours: String, theirs: &str, ratio: f64) -> MeasuredRatio {
    MeasuredRatio {
        what: what.to_owned(),
        ours,
        theirs: theirs.to_owned(),
        ratio,
        goal: Goal::AtLeast(10.0),
    }
}

/// What a step of a world takes: seconds on the clock, and seconds that all
/// threads together work.
fn step_time(text: &str, steps: usize, threads: usize) -> (f64, f64) {
    const BLOCKS: usize = 5;
    let mut world = world(text);
    world.set_threads(threads);
    for _ in 0..steps / 10 {
        world.step();
    }
    let worked = Stopwatch::start();
    let each = steps / BLOCKS;
    let time = best_of(BLOCKS, || {
        let start = Instant::now();
        for _ in 0..each {
            world.step();
        }
        start.elapsed().as_secs_f64() / each as f64
    });
    (time, worked.seconds() / (each * BLOCKS) as f64)
}

fn idle(rows: &mut Vec<MeasuredRatio>) {
    let text = "Robot { name \"r\" controller \"<none>\" }\n";
    let (time, _) = step_time(text, 2_000_000, 1);
    rows.push(row(
        "a robot without controller: ours / Webots R2023b",
        format!("{:.0} steps/s", 1.0 / time),
        "290000 steps/s",
        1.0 / time / 290_000.0,
    ));
}

fn sensors(rows: &mut Vec<MeasuredRatio>) {
    let (_, one) = step_time(&swarm(1, 100), 50_000, 1);
    rows.push(row(
        "8 occluded sensors among 100 boxes, work of a step: Webots R2023b / ours",
        format!("{:.2} µs", one * 1e6),
        "46 µs",
        46e-6 / one,
    ));
    let (hundred, _) = step_time(&swarm(100, 100), 2000, 2);
    rows.push(row(
        "100 such robots, a step: Webots R2023b / ours",
        format!("{:.0} µs", hundred * 1e6),
        "12000 µs",
        12e-3 / hundred,
    ));
}

/// One robot's world from the start of `foxden run` to its end after one step.
fn start_up(rows: &mut Vec<MeasuredRatio>) {
    let Some(binary) = std::env::var_os("FOXDEN_BINARY")
        .map(PathBuf::from)
        .filter(|binary| binary.is_file())
    else {
        println!("start and memory: not measured without FOXDEN_BINARY, a built foxden");
        return;
    };
    let path = std::env::temp_dir().join(format!("foxden-bench-{}.wbt", std::process::id()));
    std::fs::write(&path, file(&swarm(1, 100))).unwrap();
    let mut megabytes = 0.0;
    let time = best_of(5, || {
        let (seconds, peak) = first_step(&binary, &path);
        megabytes = peak;
        seconds
    });
    std::fs::remove_file(&path).unwrap();
    rows.push(row(
        "start to first step: Webots R2023b / ours",
        format!("{:.1} ms", time * 1e3),
        "300 ms",
        0.3 / time,
    ));
    rows.push(row(
        "resident memory: Webots R2023b / ours",
        format!("{megabytes:.0} MB"),
        "118 MB",
        118.0 / megabytes,
    ));
}

/// Seconds and megabytes from the summary.
fn first_step(binary: &Path, world: &Path) -> (f64, f64) {
    let start = Instant::now();
    let output = Command::new(binary)
        .arg("run")
        .arg(world)
        .args(["--steps", "1"])
        .output()
        .unwrap();
    let seconds = start.elapsed().as_secs_f64();
    let text = String::from_utf8(output.stdout).unwrap();
    let megabytes = text
        .split(" MB at most")
        .next()
        .and_then(|before| before.rsplit(' ').next())
        .and_then(|word| word.parse().ok());
    (seconds, megabytes.expect("foxden run tells its memory"))
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
