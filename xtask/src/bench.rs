//! `cargo xtask bench [NAME]`: benchmarks with their ratios.

use crate::controllers;
use crate::environment;
use crate::process::{Done, built, cargo, run as execute};

/// The benchmarks, and what cargo is told for each.
const BENCHES: &[(&str, &[&str])] = &[
    (
        "language",
        &["bench", "--package", "foxden-bench", "--bench", "language"],
    ),
    (
        "simulator",
        &["bench", "--package", "foxden-bench", "--bench", "simulator"],
    ),
    (
        "raconteur",
        &["run", "--release", "--package", "raconteur-bench"],
    ),
    (
        "reynard",
        &["run", "--release", "--package", "reynard-bench"],
    ),
];

pub(crate) fn run(names: &[String]) -> Done {
    let is_wanted = |known: &str| names.is_empty() || names.iter().any(|name| name == known);
    for name in names {
        if name != controllers::BENCH && !BENCHES.iter().any(|(known, _)| known == name) {
            let known = BENCHES.iter().map(|(known, _)| *known);
            let known: Vec<_> = known.chain([controllers::BENCH]).collect();
            return Err(format!(
                "there is no benchmark '{name}'; there are: {}",
                known.join(", ")
            ));
        }
    }
    if is_wanted(controllers::BENCH) {
        controllers::bench()?;
    }
    if names == [controllers::BENCH] {
        return Ok(());
    }
    environment::prepare()?;
    let mut original = None;
    if is_wanted("reynard") {
        execute(cargo().args(["build", "--release", "--package", "foxden"]))?;
        original = Some(environment::original_reynard()?);
    }
    for (name, arguments) in BENCHES {
        if is_wanted(name) {
            let mut command = cargo();
            command
                .args(*arguments)
                .env("FOXDEN_VENV", environment::venv())
                .env("FOXDEN_BINARY", built("release", "foxden"));
            if let Some(original) = &original {
                command.env("FOXDEN_ORIGINAL", original);
            }
            execute(&mut command)?;
        }
    }
    Ok(())
}
