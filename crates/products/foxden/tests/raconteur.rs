//! `foxden run --raconteur` with the genuine Robot Raconteur client.
#![allow(clippy::unwrap_used)]

#[path = "../../../../tests/support/prerequisites.rs"]
mod prerequisites;

use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_scene::{Library, load_text};
use foxden_sim::World;
use foxden_sim::controller::{Command as DeviceCommand, PictureKind, Request, Tag};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
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
    let served = Served::start(&["view", world, "--paused", "--raconteur=0"], 6);
    let port = served.port();
    let names: Vec<&str> = served
        .services
        .iter()
        .map(|url| url.split_once("?service=").unwrap().1)
        .collect();
    assert_eq!(
        names,
        [
            "world",
            "fox",
            "a_b______1_",
            "twin",
            "twin__2_",
            "fox_camera"
        ],
        "{:?}",
        served.services
    );
    served.use_by("use_services.py", &[&port]);
}

/// The pictures that a controller gets after some steps, by the name of the device.
fn seen_by_a_controller(world: &Path, steps: u32) -> BTreeMap<String, Vec<u8>> {
    let location = Location::file(world);
    let search = Search::new(
        SearchSettings::for_document(&location),
        MemoryStorage::new(),
    );
    let mut library = Library::new(Arc::new(search));
    let text = std::fs::read(world).unwrap();
    let scene = load_text(&location, &text, &mut library).scene;
    let mut world = World::new(scene, library);
    let robot = world.robots().next().unwrap().0;
    let devices: Vec<(Tag, String)> = world
        .devices(robot)
        .map(|(tag, device)| (tag, device.name.clone()))
        .collect();
    let enable = |(tag, _): &(Tag, String)| DeviceCommand::Enable(*tag, 16);
    let mut commands: Vec<DeviceCommand> = devices.iter().map(enable).collect();
    for _ in 0..steps {
        let request = Request {
            duration: 16,
            commands: std::mem::take(&mut commands),
        };
        world.submit(robot, request);
        world.step();
        assert!(world.answer(robot).is_some());
    }
    let mut pictures = BTreeMap::new();
    for (tag, name) in devices {
        let mut bytes = Vec::new();
        if let Some(picture) = world.picture(robot, tag, PictureKind::Main) {
            picture.append(false, &mut bytes);
            pictures.insert(name, bytes);
        }
    }
    pictures
}

/// The greatest difference of two pictures.
fn difference(one: &[u8], other: &[u8]) -> u8 {
    assert_eq!(one.len(), other.len());
    let pairs = one.iter().zip(other);
    pairs.map(|(a, b)| a.abs_diff(*b)).max().unwrap()
}

#[test]
fn a_genuine_client_uses_devices_of_standard_types() {
    let world = workspace().join("tests/raconteur/worlds/standard.wbt");
    let served = Served::start(
        &["view", world.to_str().unwrap(), "--paused", "--raconteur=0"],
        7,
    );
    let folder = tempfile::tempdir().unwrap();
    let arguments = [&*served.port(), folder.path().to_str().unwrap()];
    if !served.use_by("use_standard.py", &arguments) {
        return;
    }
    let file = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    let steps = String::from_utf8(file("steps")).unwrap().parse().unwrap();
    let expected = seen_by_a_controller(&world, steps);

    let pixels = expected["eye"].chunks_exact(4);
    let bgr: Vec<u8> = pixels.clone().flat_map(|p| [p[0], p[1], p[2]]).collect();
    assert!(bgr.iter().any(|byte| *byte != bgr[0]), "an empty picture");
    assert!(file("eye") == bgr, "the picture differs");
    let rgb: Vec<u8> = pixels.flat_map(|p| [p[2], p[1], p[0]]).collect();
    let jpeg = image::load_from_memory(&file("eye.jpg"))
        .unwrap()
        .into_rgb8();
    assert_eq!(jpeg.dimensions(), (64, 48));
    assert!(difference(jpeg.as_raw(), &rgb) < 40, "the JPEG differs");

    for lidar in ["scan", "layers"] {
        // angles rise, but controllers get ranges from left to right and from the top
        let ranges = expected[lidar].chunks_exact(4).rev();
        let ranges: Vec<u8> = ranges.flatten().copied().collect();
        assert!(file(lidar) == ranges, "the ranges of {lidar} differ");
    }

    assert!(file("depth") == expected["depth"], "the distances differ");
    let distances = expected["depth"].chunks_exact(4);
    let distances = distances.map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap()));
    let grey: Vec<u8> = distances
        .map(|metres| (f64::from(metres) / 3.0 * 255.0).round() as u8)
        .collect();
    let jpeg = image::load_from_memory(&file("depth.jpg"))
        .unwrap()
        .into_luma8();
    assert!(
        difference(jpeg.as_raw(), &grey) < 40,
        "the grey JPEG differs"
    );
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
    let mut served = Served::start(&["run", world, "--raconteur=0", "--duration", "50ms"], 6);
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
