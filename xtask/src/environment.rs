//! What tests need besides Rust: a Python with the genuine Robot Raconteur package.

use crate::process::{Done, root, run};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes the project's own Python environment, unless it is there and current.
pub(crate) fn prepare() -> Done {
    install("tests/requirements.txt", &venv())?;
    install_with("tests/requirements-alone.txt", &venv(), &["--no-deps"])
}

/// A Python with the original Reynard the Robot, for comparison.
pub(crate) fn original_reynard() -> Result<PathBuf, String> {
    let venv = root().join(".venv-original");
    install("tests/reynard/original.txt", &venv)?;
    Ok(venv.join("bin/python"))
}

/// A Python with renderers to compare with; `None` if their packages cannot be had.
pub(crate) fn renderers() -> Option<PathBuf> {
    let venv = root().join(".venv-renderers");
    install(
        "crates/development/foxden-bench/benches/vision/peers.txt",
        &venv,
    )
    .ok()?;
    Some(venv.join("bin/python"))
}

/// A Python with other simulators for learning; those that cannot be had are missing.
pub(crate) fn python_peers() -> PathBuf {
    let venv = root().join(".venv-python-peers");
    let folder = "crates/products/foxden-python/bench";
    for list in ["peers_optional.txt", "peers.txt"] {
        if let Err(reason) = install(&format!("{folder}/{list}"), &venv) {
            eprintln!("xtask: {reason}");
        }
    }
    venv.join("bin/python")
}

/// A Python with viewers to compare with; `None` if their packages cannot be had.
pub(crate) fn viewers() -> Option<PathBuf> {
    let venv = root().join(".venv-viewers");
    install("web/bench/peers.txt", &venv).ok()?;
    Some(venv.join("bin/python"))
}

fn install(requirements: &str, venv: &Path) -> Done {
    install_with(requirements, venv, &[])
}

/// Installs a list of packages, unless it is there and current; `options` are for pip.
fn install_with(requirements: &str, venv: &Path, options: &[&str]) -> Done {
    let requirements = root().join(requirements);
    let Ok(wanted) = std::fs::read_to_string(&requirements) else {
        return Ok(());
    };
    let name = requirements.file_name().unwrap_or_default();
    let stamp = venv.join(format!("installed-{}", name.display()));
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    run(Command::new("python3").args(["-m", "venv"]).arg(venv)).map_err(|reason| {
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
        ])
        .args(options)
        .arg("-r")
        .arg(&requirements))?;
    std::fs::write(&stamp, wanted)
        .map_err(|error| format!("cannot write {}: {error}", stamp.display()))
}

/// The project's own Python environment.
pub(crate) fn venv() -> PathBuf {
    root().join(".venv")
}
