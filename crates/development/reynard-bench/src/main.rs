//! `cargo xtask bench reynard`: Foxden's Reynard beside the original, one run.
//!
//! `interfaces` and `wires` measure a part.
//!
//! `FOXDEN_BINARY` names the server, `FOXDEN_ORIGINAL` a Python with the
//! package `reynard-the-robot`, `FOXDEN_VENV` one with the genuine client.
#![forbid(unsafe_code)]

mod folders;
mod interfaces;
mod jitter;
mod load;
mod raconteur_client;
mod server;
mod stamps;
mod table;

use folders::Folders;
use server::MeasuredServer;
use std::path::{Path, PathBuf};
use std::process::Command;
use table::ComparisonTable;

type Note<'n> = &'n mut dyn FnMut(&'static str, &'static str, f64);

fn main() -> std::io::Result<()> {
    let path = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let binary = path("FOXDEN_BINARY");
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let folders = Folders::new()?;
    let mut servers = Vec::new();
    if let Some(binary) = binary {
        servers.push((
            "Foxden",
            MeasuredServer::foxden(Command::new(binary), &folders),
        ));
    }
    if let Some(python) = path("FOXDEN_ORIGINAL") {
        servers.push(("original", MeasuredServer::original(&python, &folders)));
    }
    let genuine = path("FOXDEN_VENV").map(|venv| venv.join("bin/python"));
    let mut table = ComparisonTable::default();
    for (at, (name, server)) in servers.iter_mut().enumerate() {
        eprintln!("measuring {name} …");
        let mut note = |what, unit, figure| table.note(at, what, unit, figure);
        measure(server, &words, genuine.as_deref(), &mut note)?;
    }
    print!("{table}");
    Ok(())
}

/// Measures the parts that were asked for, or all.
fn measure(
    server: &mut MeasuredServer,
    parts: &[&str],
    genuine: Option<&Path>,
    note: Note<'_>,
) -> std::io::Result<()> {
    let is_wanted = |part| parts.is_empty() || parts.contains(&part);
    let started = server.start()?;
    if is_wanted("interfaces") {
        note("start to REST", "s", started.rest);
        note("start to Robot Raconteur", "s", started.raconteur);
        interfaces::at_rest(server, note);
        interfaces::measure(server, genuine, note);
    }
    if is_wanted("wires") {
        jitter::measure(server, note);
    }
    server.stop();
    Ok(())
}
