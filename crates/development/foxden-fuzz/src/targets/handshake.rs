//! A server and a client that get any bytes, in pieces of any size.

use raconteur::connection::{ConnectTarget, Connection, Identity, Settings};
use raconteur::message::NodeId;
use std::time::{Duration, Instant};

/// Runs one input; the first byte is the size of the pieces.
pub fn run(data: &[u8]) {
    let Some((piece, bytes)) = data.split_first() else {
        return;
    };
    let start = Instant::now();
    let identity = |byte| Identity {
        id: NodeId::from_bytes([byte; 16]),
        name: "fuzz".into(),
    };
    let settings = Settings::default();
    let mut server = Connection::server(identity(1), settings.clone(), start);
    let mut client = Connection::client(identity(2), ConnectTarget::default(), settings, start);
    // a real opening first: each end hears the other
    let mut now = start;
    for _ in 0..usize::from(piece % 3) {
        while let Some(bytes) = client.poll_transmit() {
            let _ = server.receive(&bytes, now);
        }
        while let Some(bytes) = server.poll_transmit() {
            let _ = client.receive(&bytes, now);
        }
    }
    for chunk in bytes.chunks(usize::from(*piece).max(1)) {
        now += Duration::from_millis(100);
        for connection in [&mut server, &mut client] {
            if connection.receive(chunk, now).is_err() {
                return;
            }
            let _ = connection.handle_timeout(now);
            while connection.poll_event().is_some() {}
            while connection.poll_transmit().is_some() {}
            assert_eq!(connection.queued(), 0);
        }
    }
}
