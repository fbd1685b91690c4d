//! The edge cases of the original that the tests of a single server do not reach:
//! what clients of several servers do to each other, and odd values and texts.

use super::pages::Viewer;
use super::support::{Line, PATIENCE, Server, start, until};
use futures_util::{SinkExt, StreamExt};
use reynard::service::ReynardClient;
use reynard::worlds::WorldSource;
use serde_json::json;
use std::cell::Cell;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

/// The classic field, with time standing still.
async fn still() -> Server {
    let server = start(WorldSource::Classic).await;
    server.opened.handle.clock().pause(true).await.unwrap();
    server
}

impl Server {
    async fn number(&self, key: &str) -> f64 {
        self.state().await[key].as_f64().unwrap()
    }

    async fn drive(&self, body: &str) -> u16 {
        let answer = self.post("/api/drive_robot", body);
        let answer = tokio::time::timeout(PATIENCE, answer).await;
        answer.expect("an answer").status
    }

    async fn sets_out(&self) {
        until("he sets out", async || self.number("vel_x").await == 100.0).await;
    }

    async fn steps(&self, count: u32) {
        self.opened.handle.clock().step(count).await.unwrap();
    }

    fn last_words(&self) -> String {
        let log = self.opened.handle.talk().log();
        log.last().unwrap().text.to_string()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_command_wins_whichever_server_it_came_through() {
    let server = still().await;
    let mut line = server.line().await;
    let node = raconteur::Node::new("").unwrap();
    let session = node.connect(&server.service("reynard")).await.unwrap();
    let fox = ReynardClient::new(session.root()).unwrap();
    for _ in 0..3 {
        assert_eq!(line.ask("DRIVE 100 0").await, "OK\n");
        assert_eq!(server.number("vel_x").await, 100.0);
        assert_eq!(server.drive(r#"{"vel_x": -100, "vel_y": 0}"#).await, 200);
        assert_eq!(server.number("vel_x").await, -100.0);
        fox.drive_robot(0.05, 0.0, -1.0, false).await.unwrap();
        assert_eq!(server.number("vel_x").await, 50.0);
    }
    session.disconnect().await;
}

/// Somebody waits two seconds, and is stopped by somebody else meanwhile.
async fn superseded(server: &Server, waiting: impl Future<Output = ()>) {
    let is_answered = Cell::new(false);
    let wait = async {
        waiting.await;
        is_answered.set(true);
    };
    let others = async {
        server.sets_out().await;
        server.steps(9).await;
        assert_eq!(server.drive(r#"{"vel_x": 0, "vel_y": 0}"#).await, 200);
        server.steps(20).await;
        assert!(!is_answered.get(), "the wait is over too early");
        server.steps(12).await;
    };
    tokio::join!(wait, others);
    assert_eq!(server.number("x").await, 45.0);
    server.post("/api/teleport", r#"{"x": 0, "y": 0}"#).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_superseded_wait_lasts_its_time() {
    let server = still().await;
    let body = r#"{"vel_x": 100, "vel_y": 0, "timeout": 2, "wait": true}"#;
    superseded(&server, async {
        assert_eq!(server.drive(body).await, 200);
    })
    .await;
    let mut line = server.line().await;
    superseded(&server, async {
        assert_eq!(line.ask("DRIVE 100 0 2 1").await, "OK\n");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wait_without_an_end_is_answered_at_once() {
    // time is stopped: a client that waited for it would wait for ever
    let server = still().await;
    let mut line = server.line().await;
    for timeout in ["0", "-1", "NaN", "-Infinity"] {
        let body = format!(r#"{{"vel_x": 100, "vel_y": 0, "timeout": {timeout}, "wait": true}}"#);
        assert_eq!(server.drive(&body).await, 200, "{timeout}");
        assert_eq!(line.ask(&format!("DRIVE 100 0 {timeout} 1")).await, "OK\n");
        let arm = format!("DRIVEARM 0 10 0 {timeout} 1");
        assert_eq!(line.ask(&arm).await, "OK\n");
    }
    server.steps(100).await;
    assert_eq!(server.number("x").await, 500.0);
    assert_eq!(server.number("vel_x").await, 100.0);
    assert_eq!(server.number("q2").await, 50.0);
}

async fn open(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", server.http)).await;
    stream.unwrap()
}

/// Who left in the midst of a wait stops nothing; the time of the drive does.
async fn left(server: &Server) {
    server.steps(5).await;
    assert_eq!(server.number("x").await, 25.0);
    server.steps(10).await;
    assert_eq!(server.number("x").await, 55.0);
    assert_eq!(server.number("vel_x").await, 0.0);
    server.post("/api/teleport", r#"{"x": 0, "y": 0}"#).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_leaves_during_a_wait_stops_nothing() {
    let server = still().await;
    let mut stream = open(&server).await;
    let body = r#"{"vel_x": 100, "vel_y": 0, "timeout": 0.5, "wait": true}"#;
    let head = "POST /api/drive_robot HTTP/1.1\r\nHost: localhost\r\nContent-Length";
    let request = format!("{head}: {}\r\n\r\n{body}", body.len());
    stream.write_all(request.as_bytes()).await.unwrap();
    server.sets_out().await;
    drop(stream);
    left(&server).await;
    let mut line = server.line().await;
    line.send(b"DRIVE 100 0 0.5 1\n").await;
    server.sets_out().await;
    drop(line);
    left(&server).await;
}

async fn check_replies(line: &mut Line, commands: &[(&str, &str)]) {
    for (command, reply) in commands {
        assert_eq!(line.ask(command).await, format!("{reply}\n"), "{command}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn odd_values_on_the_ascii_socket() {
    let server = still().await;
    let mut line = server.line().await;
    let quoted = r#"ERROR ValueError('could not convert string to float: "it\'s"')"#;
    let commands = [
        ("DRIVE inf -inf", "OK"),
        ("COLORSET -1 2 0.5", "OK"),
        ("COLORGET", "COLOR 0.0 1.0 0.5"),
        ("COLORSET 1 1", "ERROR AssertionError()"),
        ("COLORSET 1 1 1 1", "ERROR AssertionError()"),
        ("COLORSET 1e-5 1.5e-07 1e-17", "OK"),
        ("COLORGET", "COLOR 1e-05 1.5e-07 1e-17"),
        ("TELEPORT \"it's\" 1", quoted),
    ];
    check_replies(&mut line, &commands).await;
    assert_eq!(server.number("vel_x").await, 100.0);
    assert_eq!(server.number("vel_y").await, -100.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn any_text_is_said() {
    let server = still().await;
    for text in ["Grüße, 狐", "", "two\nlines", "<b>bold</b>"] {
        let body = json!({"message": text}).to_string();
        assert_eq!(server.post("/api/say", &body).await.status, 200);
        assert_eq!(server.last_words(), text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_beyond_all_bounds_are_refused_on_the_page() {
    let server = still().await;
    let mut viewer = Viewer::open(&server).await;
    for value in ["1e999", "NaN", "null"] {
        let request =
            format!(r#"{{"type": "teleport", "robot": "reynard", "position": [{value}, 0]}}"#);
        viewer.0.send(Message::text(request)).await.unwrap();
        viewer.next_of("refused").await;
    }
    assert_eq!(server.number("x").await, 0.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_too_long_ends_the_page_that_sent_it() {
    let server = still().await;
    let mut line = server.line().await;
    assert_eq!(line.ask("MESSAGE").await, "NOMESSAGE\n");
    let mut other = Viewer::open(&server).await;
    let mut viewer = Viewer::open(&server).await;
    let request = json!({"type": "message", "text": "x".repeat(1_100_000)});
    // the server may have hung up before all is sent
    let _ = viewer.0.send(Message::text(request.to_string())).await;
    let ends = async { while let Some(Ok(_)) = viewer.0.next().await {} };
    tokio::time::timeout(PATIENCE, ends).await.expect("its end");
    // no other client has received it
    other.send(json!({"type": "message", "text": "ahoy"})).await;
    assert_eq!(other.next_of("heard").await["text"], "ahoy");
    assert_eq!(line.ask("MESSAGE").await, "MESSAGE \"ahoy\"\n");
}
