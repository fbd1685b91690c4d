//! Processes that are measured.

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// Clock ticks of the system in a second.
const TICKS: f64 = 100.0;

/// A process that ends with this value. It is ended by the end of its standard input or killed.
pub struct Process {
    pub child: Child,
    output: BufReader<ChildStdout>,
}

impl Process {
    pub fn start(command: &mut Command) -> Outcome<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or("no standard output")?;
        let output = BufReader::new(output);
        Ok(Self { child, output })
    }

    /// The next line that it prints.
    pub fn line(&mut self) -> Outcome<String> {
        let mut line = String::new();
        match self.output.read_line(&mut line)? {
            0 => Err("a process ended early".into()),
            _ => Ok(line.trim_end().to_owned()),
        }
    }

    /// Processor time used so far, in seconds.
    pub fn processor(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let stat = stat.unwrap_or_default();
        let fields: Vec<&str> = stat
            .rsplit_once(')')
            .map(|(_, rest)| rest.split_whitespace().collect())
            .unwrap_or_default();
        let ticks = |index: usize| -> f64 {
            fields
                .get(index)
                .and_then(|field| field.parse().ok())
                .unwrap_or(0.0)
        };
        (ticks(11) + ticks(12)) / TICKS
    }

    /// How long its threads were ready to run and had no processor, in seconds.
    pub fn waited(&self) -> f64 {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id()));
        let tasks = tasks.into_iter().flatten().flatten();
        let nanoseconds = tasks.filter_map(|task| {
            let statistics = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
            statistics.split_whitespace().nth(1)?.parse::<f64>().ok()
        });
        nanoseconds.sum::<f64>() / 1e9
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server that prints its port first.
pub struct ServerProcess {
    pub process: Process,
    pub port: u16,
}

impl ServerProcess {
    pub fn start(command: &mut Command) -> Outcome<Self> {
        let mut process = Process::start(command)?;
        let line = process.line()?;
        let port = line
            .parse()
            .map_err(|_| format!("the server printed {line:?} instead of a port"))?;
        Ok(Self { process, port })
    }

    /// Processor time used so far, in seconds.
    pub fn processor(&self) -> f64 {
        self.process.processor()
    }
}

/// The program that is measured; `None` if none is named.
pub fn foxden() -> Option<PathBuf> {
    std::env::var_os("FOXDEN_BINARY").map(PathBuf::from)
}

/// Serves a world in real time; the process and its port.
pub fn serve_world(binary: &Path, world: &Path) -> Outcome<(Process, u16)> {
    let mut command = Command::new(binary);
    command.arg("run").arg(world);
    command.args(["--mode", "realtime", "--raconteur=0"]);
    let mut process = Process::start(&mut command)?;
    loop {
        let line = process.line()?;
        let url = line.strip_prefix("service  rr+tcp://localhost:");
        if let Some((port, _)) = url.and_then(|url| url.split_once('?')) {
            return Ok((process, port.parse()?));
        }
    }
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// A Python with the genuine node.
pub fn python() -> Option<PathBuf> {
    let folder =
        std::env::var_os("FOXDEN_VENV").map_or_else(|| workspace().join(".venv"), PathBuf::from);
    let python = folder.join("bin/python");
    python.exists().then_some(python)
}

/// A script for the genuine node.
pub fn script(name: &str) -> PathBuf {
    workspace().join("tests/raconteur").join(name)
}

/// A world of the tests.
pub fn world(name: &str) -> PathBuf {
    workspace().join("tests/raconteur/worlds").join(name)
}

/// A definition of this crate.
pub fn definition(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}
