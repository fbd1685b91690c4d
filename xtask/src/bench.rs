//! `cargo xtask bench [NAME]`: benchmarks with their ratios.

use crate::controllers;
use crate::environment;
use crate::library;
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

/// The benchmarks beside the genuine controller library, which bring what they need.
const BESIDE_GENUINE: &[(&str, fn() -> Done)] = &[
    (controllers::BENCH, controllers::bench),
    (library::BENCH, library::bench),
];

pub(crate) fn run(names: &[String]) -> Done {
    let is_wanted = |known: &str| names.is_empty() || names.iter().any(|name| name == known);
    let beside_genuine = || BESIDE_GENUINE.iter().map(|(known, _)| *known);
    let known: Vec<&str> = BENCHES
        .iter()
        .map(|(known, _)| *known)
        .chain(beside_genuine())
        .collect();
    if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(format!(
            "there is no benchmark '{name}'; there are: {}",
            known.join(", ")
        ));
    }
    for (name, bench) in BESIDE_GENUINE {
        if is_wanted(name) {
            bench()?;
        }
    }
    let are_all_done = names
        .iter()
        .all(|name| beside_genuine().any(|known| known == name));
    if !names.is_empty() && are_all_done {
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
