//! `cargo xtask bench [NAME]`: benchmarks with their ratios.

use crate::environment;
use crate::process::{Done, built, cargo, run as execute};

/// The benchmarks, and what cargo is told for each.
const BENCHES: &[(&str, &[&str])] = &[
    (
        "language",
        &["bench", "--package", "foxden-bench", "--bench", "language"],
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
    for name in names {
        if !BENCHES.iter().any(|(known, _)| known == name) {
            let known: Vec<_> = BENCHES.iter().map(|(known, _)| *known).collect();
            return Err(format!(
                "there is no benchmark '{name}'; there are: {}",
                known.join(", ")
            ));
        }
    }
    environment::prepare()?;
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
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
