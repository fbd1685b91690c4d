//! Our client uses services of the genuine Python node.
#![allow(clippy::unwrap_used)]

mod support;

use raconteur::client::{ConnectOptions, LockKind};
use raconteur::codec::MessageVersion;
use raconteur::connection::Settings;
use raconteur::{ErrorCode, Node};
use support::GenuineServer;

fn with_version(version: MessageVersion) -> ConnectOptions {
    ConnectOptions {
        settings: Settings {
            version,
            ..Settings::default()
        },
        ..ConnectOptions::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tcp_and_web_socket_in_both_versions() {
    // The genuine node cannot send a wire value in version 2 that it has sent
    // in version 4 before, so each version has a server of its own.
    for (name, version) in [
        ("test.kinds_v4", MessageVersion::V4),
        ("test.kinds_v2", MessageVersion::V2),
    ] {
        let Some(server) = GenuineServer::start(name, &[]).await else {
            return;
        };
        for scheme in ["rr+tcp", "rr+ws"] {
            let node = Node::new("test.client").unwrap();
            let url = format!("{scheme}://127.0.0.1:{}?service=kinds", server.port);
            let session = node
                .connect_with(&url, with_version(version))
                .await
                .unwrap();
            support::exchange::everything(&session).await;
            session.disconnect().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_to_connect() {
    let Some(server) = GenuineServer::start("test.kinds", &[]).await else {
        return;
    };
    let node = Node::new("").unwrap();
    let url = format!("rr+tcp://127.0.0.1:{}", server.port);
    let missing = node.connect(&format!("{url}?service=nothing")).await;
    assert_eq!(missing.unwrap_err().code, ErrorCode::ServiceNotFound);
    let other = node
        .connect(&format!("{url}?nodename=other&service=kinds"))
        .await;
    assert_eq!(other.unwrap_err().code, ErrorCode::NodeNotFound);
    let refused = node.connect("rr+tcp://127.0.0.1:1?service=kinds").await;
    assert_eq!(refused.unwrap_err().code, ErrorCode::ConnectionError);
}

/// Everything is exchanged with a genuine node that was started this way.
async fn everything_with(name: &str, ways: &[&str]) {
    let Some(server) = GenuineServer::start(name, ways).await else {
        return;
    };
    let node = Node::new("").unwrap();
    let url = format!("rr+tcp://127.0.0.1:{}?service=kinds", server.port);
    let session = node.connect(&url).await.unwrap();
    support::exchange::everything(&session).await;
    session.disconnect().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_speaks_version_2_only() {
    everything_with("test.kinds_two", &["v2"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_codes_strings() {
    everything_with("test.kinds_table", &["table"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn users_and_locks() {
    let Some(server) = GenuineServer::start("test.kinds_users", &[]).await else {
        return;
    };
    let url = format!("rr+tcp://127.0.0.1:{}?service=guarded", server.port);
    support::users::users_and_locks(&url, LockKind::User).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn local_sockets() {
    let Some(server) = GenuineServer::start("test.kinds_local", &["local"]).await else {
        return;
    };
    let node = Node::new("").unwrap();
    let options = ConnectOptions {
        run_folder: Some(server.run_folder()),
        ..ConnectOptions::default()
    };
    let url = "rr+local:///?nodename=test.kinds_local&service=kinds";
    let session = node.connect_with(url, options).await.unwrap();
    support::exchange::everything(&session).await;
    session.disconnect().await;
}
