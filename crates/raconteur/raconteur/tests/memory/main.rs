//! How much memory a server takes while it is attacked.
//!
//! The server is a process of its own, so that its memory is its alone: this
//! program, started with the word `serve`. Each attack is followed by a client
//! that means no harm and must be served, by a look at the largest memory the
//! server had meanwhile, and by a look at its log for the cause. The table it
//! prints is the one in `docs/measurements.md`.
#![allow(clippy::unwrap_used)]

mod attacks;
mod bytes;
#[path = "../../../../../tests/support/prerequisites.rs"]
#[allow(dead_code)]
mod prerequisites;
mod server;

use prerequisites::missing;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};

/// The most memory that the server may ever have, in MiB: what may wait for
/// one slow reader (32), a message of 12 on its way through, a thousand
/// connections without a session, and as much again that the allocator keeps.
const MOST: f64 = 128.0;

/// The server under attack; it ends with this value.
struct Target {
    child: Child,
    tcp: u16,
    udp: u16,
    log: Arc<Mutex<Vec<String>>>,
}

impl Target {
    fn start() -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .arg("serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = |lines: &mut std::io::Lines<BufReader<ChildStdout>>| -> u16 {
            lines.next().unwrap().unwrap().parse().unwrap()
        };
        let (tcp, udp) = (port(&mut lines), port(&mut lines));
        let log = Arc::new(Mutex::new(Vec::new()));
        let written = log.clone();
        let errors = BufReader::new(child.stderr.take().unwrap());
        std::thread::spawn(move || {
            for line in errors.lines().map_while(Result::ok) {
                // Ten thousand times the same words would push out the rest.
                let mut log = written.lock().unwrap();
                if log.len() < 1000 && !log.contains(&line) {
                    log.push(line);
                }
            }
        });
        Self {
            child,
            tcp,
            udp,
            log,
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.tcp)).unwrap();
        stream.set_nodelay(true).unwrap();
        stream
    }

    /// A figure of the process in MiB.
    fn memory(&self, name: &str) -> f64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).unwrap();
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        let number = line.split_whitespace().nth(1).unwrap();
        number.parse::<f64>().unwrap() / 1024.0
    }

    /// Forgets the largest memory so far.
    fn forget_peak(&self) -> bool {
        std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5").is_ok()
    }

    /// Waits until the server has logged one of the causes; some attacks are logged later.
    fn has_logged(&self, causes: &[&str]) -> bool {
        let reported = |line: &String| causes.iter().any(|cause| line.contains(cause));
        for _ in 0..300 {
            let log = self.log.lock().unwrap();
            if log.iter().any(reported) {
                return true;
            }
            drop(log);
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        false
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Files that the attacks keep open at the same time, with some room.
const FILES: u64 = 4096;

/// Allows this process, and the server it starts, as many files as it may.
fn raise_file_limit() -> u64 {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    let _ = setrlimit(Resource::Nofile, limit);
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some("serve") {
        return server::serve();
    }
    if !cfg!(target_os = "linux") {
        return missing("linux", "the memory of another process is read from /proc");
    }
    let files = raise_file_limit();
    if files < FILES {
        let reason =
            format!("{FILES} open files are needed and {files} are allowed: raise `ulimit -n`");
        return missing("files", &reason);
    }
    let target = Target::start();
    attacks::is_served(&target);
    if !target.forget_peak() {
        return missing(
            "peak",
            "this system cannot reset the peak memory of a process",
        );
    }
    let calm = target.memory("VmRSS");
    println!("the server at rest: {calm:.1} MiB");
    println!("| attack | largest memory, MiB | reported |\n|---|---|---|");
    let mut failures = Vec::new();
    for (name, attack, causes) in attacks::ALL {
        target.log.lock().unwrap().clear();
        target.forget_peak();
        attack(&target);
        attacks::is_served(&target);
        let peak = target.memory("VmHWM");
        let reported = if causes.is_empty() { "–" } else { causes[0] };
        println!("| {name} | {peak:.1} | {reported} |");
        if peak > MOST {
            failures.push(format!("{name}: {peak:.1} MiB"));
        }
        if !causes.is_empty() && !target.has_logged(causes) {
            let log = target.log.lock().unwrap();
            failures.push(format!("{name}: the log does not tell {causes:?}: {log:?}"));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}
