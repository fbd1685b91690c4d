//! Measures a service of ours beside the same service of the genuine node,
//! with one raw client for both.
//!
//! `raconteur-bench` runs both and prints a table; `raconteur-bench serve`
//! is the service of ours in a process of its own.

mod client;
mod measure;
mod server;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1).as_deref() {
        Some("serve") => server::serve(),
        Some("--quick") => measure::compare(0.3),
        None => measure::compare(3.0),
        Some(other) => Err(format!("unknown argument {other}, expected serve or --quick").into()),
    }
}
