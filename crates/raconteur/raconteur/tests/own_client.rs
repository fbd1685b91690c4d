//! Our client and our server together.
#![allow(clippy::unwrap_used)]

mod support;

use raconteur::client::{ConnectOptions, LockKind};
use raconteur::codec::MessageVersion;
use raconteur::connection::Settings;
use raconteur::transport::LocalOptions;
use raconteur::{ListenOptions, Node};

#[tokio::test(flavor = "multi_thread")]
async fn every_member_over_every_stream_and_version() {
    let server = Node::new("test.server").unwrap();
    server.register(support::kinds::service()).unwrap();
    for string_table in [false, true] {
        let options = ListenOptions {
            settings: Settings {
                string_table,
                ..Settings::default()
            },
            ..ListenOptions::default()
        };
        let listener = server.listen("127.0.0.1:0", options).await.unwrap();
        let port = listener.address().port();
        for scheme in ["rr+tcp", "rr+ws"] {
            for version in [MessageVersion::V2, MessageVersion::V4] {
                let client = Node::new("").unwrap();
                let options = ConnectOptions {
                    settings: Settings {
                        version,
                        ..Settings::default()
                    },
                    ..ConnectOptions::default()
                };
                let url =
                    format!("{scheme}://localhost:{port}/?nodename=test.server&service=kinds");
                let session = client.connect_with(&url, options).await.unwrap();
                support::exchange::everything(&session).await;
                session.disconnect().await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn users_and_locks() {
    let server = Node::new("test.server").unwrap();
    server.register(support::users::service()).unwrap();
    let listener = server
        .listen("127.0.0.1:0", ListenOptions::default())
        .await
        .unwrap();
    for kind in [LockKind::User, LockKind::Session] {
        support::users::users_and_locks(&listener.url("guarded"), kind).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn local_sockets() {
    let folder = tempfile::tempdir().unwrap();
    let run_folder = Some(folder.path().to_owned());
    let server = Node::new("test.server").unwrap();
    server.register(support::kinds::service()).unwrap();
    let options = LocalOptions {
        run_folder: run_folder.clone(),
        ..LocalOptions::default()
    };
    let listener = server.listen_local(options).await.unwrap();
    let options = ConnectOptions {
        run_folder,
        ..ConnectOptions::default()
    };
    for wanted in [
        "nodename=test.server".to_owned(),
        format!("nodeid={}", server.id()),
    ] {
        let url = format!("rr+local:///?{wanted}&service=kinds");
        let node = Node::new("").unwrap();
        let session = node.connect_with(&url, options.clone()).await.unwrap();
        support::exchange::everything(&session).await;
        session.disconnect().await;
    }
    drop(listener);
    let left = std::fs::read_dir(folder.path().join("transport/local/by-nodename"));
    assert_eq!(left.unwrap().count(), 0);
}
