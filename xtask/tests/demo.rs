//! The demo starts, and its last lines are addresses that answer.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_demo_ends_with_the_page_and_the_service() {
    let child = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["demo", "--without-page"])
        .args(["--http-port=0", "--ascii-socket-port=0"])
        .arg("--robotraconteur-tcp-port=0")
        .arg("--robotraconteur-nodename=test.demo")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut running = Running(child);
    let mut lines = BufReader::new(running.0.stdout.take().unwrap()).lines();
    let mut page = String::new();
    let service = loop {
        let line = lines.next().expect("the demo goes on").unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["page", address] => page = address.to_owned(),
            ["service", url] => break url.to_owned(),
            _ => {}
        }
    };
    assert!(service.starts_with("rr+tcp://localhost:"), "{service}");
    assert!(service.ends_with("?service=reynard"), "{service}");
    let host = page
        .strip_prefix("http://")
        .and_then(|rest| rest.strip_suffix('/'))
        .unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("Reynard"));
}
