//! Uses real processes for a long time, and watches what they hold: memory, descriptors
//! and threads must not grow.

use crate::clients::{self, Client};
use crate::controllers::{ScriptedController, Turn};
use crate::network::Network;
use crate::random::Random;
use crate::request_ledger::RequestLedger;
use raconteur::Node;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// The kinds of clients.
const KINDS: [&str; 5] = ["ascii", "http", "viewer", "raconteur", "world"];

/// How many clients of each kind there are at once.
const CLIENTS: usize = 3;

/// Robots with extern controllers.
const ROBOTS: usize = 4;

/// How often processes are looked at.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// How much memory may grow after the first third of the time.
const GROWTH: f64 = 1.10;

/// And by this many kilobytes, for what an allocator keeps.
const SLACK: u64 = 6_000;

/// What a process holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Held {
    kilobytes: u64,
    descriptors: usize,
    threads: u64,
}

fn look(process: u32) -> Option<Held> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let number = |key: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(key))?;
        line.split_whitespace().next()?.parse().ok()
    };
    let descriptors = std::fs::read_dir(format!("/proc/{process}/fd")).ok()?;
    Some(Held {
        kilobytes: number("VmRSS:")?,
        descriptors: descriptors.count(),
        threads: number("Threads:")?,
    })
}

/// A process that ends with this value.
struct Running {
    name: &'static str,
    child: Child,
    held: Vec<Held>,
}

impl Running {
    fn new(name: &'static str, command: &mut Command) -> Result<(Self, ChildStdout), String> {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{name}: {error}"))?;
        let output = child.stdout.take().ok_or("no output")?;
        let held = Vec::new();
        Ok((Self { name, child, held }, output))
    }

    fn look(&mut self) -> Result<(), String> {
        let held = look(self.child.id());
        let held = held.ok_or_else(|| format!("{} has ended", self.name))?;
        // once a minute
        if self.held.len().is_multiple_of(12) {
            eprintln!("{}: {held:?}", self.name);
        }
        self.held.push(held);
        Ok(())
    }

