//! A robot of the standard type beside the abstract robot of PyPI: gets of a property, and how long
//! it takes until a trajectory moves the robot. Both have the same description and steps of 10 ms,
//! and the genuine client.

use crate::server_process::{
    Outcome, Process, ServerProcess, foxden, python, script, serve_world, world,
};
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

/// How many trajectories are started.
const STARTS: u32 = 20;

/// What calls of a robot take, in milliseconds.
struct RobotTimes {
    name: &'static str,
    gets: f64,
    median: f64,
    slowest: f64,
    /// Processor time of the server for one get, above what it uses at rest.
    processor: f64,
    execute: f64,
    start: f64,
}

fn ask<const N: usize>(client: &mut Process, question: &str) -> Outcome<[f64; N]> {
    let input = client.child.stdin.as_mut().ok_or("no standard input")?;
    writeln!(input, "{question}")?;
    let line = client.line()?;
    let numbers: Result<Vec<f64>, _> = line.split_whitespace().map(str::parse).collect();
    let wrong = |_| format!("the client printed {line:?}");
    Ok(numbers?.try_into().map_err(wrong)?)
}

fn measure(
    name: &'static str,
    python: &Path,
    server: &Process,
    url: &str,
    seconds: u32,
) -> Outcome<RobotTimes> {
    let mut client = Process::start(Command::new(python).arg(script("time_robot.py")).arg(url))?;
    client.line()?;
    // with the wire of the client, and without requests
    let before = server.processor();
    std::thread::sleep(std::time::Duration::from_secs(seconds.into()));
    let at_rest = server.processor() - before;
    let before = server.processor();
    let [gets, median, slowest] = ask(&mut client, &format!("gets {seconds}"))?;
    let used = (server.processor() - before - at_rest).max(0.0);
    let [execute, start] = ask(&mut client, &format!("starts {STARTS}"))?;
    Ok(RobotTimes {
        name,
        gets: gets / f64::from(seconds),
        median,
        slowest,
        processor: used / gets * 1e6,
        execute,
        start,
    })
}

/// Measures Foxden and the abstract robot.
pub fn compare(seconds: u32) -> Outcome<()> {
    let (Some(python), Some(binary)) = (python(), foxden()) else {
        println!("robots are not measured: set FOXDEN_BINARY, and FOXDEN_VENV or create .venv");
        return Ok(());
    };
    let (foxden, port) = serve_world(&binary, &world("arm.wbt"))?;
    let url = format!("rr+tcp://127.0.0.1:{port}?service=robot");
    let mut command = Command::new(&python);
    command.arg(script("reference_robot.py")).arg(&url);
    let genuine = ServerProcess::start(&mut command)?;
    let genuine_url = format!("rr+tcp://127.0.0.1:{}?service=robot", genuine.port);
    println!("\nA six-joint arm with the genuine client; ms, CPU of the server in us");
    println!(
        "{:<16} {:>10} {:>8} {:>8} {:>10} {:>20} {:>14}",
        "", "gets/s", "p50", "p99", "CPU each", "execute_trajectory", "until it moves"
    );
    for row in [
        measure("Foxden", &python, &foxden, &url, seconds)?,
        measure(
            "abstract robot",
            &python,
            &genuine.process,
            &genuine_url,
            seconds,
        )?,
    ] {
        println!(
            "{:<16} {:>10.0} {:>8.3} {:>8.3} {:>10.1} {:>20.2} {:>14.2}",
            row.name, row.gets, row.median, row.slowest, row.processor, row.execute, row.start
        );
    }
    Ok(())
}
