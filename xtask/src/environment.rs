//! What tests need besides Rust: a Python with the genuine Robot Raconteur package.

use crate::process::{Done, root, run};
use std::path::PathBuf;
use std::process::Command;

/// Makes the project's own Python environment, unless it is there and current.
pub(crate) fn prepare() -> Done {
    let requirements = root().join("tests/requirements.txt");
    let Ok(wanted) = std::fs::read_to_string(&requirements) else {
        return Ok(());
    };
    let venv = venv();
    let stamp = venv.join("installed-requirements.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    run(Command::new("python3").args(["-m", "venv"]).arg(&venv)).map_err(|reason| {
        format!("{reason}; tests with the genuine clients need Python 3 with its venv module")
    })?;
    let pip = venv.join("bin/python");
    run(Command::new(pip)
        .args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "-r",
        ])
        .arg(&requirements))?;
    std::fs::write(&stamp, wanted)
        .map_err(|error| format!("cannot write {}: {error}", stamp.display()))
}

/// The project's own Python environment.
pub(crate) fn venv() -> PathBuf {
    root().join(".venv")
}
