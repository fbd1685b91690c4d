//! `foxden run --raconteur` with the genuine Robot Raconteur client.
#![allow(clippy::unwrap_used)]

#[path = "../../../../tests/support/prerequisites.rs"]
mod prerequisites;

use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_scene::{Library, load_text};
use foxden_sim::World;
use foxden_sim::controller::{Command as DeviceCommand, PictureKind, Request, Tag};
use raconteur::client::ObjectRef;
use raconteur::discovery::DiscoveryOptions;
use raconteur::value::{FromValue, List, Record};
use raconteur::{ErrorCode, Node};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
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

    /// What a program of the genuine client prints; `None` if there is no such client.
    fn printed_by(&self, arguments: &[&str]) -> Option<String> {
        let python = prerequisites::genuine_python(&workspace())?;
        let mut command = Command::new(python);
        command
            .args(arguments)
            .env("ROBOTRACONTEUR_LOG_LEVEL", "WARNING")
            .env("PYTHONDONTWRITEBYTECODE", "1");
        own_folders(&mut command, &self.folder);
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "{arguments:?}:\n{text}\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
        Some(text)
    }

    /// Runs a script of the genuine client; `false` if there is none.
    fn use_by(&self, script: &str, arguments: &[&str]) -> bool {
        let script = workspace().join("tests/raconteur").join(script);
        let mut all = vec![script.to_str().unwrap()];
        all.extend(arguments);
        let Some(text) = self.printed_by(&all) else {
            return false;
        };
        assert!(text.contains("all is well"), "{text}");
        true
    }

    /// The lines that follow the services, up to one.
    fn lines_until(&mut self, last: &str) -> String {
        let mut lines = String::new();
        loop {
            let from = lines.len();
            assert!(self.output.read_line(&mut lines).unwrap() > 0, "{lines}");
            if lines[from..].trim_end() == last {
                return lines;
            }
        }
    }
}

#[test]
fn a_genuine_client_uses_a_world_its_robots_and_devices() {
    let world = workspace().join("tests/raconteur/worlds/services.wbt");
    let world = world.to_str().unwrap();
    let served = Served::start(&["view", world, "--paused", "--raconteur=0"], 11);
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
            "fox_robot",
            "fox_camera",
            "fox_signals",
            "twin_signals",
            "camera",
            "robot"
        ],
        "{:?}",
        served.services
    );
    served.use_by("use_services.py", &[&port]);
}

/// A number of the newest value of a wire.
async fn peeked<T: FromValue>(object: &ObjectRef, wire: &str, field: &str) -> T {
    let (value, _) = object.peek_in::<Record>(wire).await.unwrap();
    value.get(field).unwrap().clone().to().unwrap()
}

/// A variable that tells a test that it is the client of another one.
const IS_CLIENT: &str = "FOXDEN_TEST_IS_CLIENT";

