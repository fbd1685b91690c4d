//! TLS with the genuine node: server and client, node certificates in both
//! directions, WebSocket over HTTPS.
#![cfg(feature = "tls")]
#![allow(clippy::unwrap_used)]

mod support;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use raconteur::client::ConnectOptions;
use raconteur::message::NodeId;
use raconteur::service::{PasswordFile, Security, Service};
use raconteur::transport::TlsClient;
use raconteur::{ErrorCode, ListenOptions, Node};
use support::certificates::{NodeAuthority, Own, install, pem, web};
use support::{GenuineServer, RunFolders};
use tokio_rustls::rustls;

/// MD5 of "password".
const DIGEST: &str = "5f4dcc3b5aa765d61d8327deb882cf99";

fn write_pem(folders: &RunFolders, name: &str, root: &[u8]) -> PathBuf {
    let path = folders.path().join(name);
    std::fs::write(&path, pem(root)).unwrap();
    path
}

fn trusting(roots: &[&[u8]], own: Option<&Own>) -> ConnectOptions {
    let roots = roots.iter().map(|root| root.to_vec()).collect();
    let mut tls = TlsClient::trusting(roots).unwrap();
    if let Some(own) = own {
        tls = tls.certificate(own.chain.clone(), own.key.clone()).unwrap();
    }
    ConnectOptions {
        tls: Some(tls),
        ..ConnectOptions::default()
    }
}

/// A genuine client that trusts an authority uses our services over TLS; one
/// that does not refuses. A client without TLS is not served.
#[tokio::test(flavor = "multi_thread")]
async fn a_genuine_client_uses_tls() {
    let Some(python) = support::python() else {
        return;
    };
    let server = Node::new("test.tls_genuine").unwrap();
    server.register(support::kinds::service()).unwrap();
    let authority = NodeAuthority::new();
    let options = ListenOptions {
        tls: Some(authority.node(server.id()).server()),
        require_tls: true,
        ..ListenOptions::default()
    };
    let listener = server.listen("127.0.0.1:0", options).await.unwrap();
    let folders = RunFolders::new();
    let root = write_pem(&folders, "authority.pem", &authority.root);
    let (port, id) = (listener.address().port(), server.id());
    for scheme in ["rrs+tcp", "rrs+ws"] {
        let url = format!("{scheme}://127.0.0.1:{port}/?nodeid={id}&service=kinds");
        let mut command = support::script(&python, "use_tls.py");
        command.env("ROBOTRACONTEUR_SSL_CERT_FILE", &root);
        support::finish(command.args([&url, "served"])).await;
        let mut stranger = support::script(&python, "use_tls.py");
        support::finish(stranger.args([&url, "refused"])).await;
        let plain = url.replacen("rrs", "rr", 1);
        let mut command = support::script(&python, "use_tls.py");
        command.env("ROBOTRACONTEUR_SSL_CERT_FILE", &root);
        support::finish(command.args([&plain, "refused"])).await;
    }
}

/// Genuine clients with certificates log in where their node may.
#[tokio::test(flavor = "multi_thread")]
async fn a_genuine_client_shows_its_certificate() {
    let Some(python) = support::python() else {
        return;
    };
    let authority = NodeAuthority::new();
    let folders = RunFolders::new();
    let root = write_pem(&folders, "authority.pem", &authority.root);
    let (fox, hen) = (NodeId::random(), NodeId::random());
    install(folders.path(), "test.fox", fox, &authority.node(fox));
    install(folders.path(), "test.hen", hen, &authority.node(hen));
    let server = Node::new("test.tls_clients").unwrap();
    let users = format!("fox {DIGEST} _ {}\nall {DIGEST} _\n", fox.braced());
    let users = PasswordFile::parse(&users)
        .unwrap()
        .require_verified_client();
    let service = Service::new(
        "verified",
        support::kinds::schema(),
        support::kinds::everything(),
    );
    server
        .register(service.security(Security::require(users)))
        .unwrap();
    let tls = authority.node(server.id()).server();
    let options = ListenOptions {
        tls: Some(tls.trusting_clients(vec![authority.root.clone()]).unwrap()),
        ..ListenOptions::default()
    };
    let listener = server.listen("127.0.0.1:0", options).await.unwrap();
    let (port, id) = (listener.address().port(), server.id());
    for (scheme, node, user, expected) in [
        ("rrs+tcp", "test.fox", "fox", "served"),
        ("rrs+ws", "test.fox", "fox", "served"),
        ("rrs+tcp", "test.hen", "fox", "refused"),
        ("rrs+tcp", "test.hen", "all", "served"),
        ("rrs+tcp", "", "all", "refused"),
        ("rr+tcp", "test.fox", "fox", "refused"),
    ] {
        let url = format!("{scheme}://127.0.0.1:{port}/?nodeid={id}&service=verified");
        let mut command = support::script(&python, "use_tls.py");
        folders.apply(&mut command);
        command.env("ROBOTRACONTEUR_SSL_CERT_FILE", &root);
        command.args([&*url, expected, "--node", node, "--user", user, "password"]);
        support::finish(&mut command).await;
    }
}

