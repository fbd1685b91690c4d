//! `cargo xtask bench reynard`: Foxden's Reynard beside the original, one run.
//!
//! With the name of a file it writes which functions serving takes instead
//! (`cargo xtask layout`).
//!
//! `FOXDEN_BINARY` names the server, `FOXDEN_ORIGINAL` a Python with the
//! package `reynard-the-robot`, `FOXDEN_VENV` one with the genuine client.
#![forbid(unsafe_code)]

mod jitter;
mod layout;
mod load;
mod raconteur_client;
mod server;

use server::{Memory, Server};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// How long each rate is measured.
const SPAN: Duration = Duration::from_secs(3);

/// A line of the table: what, unit, and a figure for each server.
struct Row {
    what: &'static str,
    unit: &'static str,
    figures: Vec<f64>,
}

fn main() -> std::io::Result<()> {
    let path = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let binary = path("FOXDEN_BINARY");
    if let (Some(file), Some(binary)) = (std::env::args_os().nth(1), &binary) {
        return layout::write(binary, file.as_ref());
    }
    let mut servers = Vec::new();
    if let Some(binary) = binary {
        servers.push(("Foxden", Server::foxden(Command::new(binary))));
    }
    if let Some(python) = path("FOXDEN_ORIGINAL") {
        servers.push(("original", Server::original(&python)));
    }
    let genuine = path("FOXDEN_VENV").map(|venv| venv.join("bin/python"));
    let mut rows: Vec<Row> = Vec::new();
    for (at, (name, server)) in servers.iter_mut().enumerate() {
        eprintln!("measuring {name} …");
        measure(
            server,
            genuine.as_deref(),
            &mut |what, unit, figure| match rows.iter_mut().find(|row| row.what == what) {
                Some(row) => row.figures.push(figure),
                None => rows.push(Row {
                    what,
                    unit,
                    figures: [vec![f64::NAN; at], vec![figure]].concat(),
                }),
            },
        )?;
    }
    println!(
        "{:<46} {:>10} {:>10} {:>8}",
        "", "Foxden", "original", "ratio"
    );
    for row in rows {
        let figure = |at: usize| row.figures.get(at).copied().unwrap_or(f64::NAN);
        println!(
            "{:<46} {:>10.3} {:>10.3} {:>8.2}",
            format!("{} ({})", row.what, row.unit),
            figure(0),
            figure(1),
            figure(0) / figure(1)
        );
    }
    Ok(())
}

type Note<'n> = &'n mut dyn FnMut(&'static str, &'static str, f64);

fn measure(
    server: &mut Server,
    genuine: Option<&std::path::Path>,
    note: Note<'_>,
) -> std::io::Result<()> {
    let started = server.start()?;
    note("start to REST", "s", started.rest);
    note("start to Robot Raconteur", "s", started.raconteur);
    std::thread::sleep(Duration::from_secs(1));
    let before = server.cpu();
    std::thread::sleep(SPAN);
    note(
        "idle CPU",
        "%",
        100.0 * (server.cpu() - before) / SPAN.as_secs_f64(),
    );
    for (what, kind) in [
        ("memory", Memory::All),
        ("memory: anonymous", Memory::Anonymous),
        ("memory: programs and libraries", Memory::FileBacked),
    ] {
        note(what, "MB", server.memory(kind));
    }

    let state = format!(
        "GET /api/state HTTP/1.1\r\nHost: localhost:{}\r\n\r\n",
        server.http
    );
    for (connections, rate, cost) in [
        (
            1,
            "REST state, 1 connection",
            "REST state, 1 connection: CPU",
        ),
        (
            16,
            "REST state, 16 connections",
            "REST state, 16 connections: CPU",
        ),
    ] {
        let before = server.cpu();
        let count = load::http(server.http, &state, connections, SPAN);
        note(rate, "1/s", count / SPAN.as_secs_f64());
        note(cost, "µs", 1e6 * (server.cpu() - before) / count);
    }
    for (what, line) in [
        ("ASCII STATE", "STATE\n"),
        ("ASCII TELEPORT", "TELEPORT 1 2\n"),
        ("ASCII DRIVE", "DRIVE 0 0\n"),
    ] {
        note(
            what,
            "1/s",
            load::ascii(server.ascii, line, SPAN) / SPAN.as_secs_f64(),
        );
    }
    raconteur_client::measure(server.raconteur, SPAN, note);
    jitter::measure(server, &state, note);
    if let Some(python) = genuine {
        raconteur_client::genuine(python, server.raconteur, note);
    }
    note("memory after load", "MB", server.memory(Memory::All));
    server.stop();
    Ok(())
}
