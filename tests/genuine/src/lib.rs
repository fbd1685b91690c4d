//! The genuine Webots controller library for tests.
//!
//! The crate `webots-bindings` carries the library's sources and builds it. Its
//! build folder is laid out as an installation of Webots: `lib/controller`,
//! `include/controller`, `src/controller`. [`home`] says where that is.

#![forbid(unsafe_code)]

pub mod workshop;

use std::path::{Path, PathBuf};

/// The folder that `WEBOTS_HOME` is to name: an installation without the simulator.
///
/// Cargo puts the folders in which build scripts left libraries on the library
/// path of what it runs, so this works in whatever `cargo run` and `cargo test`
/// start.
///
/// # Errors
/// When the program was not started by cargo and `WEBOTS_HOME` is not set either.
pub fn home() -> Result<PathBuf, String> {
    let variable = |name: &str| std::env::var_os(name).unwrap_or_default();
    std::env::split_paths(&variable("LD_LIBRARY_PATH"))
        .chain([Path::new(&variable("WEBOTS_HOME")).join("lib/controller")])
        .find(|folder| folder.join("libController.so").is_file())
        .and_then(|folder| Some(folder.parent()?.parent()?.to_owned()))
        .ok_or_else(|| {
            "no genuine libController.so on the library path: start this with cargo".into()
        })
}