/// Our client uses a genuine server over TLS, and shows its certificate.
#[tokio::test(flavor = "multi_thread")]
async fn a_genuine_server_is_used() {
    let authority = NodeAuthority::new();
    let folders = RunFolders::new();
    let root = write_pem(&folders, "authority.pem", &authority.root);
    let id = NodeId::random();
    install(folders.path(), "test.genuine_tls", id, &authority.node(id));
    let node = Node::new("").unwrap();
    let users = format!("users=fox {DIGEST} _ {}", node.id().braced());
    let environment = [("ROBOTRACONTEUR_SSL_CERT_FILE", &*root)];
    let options = ["tls", &users];
    let started =
        GenuineServer::start_in(folders, "test.genuine_tls", &options, &environment).await;
    let Some(genuine) = started else {
        return;
    };
    let port = genuine.port;
    let roots: [&[u8]; 1] = [&authority.root];
    for place in [
        format!("rrs+tcp://127.0.0.1:{port}/?nodeid={id}"),
        format!("rrs+tcp://127.0.0.1:{port}/?nodename=test.genuine_tls"),
        format!("rrs+ws://127.0.0.1:{port}/?nodeid={id}"),
    ] {
        let url = format!("{place}&service=kinds");
        let session = node
            .connect_with(&url, trusting(&roots, None))
            .await
            .unwrap();
        assert!(session.stream().secure);
        assert_eq!(session.remote().id, id);
        support::exchange::everything(&session).await;
        session.disconnect().await;
        let stranger = NodeAuthority::new();
        let refused = node
            .connect_with(&url, trusting(&[&stranger.root], None))
            .await;
        assert!(refused.is_err(), "{url}");
        let plain = url.replacen("rrs", "rr", 1);
        assert!(node.connect(&plain).await.is_err(), "{plain}");
    }
    let url = format!(
        "rrs+tcp://127.0.0.1:{port}/?nodeid={}&service=kinds",
        NodeId::random()
    );
    let wrong = node.connect_with(&url, trusting(&roots, None)).await;
    assert_eq!(wrong.unwrap_err().code, ErrorCode::NodeNotFound);

    let url = format!("rrs+tcp://127.0.0.1:{port}/?nodeid={id}&service=verified");
    let own = authority.node(node.id());
    let verified = trusting(&roots, Some(&own)).password("fox", "password");
    let session = node.connect_with(&url, verified).await.unwrap();
    let sum: f64 = session.root().call("add", (1.0, 2.0)).await.unwrap();
    assert_eq!(sum, 3.0);
    session.disconnect().await;
    let without = trusting(&roots, None).password("fox", "password");
    let refused = node.connect_with(&url, without).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::AuthenticationError);
    let other = Node::new("").unwrap();
    let own = authority.node(other.id());
    let elsewhere = trusting(&roots, Some(&own)).password("fox", "password");
    let refused = other.connect_with(&url, elsewhere).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::AuthenticationError);
}

