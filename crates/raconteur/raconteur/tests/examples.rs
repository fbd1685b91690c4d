//! The two small examples stay small, and talk to each other.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;

/// An example's program; cargo builds it together with the tests.
fn program(name: &str) -> PathBuf {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.join("examples").join(name)
}

/// Lines of code, without blank lines and comments.
fn lines(name: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .count()
}

#[test]
fn a_service_and_a_client_take_about_ten_lines() {
    assert!(lines("lamp_service.rs") <= 13);
    assert!(lines("lamp_client.rs") <= 10);
}

#[tokio::test]
async fn the_lamp_shines() {
    let _service = Command::new(program("lamp_service"))
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    // Until the service listens.
    for _ in 0..200 {
        let output = Command::new(program("lamp_client")).output().await.unwrap();
        if output.status.success() {
            let printed = String::from_utf8(output.stdout).unwrap();
            assert_eq!(printed, "0.5 bright\n4 W\n");
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the service cannot be reached");
}
