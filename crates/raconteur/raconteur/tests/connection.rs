//! The connection core: two ends of a stream in memory, with a clock by hand.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use proptest::prelude::*;
use raconteur::ErrorCode;
use raconteur::codec::MessageVersion;
use raconteur::connection::{
    Address, Closed, ConnectTarget, Connection, ConnectionEvent, Identity, SessionEndpoints,
    Settings,
};
use raconteur::message::{Element, Entry, EntryType, NodeId};

fn identity(name: &str) -> Identity {
    Identity {
        id: NodeId::random(),
        name: name.to_owned().into(),
    }
}

fn pair(target: ConnectTarget, settings: Settings, now: Instant) -> (Connection, Connection) {
    (
        Connection::client(identity(""), target, settings, now),
        Connection::server(identity("hen"), Settings::default(), now),
    )
}

/// Moves everything that waits, in pieces.
fn exchange(
    a: &mut Connection,
    b: &mut Connection,
    piece: usize,
    now: Instant,
) -> Result<(), Closed> {
    loop {
        let mut moved = false;
        while let Some(bytes) = a.poll_transmit() {
            moved = true;
            for chunk in bytes.chunks(piece) {
                b.receive(chunk, now)?;
            }
        }
        while let Some(bytes) = b.poll_transmit() {
            moved = true;
            for chunk in bytes.chunks(piece) {
                a.receive(chunk, now)?;
            }
        }
        if !moved {
            return Ok(());
        }
    }
}

/// Ties both ends to one session.
fn bind(client: &mut Connection, server: &mut Connection) {
    let (ours, theirs) = (client.remote().unwrap().id, server.remote().unwrap().id);
    client.bind(SessionEndpoints {
        local: 11,
        remote: 22,
        node: ours,
    });
    server.bind(SessionEndpoints {
        local: 22,
        remote: 11,
        node: theirs,
    });
}

#[test]
fn the_version_is_the_highest_that_both_have() {
    let now = Instant::now();
    for (version, expected) in [
        (MessageVersion::V2, MessageVersion::V2),
        (MessageVersion::V4, MessageVersion::V4),
    ] {
        let settings = Settings {
            version,
            ..Settings::default()
        };
        let (mut client, mut server) = pair(ConnectTarget::default(), settings, now);
        exchange(&mut client, &mut server, 1, now).unwrap();
        assert!(matches!(
            client.poll_event(),
            Some(ConnectionEvent::Established)
        ));
        assert_eq!((client.version(), server.version()), (expected, expected));
        assert!(client.combined_connect());
    }
}

#[test]
fn another_node_than_the_wanted_one_is_refused() {
    let now = Instant::now();
    let targets = [
        ConnectTarget {
            name: Some("fox".into()),
            id: None,
        },
        ConnectTarget {
            name: None,
            id: Some(NodeId::random()),
        },
    ];
    for target in targets {
        let (mut client, mut server) = pair(target, Settings::default(), now);
        match exchange(&mut client, &mut server, 7, now) {
            Err(Closed::Refused(error)) => assert_eq!(error.code, ErrorCode::NodeNotFound),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn silence_ends_a_connection_and_heartbeats_keep_it() {
    let start = Instant::now();
    let at = |seconds| start + Duration::from_secs(seconds);
    let (mut client, mut server) = pair(ConnectTarget::default(), Settings::default(), start);
    exchange(&mut client, &mut server, 100, start).unwrap();
    // An hour of nothing but heartbeats.
    for second in 1..3600 {
        client.handle_timeout(at(second)).unwrap();
        server.handle_timeout(at(second)).unwrap();
        exchange(&mut client, &mut server, 100, at(second)).unwrap();
    }
    // Now the client's bytes are lost.
    let mut end = None;
    for second in 3600..3700 {
        while server.poll_transmit().is_some() {}
        if let Err(closed) = server.handle_timeout(at(second)) {
            end = Some((second, closed));
            break;
        }
    }
    let (second, closed) = end.unwrap();
    assert_eq!(closed, Closed::Silent);
    assert!((3610..3640).contains(&second), "{second}");
}

#[test]
fn a_server_that_never_answers_is_given_up() {
    let start = Instant::now();
    let (mut client, _) = pair(ConnectTarget::default(), Settings::default(), start);
    let due = client.poll_timeout();
    assert!(due <= start + Duration::from_secs(10));
    assert!(
        client
            .handle_timeout(start + Duration::from_secs(9))
            .is_ok()
    );
    assert_eq!(
        client.handle_timeout(start + Duration::from_secs(10)),
        Err(Closed::HandshakeTimeout)
    );
}

proptest! {
    #[test]
    fn messages_arrive_whole_in_pieces_of_any_size(piece in 1usize..300, count in 1usize..20) {
        let now = Instant::now();
        let (mut client, mut server) = pair(ConnectTarget::default(), Settings::default(), now);
        exchange(&mut client, &mut server, piece, now).unwrap();
        client.poll_event();
        bind(&mut client, &mut server);
        for number in 0..count {
            let entry = Entry::new(EntryType::PROPERTY_SET, "s", "p")
                .with(Element::scalar("value", number as f64))
                .request(number as u32 + 1);
            client.send(&Address::Session, vec![entry], now).unwrap();
        }
        exchange(&mut client, &mut server, piece, now).unwrap();
        for number in 0..count {
            let Some(ConnectionEvent::Message(message)) = server.poll_event() else {
                panic!("message {number} is missing");
            };
            // The connection knows the sender and the receiver.
            prop_assert!(message.header.routing.is_none() && message.header.endpoints.is_none());
            prop_assert_eq!(message.entries[0].request_id, number as u32 + 1);
        }
        prop_assert!(server.poll_event().is_none());
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), piece in 1usize..50) {
        let now = Instant::now();
        let (mut client, mut server) = pair(ConnectTarget::default(), Settings::default(), now);
        for chunk in bytes.chunks(piece) {
            if client.receive(chunk, now).is_err() {
                break;
            }
        }
        let mut framed = b"RRAC".to_vec();
        framed.extend_from_slice(&(bytes.len() as u32 + 8).to_le_bytes());
        framed.extend_from_slice(&bytes);
        let _ = server.receive(&framed, now);
    }
}

#[test]
fn unfinished_messages_of_all_peers_share_their_room() {
    use raconteur::connection::InputBudget;
    let now = Instant::now();
    let settings = Settings {
        input_room: InputBudget::new(200_000),
        ..Settings::default()
    };
    let server = || {
        let hen = Identity {
            id: NodeId::random(),
            name: "hen".into(),
        };
        let mut server = Connection::server(hen, settings.clone(), now);
        server.trust(true);
        server
    };
    // the start of a message of ten megabytes
    let mut half = b"RRAC".to_vec();
    half.extend(10_000_000_u32.to_le_bytes());
    half.resize(150_000, 0);
    let (mut one, mut other) = (server(), server());
    one.receive(&half, now).unwrap();
    assert_eq!(other.receive(&half, now), Err(Closed::NoRoom(200_000)));
    // those that have little to say are not concerned
    server().receive(&half[..10_000], now).unwrap();
    drop(one);
    server().receive(&half, now).unwrap();
}
