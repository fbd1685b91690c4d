//! Finding nodes and services, among ourselves and with genuine peers.
#![allow(clippy::unwrap_used)]

mod support;

use std::time::Duration;

use raconteur::discovery::DiscoveryOptions;
use raconteur::{ListenOptions, Node};
use support::GenuineServer;

/// Whether an interface has a link-local address; says so if not.
async fn has_link(options: &DiscoveryOptions) -> bool {
    let node = Node::new("").unwrap();
    let listener = node.listen("[::]:0", ListenOptions::default()).await;
    let Ok(listener) = listener else {
        support::prerequisites::missing("ipv6", "this machine has no IPv6");
        return false;
    };
    let announcer = node.announce(&listener, options.clone()).await.unwrap();
    let has = !announcer.addresses().is_empty();
    if !has {
        support::prerequisites::missing("ipv6", "no interface has a link-local IPv6 address");
    }
    has
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_of_ours_find_each_other() {
    let options = DiscoveryOptions {
        local_sockets: false,
        ..DiscoveryOptions::default()
    };
    if !has_link(&options).await {
        return;
    }
    let server = Node::new("test.found").unwrap();
    server.register(support::kinds::service()).unwrap();
    let listener = server
        .listen("[::]:0", ListenOptions::default())
        .await
        .unwrap();
    let _announcer = server.announce(&listener, options.clone()).await.unwrap();
    let client = Node::new("").unwrap();
    let discovery = client.discover(options).await.unwrap();
    let time = Duration::from_secs(10);
    let found = discovery.find_node_by_id(server.id(), time).await.unwrap();
    assert_eq!(found.name, "test.found");
    assert!(
        discovery
            .find_node_by_name("test.found", time)
            .await
            .is_some()
    );
    let services = discovery
        .find_by_type("example.kinds.Everything", Duration::from_secs(1))
        .await;
    let service = services
        .iter()
        .find(|service| service.node_id == server.id())
        .unwrap();
    let session = client.connect(&service.urls[0]).await.unwrap();
    let sum: f64 = session.root().call("add", (1.0, 2.0)).await.unwrap();
    assert_eq!(sum, 3.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_genuine_client_finds_us() {
    let Some(python) = support::python() else {
        return;
    };
    if !has_link(&DiscoveryOptions::default()).await {
        return;
    }
    let server = Node::new("test.found_by_genuine").unwrap();
    server.register(support::kinds::service()).unwrap();
    let listener = server
        .listen("[::]:0", ListenOptions::default())
        .await
        .unwrap();
    let _announcer = server
        .announce(&listener, DiscoveryOptions::default())
        .await
        .unwrap();
    let id = server.id().to_string();
    support::run_script(&python, "find_kinds.py", &[server.name(), &id]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn we_find_a_genuine_node() {
    let options = DiscoveryOptions {
        local_sockets: false,
        ..DiscoveryOptions::default()
    };
    if !has_link(&options).await {
        return;
    }
    let Some(_server) = GenuineServer::start("test.genuine_found", &[]).await else {
        return;
    };
    let client = Node::new("").unwrap();
    let discovery = client.discover(options).await.unwrap();
    let node = discovery
        .find_node_by_name("test.genuine_found", Duration::from_secs(20))
        .await
        .unwrap();
    let services = discovery.services(&node).await.unwrap();
    let service = services
        .iter()
        .find(|service| service.name == "kinds")
        .unwrap();
    assert_eq!(service.object_type, "example.kinds.Everything");
    let session = client.connect(&service.urls[0]).await.unwrap();
    let sum: f64 = session.root().call("add", (1.0, 2.0)).await.unwrap();
    assert_eq!(sum, 3.0);
}

/// Broadcast over IPv4 alone.
fn ipv4() -> DiscoveryOptions {
    DiscoveryOptions {
        link_local: false,
        local_sockets: false,
        ipv4_broadcast: true,
        ..DiscoveryOptions::default()
    }
}

/// Whether this machine hears its own broadcasts; says so if not.
async fn has_broadcast() -> bool {
    let heard = async {
        let socket = tokio::net::UdpSocket::bind("0.0.0.0:0").await?;
        socket.set_broadcast(true)?;
        let port = socket.local_addr()?.port();
        socket.send_to(b"here", ("255.255.255.255", port)).await?;
        let mut answer = [0; 8];
        let receive = socket.recv_from(&mut answer);
        tokio::time::timeout(Duration::from_secs(2), receive)
            .await?
            .map(drop)?;
        Ok::<(), Box<dyn std::error::Error>>(())
    };
    match heard.await {
        Ok(()) => true,
        Err(error) => {
            let reason = format!("this machine does not receive its IPv4 broadcasts: {error}");
            support::prerequisites::missing("broadcast", &reason);
            false
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_genuine_client_hears_our_broadcast() {
    let Some(python) = support::python() else {
        return;
    };
    if !has_broadcast().await {
        return;
    }
    let server = Node::new("test.broadcast").unwrap();
    server.register(support::kinds::service()).unwrap();
    // It does not listen on IPv6: a client that finds it has received the broadcast.
    let listener = server
        .listen("0.0.0.0:0", ListenOptions::default())
        .await
        .unwrap();
    let announcer = server.announce(&listener, ipv4()).await.unwrap();
    assert!(!announcer.addresses().is_empty());
    let id = server.id().to_string();
    support::run_script(&python, "find_kinds.py", &[server.name(), &id, "ipv4"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn we_hear_a_genuine_broadcast() {
    if !has_broadcast().await {
        return;
    }
    let name = "test.genuine_broadcast";
    let Some(_server) = GenuineServer::start(name, &["ipv4"]).await else {
        return;
    };
    let client = Node::new("").unwrap();
    let discovery = client.discover(ipv4()).await.unwrap();
    let time = Duration::from_secs(20);
    let by_name = discovery.find_node_by_name(name, time).await.unwrap();
    let by_id = discovery.find_node_by_id(by_name.id, time).await.unwrap();
    assert_eq!(by_id.name, name);
    let services = discovery
        .find_by_type("example.kinds.Everything", Duration::from_secs(2))
        .await;
    let service = services
        .iter()
        .find(|service| service.node_id == by_id.id && service.name == "kinds")
        .unwrap();
    let session = client.connect(&service.urls[0]).await.unwrap();
    let sum: f64 = session.root().call("add", (1.0, 2.0)).await.unwrap();
    assert_eq!(sum, 3.0);
}

/// Waits until a subscription has the service `kinds` of a node and uses it.
async fn uses(subscription: &mut raconteur::client::Subscription, node: &str) {
    let found = async {
        loop {
            for session in subscription.sessions() {
                if session.remote().name == node
                    && session.url().service == "kinds"
                    && let Ok(sum) = session.root().call::<f64>("add", (1.0, 2.0)).await
                {
                    assert_eq!(sum, 3.0);
                    return session;
                }
            }
            subscription.changed().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(40), found)
        .await
        .expect("found in time");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_subscription_by_type_follows_a_genuine_node() {
    let options = DiscoveryOptions {
        local_sockets: false,
        ..DiscoveryOptions::default()
    };
    if !has_link(&options).await {
        return;
    }
    let name = "test.genuine_subscribed";
    let Some(first) = GenuineServer::start(name, &[]).await else {
        return;
    };
    let client = Node::new("").unwrap();
    let mut subscription = client
        .subscribe_by_type("example.kinds.Everything", options, Default::default())
        .await
        .unwrap();
    uses(&mut subscription, name).await;
    // It comes back with another port, and with another identity, since the
    // folders that keep identities are each server's own.
    drop(first);
    let _second = GenuineServer::start(name, &[]).await.unwrap();
    uses(&mut subscription, name).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_genuine_subscription_follows_us() {
    use tokio::io::AsyncBufReadExt;
    let Some(python) = support::python() else {
        return;
    };
    if !has_link(&DiscoveryOptions::default()).await {
        return;
    }
    let id = raconteur::message::NodeId::random();
    let start = || async {
        let server = Node::with_identity("test.subscribed", id).unwrap();
        server.register(support::kinds::service()).unwrap();
        let listener = server
            .listen("[::]:0", ListenOptions::default())
            .await
            .unwrap();
        let announcer = server
            .announce(&listener, DiscoveryOptions::default())
            .await
            .unwrap();
        (server, listener, announcer)
    };
    let (server, listener, announcer) = start().await;
    let mut script = support::script(&python, "subscribe_kinds.py");
    let mut script = script.arg(id.to_string()).spawn().unwrap();
    let mut lines = tokio::io::BufReader::new(script.stdout.take().unwrap()).lines();
    let time = Duration::from_secs(60);
    let line = tokio::time::timeout(time, lines.next_line()).await;
    assert_eq!(line.unwrap().unwrap().as_deref(), Some("3.0"));
    server.shutdown();
    drop((server, listener, announcer));
    let _again = start().await;
    let line = tokio::time::timeout(time, lines.next_line()).await;
    assert_eq!(line.unwrap().unwrap().as_deref(), Some("3.0"));
    drop(script.stdin.take());
    script.wait().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_subscription_survives_its_service() {
    let start = |port: u16| async move {
        let node = Node::new("test.restarts").unwrap();
        node.register(support::kinds::service()).unwrap();
        let address = format!("127.0.0.1:{port}");
        let mut attempt = 0;
        loop {
            match node.listen(&address, ListenOptions::default()).await {
                Ok(listener) => return (node, listener),
                Err(_) if attempt < 100 => attempt += 1,
                Err(error) => panic!("{error}"),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let (server, listener) = start(0).await;
    let port = listener.address().port();
    let client = Node::new("").unwrap();
    let subscription = client.subscribe(listener.url("kinds"), Default::default());
    let mut wire = subscription.wire::<raconteur::value::Record>("point_wire");
    let time = Duration::from_secs(20);
    let first = subscription.session(time).await.unwrap();
    tokio::time::timeout(time, wire.next())
        .await
        .unwrap()
        .unwrap();
    server.shutdown();
    drop(listener);
    first.closed().await;
    let (server, _listener) = start(port).await;
    tokio::time::timeout(time, wire.next())
        .await
        .unwrap()
        .unwrap();
    let second = subscription.session(time).await.unwrap();
    let sum: f64 = second.root().call("add", (1.0, 2.0)).await.unwrap();
    assert_eq!(sum, 3.0);
    server.shutdown();
}
