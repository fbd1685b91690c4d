//! `foxden run`: logs are complete however a run ends, and the summary tells
//! what happened.
#![allow(clippy::unwrap_used)]

use mcap::MessageStream;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const WORLD: &str = "#VRML_SIM R2023b utf8\nWorldInfo {\n}\nViewpoint {\n}\n\
    Robot { name \"one\" battery [ 10 20 1 ] linearVelocity 1 0 0 controller \"<none>\" \
    children [ GPS { name \"gps\" } LightSensor { name \"light\" } ] }\n\
    Solid { translation 0 0 2 name \"box\" boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } }\n\
    Solid { name \"floor\" boundingObject Plane { } }\n";

fn foxden(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foxden"));
    command
        .current_dir(folder)
        .env_remove("WEBOTS_HOME")
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .args(["run", "--offline", "world.wbt"])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn project() -> tempfile::TempDir {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("world.wbt"), WORLD).unwrap();
    folder
}

/// What a run's summary says: the hash of the state.
fn state(folder: &Path, arguments: &[&str]) -> String {
    let output = foxden(folder, arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let hash = |(_, rest): (&str, &str)| rest.lines().next().map(str::to_owned);
    let found = text.split_once("state ").and_then(hash);
    found.unwrap_or_else(|| panic!("{text}"))
}

#[test]
fn threads_change_nothing() {
    let folder = tempfile::TempDir::new().unwrap();
    let boxes: String = (0..100)
        .map(|at| {
            let place = f64::from(at);
            format!(
                "Solid {{ translation {place} 0 {} name \"{at}\" \
                 boundingObject Box {{ size 0.1 0.1 0.1 }} physics Physics {{ }} }}\n",
                0.06 + 0.001 * place
            )
        })
        .collect();
    std::fs::write(folder.path().join("world.wbt"), WORLD.to_owned() + &boxes).unwrap();
    let one = state(folder.path(), &["--steps", "60", "--threads", "1"]);
    assert_eq!(
        state(folder.path(), &["--steps", "60", "--threads", "3"]),
        one
    );
    assert_eq!(state(folder.path(), &["--steps", "60"]), one);
    let none = foxden(folder.path(), &["--threads", "0"]).output().unwrap();
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn the_summary_says_whether_physics_was_exact() {
    let folder = project();
    let summary = |arguments: &[&str]| {
        let output = foxden(folder.path(), arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let exact = summary(&["--steps", "40"]);
    assert!(exact.ends_with("physics: exact\n"), "{exact}");
    assert_eq!(
        summary(&["--steps", "40", "--physics", "exact-only"])
            .lines()
            .last(),
        Some("physics: exact")
    );
    let fast = summary(&["--steps", "40", "--physics", "fast"]);
    let wanted =
        "physics: not exact in 40 of 40 steps, for 1 of 1 bodies (100.00 % of their steps)";
    assert!(fast.contains(wanted), "{fast}");
    assert!(
        fast.contains("box: 40 steps") || fast.contains("Solid"),
        "{fast}"
    );
}

#[test]
fn strict_physics_ends_with_an_error() {
    let folder = tempfile::TempDir::new().unwrap();
    let bad = "Solid { translation 1.79e308 0 5 name \"bad\" linearVelocity 1e308 0 0 \
        boundingObject Box { } physics Physics { } }\n";
    std::fs::write(folder.path().join("world.wbt"), WORLD.to_owned() + bad).unwrap();
    let run = |arguments: &[&str]| foxden(folder.path(), arguments).output().unwrap();
    assert_eq!(run(&["--steps", "20"]).status.code(), Some(0));
    let strict = run(&["--steps", "20", "--strict-physics"]);
    assert_eq!(strict.status.code(), Some(1));
    let said = String::from_utf8(strict.stderr).unwrap();
    assert!(said.contains("bad") && said.contains("step "), "{said}");
}

/// The messages of a log by topic: time and content.
fn messages(file: &Path) -> BTreeMap<String, Vec<(u64, serde_json::Value)>> {
    let bytes = std::fs::read(file).unwrap();
    let mut found: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for message in MessageStream::new(&bytes).unwrap() {
        let message = message.unwrap();
        let content = serde_json::from_slice(&message.data).unwrap();
        let topic = message.channel.topic.clone();
        found
            .entry(topic)
            .or_default()
            .push((message.log_time, content));
    }
    // a complete file ends with a summary
    assert!(mcap::Summary::read(&bytes).unwrap().is_some());
    found
}

#[test]
fn a_log_of_messages_can_be_read_back() {
    let folder = project();
    let output = foxden(folder.path(), &["--steps", "20", "--log", "run.mcap"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let found = messages(&folder.path().join("run.mcap"));
    assert_eq!(
        found.keys().collect::<Vec<_>>(),
        ["/energy", "/poses", "/sensors"]
    );
    for rows in found.values() {
        assert_eq!(rows.len(), 21);
    }
    let (time, last) = &found["/poses"][20];
    assert_eq!(*time, 640_000_000);
    let robot = &last["robots"][0];
    assert_eq!(robot["name"], "one");
    assert!((robot["position"][0].as_f64().unwrap() - 0.64).abs() < 1e-9);
    assert!(
        found["/energy"][20].1["robots"][0]["energy"]
            .as_f64()
            .unwrap()
            <= 10.0
    );
    assert!(
        found["/sensors"][20].1["robots"][0]["values"]
            .get("light")
            .is_some()
    );
}

#[test]
fn an_interrupted_run_leaves_a_complete_log() {
    let folder = project();
    for name in ["run.mcap", "run.csv"] {
        let log = folder.path().join(name);
        let child = foxden(folder.path(), &["--mode", "realtime", "--log", name])
            .spawn()
            .unwrap();
        while std::fs::metadata(&log).map_or(true, |file| file.len() == 0) {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(200));
        let id = child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-INT", &id])
                .status()
                .unwrap()
                .success()
        );
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let summary = String::from_utf8(output.stdout).unwrap();
        let steps: usize = summary.split(' ').next().unwrap().parse().unwrap();
        assert!(
            summary.contains("s simulated") && summary.contains("state "),
            "{summary}"
        );
        let rows = if name.ends_with(".mcap") {
            messages(&log)["/poses"].len()
        } else {
            let text = std::fs::read_to_string(&log).unwrap();
            assert!(text.ends_with('\n'));
            text.lines().count() - 1
        };
        assert_eq!(rows, steps + 1);
    }
}

#[test]
fn physics_can_be_chosen() {
    let folder = project();
    let state = |physics: &str| {
        let output = foxden(folder.path(), &["--steps", "60", "--physics", physics])
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        text.trim().rsplit(' ').next().unwrap().to_owned()
    };
    // until it touches the floor the box falls alike; then it does not
    assert_ne!(state("exact"), state("fast"));
    assert_eq!(state("fast"), state("fast"));
    let wrong = foxden(folder.path(), &["--physics", "quantum"])
        .output()
        .unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    let wrong = foxden(folder.path(), &["--log", "run.txt"])
        .output()
        .unwrap();
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn many_files_that_cannot_be_read_take_a_few_lines() {
    let folder = tempfile::TempDir::new().unwrap();
    let solids: String = (0..10)
        .map(|at| {
            format!("Solid {{ name \"s{at}\" boundingObject Mesh {{ url \"none{at}.obj\" }} }}\n")
        })
        .collect();
    let world = format!("#VRML_SIM R2023b utf8\nWorldInfo {{ }}\nViewpoint {{ }}\n{solids}");
    std::fs::write(folder.path().join("world.wbt"), world).unwrap();
    let output = foxden(folder.path(), &["--steps", "2"]).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    let named = errors.matches("> Mesh: its mesh cannot be read").count();
    assert_eq!(named, 3, "{errors}");
    assert!(
        errors.contains("7 more nodes: its mesh cannot be read"),
        "{errors}"
    );
}
