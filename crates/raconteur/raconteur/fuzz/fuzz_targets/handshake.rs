//! A server and a client fed with anything, in pieces of any size.
#![no_main]

use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use raconteur::connection::{Connection, Identity, Settings, Target};
use raconteur::message::NodeId;

fuzz_target!(|data: &[u8]| {
    let now = Instant::now();
    let identity = |byte| Identity {
        id: NodeId::from_bytes([byte; 16]),
        name: "fuzz".into(),
    };
    let settings = Settings::default();
    let mut server = Connection::server(identity(1), settings.clone(), now);
    let mut client = Connection::client(identity(2), Target::default(), settings, now);
    let piece = usize::from(data.first().copied().unwrap_or(1)).max(1);
    for (turn, chunk) in data.chunks(piece).enumerate() {
        let now = now + Duration::from_millis(turn as u64 * 100);
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
});
