//! `cargo xtask test`: what CI runs, and nothing else.

use crate::environment;
use crate::process::{Done, cargo, run as execute};

pub(crate) fn run() -> Done {
    environment::prepare()?;
    execute(cargo().args(["fmt", "--all", "--check"]))?;
    execute(cargo().args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))?;
    execute(
        cargo()
            .args(["test", "--workspace"])
            .env("FOXDEN_VENV", environment::venv()),
    )
}
