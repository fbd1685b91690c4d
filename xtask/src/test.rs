//! `cargo xtask test`: what CI runs, and nothing else.

use crate::check;
use crate::environment;
use crate::genuine;
use crate::golden;
use crate::library;
use crate::page;
use crate::process::{Done, cargo, run as execute};
use crate::tools::{self, Tool};

/// What no part of the tests can do without.
const NEEDED: [Tool; 6] = [
    Tool::C,
    Tool::Cpp,
    Tool::Make,
    Tool::Python,
    Tool::Node,
    Tool::Chromium,
];

/// Tools whose tests are passed over, each with a line, where they are missing.
const WANTED: [Tool; 4] = [Tool::Swig, Tool::Jdk, Tool::Octave, Tool::Netcat];

pub(crate) fn run() -> Done {
    // first of all, so that nobody waits for the tests to hear it
    tools::require(&NEEDED, "the tests are compiled and run with them")?;
    if let Err(reason) = tools::require(&WANTED, "some tests are passed over without them") {
        eprintln!("xtask: {reason}");
    }
    environment::prepare()?;
    // First, so that the server that is tested carries the page.
    page::prepare()?;
    check::format_and_lints()?;
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
