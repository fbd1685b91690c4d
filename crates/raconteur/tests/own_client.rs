//! Our client and our server together.
#![allow(clippy::unwrap_used)]

mod support;

use raconteur::client::ConnectOptions;
use raconteur::codec::Version;
use raconteur::connection::Settings;
use raconteur::{ListenOptions, Node};

#[tokio::test(flavor = "multi_thread")]
async fn every_member_over_every_stream_and_version() {
    let server = Node::new("test.server").unwrap();
    server.register(support::kinds::service()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let _local = server
        .listen_local(raconteur::transport::LocalOptions {
            run_folder: Some(folder.path().to_owned()),
            ..Default::default()
        })
        .await
        .unwrap();
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
            for version in [Version::V2, Version::V4] {
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
