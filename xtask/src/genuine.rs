//! The genuine Webots controller library, built in `tests/genuine`.

use crate::process::{Done, cargo, is_ci, root, run};
use crate::repetition;
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
    let command = |subcommand: &str| {
        let mut command = cargo();
        command
            .args([subcommand, "--manifest-path"])
            .arg(manifest());
        command
    };
    run(command("fmt").arg("--check"))?;
    run(command("clippy").args(["--locked", "--all-targets", "--", "-D", "warnings"]))?;
    if !has_java {
        let reason = "the genuine Java binding is not tested: install SWIG and a JDK";
        if is_ci() {
            return Err(reason.to_owned());
        }
        eprintln!("xtask: {reason}");
    }
    repetition::test(&|arguments| {
        let mut test = command("test");
        test.arg("--locked").args(arguments);
        if !has_java {
            test.args(["--", "--skip", "java"]);
        }
        test
    })
}
