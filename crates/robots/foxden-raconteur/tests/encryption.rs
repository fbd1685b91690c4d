//! Services over TLS.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
#[path = "../../../raconteur/raconteur/tests/support/certificates.rs"]
mod certificates;
#[allow(dead_code)]
mod support;

use certificates::{NodeAuthority, Own, pem, web};
use foxden_raconteur::server::{RaconteurServer, ServerError, ServerOptions};
use foxden_web::ports::Reach;
use raconteur::client::{ConnectOptions, Session};
use raconteur::message::NodeId;
use raconteur::transport::TlsClient;
use raconteur::{ErrorCode, Node, Result};
use support::Served;

/// A certificate and its key in one text.
fn both(own: &Own) -> Option<Vec<u8>> {
    let key = pem(&own.key).replace("CERTIFICATE", "PRIVATE KEY");
    Some((pem(&own.chain[0]) + &key).into_bytes())
}

async fn connect(
    served: &Served,
    node: &Node,
    scheme: &str,
    options: ConnectOptions,
) -> Result<Session> {
    let port = served.server.port();
    let url = format!("{scheme}://localhost:{port}?service=world");
    node.connect_with(&url, options).await
}

fn trusting(root: &[u8]) -> ConnectOptions {
    ConnectOptions {
        tls: Some(TlsClient::trusting(vec![root.to_vec()]).unwrap()),
        ..ConnectOptions::default()
    }
}

async fn works(session: Result<Session>) {
    let session = session.unwrap();
    assert_eq!(session.root().get::<i32>("mode").await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_with_certificates_is_used_with_tls_and_without() {
    let (authority, id) = (NodeAuthority::new(), NodeId::random());
    let (root, host) = web("localhost");
    let options = ServerOptions {
        certificate: both(&authority.node(id)),
        web_certificate: both(&host),
        ..ServerOptions::default()
    };
    let served = Served::start_with(&[], options);
    assert!(served.server.url("world").starts_with("rr+tcp://"));
    let node = Node::new("").unwrap();
    let plain = connect(&served, &node, "rr+tcp", ConnectOptions::default());
    works(plain.await).await;
    // the node has the identity that its certificate names
    for scheme in ["rrs+tcp", "rrs+ws"] {
        works(connect(&served, &node, scheme, trusting(&authority.root)).await).await;
    }
    works(connect(&served, &node, "rr+wss", trusting(&root)).await).await;
    // another authority
    let wrong = connect(&served, &node, "rrs+tcp", trusting(&root)).await;
    assert!(wrong.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_public_node_with_a_certificate_needs_tls() {
    let authority = NodeAuthority::new();
    // the password is "password"
    let users = "fox 5f4dcc3b5aa765d61d8327deb882cf99 drive,edit\n";
    let options = |reach| ServerOptions {
        certificate: both(&authority.node(NodeId::random())),
        users: Some(users.to_owned()),
        reach,
        ..ServerOptions::default()
    };
    let served = Served::start_with(&[], options(Reach::Public));
    assert!(served.server.url("world").starts_with("rrs+tcp://"));
    let node = Node::new("").unwrap();
    let plain = ConnectOptions::default().password("fox", "password");
    assert!(connect(&served, &node, "rr+tcp", plain).await.is_err());
    let secure = trusting(&authority.root).password("fox", "password");
    works(connect(&served, &node, "rrs+tcp", secure).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn users_may_need_a_certificate_of_their_own() {
    let authority = NodeAuthority::new();
    let options = ServerOptions {
        certificate: both(&authority.node(NodeId::random())),
        client_authorities: Some(authority.root_pem().into_bytes()),
        users: Some("fox 5f4dcc3b5aa765d61d8327deb882cf99 drive,edit\n".to_owned()),
        ..ServerOptions::default()
    };
    let served = Served::start_with(&[], options);
    let id = NodeId::random();
    let node = Node::with_identity("test.client", id).unwrap();
    let own = authority.node(id);
    let tls = TlsClient::trusting(vec![authority.root.clone()]).unwrap();
    let with_certificate = ConnectOptions {
        tls: Some(tls.certificate(own.chain, own.key).unwrap()),
        ..ConnectOptions::default()
    };
    let verified = with_certificate.password("fox", "password");
    works(connect(&served, &node, "rrs+tcp", verified).await).await;
    let unknown = trusting(&authority.root).password("fox", "password");
    let error = connect(&served, &node, "rrs+tcp", unknown).await;
    assert_eq!(error.unwrap_err().code, ErrorCode::AuthenticationError);
}

#[test]
fn a_certificate_without_its_key_is_refused() {
    let (_, own) = web("localhost");
    let options = ServerOptions {
        port: Some(0),
        is_local: false,
        web_certificate: Some(pem(&own.chain[0]).into_bytes()),
        ..ServerOptions::default()
    };
    match RaconteurServer::start(&options) {
        Err(ServerError::Certificate(what, reason)) => {
            assert_eq!(what, "the certificate of the host");
            assert!(reason.contains("private key"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
}
