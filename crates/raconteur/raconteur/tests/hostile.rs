//! Peers that mean harm: memory stays bounded, others are served.
#![allow(clippy::unwrap_used)]

mod support;

use std::time::Duration;

use futures_util::stream::{FuturesUnordered, StreamExt};
use raconteur::client::ConnectOptions;
use raconteur::codec::Limits;
use raconteur::connection::{Address, Settings};
use raconteur::members::{Pipe, Wire};
use raconteur::message::{Element, Endpoints, Entry, EntryType, NodeId};
use raconteur::schema::Schema;
use raconteur::service::{DynamicObject, Service};
use raconteur::{ListenOptions, Listener, Node, ServiceHandle};
use support::raw::Raw;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

async fn server(options: ListenOptions) -> (Node, Listener, ServiceHandle) {
    let node = Node::new("test.target").unwrap();
    let handle = node.register(support::kinds::service()).unwrap();
    let listener = node.listen("127.0.0.1:0", options).await.unwrap();
    (node, listener, handle)
}

/// Somebody who means no harm is served.
async fn is_served(listener: &Listener) {
    let node = Node::new("").unwrap();
    let session = tokio::time::timeout(
        Duration::from_secs(10),
        node.connect(&listener.url("kinds")),
    )
    .await
    .expect("in time")
    .unwrap();
    let sum: f64 = session.root().call("add", (1.0, 2.0)).await.unwrap();
    assert_eq!(sum, 3.0);
    session.disconnect().await;
}

/// Reads until the server closes.
async fn is_closed(stream: &mut TcpStream) {
    let mut rest = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut rest));
    // A reset is as good as an end.
    let _ = read.await.expect("closed in time");
}

