//! The servers that are measured.

use crate::folders::Folders;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Ticks of the kernel's clock in a second.
const TICKS: f64 = 100.0;

pub(crate) struct MeasuredServer {
    command: Command,
    child: Option<Child>,
    pub(crate) raconteur: u16,
    pub(crate) http: u16,
    pub(crate) ascii: u16,
}

pub(crate) struct Started {
    pub(crate) rest: f64,
    pub(crate) raconteur: f64,
}

/// What resident memory holds.
#[derive(Clone, Copy)]
pub(crate) enum ResidentMemory {
    All,
    /// What the program has written: heap, stacks, data.
    Anonymous,
    /// Pages of programs and libraries, which others can share.
    FileBacked,
}

impl MeasuredServer {
    /// A command that starts `foxden`.
    pub(crate) fn foxden(mut command: Command, folders: &Folders) -> Self {
        command.args(["reynard", "--realtime-priority"]);
        folders.give(&mut command);
        Self::new(command, 29300)
    }

    pub(crate) fn original(python: &Path, folders: &Folders) -> Self {
        let mut command = Command::new(python);
        command.args(["-m", "reynard_the_robot"]);
        folders.give(&mut command);
        Self::new(command, 29310)
    }

    fn new(mut command: Command, first: u16) -> Self {
        let (raconteur, http, ascii) = (first, first + 1, first + 2);
        command
            .arg("--quiet")
            .arg(format!("--robotraconteur-tcp-port={raconteur}"))
            .arg(format!("--http-port={http}"))
            .arg(format!("--ascii-socket-port={ascii}"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        Self {
            command,
            child: None,
            raconteur,
            http,
            ascii,
        }
    }

    pub(crate) fn start(&mut self) -> io::Result<Started> {
        let begin = Instant::now();
        self.child = Some(self.command.spawn()?);
        let rest = until(begin, || serves(self.http))?;
        let raconteur = until(begin, || {
            TcpStream::connect(("127.0.0.1", self.raconteur)).is_ok()
        })?;
        Ok(Started { rest, raconteur })
    }

    fn process_file(&self, name: &str) -> String {
        let id = self.child.as_ref().map_or(0, Child::id);
        std::fs::read_to_string(format!("/proc/{id}/{name}")).unwrap_or_default()
    }

    /// A request of a path, with further headers.
    pub(crate) fn get(&self, path: &str, headers: &str) -> String {
        let host = format!("Host: localhost:{}\r\n", self.http);
        format!("GET {path} HTTP/1.1\r\n{host}{headers}\r\n")
    }

    /// Processor time so far, in seconds.
    pub(crate) fn cpu(&self) -> f64 {
        let stat = self.process_file("stat");
        let after_name = stat.rsplit(')').next().unwrap_or_default();
        let ticks: f64 = after_name
            .split_whitespace()
            .skip(11)
            .take(2)
            .filter_map(|word| word.parse::<f64>().ok())
            .sum();
        ticks / TICKS
    }

    /// Resident memory of a kind, in megabytes.
    pub(crate) fn memory(&self, kind: ResidentMemory) -> f64 {
        let label = match kind {
            ResidentMemory::All => "VmRSS:",
            ResidentMemory::Anonymous => "RssAnon:",
            ResidentMemory::FileBacked => "RssFile:",
        };
        let status = self.process_file("status");
        let line = status.lines().find_map(|line| line.strip_prefix(label));
        let kilobytes: Option<f64> =
            line.and_then(|line| line.trim().trim_end_matches(" kB").trim().parse().ok());
        kilobytes.unwrap_or(f64::NAN) / 1024.0
    }

    pub(crate) fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for MeasuredServer {
    fn drop(&mut self) {
        self.stop();
    }
}

fn serves(port: u16) -> bool {
    let ask = || -> io::Result<bool> {
        let mut stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_read_timeout(Some(Duration::from_secs(1)))?;
        let request = format!(
            "GET /api/state HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes())?;
        let mut start = [0; 12];
        stream.read_exact(&mut start)?;
        Ok(start.ends_with(b"200"))
    };
    ask().unwrap_or(false)
}

fn until(begin: Instant, mut holds: impl FnMut() -> bool) -> io::Result<f64> {
    while !holds() {
        if begin.elapsed() > Duration::from_secs(30) {
            return Err(io::Error::other("the server does not serve"));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(begin.elapsed().as_secs_f64())
}
