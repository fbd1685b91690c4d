//! `cargo xtask bench [NAME]`: benchmarks with their ratios.

use crate::process::{Done, cargo, run as execute};

/// The benchmarks: name, package, bench target.
const BENCHES: &[(&str, &str, &str)] = &[("language", "foxden-bench", "language")];

pub(crate) fn run(names: &[String]) -> Done {
    for name in names {
        if !BENCHES.iter().any(|(known, _, _)| known == name) {
            let known: Vec<_> = BENCHES.iter().map(|(known, _, _)| *known).collect();
            return Err(format!(
                "there is no benchmark '{name}'; there are: {}",
                known.join(", ")
            ));
        }
    }
    for (name, package, bench) in BENCHES {
        if names.is_empty() || names.iter().any(|wanted| wanted == name) {
            execute(cargo().args(["bench", "--package", package, "--bench", bench]))?;
        }
    }
    Ok(())
}
