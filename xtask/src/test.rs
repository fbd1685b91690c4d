//! `cargo xtask test`: every test. CI runs this command and nothing else.

use crate::check;
use crate::environment;
use crate::genuine;
use crate::golden;
use crate::library;
use crate::page;
use crate::process::{self, Done, cargo};
use crate::python;
use crate::repetition;
use crate::tools::{self, Tool};
use crate::wheel;

/// Tools that every part of the tests needs.
const NEEDED: [Tool; 6] = [
    Tool::C,
    Tool::Cpp,
    Tool::Make,
    Tool::Python,
    Tool::Node,
    Tool::Chromium,
];

/// Tools whose tests are skipped where they are missing, each with a line; under CI
/// they must be there.
const WANTED: [Tool; 4] = [Tool::Swig, Tool::Jdk, Tool::Octave, Tool::Netcat];

pub(crate) fn run() -> Done {
    // Before anything is built, so that a missing tool is reported at once.
    tools::require(&NEEDED, "the tests are compiled and run with them")?;
    if let Err(reason) = tools::require(&WANTED, "some tests are skipped without them") {
        if process::is_ci() {
            return Err(format!("{reason}; under CI no test may be skipped"));
        }
        eprintln!("xtask: {reason}");
    }
    environment::prepare()?;
    // Before the tests, so that the server under test has the page.
    page::prepare()?;
    check::format_and_lints()?;
    repetition::test(&|arguments| {
        let mut command = cargo();
        command
            .args(["test", "--workspace"])
            .args(arguments)
            .env("FOXDEN_VENV", environment::venv())
            // No command can install these on a machine whose network lacks them.
            .env("FOXDEN_MAY_SKIP", "ipv6,broadcast");
        command
    })?;
    python::test(&[])?;
    wheel::test()?;
    genuine::test()?;
    golden::run(&["--via".to_owned(), "genuine".to_owned()])?;
    library::test()?;
    page::browse()
}
