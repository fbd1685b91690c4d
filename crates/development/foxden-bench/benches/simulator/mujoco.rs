//! The same scenes in MuJoCo, where its Python package is installed.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// What builds and steps the scenes there.
const PROGRAM: &str = include_str!("mujoco.py");

/// Prints what a step of a scene, given as JSON, takes in MuJoCo.
pub fn report(what: &str, scene: &str, description: &str) {
    match seconds(scene, description) {
        Some(seconds) => println!(
            "{what} in MuJoCo: {:.2} ms a step, {:.0} steps/s",
            seconds * 1e3,
            1.0 / seconds
        ),
        None => println!("{what}: MuJoCo is not installed (Python package mujoco), not compared"),
    }
}

fn seconds(scene: &str, description: &str) -> Option<f64> {
    let python = std::env::var("FOXDEN_VENV").map_or_else(
        |_| "python3".to_owned(),
        |venv| format!("{venv}/bin/python"),
    );
    let mut child = Command::new(python)
        .args(["-c", PROGRAM, scene])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    // A process that has ended already shows its status.
    let _ = child.stdin.take()?.write_all(description.as_bytes());
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().parse().ok())?
}
