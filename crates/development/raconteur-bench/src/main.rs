//! Compares our service with the same service on the genuine node, with one
//! raw client for both.
//!
//! `raconteur-bench` runs both and prints a table; `raconteur-bench serve`
//! is our service in a separate process.

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
