//! Runs both servers and prints what each does.

use std::process::Command;
use std::time::{Duration, Instant};

use raconteur::message::{Element, Entry, EntryType};

use crate::client::{MeasuredClient, encode};
use crate::server_process::{Outcome, ServerProcess, definition, python, script};

/// The number of concurrent requests in the pipelined rows.
const WINDOW: usize = 128;

/// What a row of the table shows.
struct TableRow {
    name: &'static str,
    per_second: f64,
    median: Option<f64>,
    slowest: Option<f64>,
    processor: f64,
}

/// Measures both servers, `seconds` for each row.
pub fn compare(seconds: f64) -> Outcome<()> {
    let ours = ServerProcess::start(Command::new(std::env::current_exe()?).arg("serve"))?;
    print("raconteur", &measure(&ours, seconds)?);
    drop(ours);
    match python() {
        Some(python) => {
            let mut command = Command::new(python);
            command
                .arg(script("serve_bench.py"))
                .arg(definition("example.bench.robdef"));
            let genuine = ServerProcess::start(&mut command)?;
            print("genuine 1.2.9", &measure(&genuine, seconds)?);
        }
        None => println!("the genuine node is not measured: set FOXDEN_VENV or create .venv"),
    }
    Ok(())
}

fn print(name: &str, rows: &[TableRow]) {
    println!("\n{name}");
    println!(
        "{:<24} {:>12} {:>10} {:>10} {:>14}",
        "", "per second", "p50 us", "p99 us", "CPU us each"
    );
    for row in rows {
        let time = |microseconds: Option<f64>| match microseconds {
            Some(microseconds) => format!("{microseconds:.1}"),
            None => "-".to_owned(),
        };
        println!(
            "{:<24} {:>12.0} {:>10} {:>10} {:>14.1}",
            row.name,
            row.per_second,
            time(row.median),
            time(row.slowest),
            row.processor
        );
    }
}

fn get() -> Entry {
    Entry::new(EntryType::PROPERTY_GET, "bench", "d")
}

fn add() -> Entry {
    Entry::new(EntryType::FUNCTION_CALL, "bench", "add")
        .with(Element::scalar("a", 1.5))
        .with(Element::scalar("b", 2.5))
}

fn measure(server: &ServerProcess, seconds: f64) -> Outcome<Vec<TableRow>> {
    let time = Duration::from_secs_f64(seconds);
    Ok(vec![
        round_trips(server, "property get", &get(), time)?,
        round_trips(server, "function call", &add(), time)?,
        pipelined(server, "pipelined property gets", &get(), time)?,
        pipelined(server, "pipelined calls", &add(), time)?,
        wire(server, time)?,
    ])
}

/// One request after the other.
fn round_trips(
    server: &ServerProcess,
    name: &'static str,
    entry: &Entry,
    time: Duration,
) -> Outcome<TableRow> {
    let mut client = MeasuredClient::connect(server.port)?;
    let request = encode(entry.clone().request(2))?;
    for _ in 0..500 {
        client.send(&request)?;
        client.receive()?;
    }
    let mut times = Vec::new();
    let (before, start) = (server.processor(), Instant::now());
    while start.elapsed() < time {
        let begin = Instant::now();
        client.send(&request)?;
        client.receive()?;
        times.push(begin.elapsed());
    }
    Ok(row(
        name,
        times.len(),
        start,
        server.processor() - before,
        times,
    ))
}

/// Many concurrent requests.
fn pipelined(
    server: &ServerProcess,
    name: &'static str,
    entry: &Entry,
    time: Duration,
) -> Outcome<TableRow> {
    let mut client = MeasuredClient::connect(server.port)?;
    let request = encode(entry.clone().request(2))?;
    let many: Vec<u8> = request.repeat(WINDOW / 2);
    client.send(&many)?;
    client.send(&many)?;
    let mut done = 0;
    let (before, start) = (server.processor(), Instant::now());
    while start.elapsed() < time {
        for _ in 0..WINDOW / 2 {
            client.receive()?;
        }
        done += WINDOW / 2;
        client.send(&many)?;
    }
    Ok(row(
        name,
        done,
        start,
        server.processor() - before,
        Vec::new(),
    ))
}

/// A wire that streams as fast as the server can.
fn wire(server: &ServerProcess, time: Duration) -> Outcome<TableRow> {
    let mut client = MeasuredClient::connect(server.port)?;
    client.ask(Entry::new(EntryType::WIRE_CONNECT, "bench", "w").request(2))?;
    let switch = |on: bool| {
        Entry::new(EntryType::FUNCTION_CALL, "bench", "stream")
            .with(Element::scalar("on", on))
            .request(3)
    };
    client.ask(switch(true))?;
    for _ in 0..500 {
        client.receive()?;
    }
    let mut times = Vec::new();
    let (before, start) = (server.processor(), Instant::now());
    let mut last = start;
    while start.elapsed() < time {
        client.receive()?;
        let now = Instant::now();
        times.push(now - last);
        last = now;
    }
    let row = row(
        "wire packets",
        times.len(),
        start,
        server.processor() - before,
        times,
    );
    client.ask(switch(false))?;
    Ok(row)
}

fn row(
    name: &'static str,
    done: usize,
    start: Instant,
    processor: f64,
    mut times: Vec<Duration>,
) -> TableRow {
    let seconds = start.elapsed().as_secs_f64();
    times.sort_unstable();
    let at = |share: f64| {
        let index = (times.len() as f64 * share) as usize;
        times.get(index).map(|time| time.as_secs_f64() * 1e6)
    };
    TableRow {
        name,
        per_second: done as f64 / seconds,
        median: at(0.5),
        slowest: at(0.99),
        processor: processor / done as f64 * 1e6,
    }
}
