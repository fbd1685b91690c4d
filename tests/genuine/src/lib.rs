//! The genuine Webots controller library for tests.
//!
//! The build script compiles it from the sources that the crate
//! `webots-bindings` carries, into a folder that is laid out as an installation
//! of Webots: `lib/controller`, `include/controller`, `src/controller`. [`home`]
//! says where that is.

#![forbid(unsafe_code)]

pub mod workshop;

use std::path::{Path, PathBuf};

/// The folder that `WEBOTS_HOME` is to name: an installation without the simulator.
///
/// # Errors
/// When the folder was removed since the build.
pub fn home() -> Result<PathBuf, String> {
    let home = Path::new(env!("GENUINE_HOME"));
    match home.join("lib/controller/libController.so").is_file() {
        true => Ok(home.to_owned()),
        false => Err(format!("{} is gone: build again", home.display())),
    }
}
