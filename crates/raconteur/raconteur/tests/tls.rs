//! TLS between nodes of ours, and what genuine nodes make of it.
#![allow(clippy::unwrap_used)]

mod support;

use raconteur::client::ConnectOptions;
use raconteur::transport::{TlsClient, TlsServer};
use raconteur::{ErrorCode, ListenOptions, Node};
use rcgen::{
    BasicConstraints, CertificateParams, CustomExtension, DnType, IsCa, Issuer, KeyPair,
    KeyUsagePurpose,
};

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

/// The mark of Robot Raconteur certificates: 1 for roots, 3 for nodes.
fn mark(kind: u64) -> CustomExtension {
    let identifier = [1, 3, 6, 1, 4, 1, 45455, 1, 1, 3, kind];
    // The content is the value TRUE.
    let mut mark = CustomExtension::from_oid_content(&identifier, vec![1, 1, 0xff]);
    mark.set_criticality(true);
    mark
}

/// An authority of our own as text, and a node certificate of it.
fn node_certificates(node: &Node) -> (String, TlsServer) {
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority
        .distinguished_name
        .push(DnType::CommonName, "Test Root");
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    authority.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    authority.custom_extensions = vec![mark(1)];
    let authority_key = KeyPair::generate().unwrap();
    let root = authority.self_signed(&authority_key).unwrap();
    let issuer = Issuer::new(authority, authority_key);
    let key = KeyPair::generate().unwrap();
    let mut own = CertificateParams::new(Vec::new()).unwrap();
    let name = format!("Robot Raconteur Node {}", node.id().braced());
    own.distinguished_name = rcgen::DistinguishedName::new();
    own.distinguished_name.push(DnType::CommonName, name);
    own.is_ca = IsCa::ExplicitNoCa;
    own.key_usages = vec![
        KeyUsagePurpose::DigitalSignature,
        KeyUsagePurpose::KeyEncipherment,
        KeyUsagePurpose::DataEncipherment,
    ];
    own.custom_extensions = vec![mark(3)];
    let certificate = own.signed_by(&key, &issuer).unwrap();
    let server = TlsServer::from_der(vec![certificate.der().to_vec()], key.serialize_der());
    (pem(root.der()), server.unwrap())
}

fn pem(der: &[u8]) -> String {
    use base64::Engine;
    let text = base64::engine::general_purpose::STANDARD.encode(der);
    let lines: Vec<&str> = text
        .as_bytes()
        .chunks(64)
        .map(|line| std::str::from_utf8(line).unwrap())
        .collect();
    format!(
        "-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n",
        lines.join("\n")
    )
}

/// A genuine client that trusts an authority uses our services over TLS;
/// one that is not, or that wants another node, refuses.
#[tokio::test(flavor = "multi_thread")]
async fn a_genuine_client_uses_tls() {
    let Some(python) = support::python() else {
        return;
    };
    let server = Node::new("test.tls_genuine").unwrap();
    server.register(support::kinds::service()).unwrap();
    let (root, tls) = node_certificates(&server);
    let options = ListenOptions {
        tls: Some(tls),
        ..ListenOptions::default()
    };
    let listener = server.listen("127.0.0.1:0", options).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let authority = folder.path().join("authority.pem");
    std::fs::write(&authority, root).unwrap();
    let port = listener.address().port();
    let id = server.id();
    for scheme in ["rrs+tcp", "rrs+ws"] {
        let url = format!("{scheme}://127.0.0.1:{port}/?nodeid={id}&service=kinds");
        let mut trusting = support::script(&python, "use_tls.py");
        trusting.args([&url, "served"]);
        trusting.env("ROBOTRACONTEUR_SSL_CERT_FILE", &authority);
        support::finish(&mut trusting).await;
        let mut strange = support::script(&python, "use_tls.py");
        support::finish(strange.args([&url, "refused"])).await;
    }
}

/// A genuine server without a certificate, which is what one has that was not
/// bought from the vendor, refuses our client as it refuses its own.
#[tokio::test(flavor = "multi_thread")]
async fn a_genuine_server_without_a_certificate_refuses() {
    let Some(genuine) = support::GenuineServer::start("test.genuine_plain", &[]).await else {
        return;
    };
    let url = format!("rrs+tcp://127.0.0.1:{}?service=kinds", genuine.port);
    let node = Node::new("").unwrap();
    let refused = node
        .connect_with(&url, trusting(certificates("x").0))
        .await
        .unwrap_err();
    assert_eq!(refused.code, ErrorCode::ConnectionError);
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
    let unrelated = certificates("other").0;
    assert!(node.connect_with(&url, trusting(unrelated)).await.is_err());
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
