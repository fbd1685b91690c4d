//! A supervisor with the library of R2025a, byte for byte: what it writes, and
//! what must come back.

use crate::served_world::{robot, serve};
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

/// What the library sends first: that joysticks are off.
const FIRST: &str = "11000000 00000000 0000 03000000 23 0000";

/// Request and answer, in hexadecimal; without the size of the packet, which
/// follows. A request is `ms`, tag, size of the block and the messages; an
/// answer is the delay and, for each message, tag, id and payload.
const SCRIPT: [(&str, &str, &str); 5] = [
    (
        "field 'children' of the root: no PROTO is meant, and that shows the release",
        "00000000 0000 13000000 57 00000000 ffffffff 6368696c6472656e00 00",
        // field 0, MFNode, not internal, three nodes; it is field 0 of node 0 itself
        "00000000 0000 57 00000000 19000000 00 03000000 00000000 00000000 6368696c6472656e00",
    ),
    (
        "the same by its place",
        "00000000 0000 0e000000 40 00000000 ffffffff 00000000 00",
        "00000000 0000 57 00000000 19000000 00 03000000 00000000 00000000 6368696c6472656e00",
    ),
    (
        "a field that is not there",
        "00000000 0000 0d000000 57 00000000 ffffffff 666f00 00",
        "00000000 0000 57 ffffffff 00000000 00 ffffffff ffffffff ffffffff 666f00",
    ),
    (
        "the PROTO of a node that is none",
        "00000000 0000 09000000 4e 00000000 ffffffff",
        "00000000 0000 4e ffffffff 00 00000000 00",
    ),
    (
        "how many fields the root has",
        "00000000 0000 06000000 41 00000000 00",
        "00000000 0000 41 01000000",
    ),
];

fn bytes(digits: &str) -> Vec<u8> {
    let digits: String = digits.split_whitespace().collect();
    (0..digits.len() / 2)
        .map(|at| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).unwrap())
        .collect()
}

fn packet(stream: &mut UnixStream) -> Vec<u8> {
    let mut size = [0; 4];
    stream.read_exact(&mut size).unwrap();
    let mut body = vec![0; u32::from_le_bytes(size) as usize - 4];
    stream.read_exact(&mut body).unwrap();
    body
}

#[test]
fn the_newer_release_is_understood_and_answered_in_its_own_form() {
    let mut world = serve(&robot("boss", "supervisor TRUE"));
    let socket = world.folder.join("ipc/boss/extern");
    std::thread::scope(|scope| {
        let boss = scope.spawn(move || {
            let mut stream = UnixStream::connect(socket).unwrap();
            stream.write_all(&bytes(FIRST)).unwrap();
            let configuration = packet(&mut stream);
            assert_eq!(&configuration[..7], bytes("00000000 0000 00"));
            for (what, request, answer) in SCRIPT {
                send(&mut stream, request);
                assert_eq!(packet(&mut stream), bytes(answer), "{what}");
            }
            // a node in a list: type, node, PROTO, field, then the node
            let get = "00000000 0000 12000000 58 00000000 ffffffff 00000000 00 02000000";
            send(&mut stream, get);
            let received = packet(&mut stream);
            let start = bytes("00000000 0000 58 19000000 00000000 ffffffff 00000000");
            assert_eq!(&received[..start.len()], start);
            let own = &received[start.len()..];
            // Robot, no tag, below the root, no PROTO
            assert_eq!(&own[4..8], bytes("22000000"));
            assert_eq!(&own[8..17], bytes("ffffffff 00000000 00"));
            assert_eq!(&own[17..], b"Robot\0\0");
            // quit, and the last step
            send(&mut stream, "00000000 0000 05000000 36 00000000");
            assert_eq!(packet(&mut stream), bytes("00000000"));
            send(&mut stream, "20000000");
            packet(&mut stream);
        });
        world.run(5);
        boss.join().unwrap();
        world.end();
    });
}

/// Sends a packet; its size counts itself.
fn send(stream: &mut UnixStream, request: &str) {
    let request = bytes(request);
    let size = u32::try_from(request.len() + 4).unwrap();
    stream.write_all(&size.to_le_bytes()).unwrap();
    stream.write_all(&request).unwrap();
}
