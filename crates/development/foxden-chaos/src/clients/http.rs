//! A client of the REST server that keeps its connection.

use super::{Client, read_line, with_numbers};
use std::io;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader};

/// Method, path, body, and the status of the response.
const REQUESTS: [(&str, &str, &str, u16); 10] = [
    ("GET", "/api/state", "", 200),
    ("GET", "/api/color", "", 200),
    ("GET", "/api/den", "", 200),
    ("GET", "/api/nothing", "", 404),
    ("POST", "/api/teleport", "{\"x\": {}, \"y\": {}}", 200),
    (
        "POST",
        "/api/drive_robot",
        "{\"vel_x\": {}, \"vel_y\": {}, \"timeout\": 0.5}",
        200,
    ),
    (
        "POST",
        "/api/set_arm_position",
        "{\"q1\": {}, \"q2\": {}, \"q3\": 1}",
        200,
    ),
    ("POST", "/api/say", "{\"message\": \"hello\"}", 200),
    ("POST", "/api/teleport", "{\"x\": true", 400),
    (
        "POST",
        "/api/teleport?robot=nobody",
        "{\"x\": 1, \"y\": 2}",
        404,
    ),
];

/// Sends requests until the connection ends.
///
/// # Errors
/// When the connection breaks.
///
/// # Panics
/// When a response does not belong to its request.
pub async fn run<S: AsyncRead + AsyncWrite + Unpin>(client: Client<S>) -> io::Result<()> {
    let Client {
        id,
        mut random,
        stream,
        ledger,
        ..
    } = client;
    let mut stream = BufReader::new(stream);
    loop {
        let (method, path, body, expected) = *random.pick(&REQUESTS);
        let body = with_numbers(body, &mut random, 100.0);
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let request = ledger.request(id, format!("{method} {path}"), false);
        stream.get_mut().write_all(text.as_bytes()).await?;
        let (status, length) = head(&mut stream).await?;
        let mut body = vec![0; length];
        stream.read_exact(&mut body).await?;
        assert_eq!(
            status,
            expected,
            "{method} {path}: {}",
            String::from_utf8_lossy(&body)
        );
        // frames show the time and what others did, which a replay has as well
        ledger.replied(request, &format!("{status} {length}"));
        if random.happens(20) {
            return Ok(());
        }
        tokio::task::yield_now().await;
    }
}

/// The status and the length of the body of a response.
async fn head(stream: &mut (impl tokio::io::AsyncBufRead + Unpin)) -> io::Result<(u16, usize)> {
    let broken = || io::Error::from(io::ErrorKind::UnexpectedEof);
    let (mut status, mut length) = (None, 0);
    loop {
        let line = read_line(stream).await?;
        let line = line.trim_end();
        if line.is_empty() {
            return status.map(|status| (status, length)).ok_or_else(broken);
        }
        if status.is_none() {
            status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
        }
        let lower = line.to_ascii_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().map_err(|_| broken())?;
        }
    }
}