#[tokio::test(flavor = "multi_thread")]
async fn half_open_handshakes_by_the_ten_thousand() {
    let (_node, listener, _) = server(ListenOptions {
        connections: 200,
        ..ListenOptions::default()
    })
    .await;
    let mut open = std::collections::VecDeque::new();
    for number in 0..10_000u32 {
        let mut stream = TcpStream::connect(listener.address()).await.unwrap();
        let piece: &[u8] = match number % 4 {
            0 => b"",
            1 => b"RR",
            2 => b"RRAC\x8e\0\0\0\x02\0",
            _ => b"GET / HTTP/1.1\r\nX: ",
        };
        let _ = stream.write_all(piece).await;
        open.push_back(stream);
        if open.len() > 400 {
            open.pop_front();
        }
        if number % 2500 == 2499 {
            is_served(&listener).await;
        }
    }
    is_served(&listener).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sizes_versions_and_nonsense_end_a_connection() {
    let (_node, listener, _) = server(ListenOptions::default()).await;
    let mut huge_header = b"RRAC".to_vec();
    huge_header.extend_from_slice(&[0, 0, 1, 0, 4, 0, 0xfe, 0xff, 0xff, 0xff, 0xff]);
    huge_header.resize(70_000, 0);
    for bytes in [
        b"RRAC\xff\xff\xff\xff\x02\0\x40\0".to_vec(),
        b"RRAC\x0f\0\0\0\x02\0\x40\0".to_vec(),
        // More than half a megabyte before there is a session.
        b"RRAC\x01\0\x08\0\x02\0\x40\0".to_vec(),
        b"RRAC\x40\0\0\0\x03\0\x40\0"
            .iter()
            .copied()
            .chain([0; 100])
            .collect(),
        b"RRAC\x40\0\0\0\x02\0\x30\0"
            .iter()
            .copied()
            .chain([0; 100])
            .collect(),
        b"NONSENSE".to_vec(),
        huge_header,
    ] {
        let mut stream = TcpStream::connect(listener.address()).await.unwrap();
        let _ = stream.write_all(&bytes).await;
        is_closed(&mut stream).await;
    }
    is_served(&listener).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_cannot_speak_for_another() {
    let (_node, listener, handle) = server(ListenOptions::default()).await;
    let mut victim = Raw::connect(listener.address(), 1001).await;
    let mut thief = Raw::connect(listener.address(), 1002).await;
    assert_eq!(handle.sessions(), 2);
    let theirs = victim.core.session().unwrap();
    // The victim's pair of endpoints, on the thief's connection.
    let address = Address::Node {
        node: theirs.node,
        endpoints: Endpoints {
            sender: theirs.local,
            receiver: theirs.remote,
        },
    };
    let set = Entry::new(EntryType::PROPERTY_SET, "kinds", "d")
        .with(Element::scalar("value", 666.0))
        .request(9);
    thief.send(&address, set.clone()).await;
    let refused = thief.raw_answer().await;
    assert_eq!((refused.request_id, refused.error), (9, 5));
    // A peer that goes on is disconnected.
    thief.send(&address, set).await;
    is_closed(&mut thief.stream).await;
    let get = Entry::new(EntryType::PROPERTY_GET, "kinds", "d").request(5);
    victim.send(&Address::Session, get).await;
    let answer = victim.answer().await;
    assert_eq!(answer.request_id, 5);
    let value = answer.element("value").unwrap().as_scalar::<f64>();
    assert_eq!(value, Some(1.5));
    assert_eq!(victim.endpoint, 1001);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_delivered_is_refused() {
    let (_node, listener, _) = server(ListenOptions::default()).await;
    let mut raw = Raw::connect(listener.address(), 7).await;
    let own = raw.core.session().unwrap();
    // A question to a node that is not here is answered as the genuine node
    // does, as often as it is asked.
    let elsewhere = Address::Node {
        node: NodeId::random(),
        endpoints: Endpoints {
            sender: own.local,
            receiver: 0,
        },
    };
    for _ in 0..3 {
        let question = Entry::new(EntryType::GET_NODE_INFO, "", "").request(3);
        raw.send(&elsewhere, question).await;
        let answer = raw.raw_answer().await;
        assert_eq!((answer.request_id, answer.error), (3, 7));
    }
    // A packet has no answer; a request has one, then the connection ends.
    let nobody = Address::Node {
        node: own.node,
        endpoints: Endpoints {
            sender: own.local,
            receiver: own.remote ^ 1,
        },
    };
    let get = Entry::new(EntryType::PROPERTY_GET, "kinds", "d").request(4);
    raw.send(&nobody, get.clone()).await;
    assert_eq!(raw.raw_answer().await.error, 5);
    raw.send(&Address::Session, get.clone()).await;
    assert_eq!(raw.raw_answer().await.error, 0);
    raw.send(&nobody, get).await;
    is_closed(&mut raw.stream).await;
    is_served(&listener).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_session_and_a_reused_request() {
    let (_node, listener, _) = server(ListenOptions::default()).await;
    let mut raw = Raw::connect(listener.address(), 7).await;
    for _ in 0..50 {
        let slow = Entry::new(EntryType::FUNCTION_CALL, "kinds", "slow")
            .with(Element::scalar("seconds", 0.01))
            .request(3);
        raw.send(&Address::Session, slow).await;
    }
    for _ in 0..50 {
        assert_eq!(raw.answer().await.request_id, 3);
    }
    let node = raw.core.remote().unwrap().id;
    let again = Entry::new(EntryType::CONNECT_CLIENT, "kinds", "").request(4);
    let endpoints = Endpoints {
        sender: 8,
        receiver: 0,
    };
    raw.send(&Address::Node { node, endpoints }, again).await;
    is_closed(&mut raw.stream).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_beyond_the_limit_are_answered() {
    let (_node, listener, _) = server(ListenOptions::default()).await;
    let mut raw = Raw::connect(listener.address(), 7).await;
    for _ in 0..1500 {
        let slow = Entry::new(EntryType::FUNCTION_CALL, "kinds", "slow")
            .with(Element::scalar("seconds", 0.5))
            .request(3);
        raw.send(&Address::Session, slow).await;
    }
    let mut refused = 0;
    for _ in 0..1500 {
        refused += usize::from(raw.answer().await.error == 23);
    }
    assert!(refused > 0 && refused < 1500, "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn web_sockets_with_wrong_masks_end() {
    let (_node, listener, _) = server(ListenOptions::default()).await;
    for frame in [
        &[0x82u8, 4, b'R', b'R', b'A', b'C'][..],
        &[0x81, 0x80, 0, 0, 0, 0],
    ] {
        let mut stream = TcpStream::connect(listener.address()).await.unwrap();
        stream
            .write_all(
                b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                  Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
            )
            .await
            .unwrap();
        stream.write_all(frame).await.unwrap();
        is_closed(&mut stream).await;
    }
    is_served(&listener).await;
}

const STREAMS: &str = "service example.streams\n\nobject Streams\n    wire double[] w [readonly]\n    \
                       pipe double[] p [readonly]\n    function double add(double a, double b)\nend\n";

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_that_never_reads() {
    let node = Node::new("test.streams").unwrap();
    let (wire, pipe) = (Wire::<Vec<f64>>::new(), Pipe::<Vec<f64>>::new());
    let object = DynamicObject::new("example.streams.Streams")
        .wire("w", &wire)
        .pipe("p", &pipe)
        .function("add", |(a, b): (f64, f64), _| async move { Ok(a + b) });
    let schema = Schema::parse(&[STREAMS]).unwrap();
    let handle = node
        .register(Service::new("kinds", schema, object))
        .unwrap();
    let limit = 4 * 1024 * 1024;
    let options = ListenOptions {
        settings: Settings {
            output_limit: limit,
            limits: Limits::default(),
            ..Settings::default()
        },
        ..ListenOptions::default()
    };
    let listener = node.listen("127.0.0.1:0", options).await.unwrap();
    let mut deaf = Raw::connect(listener.address(), 7).await;
    let connect = Entry::new(EntryType::WIRE_CONNECT, "kinds", "w").request(2);
    deaf.send(&Address::Session, connect).await;
    while wire.connections() == 0 {
        tokio::task::yield_now().await;
    }
    // A gigabyte goes through the wire; only the newest value waits.
    for number in 0..100_000 {
        wire.send(vec![f64::from(number); 1250]).unwrap();
    }
    assert_eq!(handle.sessions(), 1);
    is_served(&listener).await;
    // Packets of a pipe must not be lost, so the connection is.
    let connect = Entry::new(EntryType::PIPE_CONNECT, "kinds", "p")
        .with(Element::scalar("index", -1i32))
        .request(3);
    deaf.send(&Address::Session, connect).await;
    while pipe.connections() == 0 {
        tokio::task::yield_now().await;
    }
    let mut sent = 0;
    while pipe.connections() > 0 && sent < 100_000 {
        pipe.broadcast(vec![0.0; 1250]).unwrap();
        sent += 1;
        if sent % 100 == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    assert!(sent < 5_000, "{sent} packets of 10 kB were taken in");
    is_served(&listener).await;
    assert_eq!(wire.connections(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_server_does_not_hurt_a_client() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let task = tokio::spawn(async move {
        for answer in [
            &b"RRAC\xff\xff\xff\xff"[..],
            b"HTTP/1.1 200 OK\r\n\r\n",
            b"",
        ] {
            let (mut stream, _) = listener.accept().await.unwrap();
            let _ = stream.write_all(answer).await;
        }
    });
    let node = Node::new("").unwrap();
    let options = ConnectOptions {
        settings: Settings {
            handshake_timeout: Duration::from_secs(1),
            ..Settings::default()
        },
        ..ConnectOptions::default()
    };
    for _ in 0..3 {
        let url = format!("rr+tcp://127.0.0.1:{port}?service=x");
        assert!(node.connect_with(&url, options.clone()).await.is_err());
    }
    task.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_panics_answers_and_goes_on() {
    let node = Node::new("test.panics").unwrap();
    let object = DynamicObject::new("example.streams.Streams").function(
        "add",
        |(a, b): (f64, f64), _| async move {
            assert!(a < 10.0, "on purpose");
            Ok(a + b)
        },
    );
    let schema = Schema::parse(&[STREAMS]).unwrap();
    node.register(Service::new("kinds", schema, object))
        .unwrap();
    let listener = node
        .listen("127.0.0.1:0", ListenOptions::default())
        .await
        .unwrap();
    let client = Node::new("").unwrap();
    let session = client.connect(&listener.url("kinds")).await.unwrap();
    let failed = session.root().call::<f64>("add", (10.0, 2.0)).await;
    assert_eq!(
        failed.unwrap_err().code,
        raconteur::ErrorCode::OperationFailed
    );
    let sum: f64 = session.root().call("add", (1.0, 2.0)).await.unwrap();
    assert_eq!(sum, 3.0);
}

const SLOW: &str = "service example.slow\n\nobject Slow\nfunction int32 keep(string text)\nend\n";

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_wait_take_bounded_room() {
    let node = Node::new("test.slow").unwrap();
    let (open, opened) = tokio::sync::watch::channel(false);
    let object =
        DynamicObject::new("example.slow.Slow").function("keep", move |(text,): (String,), _| {
            let mut opened = opened.clone();
            async move {
                // until the test lets it go on
                let _ = opened.wait_for(|is_open| *is_open).await;
                Ok(text.len() as i32)
            }
        });
    let schema = Schema::parse(&[SLOW]).unwrap();
    node.register(Service::new("slow", schema, object)).unwrap();
    let listener = node
        .listen("127.0.0.1:0", ListenOptions::default())
        .await
        .unwrap();
    let text = "x".repeat(8 << 20);
    let mut sessions = Vec::new();
    for _ in 0..10 {
        let client = Node::new("").unwrap();
        let session = client.connect(&listener.url("slow")).await.unwrap();
        sessions.push((client, session));
    }
    // more of them would be too much for the client itself
    let roots = sessions
        .iter()
        .flat_map(|(_, session)| vec![session.root(); 2]);
    let mut calls: FuturesUnordered<_> = roots
        .map(|root| {
            let text = text.clone();
            async move { root.call::<i32>("keep", (text.as_str(),)).await }
        })
        .collect();
    // nothing else ends before the others may go on
    let first = tokio::time::timeout(Duration::from_secs(60), calls.next()).await;
    let error = first.expect("a refusal").unwrap().unwrap_err();
    assert_eq!(
        error.code,
        raconteur::ErrorCode::OutOfSystemResource,
        "{error}"
    );
    open.send(true).unwrap();
    let mut kept = 0;
    while let Some(result) = calls.next().await {
        kept += usize::from(result.is_ok());
    }
    assert!(kept >= 8, "{kept} of 20");
    // there is room again
    let root = sessions[0].1.root();
    let kept: i32 = root.call("keep", (text.as_str(),)).await.unwrap();
    assert_eq!(kept, 8 << 20);
}
