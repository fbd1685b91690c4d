//! The conformance server with the genuine client: the same exchanges as the
//! reference implementation's own suite, in a script of ours.
#![allow(clippy::unwrap_used)]

mod support;

use std::path::PathBuf;
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, Command};

/// The example's program; cargo builds it together with the tests.
fn program() -> PathBuf {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.join("examples/conformance_server")
}

/// Starts the server and reads the port it prints.
async fn start() -> (Child, u16) {
    let mut server = Command::new(program())
        .args(["--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stdout.as_mut().unwrap()).lines();
    let port = lines.next_line().await.unwrap().unwrap().parse().unwrap();
    (server, port)
}

#[tokio::test]
async fn the_genuine_client_finds_what_the_reference_suite_expects() {
    let Some(python) = support::python() else {
        return;
    };
    let (mut server, port) = start().await;
    let base = format!("rr+tcp://127.0.0.1:{port}");
    support::run_script(&python, "use_conformance.py", &[&base]).await;
    server.kill().await.unwrap();
    let (mut output, mut errors) = (String::new(), String::new());
    let mut stdout = server.stdout.take().unwrap();
    stdout.read_to_string(&mut output).await.unwrap();
    let mut stderr = server.stderr.take().unwrap();
    stderr.read_to_string(&mut errors).await.unwrap();
    assert_eq!((output.as_str(), errors.as_str()), ("", ""));
}
