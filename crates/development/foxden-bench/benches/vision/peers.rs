//! The same pictures by others, where their Python packages are installed.

use std::process::Command;

/// What takes the pictures there.
const PROGRAM: &str = include_str!("peers.py");

/// The milliseconds that a peer takes for its picture.
///
/// # Errors
/// Why it cannot be asked, in one line.
pub fn milliseconds(peer: &str) -> Result<f64, String> {
    let python = std::env::var("FOXDEN_PEERS")
        .map_err(|_| "there is no Python environment with its package".to_owned())?;
    let output = Command::new(python)
        .args(["-c", PROGRAM, peer])
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().map_err(|_| {
        let errors = String::from_utf8_lossy(&output.stderr);
        let last = errors.lines().last();
        last.unwrap_or("it printed nothing").to_owned()
    })
}
