//! The stored inputs of all targets, and the first ones: nothing is found.
#![allow(clippy::unwrap_used)]

use foxden_fuzz::{TARGETS, seeds};
use std::path::Path;

fn corpus() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

#[test]
fn stored_inputs_find_nothing() {
    for target in TARGETS {
        let Ok(entries) = std::fs::read_dir(corpus().join(target.name)) else {
            continue;
        };
        for entry in entries {
            let path = entry.unwrap().path();
            println!(
                "again: cargo xtask fuzz {} --replay {}",
                target.name,
                path.display()
            );
            (target.run)(&std::fs::read(path).unwrap());
        }
    }
}

#[test]
fn first_inputs_find_nothing() {
    for target in TARGETS {
        let seeds = seeds::seeds(target);
        assert!(!seeds.is_empty(), "{}", target.name);
        for (number, seed) in seeds.iter().enumerate() {
            println!("{} seed {number}", target.name);
            (target.run)(seed);
        }
        (target.run)(&[]);
    }
}

#[test]
fn each_stored_input_belongs_to_a_target() {
    for entry in std::fs::read_dir(corpus()).unwrap() {
        let name = entry.unwrap().file_name();
        let is_known = TARGETS.iter().any(|target| name == *target.name);
        assert!(is_known, "{name:?} is no target");
    }
}

#[test]
fn each_target_has_a_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("libfuzzer/src/bin");
    let mut programs: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    programs.sort();
    let mut names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    names.sort_unstable();
    assert_eq!(programs, names);
}

#[test]
fn the_dictionary_of_worlds_comes_from_the_catalogue() {
    let text = foxden_fuzz::dictionary::Words::World.text();
    assert!(text.contains("\"LightSensor { \"") && text.contains("\"boundingObject \""));
    assert!(text.lines().count() > 300);
}
