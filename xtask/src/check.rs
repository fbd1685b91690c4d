//! `cargo xtask check`: what to run before each commit. Format, lints, unit tests
//! and the recorded worlds in process; no browser, no genuine library, no packages.
//! Tests that read the repository itself (words, paths, layers) are among them.

use crate::golden;
use crate::process::{Done, cargo, run as execute};

/// Tests that only read files of the repository.
const REPOSITORY_TESTS: [&str; 6] = [
    "contributing",
    "data_paths",
    "documents",
    "layers",
    "repository",
    "type_names",
];

pub(crate) fn run() -> Done {
    format_and_lints()?;
    let tests = REPOSITORY_TESTS.map(|name| ["--test", name]);
    execute(
        cargo()
            .args(["test", "--workspace", "--lib", "--bins", "--quiet"])
            .args(tests.as_flattened()),
    )?;
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
