//! `raconteur record`

use std::fs::File;
use std::future::pending;
use std::io::BufWriter;

use raconteur::client::MemberPath;
use raconteur::recording::Recorder;
use serde_json::json;

use crate::arguments::{Arguments, RecordArguments};
use crate::failure::Failure;
use crate::output;
use crate::target;

pub async fn run(arguments: &Arguments, record: &RecordArguments) -> Result<(), Failure> {
    let wires: Vec<MemberPath> = record
        .wires
        .iter()
        .map(|wire| wire.parse())
        .collect::<Result<_, _>>()?;
    let session = target::connect(arguments, &record.url).await?;
    let part = output::part_path(&record.output);
    let failed = |error: std::io::Error| Failure::File(record.output.clone(), error.to_string());
    let file = File::create(&part).map_err(failed)?;
    let outcome = async {
        let mut recorder = Recorder::new(BufWriter::new(file))?;
        let stop = async {
            tokio::select! {
                () = async {
                    match record.duration {
                        Some(duration) => tokio::time::sleep(duration).await,
                        None => pending().await,
                    }
                } => {}
                _ = tokio::signal::ctrl_c() => {}
            }
        };
        let recorded = recorder.record(&session, &wires, stop).await;
        // What was recorded before the service went away is kept.
        recorder.finish()?;
        recorded
    }
    .await;
    let has_values = match &outcome {
        Ok(_) => true,
        Err(raconteur::recording::RecordingError::Node(_)) => recorded_anything(&part),
        Err(_) => false,
    };
    if has_values {
        std::fs::rename(&part, &record.output).map_err(failed)?;
    } else {
        let _ = std::fs::remove_file(&part);
    }
    let summary = outcome?;
    session.disconnect().await;
    let file = record.output.display().to_string();
    if arguments.json {
        let json = json!({ "file": file, "messages": summary.messages, "missed": summary.missed });
        return output::print(&json.to_string());
    }
    output::print(&format!(
        "{file}: {} values, {} missed",
        summary.messages, summary.missed
    ))
}

/// Whether a file that was completed early has a value.
fn recorded_anything(path: &std::path::Path) -> bool {
    std::fs::read(path)
        .ok()
        .and_then(|bytes| raconteur::recording::Recording::read(&bytes).ok())
        .is_some_and(|recording| !recording.messages().is_empty())
}
