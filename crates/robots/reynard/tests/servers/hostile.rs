//! Invalid input and misbehaving clients on every server.

use super::pages::Viewer;
use super::support::{PATIENCE, options, start, start_with};
use foxden_web::ports::Reach;
use reynard::servers;
use reynard::worlds::WorldSource;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_are_kept_out() {
    let server = start(WorldSource::Classic).await;
    let body = br#"{"x": 1, "y": 1}"#;
    for headers in [
        [("Origin", "http://evil.example")].as_slice(),
        &[("Origin", "null")],
        &[("Origin", "http://localhost:1")],
        &[("Host", "evil.example")],
        &[
            ("Host", "evil.example:29201"),
            ("Origin", "http://evil.example:29201"),
        ],
        &[("Sec-Fetch-Site", "cross-site")],
    ] {
        for (method, path) in [
            ("POST", "/api/teleport"),
            ("GET", "/api/messages"),
            ("GET", "/api/stream"),
        ] {
            let answer = server.ask(method, path, headers, body).await;
            assert_eq!(answer.status, 403, "{method} {path} {headers:?}");
            assert!(!answer.head.contains("access-control"), "{answer:?}");
        }
    }
    assert_eq!(server.state().await["x"], 0.0);
    let own = format!("http://localhost:{}", server.http);
    let answer = server
        .ask("POST", "/api/teleport", &[("Origin", &own)], body)
        .await;
    assert_eq!(answer.status, 200);
    assert_eq!(server.state().await["x"], 1.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_cannot_send_text_lines() {
    let server = start(WorldSource::Classic).await;
    for head in [
        "POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n\r\n",
        "POST /TELEPORT HTTP/1.0\n\n",
        "OPTIONS * HTTP/2\r\n",
    ] {
        let mut line = server.line().await;
        line.send(format!("{head}TELEPORT 1000 1000\r\n").as_bytes())
            .await;
        let reply = line.reply().await;
        assert!(reply.contains("does not speak HTTP"), "{head}: {reply}");
        let mut rest = String::new();
        // the connection is closed, perhaps before all lines were read
        let _ = line.0.read_to_string(&mut rest).await;
        assert_eq!(rest, "", "{head}");
        assert_eq!(server.state().await["x"], 0.0, "{head}");
    }
    let mut line = server.line().await;
    assert_eq!(line.ask("SAY \"GET / HTTP/1.1\"").await, "OK\n");
}

/// How the Robot Raconteur server answers a page with this origin that asks for a host.
async fn upgrade(port: u16, host: &str, origin: Option<&str>) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let origin = origin.map_or_else(String::new, |origin| format!("Origin: {origin}\r\n"));
    let request = format!(
        "GET / HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         Sec-WebSocket-Protocol: robotraconteur.robotraconteur.com\r\n{origin}\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer[9..]).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_own_and_listed_pages_speak_robot_raconteur() {
    let mut options = options(WorldSource::Classic);
    options.raconteur_origins = vec!["https://lab.example".to_owned()];
    let server = start_with(options).await;
    let port = server.raconteur;
    let ask = async |host: &str, origin: &str| upgrade(port, host, Some(origin)).await;
    for foreign in [
        "null",
        "file://",
        "file:///home/fox/page.html",
        "chrome-extension://abcdef",
        "http://robotraconteur.com",
        "https://wiki.robotraconteur.com",
        "http://evil.example",
        "http://localhost:1",
        "",
    ] {
        assert_eq!(ask("localhost", foreign).await, "403", "{foreign}");
    }
    // a name that was made to point here
    let rebound = format!("http://evil.example:{}", server.http);
    assert_eq!(ask("evil.example", &rebound).await, "403");
    for host in ["localhost", "127.0.0.1"] {
        let own = format!("http://{host}:{}", server.http);
        assert_eq!(ask(host, &own).await, "101", "{own}");
    }
    assert_eq!(ask("localhost", "https://lab.example").await, "101");
    // programs name no page
    assert_eq!(upgrade(port, "localhost", None).await, "101");
}

#[tokio::test(flavor = "multi_thread")]
async fn paths_lead_nowhere_else() {
    let server = start(WorldSource::Classic).await;
    for path in [
        "//etc/passwd",
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/etc/passwd",
        "/index.html%00.png",
    ] {
        let answer = server.get(path).await;
        assert!(
            matches!(answer.status, 400 | 404),
            "{path}: {}",
            answer.status
        );
        assert!(!answer.body.contains("root:"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn huge_and_slow_requests_harm_no_other() {
    let server = start(WorldSource::Classic).await;
    // the largest body that is taken, and one more
    let say = |length: usize| format!(r#"{{"message": "{}"}}"#, "x".repeat(length - 15));
    assert_eq!(server.post("/api/say", &say(1 << 20)).await.status, 200);
    assert_eq!(
        server.post("/api/say", &say((1 << 20) + 1)).await.status,
        413
    );
    let deep = "[".repeat(500_000);
    assert_eq!(server.post("/api/teleport", &deep).await.status, 400);
    let long_head = "x".repeat(1 << 20);
    let answer = server
        .ask("GET", "/api/state", &[("X-Long", &long_head)], b"")
        .await;
    assert!(matches!(answer.status, 0 | 400 | 431), "{}", answer.status);
    // connections that say nothing, half a head, half a body
    let mut idle = Vec::new();
    for at in 0..300 {
        let mut stream = TcpStream::connect(("127.0.0.1", server.http))
            .await
            .unwrap();
        let part: &[u8] = match at % 3 {
            0 => b"",
            1 => b"POST /api/teleport HTTP/1.1\r\nHo",
            _ => b"POST /api/teleport HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
        };
        stream.write_all(part).await.unwrap();
        idle.push(stream);
    }
    assert_eq!(server.get("/api/state").await.status, 200);
    // random bytes for every server
    for port in [server.http, server.ascii, server.raconteur] {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        let noise: Vec<u8> = (0..100_000u32)
            .map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8)
            .collect();
        let _ = stream.write_all(&noise).await;
    }
    assert_eq!(server.get("/api/state").await.status, 200);
    let mut line = server.line().await;
    assert!(line.ask("STATE").await.starts_with("STATE"));
}

#[tokio::test(flavor = "multi_thread")]
async fn five_hundred_viewers_of_which_half_never_read() {
    let server = start(WorldSource::Den).await;
    let mut readers = JoinSet::new();
    let mut silent = Vec::new();
    for at in 0..500 {
        let mut viewer = Viewer::open(&server).await;
        if at % 2 == 0 {
            readers.spawn(async move {
                assert_eq!(viewer.next().await["type"], "hello");
                viewer
                    .frame_where("he has driven", |frame| {
                        frame["robots"][0]["position"][0].as_f64().unwrap() > -0.5
                    })
                    .await;
            });
        } else {
            silent.push(viewer);
        }
    }
    server
        .post("/api/drive_robot", r#"{"vel_x": 100, "vel_y": 0}"#)
        .await;
    // every client that reads sees that he has moved, and the other servers answer
    while let Some(seen) = readers.join_next().await {
        seen.unwrap();
    }
    let mut line = server.line().await;
    assert!(line.ask("STATE").await.starts_with("STATE"));
    assert_eq!(server.get("/api/state").await.status, 200);
    assert_eq!(silent.len(), 250);
}

#[tokio::test(flavor = "multi_thread")]
async fn waits_never_keep_others_waiting() {
    let server = start(WorldSource::Classic).await;
    // a hundred waits on HTTP, and twenty on one Robot Raconteur session
    let mut streams = Vec::new();
    for _ in 0..100 {
        let mut stream = TcpStream::connect(("127.0.0.1", server.http))
            .await
            .unwrap();
        let body = r#"{"vel_x": 0, "vel_y": 0, "timeout": 6000, "wait": true}"#;
        let request = format!(
            "POST /api/drive_robot HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        streams.push(stream);
    }
    let node = raconteur::Node::new("").unwrap();
    let session = node.connect(&server.service("reynard")).await.unwrap();
    let fox = std::sync::Arc::new(reynard::service::ReynardClient::new(session.root()).unwrap());
    for _ in 0..100 {
        let fox = fox.clone();
        tokio::spawn(async move { fox.drive_robot(0.0, 0.0, 6000.0, true).await });
    }
    // usually all of them wait by then; if not, nothing is lost
    tokio::time::sleep(Duration::from_millis(200)).await;
    let ask = async {
        fox.teleport(0.5, 0.0).await.unwrap();
        assert_eq!(fox.robot_position().await.unwrap(), [0.5, 0.0]);
        assert_eq!(server.state().await["x"], 500.0);
    };
    tokio::time::timeout(PATIENCE, ask)
        .await
        .expect("others are served");
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_are_for_this_machine_unless_asked_otherwise() {
    let server = start(WorldSource::Classic).await;
    // another program on the same ports gets an error that names the port
    for (server, port) in [
        ("HTTP", server.http),
        ("ASCII", server.ascii),
        ("Robot Raconteur", server.raconteur),
    ] {
        let mut options = options(WorldSource::Classic);
        match server {
            "HTTP" => options.http.port = port,
            "ASCII" => options.ascii.as_mut().unwrap().port = port,
            _ => options.raconteur.as_mut().unwrap().port = port,
        }
        let error = servers::open(options).await.unwrap_err().to_string();
        assert_eq!(
            error,
            format!(
                "the {server} port {port} cannot be opened: another program uses it; choose another port, or end that program"
            )
        );
    }
    let loopback = foxden_web::ports::open(0, Reach::Loopback).await.unwrap();
    assert!(
        loopback
            .iter()
            .all(|listener| listener.local_addr().unwrap().ip().is_loopback())
    );
    let mut options = options(WorldSource::Classic);
    options.http.reach = Reach::Public;
    let public = start_with(options).await;
    let answer = public
        .ask("GET", "/api/state", &[("Host", "192.0.2.7:80")], b"")
        .await;
    assert_eq!(answer.status, 200);
    let answer = public
        .ask("GET", "/api/state", &[("Host", "evil.example")], b"")
        .await;
    assert_eq!(answer.status, 403);
}
