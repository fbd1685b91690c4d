//! What a test does when its machine lacks something.
//!
//! Included by the tests of several crates with `#[path]`. A test that lacks a
//! prerequisite prints a line and passes on a developer's machine. Under CI (the
//! environment variable `CI` is set) it fails, because a test that is skipped there is
//! not noticed. `FOXDEN_MAY_SKIP=ipv6,broadcast` names what a CI machine may lack.

use std::path::{Path, PathBuf};

/// Reports a missing prerequisite: a line on a developer's machine, a failure under CI.
///
/// `name` is what `FOXDEN_MAY_SKIP` lists, `reason` says what is missing and what to do.
pub fn missing(name: &str, reason: &str) {
    let allowed = std::env::var("FOXDEN_MAY_SKIP").unwrap_or_default();
    let is_allowed = allowed.split(',').any(|word| word.trim() == name);
    let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false");
    assert!(
        !is_ci || is_allowed,
        "under CI this test must run, but {reason} (FOXDEN_MAY_SKIP={name} allows it to be skipped)"
    );
    eprintln!("skipped: {reason}");
}

/// The Python of the virtual environment with the genuine Robot Raconteur package.
///
/// `FOXDEN_VENV` names the environment, else it is `.venv` in `workspace`. An
/// environment that is named and does not work is an error on every machine.
pub fn genuine_python(workspace: &Path) -> Option<PathBuf> {
    let named = std::env::var_os("FOXDEN_VENV").map(PathBuf::from);
    let folder = named.clone().unwrap_or_else(|| workspace.join(".venv"));
    let python = folder.join("bin/python");
    if python.exists() {
        return Some(python);
    }
    assert!(
        named.is_none(),
        "FOXDEN_VENV names {}, which has no bin/python",
        folder.display()
    );
    missing(
        "venv",
        "there is no genuine Robot Raconteur package: run `cargo xtask test` once, or set FOXDEN_VENV",
    );
    None
}
