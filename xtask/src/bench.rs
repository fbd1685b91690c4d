//! `cargo xtask bench [NAME]`: benchmarks with their ratios.

use crate::environment;
use crate::process::{Done, cargo, run as execute};

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
    for (name, arguments) in BENCHES {
        if names.is_empty() || names.iter().any(|wanted| wanted == name) {
            execute(
                cargo()
                    .args(*arguments)
                    .env("FOXDEN_VENV", environment::venv()),
            )?;
        }
    }
    Ok(())
}
