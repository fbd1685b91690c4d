//! 100 robots with 8 sensors each, streamed to 10 genuine clients in real time: what it costs
//! the simulator, and the same streams from the genuine node.

use crate::server_process::{
    Outcome, Process, ServerProcess, definition, foxden, python, script, serve_world,
};
use raconteur::Node;
use raconteur::value::Record;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

const ROBOTS: usize = 100;
const SENSORS: usize = 8;
const CLIENTS: usize = 10;

/// The period of the wires in seconds: 31.25 Hz.
const PERIOD: f64 = 0.032;

/// How long clients may be quiet before the measurement.
const SETTLE: Duration = Duration::from_secs(2);

/// What was measured in some seconds.
struct Measured {
    clients: usize,
    /// Processor seconds of the server in a second.
    processor: f64,
    /// Seconds in a second in which its threads were ready and had no processor: what clients on
    /// the same machine take from it.
    waited: f64,
    /// Simulated seconds in a second; for the genuine node periods that were sent, as a share.
    rate: f64,
    /// Packets in a second.
    packets: f64,
    /// How many values the slowest wire fell behind the quickest.
    lag: u64,
}

/// The server that is measured.
enum Server {
    Foxden {
        process: Process,
        port: u16,
        runtime: Runtime,
        _folder: OwnFolder,
    },
    Genuine(ServerProcess),
}

/// A folder that is removed in the end.
struct OwnFolder(PathBuf);

impl Drop for OwnFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The text of a world with robots that see a wall.
fn world() -> String {
    let mut text =
        "#VRML_SIM R2023b utf8\nWorldInfo { basicTimeStep 32 }\nViewpoint { }\n".to_owned();
    for robot in 0..ROBOTS {
        let (x, y) = (2 * (robot % 10), 2 * (robot / 10));
        // writing to a string does not fail
        let _ = write!(
            text,
            "Robot {{ translation {x} {y} 0 name \"robot{robot}\" controller \"<none>\" children ["
        );
        for sensor in 0..SENSORS {
            let angle = sensor as f64 * std::f64::consts::TAU / SENSORS as f64;
            let _ = write!(
                text,
                " DistanceSensor {{ name \"sensor{sensor}\" rotation 0 0 1 {angle} }}"
            );
        }
        text.push_str(" ] }\n");
    }
    text.push_str("Solid { boundingObject Box { size 0.1 40 1 } }\n");
    text
}

