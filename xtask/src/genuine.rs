//! The genuine Webots controller library, built in `tests/genuine`.

use crate::process::{Done, cargo, is_ci, root, run};
use crate::tools::{self, Tool};
use std::path::PathBuf;
use std::process::Stdio;

pub(crate) fn manifest() -> PathBuf {
    root().join("tests/genuine/Cargo.toml")
}

/// Builds the library and returns its folder, for `WEBOTS_HOME`.
pub(crate) fn home() -> Result<PathBuf, String> {
    tools::require(
        &[Tool::C],
        "the genuine controller library is compiled with it",
    )?;
    eprintln!("xtask: building the genuine controller library (cargo skips what is built)");
    let output = cargo()
        .args(["run", "--locked", "--bin", "webots-home", "--manifest-path"])
        .arg(manifest())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    let path = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if output.status.success() && !path.is_empty() {
        Ok(path.into())
    } else {
        Err("the genuine controller library could not be built".to_owned())
    }
}

/// Runs the tests with the genuine library.
pub(crate) fn test() -> Done {
    let has_java = Tool::Swig.works() && Tool::Jdk.works();
    let with = |arguments: &[&str]| {
        let mut command = cargo();
        command.args(&arguments[..1]).arg("--manifest-path");
        command.arg(manifest()).args(&arguments[1..]);
        run(&mut command)
    };
    with(&["fmt", "--check"])?;
    with(&[
        "clippy",
        "--locked",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ])?;
    match has_java {
        true => with(&["test", "--locked"]),
        false => {
            let reason = "the genuine Java binding is not tested: install SWIG and a JDK";
            if is_ci() {
                return Err(reason.to_owned());
            }
            eprintln!("xtask: {reason}");
            with(&["test", "--locked", "--", "--skip", "java"])
        }
    }
}
