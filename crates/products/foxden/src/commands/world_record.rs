//! What a replay ticket says of a world besides its files and inputs.

use super::picture_source::Vision;
use super::simulation::Physics;
use foxden_runtime::ticket;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// This program with its version.
pub(crate) const PROGRAM: &str = concat!("foxden ", env!("CARGO_PKG_VERSION"));

/// How a world was opened and run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct WorldRecord {
    /// The version of the ticket's format.
    pub(crate) format: u32,
    /// The program with its version.
    pub(crate) program: String,
    /// The processor and the operating system.
    pub(crate) platform: String,
    /// The world.
    pub(crate) file: PathBuf,
    /// The seed that was given instead of the world's own.
    pub(crate) seed: Option<i32>,
    pub(crate) physics: Physics,
    pub(crate) vision: Vision,
    /// The number of threads; results do not depend on it.
    pub(crate) threads: usize,
    /// The length of a step at the start, in milliseconds.
    pub(crate) basic_time_step: f64,
    /// How many steps are made between two checks of the state.
    pub(crate) check_steps: u64,
    /// Whether the contents of files are left out.
    pub(crate) is_thin: bool,
}

impl WorldRecord {
    /// Reads the message of a ticket.
    pub(crate) fn read(message: &[u8]) -> Result<Self, String> {
        let json: serde_json::Value = serde_json::from_slice(message)
            .map_err(|error| format!("the ticket cannot be read: {error}"))?;
        let program = json["program"].as_str().unwrap_or("an unknown program");
        if json["format"] != ticket::FORMAT {
            return Err(format!(
                "the ticket was written by {program} in another format; replay it with that version"
            ));
        }
        let text = format!("the ticket of {program} cannot be read");
        serde_json::from_value(json).map_err(|error| format!("{text}: {error}"))
    }

    /// What may make a replay different, if the program is another one.
    pub(crate) fn warning(&self) -> Option<String> {
        (self.program != PROGRAM).then(|| {
            format!(
                "the run was recorded by {}; this is {PROGRAM}, whose results may differ",
                self.program
            )
        })
    }
}

/// The processor and the operating system of this machine.
pub(crate) fn platform() -> String {
    format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS)
}