impl Server {
    fn foxden(binary: &Path) -> Outcome<Self> {
        let folder = std::env::temp_dir().join(format!("foxden-streams-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let folder = OwnFolder(folder);
        let file = folder.0.join("streams.wbt");
        std::fs::write(&file, world())?;
        let (process, port) = serve_world(binary, &file)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        Ok(Self::Foxden {
            process,
            port,
            runtime,
            _folder: folder,
        })
    }

    fn genuine(python: &Path) -> Outcome<Self> {
        let mut command = Command::new(python);
        command
            .arg(script("serve_streams.py"))
            .arg(definition("example.streams.robdef"))
            .args([(ROBOTS * SENSORS).to_string(), PERIOD.to_string()]);
        Ok(Self::Genuine(ServerProcess::start(&mut command)?))
    }

    fn process(&self) -> &Process {
        match self {
            Self::Foxden { process, .. } => process,
            Self::Genuine(server) => &server.process,
        }
    }

    fn client(&self, python: &Path, first: usize, count: usize) -> Outcome<Process> {
        let (kind, port) = match self {
            Self::Foxden { port, .. } => ("world", *port),
            Self::Genuine(server) => ("genuine", server.port),
        };
        let mut command = Command::new(python);
        command.arg(script("count_streams.py")).arg(kind);
        command.args([port.to_string(), first.to_string(), count.to_string()]);
        Process::start(&mut command)
    }

    /// Simulated seconds; `None` for the genuine node, which has only numbers of values.
    fn time(&self) -> Outcome<Option<f64>> {
        let Self::Foxden { port, runtime, .. } = self else {
            return Ok(None);
        };
        let time = runtime.block_on(async {
            let url = format!("rr+tcp://127.0.0.1:{port}?service=world");
            let session = Node::new("")?.connect(&url).await?;
            let (time, _) = session.root().peek_in::<Record>("time").await?;
            session.disconnect().await;
            time.get("time").cloned().unwrap_or_default().to::<f64>()
        })?;
        Ok(Some(time))
    }

    /// Measures for some time, with clients that have all their wires.
    fn measure(&self, clients: &mut [Process], wires: usize, time: Duration) -> Outcome<Measured> {
        std::thread::sleep(SETTLE);
        let (apart, begin) = newest(clients)?;
        let process = self.process();
        let (used, waited) = (process.processor(), process.waited());
        let (from, start) = (self.time()?, Instant::now());
        std::thread::sleep(time);
        let seconds = start.elapsed().as_secs_f64();
        let (used, waited) = (process.processor() - used, process.waited() - waited);
        let to = self.time()?;
        let (lag, end) = newest(clients)?;
        // sensors are turned on one after the other and count from then on
        let lag = lag.saturating_sub(apart);
        let values = end.saturating_sub(begin) as f64;
        let rate = match (from, to) {
            (Some(from), Some(to)) => (to - from) / seconds,
            _ => values * PERIOD / seconds,
        };
        Ok(Measured {
            clients: clients.len(),
            processor: used / seconds,
            waited: waited / seconds,
            rate,
            packets: wires as f64 * values / seconds,
            lag,
        })
    }
}

/// How far the wires of all clients are apart, and the number of the newest value.
fn newest(clients: &mut [Process]) -> Outcome<(u64, u64)> {
    for client in clients.iter_mut() {
        let input = client.child.stdin.as_mut().ok_or("no standard input")?;
        writeln!(input, "now")?;
    }
    let (mut apart, mut newest) = (0, 0);
    for client in clients {
        let line = client.line()?;
        let (low, high) = line.split_once(' ').ok_or("no numbers")?;
        let (low, high): (u64, u64) = (low.parse()?, high.parse()?);
        apart = apart.max(high - low);
        newest = newest.max(high);
    }
    Ok((apart, newest))
}

fn print(name: &str, layout: &str, rows: &[Measured]) {
    println!("\n{name}: {ROBOTS} robots with {SENSORS} sensors, {layout}");
    println!(
        "{:>8} {:>12} {:>14} {:>14} {:>8} {:>14} {:>6}",
        "clients", "packets/s", "CPU s per s", "waiting s", "rate", "CPU us each", "lag"
    );
    for row in rows {
        let each = match row.packets > 0.0 {
            true => format!("{:.2}", row.processor / row.packets * 1e6),
            false => "-".to_owned(),
        };
        println!(
            "{:>8} {:>12.0} {:>14.3} {:>14.3} {:>8.3} {:>14} {:>6}",
            row.clients, row.packets, row.processor, row.waited, row.rate, each, row.lag
        );
    }
    if let [.., one, many] = rows
        && many.packets > one.packets
        && one.packets > 0.0
    {
        let each = (many.processor - one.processor) / (many.packets - one.packets) * 1e6;
        println!("CPU us for one more packet: {each:.2}");
    }
}

/// Measures one server without clients, with one client and with all.
fn measure(
    name: &str,
    server: &Server,
    python: &Path,
    is_shared: bool,
    time: Duration,
) -> Outcome<()> {
    let (layout, each) = match is_shared {
        true => (
            "each client has the wires of its own robots",
            ROBOTS / CLIENTS,
        ),
        false => ("each client has all wires", ROBOTS),
    };
    let mut rows = vec![server.measure(&mut [], 0, time)?];
    let mut clients = Vec::new();
    for number in [1, CLIENTS] {
        while clients.len() < number {
            let first = match is_shared {
                true => clients.len() * each,
                false => 0,
            };
            let mut client = server.client(python, first, each)?;
            client.line()?;
            clients.push(client);
        }
        rows.push(server.measure(&mut clients, number * each * SENSORS, time)?);
    }
    print(name, layout, &rows);
    Ok(())
}

/// Measures Foxden and the genuine node.
pub fn compare(seconds: f64) -> Outcome<()> {
    let Some(python) = python() else {
        println!("streams are not measured: set FOXDEN_VENV or create .venv");
        return Ok(());
    };
    let binary = foxden();
    let time = Duration::from_secs_f64(seconds);
    for is_shared in [true, false] {
        match &binary {
            Some(binary) => measure("Foxden", &Server::foxden(binary)?, &python, is_shared, time)?,
            None => println!("Foxden is not measured: set FOXDEN_BINARY"),
        }
        let genuine = Server::genuine(&python)?;
        measure("genuine 1.2.9", &genuine, &python, is_shared, time)?;
    }
    Ok(())
}
