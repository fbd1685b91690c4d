//! A den to test, and clients made of plain sockets.

#[path = "../../../../../tests/support/prerequisites.rs"]
mod prerequisites;

use reynard::servers::{self, DenOptions, OpenDen};
use reynard::worlds::WorldSource;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

/// How long anything may take, on a machine that has other things to do.
pub const PATIENCE: Duration = Duration::from_secs(240);

/// A den with all servers on free ports.
pub struct Server {
    pub opened: OpenDen,
    pub http: u16,
    pub ascii: u16,
    pub raconteur: u16,
}

pub fn options(source: WorldSource) -> DenOptions {
    let mut options = DenOptions::new(source);
    options.http.port = 0;
    for server in [&mut options.ascii, &mut options.raconteur] {
        server.as_mut().unwrap().port = 0;
    }
    options.is_local = false;
    options
}

pub async fn start(source: WorldSource) -> Server {
    start_with(options(source)).await
}

pub async fn start_with(options: DenOptions) -> Server {
    let opened = servers::open(options).await.unwrap();
    let number = |text: &str| {
        let digits: String = text
            .rsplit(':')
            .next()
            .unwrap()
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        digits.parse().unwrap()
    };
    let names = &opened.addresses;
    Server {
        http: number(names.http.as_deref().unwrap()),
        ascii: names.ascii.as_ref().unwrap().port,
        raconteur: number(names.raconteur.as_deref().unwrap()),
        opened,
    }
}

impl Server {
    pub fn service(&self, name: &str) -> String {
        format!("rr+tcp://127.0.0.1:{}?service={name}", self.raconteur)
    }

    pub fn page(&self) -> String {
        format!("http://127.0.0.1:{}", self.http)
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"").await
    }

    pub async fn post(&self, path: &str, body: &str) -> Answer {
        self.ask("POST", path, &[], body.as_bytes()).await
    }

    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head += &format!("Host: localhost:{}\r\n", self.http);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("Content-Length: {}\r\n\r\n", body.len());
        let mut stream = TcpStream::connect(("127.0.0.1", self.http)).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        // a server that refuses may close before it has read all
        let _ = stream.write_all(body).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        Answer::read(&bytes)
    }

    pub async fn state(&self) -> Value {
        self.get("/api/state").await.json()
    }

    pub async fn line(&self) -> Line {
        let stream = TcpStream::connect(("127.0.0.1", self.ascii)).await.unwrap();
        Line(BufReader::new(stream))
    }
}

/// An answer to an HTTP request.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        Self {
            status: head
                .split(' ')
                .nth(1)
                .and_then(|status| status.parse().ok())
                .unwrap_or(0),
            head: head.to_ascii_lowercase(),
            body: body.to_owned(),
        }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The reason of a refusal.
    pub fn error(&self) -> String {
        self.json()["error"].as_str().unwrap().to_owned()
    }
}

/// A connection of the ASCII server.
pub struct Line(pub BufReader<TcpStream>);

impl Line {
    pub async fn ask(&mut self, line: &str) -> String {
        self.send(format!("{line}\n").as_bytes()).await;
        self.reply().await
    }

    pub async fn send(&mut self, bytes: &[u8]) {
        self.0.get_mut().write_all(bytes).await.unwrap();
    }

    pub async fn reply(&mut self) -> String {
        let mut line = String::new();
        tokio::time::timeout(PATIENCE, self.0.read_line(&mut line))
            .await
            .expect("a reply")
            .unwrap();
        line
    }
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// A script with the genuine client, or `None` if the test is to be skipped.
pub fn script(name: &str, arguments: &[&str]) -> Option<Command> {
    let python = prerequisites::genuine_python(&workspace())?;
    let mut command = Command::new(python);
    command
        .arg(workspace().join("tests/reynard").join(name))
        .args(arguments)
        .env("ROBOTRACONTEUR_LOG_LEVEL", "WARNING")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true);
    Some(command)
}

/// The lines that a script prints.
pub struct Script {
    child: Child,
    lines: tokio::io::Lines<BufReader<tokio::process::ChildStdout>>,
}

impl Script {
    pub fn start(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    /// Waits for a line.
    pub async fn expect(&mut self, wanted: &str) {
        let next = tokio::time::timeout(PATIENCE, self.lines.next_line());
        let line = next.await.expect("the script says something").unwrap();
        assert_eq!(line.as_deref(), Some(wanted));
    }

    pub async fn tell(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().unwrap();
        input.write_all(line.as_bytes()).await.unwrap();
        input.write_all(b"\n").await.unwrap();
    }
}

/// Waits until something holds.
pub async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let begin = Instant::now();
    while !holds().await {
        assert!(begin.elapsed() < PATIENCE, "it never happened: {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
