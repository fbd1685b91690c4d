//! `cargo xtask bench [NAME…]`: benchmarks with their ratios. After the name of one
//! benchmark parts of it may be chosen, as in `bench simulator light`.

use crate::controllers;
use crate::environment;
use crate::library;
use crate::page;
use crate::process::{Done, built, cargo, release, run as execute};
use crate::python;

/// The benchmarks, and the arguments of cargo for each.
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
        "viewer",
        &["bench", "--package", "foxden-bench", "--bench", "viewer"],
    ),
    (
        "vision",
        &["bench", "--package", "foxden-bench", "--bench", "vision"],
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

/// A benchmark that brings what it needs.
type Bench = fn() -> Done;

/// The benchmarks beside the genuine controller library, and beside other simulators.
const BESIDE_GENUINE: &[(&str, Bench)] = &[
    (controllers::BENCH, controllers::bench),
    (library::BENCH, library::bench),
    (python::BENCH, python::bench),
];

/// The benchmarks whose parts can be chosen.
const WITH_PARTS: &[&str] = &["simulator", "raconteur", "reynard"];

pub(crate) fn run(names: &[String]) -> Done {
    let beside_genuine = || BESIDE_GENUINE.iter().map(|(known, _)| *known);
    let known = || {
        let own = BENCHES.iter().map(|(known, _)| *known);
        own.chain(beside_genuine())
    };
    let (names, parts): (Vec<&str>, Vec<&str>) = names
        .iter()
        .map(String::as_str)
        .partition(|name| known().any(|known| known == *name));
    let have_parts = WITH_PARTS.iter().any(|known| names == [*known]);
    if let Some(name) = parts.first().filter(|_| !have_parts) {
        return Err(format!(
            "there is no benchmark '{name}'; there are: {}",
            known().collect::<Vec<_>>().join(", ")
        ));
    }
    let is_wanted = |known: &str| names.is_empty() || names.contains(&known);
    for (name, bench) in BESIDE_GENUINE {
        if is_wanted(name) {
            bench()?;
        }
    }
    let are_all_done = names
        .iter()
        .all(|name| beside_genuine().any(|known| known == *name));
    if !names.is_empty() && are_all_done {
        return Ok(());
    }
    // the renderers bring an environment of their own
    if BENCHES
        .iter()
        .any(|(name, _)| *name != "vision" && is_wanted(name))
    {
        environment::prepare()?;
    }
    let is_part_wanted = |part: &str| parts.is_empty() || parts.contains(&part);
    if is_wanted("viewer") {
        page::build()?;
    }
    if is_wanted("reynard")
        || is_wanted("viewer")
        || is_wanted("raconteur") && (is_part_wanted("streams") || is_part_wanted("robots"))
        || is_wanted("simulator") && is_part_wanted("yardsticks")
    {
        release()?;
    }
    let mut original = None;
    if is_wanted("reynard") {
        original = Some(environment::original_reynard()?);
    }
    let renderers = is_wanted("vision").then(environment::renderers).flatten();
    for (name, arguments) in BENCHES {
        if is_wanted(name) {
            let mut command = cargo();
            command
                .args(*arguments)
                .env("FOXDEN_VENV", environment::venv())
                .env("FOXDEN_BINARY", built("release", "foxden"));
            if !parts.is_empty() {
                command.arg("--").args(&parts);
            }
            if let Some(original) = &original {
                command.env("FOXDEN_ORIGINAL", original);
            }
            if *name == "viewer" {
                // the page's part prints all rows as one table
                command.env("FOXDEN_TABLE", page::bench_table());
            }
            if let Some(renderers) = &renderers {
                command.env("FOXDEN_PEERS", renderers);
            }
            execute(&mut command)?;
        }
    }
    if is_wanted("viewer") {
        page::bench(&built("release", "foxden"))?;
    }
    Ok(())
}
