//! TLS between nodes of ours: web certificates and node certificates.
#![cfg(feature = "tls")]
#![allow(clippy::unwrap_used)]

mod support;

use raconteur::client::{ConnectOptions, Session};
use raconteur::message::NodeId;
use raconteur::service::{DynamicObject, Service};
use raconteur::transport::{TlsClient, TlsServer};
use raconteur::{ErrorCode, ListenOptions, Listener, Node, Result};
use rcgen::{DnType, IsCa, KeyUsagePurpose};
use support::certificates::{NodeAuthority, Own, web};

fn with_tls(tls: TlsServer) -> ListenOptions {
    ListenOptions {
        tls: Some(tls),
        ..ListenOptions::default()
    }
}

fn trusting(root: &[u8]) -> ConnectOptions {
    ConnectOptions {
        tls: Some(TlsClient::trusting(vec![root.to_vec()]).unwrap()),
        ..ConnectOptions::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_web_certificate_of_the_node_is_accepted() {
    let server = Node::new("test.tls").unwrap();
    let id = server.id();
    server.register(support::kinds::service()).unwrap();
    let (root, own) = web(&id.to_string());
    let listener = server
        .listen("127.0.0.1:0", with_tls(own.server()))
        .await
        .unwrap();
    let port = listener.address().port();
    for scheme in ["rrs+tcp", "rrs+ws"] {
        let url = format!("{scheme}://127.0.0.1:{port}/?nodeid={id}&service=kinds");
        let node = Node::new("").unwrap();
        let session = node.connect_with(&url, trusting(&root)).await.unwrap();
        assert!(session.stream().secure);
        support::exchange::everything(&session).await;
        session.disconnect().await;
    }
    let node = Node::new("").unwrap();
    let url = format!("rrs+tcp://127.0.0.1:{port}/?nodeid={id}&service=kinds");
    let unrelated = web("other").0;
    assert!(node.connect_with(&url, trusting(&unrelated)).await.is_err());
    assert!(node.connect(&url).await.is_err());
    let nameless = format!("rrs+tcp://127.0.0.1:{port}/?service=kinds");
    assert!(node.connect_with(&nameless, trusting(&root)).await.is_err());
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
        .connect_with(&url, trusting(&web("x").0))
        .await
        .unwrap_err();
    assert_eq!(refused.code, ErrorCode::ConnectionError);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_can_require_tls() {
    let server = Node::new("test.required").unwrap();
    server.register(support::kinds::service()).unwrap();
    let authority = NodeAuthority::new();
    let (web_root, web_own) = web("localhost");
    let options = ListenOptions {
        tls: Some(authority.node(server.id()).server()),
        https: Some(web_own.server()),
        require_tls: true,
        ..ListenOptions::default()
    };
    let listener = server.listen("127.0.0.1:0", options).await.unwrap();
    let port = listener.address().port();
    let node = Node::new("").unwrap();
    for scheme in ["rr+tcp", "rr+ws"] {
        let url = format!("{scheme}://127.0.0.1:{port}/?service=kinds");
        assert!(node.connect(&url).await.is_err(), "{scheme}");
    }
    for scheme in ["rrs+tcp", "rrs+ws"] {
        let url = format!("{scheme}://127.0.0.1:{port}/?service=kinds");
        let session = node.connect_with(&url, trusting(&authority.root)).await;
        assert!(session.unwrap().stream().secure, "{scheme}");
    }
    let url = format!("rr+wss://localhost:{port}/?service=kinds");
    let session = node.connect_with(&url, trusting(&web_root)).await.unwrap();
    assert!(session.stream().secure);
    support::exchange::everything(&session).await;
}

/// A server of node certificates with a function that says who asks.
async fn whoami(own: &Own, id: NodeId, clients: &NodeAuthority) -> Listener {
    let definition = "service example.who\n\nobject Who\n    function string whoami()\nend\n";
    let schema = raconteur::schema::Schema::parse(&[definition]).unwrap();
    let object =
        DynamicObject::new("example.who.Who").function("whoami", |(): (), context| async move {
            let node = context.verified_node();
            Ok(node.map_or("unknown".to_owned(), |node| node.to_string()))
        });
    let server = Node::with_identity("test.who", id).unwrap();
    server
        .register(Service::new("who", schema, object))
        .unwrap();
    let tls = own
        .server()
        .trusting_clients(vec![clients.root.clone()])
        .unwrap();
    server.listen("127.0.0.1:0", with_tls(tls)).await.unwrap()
}

async fn connect(
    node: &Node,
    listener: &Listener,
    root: &[u8],
    own: Option<&Own>,
) -> Result<Session> {
    let mut tls = TlsClient::trusting(vec![root.to_vec()]).unwrap();
    if let Some(own) = own {
        tls = tls.certificate(own.chain.clone(), own.key.clone()).unwrap();
    }
    let options = ConnectOptions {
        tls: Some(tls),
        ..ConnectOptions::default()
    };
    let url = listener.url("who").replacen("rr+tcp", "rrs+tcp", 1);
    node.connect_with(&url, options).await
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_are_verified_by_their_certificate() {
    let authority = NodeAuthority::new();
    let other_authority = NodeAuthority::new();
    let id = NodeId::random();
    let listener = whoami(&authority.node(id), id, &authority).await;
    let node = Node::new("").unwrap();
    let says = async |session: Result<Session>| -> String {
        session.unwrap().root().call("whoami", ()).await.unwrap()
    };
    let root = &authority.root;
    assert_eq!(
        says(connect(&node, &listener, root, None).await).await,
        "unknown"
    );
    let own = authority.node(node.id());
    let known = connect(&node, &listener, root, Some(&own)).await;
    assert_eq!(says(known).await, node.id().to_string());
    let own = authority.node_by_intermediate(node.id(), 2);
    let known = connect(&node, &listener, root, Some(&own)).await;
    assert_eq!(says(known).await, node.id().to_string());
    // The certificate of another node, and one of another authority.
    for own in [
        authority.node(NodeId::random()),
        other_authority.node(node.id()),
    ] {
        let refused = connect(&node, &listener, root, Some(&own)).await;
        // In TLS 1.3 the client learns of it with its first message.
        assert!(refused.is_err());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn certificates_that_break_a_rule_are_refused() {
    let authority = NodeAuthority::new();
    let id = NodeId::random();
    let node = Node::new("").unwrap();
    let day = std::time::Duration::from_secs(86_400);
    let now = std::time::SystemTime::now();
    let rules: [(&str, Own, bool); 9] = [
        ("right", authority.node(id), true),
        (
            "by an intermediate",
            authority.node_by_intermediate(id, 2),
            true,
        ),
        (
            "an intermediate marked as root",
            authority.node_by_intermediate(id, 1),
            false,
        ),
        (
            "an intermediate marked as node",
            authority.node_by_intermediate(id, 3),
            false,
        ),
        ("of another node", authority.node(NodeId::random()), false),
        (
            "expired",
            authority.changed_node(id, |own| own.not_after = (now - day).into()),
            false,
        ),
        (
            "not valid yet",
            authority.changed_node(id, |own| own.not_before = (now + day).into()),
            false,
        ),
        (
            "with more in its name",
            authority.changed_node(id, |own| {
                own.distinguished_name.push(DnType::CountryName, "DE");
            }),
            false,
        ),
        (
            "of an authority",
            authority.changed_node(id, |own| {
                own.is_ca = IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
                own.key_usages.push(KeyUsagePurpose::KeyCertSign);
            }),
            false,
        ),
    ];
    for (what, own, is_right) in rules {
        let listener = whoami(&own, id, &authority).await;
        let session = connect(&node, &listener, &authority.root, None).await;
        assert_eq!(session.is_ok(), is_right, "{what}: {session:?}");
        let stranger = NodeAuthority::new();
        let session = connect(&node, &listener, &stranger.root, None).await;
        assert!(session.is_err(), "{what}");
    }
}
