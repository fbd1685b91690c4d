//! `cargo xtask check`: what to run before each commit. Format, lints, unit tests
//! and the recorded worlds in process; no browser, no genuine library, no packages.

use crate::golden;
use crate::process::{Done, cargo, run as execute};

pub(crate) fn run() -> Done {
    format_and_lints()?;
    execute(cargo().args(["test", "--workspace", "--lib", "--bins", "--quiet"]))?;
    golden::run(&[])
}

/// The part that `cargo xtask test` runs as well.
pub(crate) fn format_and_lints() -> Done {
    execute(cargo().args(["fmt", "--all", "--check"]))?;
    execute(cargo().args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))
}
