//! The attacks, each with what the server's log must tell of it.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{TcpStream, UdpSocket};
use std::time::Duration;

use super::Target;
use super::bytes::{Ends, element, element_claiming, entry, message};

type Attack = (&'static str, fn(&Target), &'static [&'static str]);

pub const ALL: &[Attack] = &[
    (
        "10,000 half-open handshakes",
        half_open,
        // On a slow machine they run out of time before the limit is reached.
        &[
            "the oldest connection without a session gave way",
            "refused: no first bytes",
        ],
    ),
    (
        "announced lengths of 4 GB and 12 MB",
        announced_lengths,
        &["unreadable message"],
    ),
    (
        "elements nested 10,000 deep",
        deep_nesting,
        &["elements nest deeper"],
    ),
    ("endless strings", endless_strings, &["unreadable message"]),
    (
        "200,000 forged announcements",
        forged_announcements,
        &["announcements dropped"],
    ),
    ("wrong endpoints", wrong_endpoints, &["endpoints or a node"]),
    ("100,000 requests with one id", reused_ids, &[]),
    (
        "another session's endpoints",
        foreign_session,
        &["endpoints or a node"],
    ),
    (
        "WebSocket fragments and bad masks",
        fragments,
        &["connection lost"],
    ),
    (
        "a reader that never reads a wire",
        deaf_reader,
        &["connection closed"],
    ),
];

/// Reads one message.
fn read(stream: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    let mut bytes = vec![0; 8];
    stream.read_exact(&mut bytes)?;
    let size = u32::from_le_bytes(bytes[4..8].try_into().unwrap()) as usize;
    bytes.resize(size, 0);
    stream.read_exact(&mut bytes[8..])?;
    Ok(bytes)
}

/// A session by hand.
struct Session {
    stream: TcpStream,
    ends: Ends,
}

impl Session {
    fn open(target: &Target, endpoint: u32) -> Self {
        let mut stream = target.connect();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        let mut ends = Ends {
            sender: [endpoint.to_le_bytes()[0].max(1); 16],
            ..Ends::default()
        };
        let words = 0x0200_0003_u32.to_le_bytes();
        let create = entry(
            1,
            "",
            "CreateConnection",
            0,
            &[element("capabilities", 8, 1, &words)],
        );
        stream.write_all(&message(ends, &[create])).unwrap();
        ends.receiver = read(&mut stream).unwrap()[12..28].try_into().unwrap();
        ends.from = endpoint;
        let connect = entry(
            121,
            "target",
            "",
            1,
            &[element("clientversion", 11, 5, b"1.2.9")],
        );
        stream.write_all(&message(ends, &[connect])).unwrap();
        let answer = read(&mut stream).unwrap();
        ends.to = u32::from_le_bytes(answer[44..48].try_into().unwrap());
        Self { stream, ends }
    }

    fn send(&mut self, entry: Vec<u8>) -> std::io::Result<()> {
        self.stream.write_all(&message(self.ends, &[entry]))
    }

    /// Whether the server closes, after whatever it still answers.
    fn is_closed(&mut self) {
        let mut rest = [0; 4096];
        loop {
            match self.stream.read(&mut rest) {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("the server does not close")
                }
                Err(_) => return,
            }
        }
    }
}

fn add(request: u32) -> Vec<u8> {
    let number = |name| element(name, 1, 1, &1.5_f64.to_le_bytes());
    entry(1121, "target", "add", request, &[number("a"), number("b")])
}

/// Somebody who means no harm gets an answer.
pub fn is_served(target: &Target) {
    let mut session = Session::open(target, 99);
    session.send(add(7)).unwrap();
    let answer = read(&mut session.stream).unwrap();
    assert!(answer.ends_with(&3.0_f64.to_le_bytes()), "{answer:?}");
}

fn half_open(target: &Target) {
    let mut open = VecDeque::new();
    for number in 0..10_000 {
        let mut stream = target.connect();
        let piece: &[u8] = match number % 4 {
            0 => b"",
            1 => b"RR",
            2 => b"RRAC\x8e\0\0\0\x02\0",
            _ => b"GET / HTTP/1.1\r\nX: ",
        };
        let _ = stream.write_all(piece);
        open.push_back(stream);
        if open.len() > 3000 {
            open.pop_front();
        }
        if number % 2500 == 2499 {
            is_served(target);
        }
    }
}

fn announced_lengths(target: &Target) {
    let mut open = Vec::new();
    for _ in 0..300 {
        let mut stream = target.connect();
        let _ = stream.write_all(b"RRAC\xff\xff\xff\xff\x02\0\x40\0");
        open.push(stream);
    }
    // Within a session 12 MB are allowed, but must come.
    let mut sessions = Vec::new();
    for number in 0..200 {
        let mut session = Session::open(target, 1 + number);
        let _ = session.stream.write_all(b"RRAC\0\0\xbf\0\x02\0\x40\0");
        sessions.push(session);
    }
    for number in 0..200 {
        let mut session = Session::open(target, 1 + number);
        let claim = element_claiming("value", 1, u32::MAX, u32::MAX, &[0; 64]);
        let _ = session.send(entry(1113, "target", "any", 2, &[claim]));
        session.is_closed();
    }
    is_served(target);
}

fn deep_nesting(target: &Target) {
    const DEPTH: u32 = 10_000;
    const LEVEL: u32 = 17;
    for number in 0..50 {
        let mut session = Session::open(target, 1 + number);
        let mut nested = Vec::new();
        for level in 0..DEPTH {
            let size = (DEPTH - level) * LEVEL;
            let children = u32::from(level + 1 < DEPTH);
            nested.extend(element_claiming("0", 108, size, children, &[]));
        }
        let _ = session.send(entry(1113, "target", "any", 2, &[nested]));
        session.is_closed();
    }
}

fn endless_strings(target: &Target) {
    // A header line that does not end.
    let mut stream = target.connect();
    let _ = stream.write_all(b"GET / HTTP/1.1\r\nX: ");
    for _ in 0..2000 {
        if stream.write_all(&[b'x'; 64 * 1024]).is_err() {
            break;
        }
    }
    // The longest strings that a message can carry, again and again.
    let mut session = Session::open(target, 1);
    let long = vec![b'x'; 12_000_000];
    for request in 2..30 {
        let value = element("value", 11, 12_000_000, &long);
        let set = entry(1113, "target", "text", request, &[value]);
        session.send(set).unwrap();
        read(&mut session.stream).unwrap();
    }
    // A name that is longer than its message.
    let mut bytes = message(session.ends, &[add(40)]);
    let place = 64 + 8;
    bytes[place..place + 2].copy_from_slice(&u16::MAX.to_le_bytes());
    session.stream.write_all(&bytes).unwrap();
    session.is_closed();
}

fn forged_announcements(target: &Target) {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    for number in 0..200_000_u64 {
        let id = format!("00000000-0000-4000-8000-{number:012x}");
        let text = format!(
            "Robot Raconteur Node Discovery Packet\n{{{id}}},{}\nrr+tcp://127.0.0.1:{}/?nodeid={id}&service=RobotRaconteurServiceIndex\nServiceStateNonce: {number}\n",
            "n".repeat(120),
            number % 60_000 + 1,
        );
        let _ = socket.send_to(text.as_bytes(), ("127.0.0.1", target.udp));
        let _ = socket.send_to(&[0xff; 9000], ("127.0.0.1", target.udp));
    }
}

fn wrong_endpoints(target: &Target) {
    for number in 0..500 {
        let mut session = Session::open(target, 1 + number);
        session.ends.to ^= 0x5555;
        session.send(add(9)).unwrap();
        let refused = read(&mut session.stream).unwrap();
        assert!(refused.windows(15).any(|part| part == b"InvalidEndpoint"));
        let _ = session.send(add(9));
        session.is_closed();
    }
}

fn reused_ids(target: &Target) {
    let mut session = Session::open(target, 1);
    let mut answers = session.stream.try_clone().unwrap();
    let reader = std::thread::spawn(move || {
        let mut left = 100_000_u32;
        while left > 0 {
            let message = read(&mut answers).unwrap();
            let body = usize::from(u16::from_le_bytes([message[10], message[11]]));
            left -= u32::from(u16::from_le_bytes([message[body - 6], message[body - 5]]));
        }
    });
    for _ in 0..1000 {
        let requests = message(session.ends, &vec![add(5); 100]);
        session.stream.write_all(&requests).unwrap();
    }
    reader.join().unwrap();
}

fn foreign_session(target: &Target) {
    let victim = Session::open(target, 200);
    for number in 0..500 {
        let mut thief = Session::open(target, 1 + number % 100);
        thief.ends = victim.ends;
        let _ = thief.send(add(9));
        let _ = thief.send(add(9));
        thief.is_closed();
    }
    victim.stream.set_nonblocking(true).unwrap();
    let heard = (&victim.stream).read(&mut [0; 100]);
    assert_eq!(heard.unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
}

const UPGRADE: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

fn fragments(target: &Target) {
    let frames: [&[u8]; 4] = [
        // Without a mask, as text, of a length of 2^63, a control frame of 64 KB.
        &[0x82, 4, b'R', b'R', b'A', b'C'],
        &[0x81, 0x80, 0, 0, 0, 0],
        &[
            0x82, 0xff, 0x7f, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, b'x',
        ],
        &[0x89, 0xfe, 0xff, 0xff, 0, 0, 0, 0],
    ];
    for frame in frames.iter().cycle().take(400) {
        let mut stream = target.connect();
        let _ = stream.write_all(UPGRADE);
        let _ = stream.write_all(frame);
    }
    // One message in pieces of a byte, none of them the last, and nothing but
    // empty pieces after it.
    let mut stream = target.connect();
    stream.write_all(UPGRADE).unwrap();
    let start = b"RRAC\0\0\x07\0\x02\0\x40\0";
    let mut pieces = Vec::new();
    for (position, byte) in start.iter().chain(&[0; 100_000]).enumerate() {
        let opcode = if position == 0 { 0x02 } else { 0x00 };
        pieces.extend([opcode, 0x81, 0, 0, 0, 0, *byte]);
    }
    for _ in 0..100_000 {
        pieces.extend([0x00, 0x80, 0, 0, 0, 0]);
    }
    let _ = stream.write_all(&pieces);
}

fn deaf_reader(target: &Target) {
    let mut deaf = Session::open(target, 1);
    deaf.send(entry(1121, "target", "stream", 2, &[])).unwrap();
    deaf.send(entry(1163, "target", "w", 3, &[])).unwrap();
    for _ in 0..20 {
        is_served(target);
        std::thread::sleep(Duration::from_millis(100));
    }
    // Requests whose answers nobody takes: reading stops, and the peer is cut
    // off since nothing is heard of it any more.
    deaf.stream
        .set_write_timeout(Some(Duration::from_secs(2)))
        .unwrap();
    let requests = message(deaf.ends, &vec![add(5); 1000]);
    for _ in 0..1000 {
        if deaf.stream.write_all(&requests).is_err() {
            break;
        }
    }
    assert!(target.has_logged(&["connection closed"]));
}
