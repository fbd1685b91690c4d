//! Robot Raconteur: with our client, which is faster than what it measures,
//! and with the genuine one.

use crate::Note;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

pub(crate) fn measure(port: u16, span: Duration, note: Note<'_>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let Ok(runtime) = runtime else {
        return;
    };
    // what cannot be measured shows as missing in the table
    let _ = runtime.block_on(async {
        let url = format!("rr+tcp://127.0.0.1:{port}?service=reynard");
        let session = raconteur::Node::new("")?.connect(&url).await?;
        let root = session.root();
        let mut count = 0.0;
        let end = Instant::now() + span;
        while Instant::now() < end {
            root.get::<Vec<f64>>("robot_position").await?;
            count += 1.0;
        }
        note(
            "get robot_position, raw client",
            "1/s",
            count / span.as_secs_f64(),
        );
        count = 0.0;
        let end = Instant::now() + span;
        while Instant::now() < end {
            root.call::<()>("drive_robot", (0.0, 0.0, -1.0, false))
                .await?;
            count += 1.0;
        }
        note("drive_robot, raw client", "1/s", count / span.as_secs_f64());

        session.disconnect().await;
        Ok::<(), raconteur::Error>(())
    });
}

/// Rates with the genuine Python client.
pub(crate) fn genuine(python: &Path, port: u16, note: Note<'_>) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/reynard/rates.py");
    let output = Command::new(python)
        .arg(script)
        .arg(format!("rr+tcp://127.0.0.1:{port}?service=reynard"))
        .env("ROBOTRACONTEUR_LOG_LEVEL", "WARNING")
        .output();
    let Ok(output) = output else {
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for what in [
        "get robot_position, genuine client",
        "get color, genuine client",
        "getf_arm_position, genuine client",
        "peek state, genuine client",
        "drive_robot, genuine client",
        "teleport, genuine client",
    ] {
        let rate = text
            .lines()
            .find_map(|line| line.strip_prefix(what)?.trim().parse().ok());
        note(what, "1/s", rate.unwrap_or(f64::NAN));
    }
}
