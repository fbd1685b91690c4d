//! What tests with genuine peers share.
#![allow(dead_code)]

pub mod exchange;
pub mod kinds;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;

/// The workspace's folder.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The interpreter of the virtual environment with the genuine package, or
/// `None` after a line that says so.
pub fn python() -> Option<PathBuf> {
    let folder = std::env::var_os("FOXDEN_VENV")
        .map(PathBuf::from)
        .unwrap_or_else(|| workspace().join(".venv"));
    let python = folder.join("bin/python");
    if python.exists() {
        Some(python)
    } else {
        eprintln!("skipped: no genuine Robot Raconteur package, set FOXDEN_VENV or create .venv");
        None
    }
}

/// A command that runs one of the scripts in `tests/raconteur`.
pub fn script(python: &Path, name: &str) -> Command {
    let mut command = Command::new(python);
    command
        .arg(workspace().join("tests/raconteur").join(name))
        .env("ROBOTRACONTEUR_LOG_LEVEL", "WARNING")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}

/// Runs a script to its end; what it prints is shown if it fails.
pub async fn run_script(python: &Path, name: &str, arguments: &[&str]) {
    let output = script(python, name).args(arguments).output();
    let output = tokio::time::timeout(Duration::from_secs(120), output)
        .await
        .expect("the script ends")
        .expect("the script starts");
    assert!(
        output.status.success(),
        "{name} {arguments:?} failed\n{}\n{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
