//! Compares our service with the same service on the genuine node, with one
//! raw client for both, the streams of many robots to genuine clients, and a robot of the standard
//! type with the abstract robot of PyPI.
//!
//! `raconteur-bench` measures everything and prints tables; `requests`, `streams` and `robots`
//! measure a part. `raconteur-bench serve` is our service in a separate process. `FOXDEN_BINARY` names the
//! program whose services are measured, `FOXDEN_VENV` a Python with the genuine node.

mod client;
mod measure;
mod robots;
mod server;
mod server_process;
mod streams;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut parts: Vec<&str> = words.iter().map(String::as_str).collect();
    if parts == ["serve"] {
        return server::serve();
    }
    let is_quick = parts.contains(&"--quick");
    parts.retain(|word| *word != "--quick");
    let known = ["requests", "streams", "robots"];
    if let Some(other) = parts.iter().find(|part| !known.contains(*part)) {
        let text = format!(
            "unknown argument {other}, expected serve, requests, streams, robots or --quick"
        );
        return Err(text.into());
    }
    let is_wanted = |part| parts.is_empty() || parts.contains(&part);
    if is_wanted("requests") {
        measure::compare(if is_quick { 0.3 } else { 3.0 })?;
    }
    if is_wanted("streams") {
        streams::compare(if is_quick { 2.0 } else { 20.0 })?;
    }
    if is_wanted("robots") {
        robots::compare(if is_quick { 1 } else { 10 })?;
    }
    Ok(())
}