/// A genuine server without a certificate refuses our client as it refuses
/// its own.
#[tokio::test(flavor = "multi_thread")]
async fn a_genuine_server_without_a_certificate_refuses() {
    let Some(genuine) = GenuineServer::start("test.genuine_plain", &[]).await else {
        return;
    };
    let url = format!("rrs+tcp://127.0.0.1:{}?service=kinds", genuine.port);
    let node = Node::new("").unwrap();
    let authority = NodeAuthority::new();
    let refused = node
        .connect_with(&url, trusting(&[&authority.root], None))
        .await
        .unwrap_err();
    assert_eq!(refused.code, ErrorCode::ConnectionError);
}

/// A genuine client uses our services by `rr+wss`, and by `rrs+wss`, which is
/// TLS inside of HTTPS.
#[tokio::test(flavor = "multi_thread")]
async fn a_genuine_client_uses_wss() {
    let Some(python) = support::python() else {
        return;
    };
    let server = Node::new("test.wss").unwrap();
    server.register(support::kinds::service()).unwrap();
    let authority = NodeAuthority::new();
    let (web_root, web_own) = web("localhost");
    let options = ListenOptions {
        tls: Some(authority.node(server.id()).server()),
        https: Some(web_own.server()),
        ..ListenOptions::default()
    };
    let listener = server.listen("127.0.0.1:0", options).await.unwrap();
    let folders = RunFolders::new();
    let root = write_pem(&folders, "authority.pem", &authority.root);
    let web_root = write_pem(&folders, "web.pem", &web_root);
    let (port, id) = (listener.address().port(), server.id());
    for (scheme, host, trust, expected) in [
        ("rr+wss", "localhost", true, "served"),
        ("rrs+wss", "localhost", true, "served"),
        // The certificate names another host.
        ("rr+wss", "127.0.0.1", true, "refused"),
        ("rr+wss", "localhost", false, "refused"),
    ] {
        let url = format!("{scheme}://{host}:{port}/?nodeid={id}&service=kinds");
        let mut command = support::script(&python, "use_tls.py");
        command.env("ROBOTRACONTEUR_SSL_CERT_FILE", &root);
        if trust {
            command.env("SSL_CERT_FILE", &web_root);
        }
        support::finish(command.args([&*url, expected])).await;
    }
}

/// Passes what arrives inside of TLS to a port without, as web servers do in
/// front of genuine nodes.
async fn https_proxy(own: &Own, port: u16) -> SocketAddr {
    let chain = own.chain.iter().cloned().map(Into::into).collect();
    let key = own.key.clone().try_into().unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .unwrap();
    let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((outside, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let Ok(mut outside) = acceptor.accept(outside).await else {
                    return;
                };
                let inside = tokio::net::TcpStream::connect(("127.0.0.1", port)).await;
                if let Ok(mut inside) = inside {
                    let _ = tokio::io::copy_bidirectional(&mut outside, &mut inside).await;
                }
            });
        }
    });
    address
}

/// Our client uses a genuine server by `rr+wss`, behind a proxy: the reference
/// node has no HTTPS server of its own.
#[tokio::test(flavor = "multi_thread")]
async fn a_genuine_server_behind_https_is_used() {
    let Some(genuine) = GenuineServer::start("test.genuine_wss", &[]).await else {
        return;
    };
    let (root, own) = web("localhost");
    let port = https_proxy(&own, genuine.port).await.port();
    let node = Node::new("").unwrap();
    let url = format!("rr+wss://localhost:{port}/?service=kinds");
    let session = node
        .connect_with(&url, trusting(&[&root], None))
        .await
        .unwrap();
    assert!(session.stream().secure);
    support::exchange::everything(&session).await;
    session.disconnect().await;
    let stranger = web("localhost").0;
    let refused = node.connect_with(&url, trusting(&[&stranger], None)).await;
    assert_eq!(refused.unwrap_err().code, ErrorCode::ConnectionError);
    let elsewhere = format!("rr+wss://127.0.0.1:{port}/?service=kinds");
    let refused = node
        .connect_with(&elsewhere, trusting(&[&root], None))
        .await;
    assert_eq!(refused.unwrap_err().code, ErrorCode::ConnectionError);
}
