//! The conformance server with the genuine client: the same exchanges as the
//! reference implementation's own suite, in a script of ours.
#![allow(clippy::unwrap_used)]

#[path = "support/conformance_server.rs"]
mod server;
mod support;

use tokio::io::AsyncReadExt;

#[tokio::test]
async fn the_genuine_client_finds_what_the_reference_suite_expects() {
    let Some(python) = support::python() else {
        return;
    };
    let (mut process, port) = server::start().await;
    let base = format!("rr+tcp://127.0.0.1:{port}");
    support::run_script(&python, "use_conformance.py", &[&base]).await;
    process.kill().await.unwrap();
    let (mut output, mut errors) = (String::new(), String::new());
    let mut stdout = process.stdout.take().unwrap();
    stdout.read_to_string(&mut output).await.unwrap();
    let mut stderr = process.stderr.take().unwrap();
    stderr.read_to_string(&mut errors).await.unwrap();
    assert_eq!((output.as_str(), errors.as_str()), ("", ""));
}
