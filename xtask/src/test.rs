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
    // the recorders themselves, over the wire
    let groups = "charger,dynamics,language,lightsensor,physics,slot";
    golden::run(&["--via", "genuine", "--group", groups].map(str::to_owned))?;
    library::test()?;
    page::browse()
}
