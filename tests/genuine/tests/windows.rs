//! A robot window talks to a controller with the genuine library, through the viewer.
#![allow(clippy::unwrap_used)]

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::Duration;
use support::{Scratch, command, compile, root};

const WORLD: &str = r#"#VRML_SIM R2023b utf8
WorldInfo { basicTimeStep 16 }
Viewpoint { }
Robot { name "bird" controller "parrot" window "perch" supervisor TRUE }
"#;

/// A WebSocket client with texts only, as small as can be.
struct Socket(TcpStream);

impl Socket {
    fn open(port: &str, path: &str) -> Self {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let mut byte = [0];
        while !answer.ends_with(b"\r\n\r\n") {
            stream.read_exact(&mut byte).unwrap();
            answer.push(byte[0]);
        }
        assert!(answer.starts_with(b"HTTP/1.1 101"));
        Self(stream)
    }

    fn send(&mut self, text: &str) {
        let length = u16::try_from(text.len()).unwrap();
        // masked with zeros, which leaves the text as it is
        let mut frame = vec![0x81, 0x80 | 126];
        frame.extend(length.to_be_bytes());
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.0.write_all(&frame).unwrap();
    }

    /// The next message that contains a word.
    fn wait(&mut self, word: &str) -> String {
        loop {
            let mut head = [0; 2];
            self.0.read_exact(&mut head).unwrap();
            let length = match head[1] & 0x7f {
                126 => {
                    let mut bytes = [0; 2];
                    self.0.read_exact(&mut bytes).unwrap();
                    u64::from(u16::from_be_bytes(bytes))
                }
                127 => {
                    let mut bytes = [0; 8];
                    self.0.read_exact(&mut bytes).unwrap();
                    u64::from_be_bytes(bytes)
                }
                short => u64::from(short),
            };
            let mut bytes = vec![0; usize::try_from(length).unwrap()];
            self.0.read_exact(&mut bytes).unwrap();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if text.contains(word) {
                return text;
            }
        }
    }
}

#[test]
fn a_window_and_a_genuine_controller_exchange_texts() {
    let project = Scratch::empty();
    std::fs::write(project.world("bird.wbt"), WORLD).unwrap();
    let sources = root().join("tests/genuine/controllers");
    compile(
        &sources.join("parrot.c"),
        &project.controller("parrot", "parrot"),
    );
    let window = project.world("../plugins/robot_windows/perch");
    std::fs::create_dir_all(&window).unwrap();
    std::fs::write(window.join("perch.html"), "<p>perch").unwrap();
    let temporary = tempfile::tempdir().unwrap();
    let mut view = command(temporary.path());
    view.args(["view", "--offline"])
        .arg(project.world("bird.wbt"))
        .env("XDG_STATE_HOME", temporary.path())
        .stdout(Stdio::piped());
    let mut child = view.spawn().unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    let address = line.trim().rsplit_once("localhost:").unwrap().1;
    let (port, rest) = address.split_once('/').unwrap();
    let token = rest.split_once("token=").unwrap().1;
    let mut socket = Socket::open(port, &format!("/viewer/socket?token={token}"));
    let scene = socket.wait("\"type\":\"scene\"");
    // the number of the robot is in the path of its window
    let path = scene.split("\"window\":\"").nth(1).unwrap();
    let path = path.split('"').next().unwrap();
    let robot = path.rsplit('/').nth(1).unwrap();
    socket.send(&format!(
        r#"{{"id":1,"do":"watch","topics":["window:{robot}"]}}"#
    ));
    socket.wait("\"to\":1");
    for (id, text) in [(2, "hello"), (3, "polly \u{e9}")] {
        socket.send(&format!(
            r#"{{"id":{id},"do":"window","robot":{robot},"message":"{text}"}}"#
        ));
    }
    // both may come with one step or with two
    let (mut heard, mut label) = (String::new(), String::new());
    while !(heard.contains("1: hello") && heard.contains(": polly \u{e9}")) || label.is_empty() {
        let message = socket.wait("\"type\"");
        if message.contains("\"messages\"") {
            heard += &message;
        } else if message.contains("\"labels\"") && message.contains("polly \u{e9}") {
            label = message;
        }
    }
    assert!(label.contains("\"position\":[0.25,0.5]"), "{label}");
    assert!(label.contains("\"size\":0.125"), "{label}");
    socket.send(r#"{"id":9,"do":"quit"}"#);
    assert!(child.wait().unwrap().success());
}
