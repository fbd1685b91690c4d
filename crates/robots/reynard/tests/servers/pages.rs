//! The page's WebSocket.

use super::support::{PATIENCE, Server, options, start, start_with, until};
use futures_util::{SinkExt, StreamExt};
use reynard::worlds::WorldSource;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

pub struct Viewer(pub WebSocketStream<TcpStream>);

impl Viewer {
    pub async fn open(server: &Server) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", server.http))
            .await
            .unwrap();
        let url = format!("ws://localhost:{}/api/stream", server.http);
        Self(client_async(url, stream).await.unwrap().0)
    }

    pub async fn next(&mut self) -> Value {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.0.next()).await;
            match message.expect("a message").unwrap().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                _ => continue,
            }
        }
    }

    /// The next message of a kind.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Waits for a frame in which something holds.
    pub async fn frame_where(&mut self, what: &str, holds: impl Fn(&Value) -> bool) {
        let begin = std::time::Instant::now();
        while !holds(&self.next_of("frame").await) {
            assert!(begin.elapsed() < PATIENCE, "it never happened: {what}");
        }
    }

    pub async fn send(&mut self, request: Value) {
        self.0
            .send(Message::text(request.to_string()))
            .await
            .unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_picture_is_right() {
    let server = start(WorldSource::Den).await;
    server
        .post("/api/teleport", r#"{"x": 250, "y": 125}"#)
        .await;
    server
        .post("/api/color", r#"{"r": 0, "g": 0.5, "b": 1}"#)
        .await;
    server
        .post("/api/say", r#"{"message": "<script>alert(1)</script>"}"#)
        .await;
    let mut viewer = Viewer::open(&server).await;
    let hello = viewer.next().await;
    assert_eq!(hello["type"], "hello");
    assert_eq!(hello["den"], json!(true));
    assert_eq!(
        hello["field"],
        json!({"min": [-1.0, -0.5], "max": [1.0, 0.5]})
    );
    assert_eq!(hello["links"], json!([0.17, 0.17, 0.06]));
    assert_eq!(hello["tools"], json!(["fork", "lamp", "probe", "pen"]));
    assert_eq!(hello["servers"]["ascii"]["port"], json!(server.ascii));
    assert_eq!(hello["log"][0]["text"], "Hello I'm Reynard!");
    // texts are data: a page never runs what a client sends
    assert_eq!(hello["log"][1]["text"], "<script>alert(1)</script>");
    let robot = &hello["frame"]["robots"][0];
    assert_eq!(robot["position"], json!([0.25, 0.125]));
    assert_eq!(robot["color"], json!([0.0, 0.5, 1.0]));
    assert_eq!(hello["frame"]["charger"]["capacity"], json!(200.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_executed_or_refused_with_a_reason() {
    let server = start(WorldSource::Den).await;
    let mut viewer = Viewer::open(&server).await;
    let mut other = Viewer::open(&server).await;
    let mut line = server.line().await;
    assert_eq!(line.ask("MESSAGE").await, "NOMESSAGE\n");
    for request in [
        json!({"type": "teleport", "robot": "reynard", "position": [0.1, 0.2]}),
        json!({"type": "arm", "robot": "reynard", "position": [0.5, 0.25, -0.125]}),
        json!({"type": "color", "robot": "reynard", "color": [1, 0, 0]}),
        json!({"type": "tool", "robot": "reynard", "tool": "lamp"}),
        json!({"type": "lamp", "position": [0.5, 0.25]}),
        json!({"type": "lamp", "on": false}),
        json!({"type": "speed", "speed": 2.0}),
        json!({"type": "pause", "paused": true}),
        json!({"type": "step"}),
    ] {
        viewer.send(request).await;
    }
    until("all is shown", async || {
        let frame = server.get("/api/den").await.json();
        let robot = &frame["robots"][0];
        robot["position"] == json!([0.1, 0.2])
            && robot["arm"] == json!([0.5, 0.25, -0.125])
            && robot["color"] == json!([1.0, 0.0, 0.0])
            && robot["tool"] == json!("lamp")
            && frame["lamp"]["position"] == json!([0.5, 0.25])
            && frame["lamp"]["on"] == json!(false)
            && frame["speed"] == json!(2.0)
            && frame["paused"] == json!(true)
    })
    .await;
    viewer.send(json!({"type": "reset"})).await;
    assert_eq!(other.next_of("reset").await, json!({"type": "reset"}));
    viewer.send(json!({"type": "pause", "paused": false})).await;
    viewer
        .send(json!({"type": "drive", "robot": "reynard", "velocity": [0.1, 0], "timeout": 0.3}))
        .await;
    // he begins at -0.6 and goes 35 mm
    other
        .frame_where("he has driven", |frame| {
            frame["robots"][0]["position"][0].as_f64().unwrap() > -0.57
        })
        .await;
    // talk goes to everybody
    viewer
        .send(json!({"type": "message", "text": "ahoy"}))
        .await;
    assert_eq!(other.next_of("heard").await["text"], "ahoy");
    assert_eq!(line.ask("MESSAGE").await, "MESSAGE \"ahoy\"\n");
    assert_eq!(line.ask("SAY 'ahoy yourself'").await, "OK\n");
    let said = other.next_of("said").await;
    assert_eq!(
        (&said["robot"], &said["text"]),
        (&json!("reynard"), &json!("ahoy yourself"))
    );
    for (request, reason) in [
        (
            json!({"type": "tool", "robot": "reynard", "tool": "GardenRake"}),
            "does not fit",
        ),
        (
            json!({"type": "tool", "robot": "fox", "tool": "pen"}),
            "no robot 'fox'",
        ),
        (
            json!({"type": "speed", "speed": 0}),
            "speed is from 0.01 to 100",
        ),
        (json!({"type": "fly"}), "not understood"),
        (json!([1, 2]), "not understood"),
    ] {
        viewer.send(request).await;
        let refused = viewer.next_of("refused").await;
        let text = refused["reason"].as_str().unwrap();
        assert!(text.contains(reason), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_served_whatever_was_built() {
    let server = start(WorldSource::Classic).await;
    let answer = server.get("/").await;
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("content-type: text/html"));
    assert!(
        answer
            .head
            .contains("content-security-policy: default-src 'none'")
    );
    assert!(answer.body.contains("Reynard"));
    // nothing on it comes from elsewhere
    for outside in ["src=\"http", "href=\"http", "src=\"//", "href=\"//"] {
        assert!(!answer.body.contains(outside), "{outside}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_has_the_headers_that_protect_the_browser() {
    let server = start(WorldSource::Classic).await;
    for path in ["/", "/api/den", "/nothing", "/assets/nothing.js"] {
        let head = server.get(path).await.head;
        for header in [
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(head.contains(header), "{path}: {head}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_come_also_when_time_stands_still() {
    let mut options = options(WorldSource::Classic);
    options.speed = 0.01;
    let server = start_with(options).await;
    server.post("/api/den/pause", r#"{"paused": true}"#).await;
    let mut viewer = Viewer::open(&server).await;
    assert_eq!(viewer.next().await["den"], json!(false));
    let frame = viewer.next_of("frame").await;
    assert_eq!(frame["paused"], json!(true));
    assert_eq!(frame["lamp"], Value::Null);
}
