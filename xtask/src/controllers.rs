//! Benchmark and soak with genuine controllers; both live in `tests/genuine`.

use crate::genuine;
use crate::process::{Done, cargo, release, run};
use std::process::Command;

/// The name of the benchmark.
pub(crate) const BENCH: &str = "controllers";

/// `cargo xtask bench controllers`
pub(crate) fn bench() -> Done {
    run(program("bench-controllers")?.args(foxden()?))
}

/// `cargo xtask soak controllers [--minutes N]`
pub(crate) fn soak(minutes: &str) -> Done {
    run(program("soak-controllers")?
        .args(foxden()?)
        .args(["--minutes", minutes]))
}

/// Builds the command `foxden` for release; the arguments that name it.
fn foxden() -> Result<[String; 2], String> {
    Ok(["--foxden".to_owned(), release()?.display().to_string()])
}

/// A program of `tests/genuine`, after the library is there.
fn program(name: &str) -> Result<Command, String> {
    genuine::home()?;
    let mut command = cargo();
    command
        .args(["run", "--quiet", "--locked", "--bin", name])
        .arg("--manifest-path")
        .arg(genuine::manifest())
        .arg("--");
    Ok(command)
}
