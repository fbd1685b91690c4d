//! What tests with genuine peers share.
#![allow(dead_code)]

#[cfg(feature = "tls")]
pub mod certificates;
pub mod exchange;
pub mod kinds;
#[path = "../../../../../tests/support/prerequisites.rs"]
pub mod prerequisites;
pub mod raw;
pub mod users;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// The workspace's folder.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The Python with the genuine package, or `None` if the test is to be skipped.
pub fn python() -> Option<PathBuf> {
    prerequisites::genuine_python(&workspace())
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
    finish(script(python, name).args(arguments)).await;
}

/// Runs a command to its end; what it prints is shown if it fails.
pub async fn finish(command: &mut Command) {
    let output = tokio::time::timeout(Duration::from_secs(120), command.output())
        .await
        .expect("the script ends")
        .expect("the script starts");
    assert!(
        output.status.success(),
        "{:?} failed\n{}\n{}",
        command.as_std(),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Folders for local sockets that no other program uses.
pub struct RunFolders(tempfile::TempDir);

impl RunFolders {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Lets a command use them.
    pub fn apply(&self, command: &mut Command) {
        command
            .env(
                "ROBOTRACONTEUR_SYSTEM_RUN_DIR",
                self.0.path().join("system"),
            )
            .env("ROBOTRACONTEUR_USER_RUN_DIR", self.0.path().join("user"))
            .env("ROBOTRACONTEUR_USER_STATE_DIR", self.0.path().join("state"))
            .env(
                "ROBOTRACONTEUR_SYSTEM_STATE_DIR",
                self.0.path().join("state"),
            )
            .env(
                "ROBOTRACONTEUR_USER_CONFIG_DIR",
                self.0.path().join("config"),
            )
            .env(
                "ROBOTRACONTEUR_SYSTEM_CONFIG_DIR",
                self.0.path().join("config"),
            );
    }

    /// The folder that holds them all.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The run folder that a program of this user takes.
    pub fn own(&self) -> PathBuf {
        let root = std::env::var("HOME").is_ok_and(|home| home == "/root");
        if root {
            self.0.path().join("system/root")
        } else {
            self.0.path().join("user")
        }
    }
}

/// The genuine node with the service `kinds`; it ends with this value.
pub struct GenuineServer {
    pub port: u16,
    folders: RunFolders,
    _child: Child,
}

impl GenuineServer {
    pub async fn start(name: &str, options: &[&str]) -> Option<Self> {
        Self::start_in(RunFolders::new(), name, options, &[]).await
    }

    /// Starts it with prepared folders and variables of the environment.
    pub async fn start_in(
        folders: RunFolders,
        name: &str,
        options: &[&str],
        environment: &[(&str, &Path)],
    ) -> Option<Self> {
        let python = python()?;
        let definition =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/example.kinds.robdef");
        let mut command = script(&python, "serve_kinds.py");
        command.arg(definition).arg(name).args(options);
        command.envs(environment.iter().copied());
        command.stderr(Stdio::inherit());
        folders.apply(&mut command);
        let mut child = command.spawn().expect("the server starts");
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = tokio::time::timeout(Duration::from_secs(30), lines.next_line())
            .await
            .expect("the server answers")
            .unwrap()
            .expect("the server prints its port");
        Some(Self {
            port: line.trim().parse().expect("a port number"),
            folders,
            _child: child,
        })
    }

    pub fn run_folder(&self) -> PathBuf {
        self.folders.own()
    }
}
