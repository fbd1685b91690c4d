//! `foxden run --raconteur` with the genuine Robot Raconteur client.
#![allow(clippy::unwrap_used)]

#[path = "../../../../tests/support/prerequisites.rs"]
mod prerequisites;

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use tempfile::TempDir;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// Folders for local sockets and identities that no other program uses.
fn own_folders(command: &mut Command, folder: &TempDir) {
    for (variable, name) in [
        ("ROBOTRACONTEUR_SYSTEM_RUN_DIR", "system"),
        ("ROBOTRACONTEUR_USER_RUN_DIR", "user"),
        ("ROBOTRACONTEUR_USER_STATE_DIR", "state"),
        ("ROBOTRACONTEUR_SYSTEM_STATE_DIR", "system_state"),
    ] {
        command.env(variable, folder.path().join(name));
    }
}

/// A program that serves; it is ended when this is dropped.
struct Served {
    child: Child,
    output: BufReader<ChildStdout>,
    services: Vec<String>,
    folder: TempDir,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    fn start(arguments: &[&str], count: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_foxden"));
        command
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit());
        own_folders(&mut command, &folder);
        let mut child = command.spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut services = Vec::new();
        while services.len() < count {
            let mut line = String::new();
            assert!(output.read_line(&mut line).unwrap() > 0, "no services");
            if let Some(url) = line.strip_prefix("service  ") {
                services.push(url.trim_end().to_owned());
            }
        }
        Self {
            child,
            output,
            services,
            folder,
        }
    }

    fn port(&self) -> String {
        let (_, rest) = self.services[0].split_once("localhost:").unwrap();
        rest.split_once('?').unwrap().0.to_owned()
    }

    /// Runs a script of the genuine client; `false` if there is none.
    fn use_by(&self, script: &str, arguments: &[&str]) -> bool {
        let Some(python) = prerequisites::genuine_python(&workspace()) else {
            return false;
        };
        let mut command = Command::new(python);
        command
            .arg(workspace().join("tests/raconteur").join(script))
            .args(arguments)
            .env("ROBOTRACONTEUR_LOG_LEVEL", "WARNING")
            .env("PYTHONDONTWRITEBYTECODE", "1");
        own_folders(&mut command, &self.folder);
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && text.contains("all is well"),
            "{script}:\n{text}\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
        true
    }
}

#[test]
fn a_genuine_client_uses_a_world_its_robots_and_devices() {
    let world = workspace().join("tests/raconteur/worlds/services.wbt");
    let world = world.to_str().unwrap();
    let served = Served::start(&["view", world, "--paused", "--raconteur=0"], 5);
    let port = served.port();
    let names: Vec<&str> = served
        .services
        .iter()
        .map(|url| url.split_once("?service=").unwrap().1)
        .collect();
    assert_eq!(
        names,
        ["world", "fox", "a_b______1_", "twin", "twin__2_"],
        "{:?}",
        served.services
    );
    served.use_by("use_services.py", &[&port]);
}

#[test]
fn recorded_worlds_give_their_numbers_to_a_genuine_client() {
    let Some(python) = prerequisites::genuine_python(&workspace()) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(python);
    command
        .arg(workspace().join("tests/raconteur/golden_worlds.py"))
        .arg(env!("CARGO_BIN_EXE_foxden"))
        .arg(workspace().join("crates/development/foxden-golden/data"))
        .args(["lightsensor=16", "charger=14", "slot=14"])
        .env("PYTHONDONTWRITEBYTECODE", "1");
    own_folders(&mut command, &folder);
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("44 worlds") && text.contains("all is well"),
        "{text}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn services_are_reported_once_for_each_world_and_end_with_it() {
    let world = workspace().join("tests/raconteur/worlds/services.wbt");
    let world = world.to_str().unwrap();
    let mut served = Served::start(&["run", world, "--raconteur=0", "--duration", "50ms"], 5);
    let mut rest = String::new();
    served.output.read_to_string(&mut rest).unwrap();
    assert!(!rest.contains("service "), "{rest}");
    assert!(rest.contains("4 steps"), "{rest}");
    assert!(served.child.wait().unwrap().success());
}

#[test]
fn wrong_options_are_explained() {
    let world = workspace().join("tests/raconteur/worlds/services.wbt");
    let run = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_foxden"));
        let output = command.arg("run").arg(&world).args(options).output();
        let output = output.unwrap();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), text)
    };
    let (code, text) = run(&["--raconteur=seven"]);
    assert!(
        code == Some(2) && text.contains("a port is a number"),
        "{text}"
    );
    let (code, text) = run(&["--raconteur-drive", "fox"]);
    assert!(code == Some(2) && text.contains("--raconteur"), "{text}");
    let (code, text) = run(&["--raconteur", "--raconteur-public"]);
    assert!(
        code == Some(2) && text.contains("--raconteur-users"),
        "{text}"
    );
    let (code, text) = run(&["--raconteur", "--raconteur-users", "missing.txt"]);
    assert!(code == Some(1) && text.contains("missing.txt"), "{text}");
    let (code, text) = run(&["--raconteur=0", "--raconteur-node", "no node"]);
    assert!(code == Some(1) && text.contains("node name"), "{text}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let (code, text) = run(&[&format!("--raconteur={port}")]);
    assert!(
        code == Some(1) && text.contains("cannot be opened"),
        "{text}"
    );
}
