//! Separate folders for what nodes share, so that no other Reynard on this
//! machine uses the same names and identities.

use std::io;
use std::path::PathBuf;
use std::process::Command;

/// The variables that name them.
const VARIABLES: [&str; 6] = [
    "ROBOTRACONTEUR_SYSTEM_RUN_DIR",
    "ROBOTRACONTEUR_USER_RUN_DIR",
    "ROBOTRACONTEUR_SYSTEM_STATE_DIR",
    "ROBOTRACONTEUR_USER_STATE_DIR",
    "ROBOTRACONTEUR_SYSTEM_CONFIG_DIR",
    "ROBOTRACONTEUR_USER_CONFIG_DIR",
];

/// Removed when this is dropped.
pub(crate) struct Folders(PathBuf);

impl Folders {
    pub(crate) fn new() -> io::Result<Self> {
        let folders = Self(std::env::temp_dir().join(format!("reynard-{}", std::process::id())));
        for name in VARIABLES {
            std::fs::create_dir_all(folders.0.join(name))?;
        }
        Ok(folders)
    }

    /// Lets a program use them.
    pub(crate) fn give(&self, command: &mut Command) {
        command.envs(VARIABLES.map(|name| (name, self.0.join(name))));
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        // the system clears what is left there
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
