//! What the genuine node makes of messages that cannot be delivered, and what
//! we make of them.
#![allow(clippy::unwrap_used)]

mod support;

use std::time::Duration;

use raconteur::connection::Address;
use raconteur::message::{Element, Endpoints, Entry, EntryType, NodeId};
use raconteur::{ListenOptions, Node};
use support::GenuineServer;
use support::raw::Raw;

/// Code and text of an error.
fn failure(entry: &Entry) -> (u16, String) {
    let text = entry.element("errorstring").and_then(Element::as_str);
    (entry.error, text.unwrap_or_default().to_owned())
}

/// What a server answers to a right question, a question to another node, and
/// requests of unknown types in a session and outside.
async fn answers(raw: &mut Raw) -> Vec<(u16, String)> {
    let own = raw.core.session().unwrap();
    let to_node = |node: NodeId| Address::Node {
        node,
        endpoints: Endpoints {
            sender: own.local,
            receiver: 0,
        },
    };
    let info = Entry::new(EntryType::GET_NODE_INFO, "", "").request(3);
    let get = Entry::new(EntryType::PROPERTY_GET, "kinds", "d").request(4);
    let odd = |kind, path| Entry::new(EntryType(kind), path, "d").request(5);
    let mut all = Vec::new();
    for (address, entry) in [
        (to_node(NodeId::random()), info.clone()),
        (to_node(own.node), info),
        (Address::Session, odd(1199, "kinds")),
        (to_node(own.node), odd(199, "")),
        (Address::Session, get),
    ] {
        raw.send(&address, entry).await;
        all.push(failure(&raw.raw_answer().await));
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn we_answer_as_the_genuine_node() {
    let Some(genuine) = GenuineServer::start("test.undeliverable", &[]).await else {
        return;
    };
    let node = Node::new("test.undeliverable_ours").unwrap();
    node.register(support::kinds::service()).unwrap();
    let listener = node
        .listen("127.0.0.1:0", ListenOptions::default())
        .await
        .unwrap();
    let mut theirs = Raw::connect(("127.0.0.1", genuine.port), 7).await;
    let mut ours = Raw::connect(listener.address(), 7).await;
    assert_eq!(answers(&mut ours).await, answers(&mut theirs).await);

    // To an endpoint that is not there the genuine node says nothing, and
    // goes on; we say so once.
    let own = theirs.core.session().unwrap();
    let nobody = |session: raconteur::connection::SessionEndpoints| Address::Node {
        node: session.node,
        endpoints: Endpoints {
            sender: session.local,
            receiver: session.remote ^ 1,
        },
    };
    let get = Entry::new(EntryType::PROPERTY_GET, "kinds", "d").request(6);
    theirs.send(&nobody(own), get.clone()).await;
    let silence = tokio::time::timeout(Duration::from_millis(500), theirs.raw_answer()).await;
    assert!(silence.is_err(), "{silence:?}");
    theirs.send(&Address::Session, get.clone()).await;
    assert_eq!(theirs.raw_answer().await.error, 0);
    let own = ours.core.session().unwrap();
    ours.send(&nobody(own), get).await;
    assert_eq!(ours.raw_answer().await.error, 5);
}
