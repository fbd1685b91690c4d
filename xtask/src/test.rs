//! `cargo xtask test`: what CI runs, and nothing else.

use crate::environment;
use crate::genuine;
use crate::golden;
use crate::library;
use crate::page;
use crate::process::{Done, cargo, run as execute};

pub(crate) fn run() -> Done {
    environment::prepare()?;
    // First, so that the server that is tested carries the page.
    page::prepare()?;
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
    )?;
    genuine::test()?;
    golden::run(&["--via".to_owned(), "genuine".to_owned()])?;
    library::test()?;
    page::browse()
}