#[test]
fn our_own_client_finds_a_world_and_works_in_it() {
    let file = workspace().join("tests/raconteur/worlds/services.wbt");
    let file = file.to_str().unwrap();
    let served = Served::start(&["view", file, "--paused", "--raconteur=0"], 11);
    // another process, because folders are variables of the environment
    let mut client = Command::new(std::env::current_exe().unwrap());
    client.args(["--exact", "client_in_another_process", "--nocapture"]);
    own_folders(&mut client, &served.folder);
    let output = client.env(IS_CLIENT, "1").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("all is well"),
        "{text}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The client of the test above; without it there is nothing to do.
#[tokio::test(flavor = "multi_thread")]
async fn client_in_another_process() {
    if std::env::var_os(IS_CLIENT).is_none() {
        return;
    }
    let node = Node::new("").unwrap();
    let options = DiscoveryOptions {
        link_local: false,
        ..DiscoveryOptions::default()
    };
    let discovery = node.discover(options).await.unwrap();
    let mut found = Vec::new();
    while found.is_empty() {
        let time = Duration::from_secs(1);
        found = discovery.find_by_type("foxden.world.World", time).await;
    }
    let [service] = found.as_slice() else {
        panic!("{found:?}");
    };
    let session = node.connect(&service.urls[0]).await.unwrap();
    let world = session.root();
    let names: List<String> = world.get("robot_names").await.unwrap();
    assert_eq!(names.0[0], "fox");
    let step = async |count: u32| world.call::<()>("step", (count,)).await.unwrap();

    let fox = world.object_at("robot", "fox").await.unwrap();
    let sensor = fox.object_at("device", "ls0").await.unwrap();
    step(1).await;
    let mut light = sensor.wire::<Record>("reading").await.unwrap();
    step(1).await;
    let bright: f64 = loop {
        let (reading, _) = light.next().await.unwrap();
        let number: f64 = reading.get("value").unwrap().clone().to().unwrap();
        if number.is_finite() {
            break number;
        }
    };
    let lamp = world.object_at("light", "LAMP").await.unwrap();
    lamp.set("on_off", false).await.unwrap();
    step(1).await;
    let dark: f64 = peeked(&sensor, "reading", "value").await;
    assert!(dark > bright, "{bright} {dark}");

    let station = world.object_at("charger", "station").await.unwrap();
    let mut wheels = Vec::new();
    for side in ["left", "right"] {
        let wheel = format!("{side} wheel motor");
        wheels.push(fox.object_at("device", wheel).await.unwrap());
    }
    for wheel in &wheels {
        wheel.call::<()>("spin", (6.0,)).await.unwrap();
    }
    let mut turns = 0;
    while peeked::<String>(&station, "state", "robot").await != "fox" {
        turns += 1;
        assert!(turns < 100, "it does not arrive");
        step(5).await;
    }
    for wheel in &wheels {
        wheel.call::<()>("stop", ()).await.unwrap();
    }
    step(10).await;
    let battery = fox.object_at("device", "battery").await.unwrap();
    let before: f64 = peeked(&battery, "state", "energy").await;
    step(50).await;
    let after: f64 = peeked(&battery, "state", "energy").await;
    assert!(after > before + 0.5, "{before} {after}");

    let slot = world.object_at("slot", "HAND").await.unwrap();
    let wrong = "Slot { type \"hammer-\" endPoint Solid { name \"hammer\" } }";
    let error = slot.call::<()>("plug", (wrong,)).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidArgument);
    assert!(error.message.contains("hammer"), "{error}");
    let right = "Slot { type \"tool-\" endPoint Solid { name \"pincer\" } }";
    slot.call::<()>("plug", (right,)).await.unwrap();
    assert_ne!(peeked::<String>(&slot, "state", "part").await, "");
    println!("all is well");
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
fn a_genuine_client_moves_the_working_point_of_an_arm() {
    let world = workspace().join("tests/raconteur/worlds/arm.wbt");
    let world = world.to_str().unwrap();
    let served = Served::start(&["view", world, "--paused", "--raconteur=0"], 5);
    served.use_by("use_arm.py", &[&served.port()]);
}

#[test]
fn a_genuine_client_drives_a_rover_and_sees_what_it_sees() {
    let world = workspace().join("tests/raconteur/worlds/rover.wbt");
    let world = world.to_str().unwrap();
    let served = Served::start(&["run", world, "--mode", "realtime", "--raconteur=0"], 8);
    served.use_by("use_rover.py", &[&served.port()]);
}

#[test]
fn a_genuine_client_uses_a_gripper_on_a_slot() {
    let world = workspace().join("tests/raconteur/worlds/gripper.wbt");
    let world = world.to_str().unwrap();
    let served = Served::start(&["run", world, "--mode", "realtime", "--raconteur=0"], 7);
    served.use_by("use_gripper.py", &[&served.port()]);
}

#[test]
fn a_robot_behaves_like_the_genuine_abstract_robot() {
    let world = workspace().join("tests/raconteur/worlds/arm.wbt");
    let world = world.to_str().unwrap();
    let served = Served::start(&["run", world, "--mode", "realtime", "--raconteur=0"], 5);
    let names: Vec<&str> = served
        .services
        .iter()
        .map(|url| url.split_once("?service=").unwrap().1)
        .collect();
    assert_eq!(names, ["world", "arm", "arm_robot", "arm_signals", "robot"]);
    served.use_by("compare_robots.py", &[&served.port()]);
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

#[tokio::test(flavor = "multi_thread")]
async fn clients_see_events_and_what_controllers_print() {
    const WORLD: &str = r#"#VRML_SIM R2023b utf8
WorldInfo { basicTimeStep 32 }
Viewpoint { }
Solid { boundingObject Box { size 4 4 0.1 } }
DEF BALL Solid { translation 0 0 0.6 boundingObject Sphere { radius 0.1 } physics Physics { } }
Robot { name "talker" controller "talk" battery [ 1 10 0 ] cpuConsumption 2 }
"#;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("worlds/events.wbt");
    let program = folder.path().join("controllers/talk/talk.py");
    for (path, text) in [(&file, WORLD), (&program, "print('good morning')\n")] {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let arguments = ["view", file.to_str().unwrap(), "--port", "0", "--paused"];
    let served = Served::start(&[&arguments[..], &["--raconteur=0"]].concat(), 2);
    let node = Node::new("").unwrap();
    let session = node.connect(&served.services[0]).await.unwrap();
    let world = session.root();
    let console = world.pipe::<Record>("console", None).await.unwrap();
    let events = world.pipe::<Record>("events", None).await.unwrap();
    // a battery is empty, a controller ends, a contact begins and ends: as the definition numbers
    // them
    let mut missing = BTreeSet::from([2, 5, 6, 7]);
    let mut is_removed = false;
    for _ in 0..10_000 {
        world.call::<()>("step", (1_u32,)).await.unwrap();
        let moment = Duration::from_millis(20);
        while let Ok(event) = tokio::time::timeout(moment, events.recv()).await {
            let event = event.unwrap().unwrap();
            missing.remove(&event.get("kind").unwrap().clone().to::<i32>().unwrap());
        }
        if !missing.contains(&6) && !is_removed {
            is_removed = true;
            let ball: u32 = world.call("find_def", ("BALL",)).await.unwrap();
            world.call::<()>("remove_node", (ball,)).await.unwrap();
        }
        if missing.is_empty() {
            break;
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
    let mut printed = String::new();
    while printed != "good morning" {
        let line = tokio::time::timeout(Duration::from_secs(60), console.recv()).await;
        let line = line.unwrap().unwrap().unwrap();
        printed = line.get("text").unwrap().clone().to().unwrap();
    }
}

#[test]
fn services_are_reported_once_for_each_world_and_end_with_it() {
    let world = workspace().join("tests/raconteur/worlds/services.wbt");
    let world = world.to_str().unwrap();
    let mut served = Served::start(&["run", world, "--raconteur=0", "--duration", "50ms"], 11);
    let mut rest = String::new();
    served.output.read_to_string(&mut rest).unwrap();
    assert!(!rest.contains("service "), "{rest}");
    assert!(rest.contains("4 steps"), "{rest}");
    assert!(served.child.wait().unwrap().success());
}

#[test]
fn the_printed_program_runs() {
    let world = workspace().join("tests/raconteur/worlds/services.wbt");
    let world = world.to_str().unwrap();
    let arguments = ["run", world, "--mode", "realtime", "--raconteur=0"];
    let snippet = ["--raconteur-snippet", "python"];
    let mut served = Served::start(&[&arguments[..], &snippet[..]].concat(), 11);
    let last = "    print(url, \"is\", device.device_info.device.name)";
    let program = served.lines_until(last);
    let Some(text) = served.printed_by(&["-c", &program]) else {
        return;
    };
    for expected in [
        "fox has ls0 foxden.devices.LightSensor",
        "?service=world is services\n",
        "?service=twin__2_ is twin (2)\n",
        "?service=robot is fox\n",
    ] {
        assert!(text.contains(expected), "{expected}:\n{text}");
    }
}

/// A password file; the password of the user `ada` is `secret`.
fn user_file(folder: &TempDir) -> String {
    let file = folder.path().join("users.txt");
    let line = "ada 5ebe2294ecd0e0f08eab7690d2a6ee69 drive,edit,objectlock\n";
    std::fs::write(&file, line).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn the_printed_program_logs_in() {
    let world = workspace().join("tests/raconteur/worlds/services.wbt");
    let folder = tempfile::tempdir().unwrap();
    let users = user_file(&folder);
    let mut arguments = vec!["run", world.to_str().unwrap(), "--raconteur=0"];
    arguments.extend(["--raconteur-users", &users]);
    arguments.extend(["--raconteur-snippet", "python"]);
    let mut served = Served::start(&arguments, 11);
    let last = "    print(url, \"is\", device.device_info.device.name)";
    let program = served.lines_until(last);
    let program = program.replace("NAME", "ada").replace("PASSWORD", "secret");
    if let Some(text) = served.printed_by(&["-c", &program]) {
        assert!(text.contains("?service=robot is fox\n"), "{text}");
    }
}

#[test]
fn a_client_logs_in_as_the_guide_says() {
    let guide = workspace().join("docs/guide/raconteur.md");
    let guide = std::fs::read_to_string(guide).unwrap();
    let (_, rest) = guide.split_once("```python\nlogin = ").unwrap();
    let (program, _) = rest.split_once("```").unwrap();
    let world = workspace().join("worlds/charging_station.wbt");
    let folder = tempfile::tempdir().unwrap();
    let users = user_file(&folder);
    let mut arguments = vec!["run", world.to_str().unwrap(), "--raconteur=0"];
    arguments.extend(["--raconteur-users", &users]);
    let served = Served::start(&arguments, 9);
    let program = program.replace(":52511", &format!(":{}", served.port()));
    let program = format!("from RobotRaconteur.Client import *\nlogin = {program}print('done')\n");
    if let Some(text) = served.printed_by(&["-c", &program]) {
        assert_eq!(text, "done\n");
    }
}

#[test]
fn the_first_client_of_the_guide_runs() {
    let guide = workspace().join("docs/guide/raconteur.md");
    let guide = std::fs::read_to_string(guide).unwrap();
    let (_, rest) = guide.split_once("## A first client").unwrap();
    let (_, rest) = rest.split_once("```python\n").unwrap();
    let (program, _) = rest.split_once("```").unwrap();
    let world = workspace().join("worlds/charging_station.wbt");
    let world = world.to_str().unwrap();
    let served = Served::start(&["run", world, "--mode", "realtime", "--raconteur=0"], 9);
    // another test may have the usual port
    let program = program.replace(":52511", &format!(":{}", served.port()));
    let Some(text) = served.printed_by(&["-c", &program]) else {
        return;
    };
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "['first', 'second']");
    assert!(lines[1].contains("('ls0', 'LightSensor')"), "{text}");
    assert!(lines[2].parse::<f64>().unwrap() > 0.0, "{text}");
    assert!(lines[3].contains("DirectionalLight"), "{text}");
    assert!(
        lines[4..].iter().all(|line| line.ends_with(" station")),
        "{text}"
    );
    assert_eq!(lines.len(), 7);
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
    let (code, text) = run(&["--raconteur", "--raconteur-snippet", "java"]);
    assert!(code == Some(2) && text.contains("matlab or rust"), "{text}");
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
