//! Commands that write and read files, and the list of services.
#![allow(clippy::unwrap_used)]

mod lamp;

use std::path::Path;
use std::process::{Output, Stdio};

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;

fn raconteur(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raconteur"));
    command
        .args(arguments)
        .env_remove("RACONTEUR_PASSWORD")
        .kill_on_drop(true);
    command
}

async fn output(arguments: &[&str]) -> Output {
    raconteur(arguments).output().await.unwrap()
}

/// What a command prints; it must succeed.
async fn printed(arguments: &[&str]) -> String {
    let output = output(arguments).await;
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a command that must fail says.
async fn complaint(arguments: &[&str]) -> String {
    let output = output(arguments).await;
    assert!(!output.status.success(), "{arguments:?} did not fail");
    String::from_utf8(output.stderr).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wire_is_recorded_and_replayed() {
    let server = lamp::start().await;
    let url = server.url("lamp");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lamp.mcap");
    let path = file.to_str().unwrap();
    // A value is sent every 20 ms, and the present one with the connection.
    let arguments = [
        "--json",
        "record",
        "--duration",
        "0.3",
        &url,
        "power",
        "-o",
        path,
    ];
    let summary: serde_json::Value = serde_json::from_str(&printed(&arguments).await).unwrap();
    assert!(summary["messages"].as_u64().unwrap() >= 1, "{summary}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);

    let mut replay = raconteur(&["replay", path])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(replay.stdout.take().unwrap()).lines();
    let replayed = lines.next_line().await.unwrap().unwrap();
    let watched = printed(&["watch", "-n", "1", &replayed, "power"]).await;
    assert!(watched.trim_end().ends_with(" 40.5"), "{watched}");
    assert!(replay.wait().await.unwrap().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_recordings_leave_no_file() {
    let server = lamp::start().await;
    let url = server.url("lamp");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lamp.mcap");
    let path = file.to_str().unwrap();
    let wrong = complaint(&["record", &url, "brightness", "-o", path]).await;
    assert!(wrong.contains("is not a wire"), "{wrong}");
    let unknown = complaint(&["record", &url, "nothing", "-o", path]).await;
    assert!(unknown.contains("nothing"), "{unknown}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    std::fs::write(&file, "no recording").unwrap();
    let other = complaint(&["replay", path]).await;
    assert!(other.contains("lamp.mcap"), "{other}");
    let missing = complaint(&["replay", "missing.mcap"]).await;
    assert!(missing.contains("missing.mcap"), "{missing}");
}

#[tokio::test(flavor = "multi_thread")]
async fn services_are_browsed_without_a_terminal() {
    let server = lamp::start().await;
    let url = server.url("lamp");
    let lines = printed(&["browse", &url]).await;
    assert!(lines.starts_with("lamp "), "{lines}");
    assert!(lines.contains("\n  brightness property 0.0\n"), "{lines}");
    assert!(lines.contains("\n  power wire 40.5\n"), "{lines}");
    // A property that fails says so and does not hide the others.
    assert!(
        lines.contains("\n  setting property never set\n"),
        "{lines}"
    );
    assert!(!lines.contains('\x1b'), "{lines}");
    let node = url.split('?').next().unwrap();
    let twice = printed(&["--json", "browse", "-n", "2", "--interval", "0.01", node]).await;
    let readings: Vec<serde_json::Value> = twice
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(readings.len(), 2);
    assert_eq!(readings[1]["members"]["power"]["value"], 40.5);
    let gone = printed(&["browse", "rr+tcp://127.0.0.1:1?service=lamp"]).await;
    assert!(gone.contains("127.0.0.1:1"), "{gone}");
}

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../raconteur");
    folder.join(name).to_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_files_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lamp.rs");
    let path = file.to_str().unwrap();
    let definition = example("examples/example.lamp.robdef");
    printed(&["generate", "--stored", &definition, "-o", path]).await;
    let code = std::fs::read_to_string(&file).unwrap();
    // `tests/generated_file.rs` of raconteur compiles and uses this file. If the
    // generator changed, write it again with the command above.
    let expected = std::fs::read_to_string(example("tests/data/generated_lamp.rs")).unwrap();
    assert_eq!(code, expected);

    let server = lamp::start().await;
    let code = printed(&["generate", "--from", &server.url("lamp")]).await;
    assert!(code.contains("pub struct LampClient"), "{code}");

    let broken = folder.path().join("broken.robdef");
    std::fs::write(&broken, "service example.broken\n\nobjekt Lamp\nend\n").unwrap();
    let complaint = complaint(&["generate", broken.to_str().unwrap()]).await;
    assert!(complaint.contains("broken.robdef:3:"), "{complaint}");
}
