//! A small HTTP server on the loopback interface.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;

/// Raw answers by path; the server ends when it is dropped.
pub struct Server {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    requests: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub fn start(routes: &[(&str, String)]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let requests = Arc::new(AtomicUsize::new(0));
        let routes: BTreeMap<String, String> = routes
            .iter()
            .map(|(path, answer)| ((*path).to_owned(), answer.clone()))
            .collect();
        let thread = std::thread::spawn({
            let (stop, requests) = (stop.clone(), requests.clone());
            move || {
                for stream in listener.incoming() {
                    if stop.load(Ordering::SeqCst) {
                        return;
                    }
                    let Ok(stream) = stream else { continue };
                    requests.fetch_add(1, Ordering::SeqCst);
                    answer(stream, &routes);
                }
            }
        });
        Server {
            address,
            stop,
            requests,
            thread: Some(thread),
        }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn answer(mut stream: TcpStream, routes: &BTreeMap<String, String>) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut request = String::new();
    reader.read_line(&mut request).ok()?;
    let mut line = String::new();
    while reader.read_line(&mut line).ok()? > 2 {
        line.clear();
    }
    let path = request.split_whitespace().nth(1)?.to_owned();
    let missing = status("404 Not Found", "", "");
    let text = routes.get(&path).unwrap_or(&missing);
    // A client that hangs up early is part of some tests.
    let _ = stream.write_all(text.as_bytes());
    Some(())
}

/// A complete answer.
pub fn status(status: &str, headers: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
        body.len()
    )
}

/// An answer with status 200.
pub fn page(body: &str) -> String {
    status("200 OK", "", body)
}

/// A redirection.
pub fn redirect(target: &str) -> String {
    status("302 Found", &format!("Location: {target}\r\n"), "")
}
