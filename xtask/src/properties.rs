//! `cargo xtask properties`: property tests with new cases, or once more with old ones.

use crate::process::{Done, cargo, run as execute};
use std::time::{SystemTime, UNIX_EPOCH};

const USAGE: &str = "usage: cargo xtask properties [--seed N] [--cases N] [TEST]";

/// The packages with property tests and their targets.
pub(crate) const TARGETS: [[&str; 3]; 7] = [
    ["foxden-protocol", "--lib", "round_trip"],
    ["foxden-view", "--lib", "packed_pose"],
    ["foxden-scene", "--test=properties", ""],
    ["foxden-sim", "--test=random_worlds", ""],
    ["raconteur-robdef", "--test=properties", ""],
    ["raconteur", "--test=connection", ""],
    ["raconteur", "--test=codec", ""],
];

pub(crate) fn run(arguments: &[String]) -> Done {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let mut seed = now.map_or(1, |time| u64::from(time.subsec_nanos()));
    let mut cases: u64 = 1_000;
    let mut test = None;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut number = || rest.next().and_then(|text| text.parse().ok()).ok_or(USAGE);
        match argument.as_str() {
            "--seed" => seed = number()?,
            "--cases" => cases = number()?,
            other if other.starts_with('-') || test.is_some() => return Err(USAGE.to_owned()),
            other => test = Some(other.to_owned()),
        }
    }
    let mut failed = Vec::new();
    for [package, target, filter] in TARGETS {
        let mut command = cargo();
        command
            .args(["test", "--package", package, target, "--"])
            .arg(test.as_deref().unwrap_or(filter))
            .env("PROPTEST_RNG_SEED", seed.to_string())
            .env("PROPTEST_CASES", cases.to_string());
        if let Err(reason) = execute(&mut command) {
            failed.push(reason);
        }
    }
    if failed.is_empty() {
        println!("seed {seed}, {cases} cases of each property: nothing found");
        return Ok(());
    }
    let test = test.map_or_else(String::new, |test| format!(" {test}"));
    let reasons = failed.join("\n");
    Err(format!(
        "{reasons}\nagain: cargo xtask properties --seed {seed} --cases {cases}{test}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::root;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Rust files below a folder.
    fn sources(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }

    #[test]
    fn each_file_with_properties_is_a_target_and_leaves_the_seed_to_the_caller() {
        let mut files = Vec::new();
        sources(&root().join("crates"), &mut files);
        let mut named = BTreeSet::new();
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            if !text.contains("proptest! {") {
                continue;
            }
            let shown = file.display();
            assert!(!text.contains("rng_seed"), "{shown} sets its own seed");
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let target = TARGETS.iter().find(|[package, target, filter]| {
                let is_inside = file.iter().any(|part| part == *package);
                is_inside && (*target == format!("--test={stem}") || *filter == stem)
            });
            let target = target.unwrap_or_else(|| panic!("{shown} is in no target"));
            named.insert(target);
        }
        assert_eq!(named.len(), TARGETS.len(), "only {named:?} have properties");
    }

    #[test]
    fn plain_cargo_test_runs_the_same_cases_each_time() {
        let text = std::fs::read_to_string(root().join(".cargo/config.toml")).unwrap_or_default();
        assert!(text.contains("PROPTEST_RNG_SEED"));
        // no file with what failed is written into the tree
        assert!(text.contains("PROPTEST_DISABLE_FAILURE_PERSISTENCE"));
    }
}
