//! Starts the conformance server.

use std::path::PathBuf;
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// The example's program; cargo builds it together with the tests.
fn program() -> PathBuf {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.join("examples/conformance_server")
}

/// Starts the server and reads the port it prints.
pub async fn start() -> (Child, u16) {
    let mut server = Command::new(program())
        .args(["--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let port = first_line(&mut server).await.parse().unwrap();
    (server, port)
}

/// The first line that a program prints.
pub async fn first_line(child: &mut Child) -> String {
    let mut lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    lines.next_line().await.unwrap().expect("a line")
}