    /// What it holds must not grow after the first third.
    fn check(&self) -> Result<String, String> {
        let third = &self.held[self.held.len() / 3..];
        let (Some(first), Some(last)) = (third.first(), third.last()) else {
            return Err("it was not looked at".to_owned());
        };
        let most = (first.kilobytes as f64 * GROWTH) as u64 + SLACK;
        let shown = format!("{}: {first:?}, at the end {last:?}", self.name);
        let is_flat = last.kilobytes <= most
            && last.descriptors <= first.descriptors + 64
            && last.threads <= first.threads + 4;
        match is_flat {
            true => Ok(shown),
            false => Err(format!("it grows: {shown}")),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> Result<u16, String> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
    listener
        .local_addr()
        .map(|address| address.port())
        .map_err(|error| error.to_string())
}

/// Runs for a number of minutes and returns what processes held.
///
/// # Errors
/// When a process ends or grows, or a client gets a wrong reply.
pub fn run(foxden: &Path, minutes: f64, seed: u64, only: Option<&str>) -> Result<String, String> {
    let kinds = match only {
        None => KINDS.to_vec(),
        Some(only) => {
            let known = KINDS.into_iter().find(|kind| *kind == only);
            vec![known.ok_or_else(|| format!("--only is one of {}", KINDS.join(", ")))?]
        }
    };
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let ports = ServicePorts {
        raconteur: free_port()?,
        http: free_port()?,
        ascii: free_port()?,
        world: free_port()?,
    };
    let (mut den, output) = Running::new(
        "foxden reynard",
        Command::new(foxden)
            .args(["reynard", "--den", "--robots", "2", "--speed", "4"])
            .args(["--robotraconteur-tcp-port", &ports.raconteur.to_string()])
            .args(["--http-port", &ports.http.to_string()])
            .args(["--ascii-socket-port", &ports.ascii.to_string()])
            .env("XDG_CACHE_HOME", folder.path())
            .env("XDG_RUNTIME_DIR", folder.path()),
    )?;
    let token = read_token(output)?;
    let robots: String = (0..ROBOTS)
        .map(|number| {
            format!(
                "Robot {{ name \"r{number}\" controller \"<extern>\" translation {number} 0 0 children [ LightSensor {{ name \"light\" }} ] }}\n"
            )
        })
        .collect();
    let world = folder.path().join("world.wbt");
    let text = format!(
        "#VRML_SIM R2023b utf8\nDEF INFO WorldInfo {{ basicTimeStep 16 }}\nViewpoint {{ }}\nPointLight {{ }}\n{robots}"
    );
    std::fs::write(&world, text).map_err(|error| error.to_string())?;
    let port = free_port()?.to_string();
    let (mut run, run_output) = Running::new(
        "foxden run",
        Command::new(foxden)
            .args([
                "run",
                "--offline",
                "--quiet",
                "--mode",
                "realtime",
                "--port",
                &port,
            ])
            .arg(format!("--raconteur={}", ports.world))
            .arg("--view=0")
            .arg(&world)
            .env("WEBOTS_TMPDIR", folder.path())
            .env("USER", "fox"),
    )?;
    // what it prints must not block it
    std::thread::spawn(move || {
        let lines = BufReader::new(run_output).lines();
        lines.map_while(Result::ok).for_each(drop);
    });
    let instance = folder.path().join("webots/fox").join(&port).join("ipc");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let end = Instant::now() + Duration::from_secs_f64(60.0 * minutes);
    let served = runtime.block_on(use_services(ports, &kinds, &token, seed, end, |random| {
        den.look()?;
        run.look()?;
        drive(&instance, random)
    }))?;
    let reports = [den.check()?, run.check()?];
    Ok(format!("{served}\n{}", reports.join("\n")))
}

/// The token in the address of the viewer that the program prints.
fn read_token(output: ChildStdout) -> Result<String, String> {
    let mut lines = BufReader::new(output).lines();
    let token = lines.by_ref().map_while(Result::ok).find_map(|line| {
        let word = line.split("token=").nth(1)?.split_whitespace().next()?;
        Some(word.to_owned())
    });
    // what else it prints must not block it
    std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
    token.ok_or_else(|| "the den prints no address of the viewer".to_owned())
}

/// Controllers come, make a number of steps and leave.
fn drive(instance: &Path, random: &mut Random) -> Result<(), String> {
    let ledger = RequestLedger::default();
    let mut controllers = Vec::new();
    for number in 0..ROBOTS {
        let socket = instance.join(format!("r{number}")).join("extern");
        if let Ok(stream) = std::os::unix::net::UnixStream::connect(socket) {
            controllers.push(ScriptedController::new("controller", stream));
        }
    }
    let end = Instant::now() + Duration::from_millis(500);
    while Instant::now() < end {
        controllers.retain_mut(|one| one.turn(random, &ledger) == Turn::Connected);
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

/// Where clients connect: to the den, and to the services of the world with controllers.
#[derive(Clone, Copy)]
struct ServicePorts {
    raconteur: u16,
    http: u16,
    ascii: u16,
    world: u16,
}

/// Keeps clients of all kinds busy until a time.
async fn use_services(
    ports: ServicePorts,
    kinds: &[&'static str],
    token: &str,
    seed: u64,
    end: Instant,
    mut each: impl FnMut(&mut Random) -> Result<(), String>,
) -> Result<String, String> {
    let mut random = Random::new(seed);
    let ledger = RequestLedger::default();
    let mut network = Network::new(random.fork(), 0);
    let node = Node::new("soak.client").map_err(|error| error.to_string())?;
    let mut tasks = JoinSet::new();
    let mut started: u64 = 0;
    let mut next_look = Instant::now();
    while Instant::now() < end {
        while tasks.len() < 4 * CLIENTS {
            started += 1;
            let kind = kinds[started as usize % kinds.len()];
            let port = match kind {
                "ascii" => ports.ascii,
                "raconteur" => ports.raconteur,
                "world" => ports.world,
                _ => ports.http,
            };
            let Ok(stream) = TcpStream::connect(("127.0.0.1", port)).await else {
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            let (_, _, probe) = network.connect();
            let client = Client {
                id: ledger.client(probe),
                random: random.fork(),
                stream,
                ledger: ledger.clone(),
                may_edit: false,
            };
            let (node, token) = (node.clone(), token.to_owned());
            tasks.spawn(async move {
                let id = client.id;
                let ledger = client.ledger.clone();
                // how a connection ends does not matter here
                match kind {
                    "ascii" => drop(clients::ascii::run(client).await),
                    "http" => drop(clients::http::run(client).await),
                    "viewer" => drop(clients::viewer::run(client, &token).await),
                    "world" => drop(clients::world::run(client, node).await),
                    _ => drop(clients::raconteur::run(client, node, "reynard").await),
                }
                ledger.leave(id);
            });
        }
        let wait = tokio::time::timeout(Duration::from_millis(50), tasks.join_next());
        if let Ok(Some(Err(error))) = wait.await
            && error.is_panic()
        {
            return Err(format!("a client: {error}"));
        }
        if Instant::now() >= next_look {
            each(&mut random)?;
            next_look = Instant::now() + LOOK_EVERY;
        }
    }
    tasks.shutdown().await;
    Ok(format!("{started} clients, {} replies", ledger.replies()))
}
