//! The cost of an idle server, and the throughput of each interface.

use crate::server::{MeasuredServer, ResidentMemory};
use crate::{Note, load, raconteur_client};
use std::path::Path;
use std::time::Duration;

/// How long each rate is measured.
const SPAN: Duration = Duration::from_secs(3);

/// Processor time and memory of a server without requests.
pub(crate) fn at_rest(server: &MeasuredServer, note: Note<'_>) {
    std::thread::sleep(Duration::from_secs(1));
    let before = server.cpu();
    std::thread::sleep(SPAN);
    let share = (server.cpu() - before) / SPAN.as_secs_f64();
    note("idle CPU", "%", 100.0 * share);
    for (what, kind) in [
        ("memory", ResidentMemory::All),
        ("memory: anonymous", ResidentMemory::Anonymous),
        ("memory: programs and libraries", ResidentMemory::FileBacked),
    ] {
        note(what, "MB", server.memory(kind));
    }
}

pub(crate) fn measure(server: &MeasuredServer, genuine: Option<&Path>, note: Note<'_>) {
    rest(server, note);
    for (what, line) in [
        ("ASCII STATE", "STATE\n"),
        ("ASCII TELEPORT", "TELEPORT 1 2\n"),
        ("ASCII DRIVE", "DRIVE 0 0\n"),
    ] {
        let count = load::ascii(server.ascii, line, SPAN);
        note(what, "1/s", count / SPAN.as_secs_f64());
    }
    raconteur_client::measure(server.raconteur, SPAN, note);
    if let Some(python) = genuine {
        raconteur_client::genuine(python, server.raconteur, note);
    }
    note(
        "memory after load",
        "MB",
        server.memory(ResidentMemory::All),
    );
}

fn rest(server: &MeasuredServer, note: Note<'_>) {
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
        let request = server.get("/api/state", "");
        let count = load::http(server.http, &request, connections, SPAN);
        note(rate, "1/s", count / SPAN.as_secs_f64());
        note(cost, "µs", 1e6 * (server.cpu() - before) / count);
    }
}
