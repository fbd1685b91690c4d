//! TLS between nodes of ours, and what genuine nodes make of it.
#![allow(clippy::unwrap_used)]

mod support;

use raconteur::client::ConnectOptions;
use raconteur::transport::{TlsClient, TlsServer};
use raconteur::{ErrorCode, ListenOptions, Node};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};

/// An authority, and a certificate of it for a name.
fn certificates(name: &str) -> (Vec<u8>, TlsServer) {
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority_key = KeyPair::generate().unwrap();
    let root = authority.self_signed(&authority_key).unwrap();
    let issuer = Issuer::new(authority, authority_key);
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(vec![name.to_owned()])
        .unwrap()
        .signed_by(&key, &issuer)
        .unwrap();
    let server = TlsServer::from_der(vec![certificate.der().to_vec()], key.serialize_der());
    (root.der().to_vec(), server.unwrap())
}

fn trusting(root: Vec<u8>) -> ConnectOptions {
    ConnectOptions {
        tls: Some(TlsClient::trusting(vec![root]).unwrap()),
        ..ConnectOptions::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_of_the_node_is_accepted() {
    let server = Node::new("test.tls").unwrap();
    let id = server.id();
    server.register(support::kinds::service()).unwrap();
    let (root, tls) = certificates(&id.to_string());
    let options = ListenOptions {
        tls: Some(tls),
        ..ListenOptions::default()
    };
    let listener = server.listen("127.0.0.1:0", options).await.unwrap();
    let port = listener.address().port();
    for scheme in ["rrs+tcp", "rrs+ws"] {
        let url = format!("{scheme}://127.0.0.1:{port}/?nodeid={id}&service=kinds");
        let node = Node::new("").unwrap();
        let session = node
            .connect_with(&url, trusting(root.clone()))
            .await
            .unwrap();
        assert!(session.stream().secure);
        support::exchange::everything(&session).await;
        session.disconnect().await;
    }
    let node = Node::new("").unwrap();
    let url = format!("rrs+tcp://127.0.0.1:{port}/?nodeid={id}&service=kinds");
    let stranger = certificates("other").0;
    assert!(node.connect_with(&url, trusting(stranger)).await.is_err());
    assert!(node.connect(&url).await.is_err());
    let nameless = format!("rrs+tcp://127.0.0.1:{port}/?service=kinds");
    assert!(node.connect_with(&nameless, trusting(root)).await.is_err());
    // The same port still takes connections without TLS.
    let plain = format!("rr+tcp://127.0.0.1:{port}/?service=kinds");
    let session = node.connect(&plain).await.unwrap();
    assert!(!session.stream().secure);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_a_certificate_refuses() {
    let server = Node::new("test.plain").unwrap();
    server.register(support::kinds::service()).unwrap();
    let listener = server
        .listen("127.0.0.1:0", ListenOptions::default())
        .await
        .unwrap();
    let url = listener.url("kinds").replacen("rr+tcp", "rrs+tcp", 1);
    let node = Node::new("").unwrap();
    let refused = node
        .connect_with(&url, trusting(certificates("x").0))
        .await
        .unwrap_err();
    assert_eq!(refused.code, ErrorCode::ConnectionError);
}
