//! The genuine Python client uses services of ours.
#![allow(clippy::unwrap_used)]

mod support;

use raconteur::codec::MessageVersion;
use raconteur::connection::Settings;
use raconteur::transport::LocalOptions;
use raconteur::{ListenOptions, Node};

async fn exercise(scheme: &str, settings: Settings, node_name: &str) {
    let Some(python) = support::python() else {
        return;
    };
    let node = Node::new(node_name).unwrap();
    node.register(support::kinds::service()).unwrap();
    let options = ListenOptions {
        settings,
        ..ListenOptions::default()
    };
    let listener = node.listen("127.0.0.1:0", options).await.unwrap();
    let url = format!(
        "{scheme}://127.0.0.1:{}/?service=kinds",
        listener.address().port()
    );
    support::run_script(&python, "use_kinds.py", &[&url]).await;
    node.shutdown();
}

#[tokio::test(flavor = "multi_thread")]
async fn tcp_with_version_4() {
    exercise("rr+tcp", Settings::default(), "test.v4").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tcp_with_version_4_and_string_table() {
    let settings = Settings {
        string_table: true,
        ..Settings::default()
    };
    exercise("rr+tcp", settings, "test.table").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tcp_with_version_2() {
    let settings = Settings {
        version: MessageVersion::V2,
        ..Settings::default()
    };
    exercise("rr+tcp", settings, "test.v2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn web_socket() {
    exercise("rr+ws", Settings::default(), "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn local_socket() {
    let Some(python) = support::python() else {
        return;
    };
    let folders = support::RunFolders::new();
    let node = Node::new("test.local").unwrap();
    node.register(support::kinds::service()).unwrap();
    let options = LocalOptions {
        run_folder: Some(folders.own()),
        ..LocalOptions::default()
    };
    let listener = node.listen_local(options).await.unwrap();
    let mut command = support::script(&python, "use_kinds.py");
    folders.apply(&mut command);
    let url = "rr+local:///?nodename=test.local&service=kinds";
    support::finish(command.arg(url)).await;
    let socket = listener.socket().to_owned();
    assert!(socket.exists());
    drop(listener);
    assert!(!socket.exists());
}
