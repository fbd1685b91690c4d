//! Requests in lock-step over plain sockets.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

fn connect(port: u16) -> Option<BufReader<TcpStream>> {
    let stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_nodelay(true).ok()?;
    Some(BufReader::new(stream))
}

/// How many requests were answered over this number of connections.
pub(crate) fn http(port: u16, request: &str, connections: usize, span: Duration) -> f64 {
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..connections)
            .map(|_| scope.spawn(|| http_worker(port, request, span).unwrap_or(0.0)))
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or(0.0))
            .sum()
    })
}

fn http_worker(port: u16, request: &str, span: Duration) -> Option<f64> {
    let mut stream = connect(port)?;
    let end = Instant::now() + span;
    let mut count = 0.0;
    let mut line = String::new();
    let mut body = vec![0; 64 * 1024];
    while Instant::now() < end {
        stream.get_mut().write_all(request.as_bytes()).ok()?;
        let mut length = 0;
        loop {
            line.clear();
            stream.read_line(&mut line).ok()?;
            if line == "\r\n" {
                break;
            }
            let lower = line.to_ascii_lowercase();
            if let Some(value) = lower.strip_prefix("content-length:") {
                length = value.trim().parse().ok()?;
            }
        }
        stream.read_exact(body.get_mut(..length)?).ok()?;
        count += 1.0;
    }
    Some(count)
}

/// How many lines were answered over one connection.
pub(crate) fn ascii(port: u16, line: &str, span: Duration) -> f64 {
    let work = || {
        let mut stream = connect(port)?;
        let end = Instant::now() + span;
        let mut count = 0.0;
        let mut reply = String::new();
        while Instant::now() < end {
            stream.get_mut().write_all(line.as_bytes()).ok()?;
            reply.clear();
            stream.read_line(&mut reply).ok()?;
            count += 1.0;
        }
        Some(count)
    };
    work().unwrap_or(0.0)
}
