//! The walks of CONTRIBUTING name real files that contain the named items, and a new
//! device touches at most five places.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The text of a chapter of CONTRIBUTING.
fn chapter(title: &str) -> String {
    let text = std::fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let (_, rest) = text.split_once(&format!("## {title}\n")).unwrap();
    rest.split("\n## ").next().unwrap().to_owned()
}

/// Checks that each named file exists and contains the items that follow its name.
/// Returns the number of items.
fn check(walk: &str) -> usize {
    let (mut file, mut checked) = (None, 0);
    for quoted in walk.split('`').skip(1).step_by(2) {
        let path = root().join(quoted);
        if quoted.contains('/') || path.is_dir() {
            assert!(path.exists(), "{quoted} does not exist");
            file = path.is_file().then_some(path);
        } else if let Some(file) = &file {
            let quoted: String = quoted.split_whitespace().collect::<Vec<_>>().join(" ");
            let text = std::fs::read_to_string(file).unwrap();
            assert!(
                text.contains(&quoted),
                "`{quoted}` is not in {}",
                file.display()
            );
            checked += 1;
        }
    }
    checked
}

#[test]
fn the_walk_to_a_new_device_names_what_is_there_in_at_most_five_places() {
    let walk = chapter("Add a device");
    assert!(check(&walk) >= 15);
    let places = walk.lines().filter(|line| {
        let number = line.split_once(". ").map(|(number, _)| number);
        number.is_some_and(|number| number.parse::<u32>().is_ok())
    });
    assert!(places.count() <= 5, "more than five places:\n{walk}");
    // what a new device changes: the files of the list that are not its own
    let list = walk.split("\n\n").nth(1).unwrap();
    let changed: BTreeSet<&str> = list
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|quoted| quoted.ends_with("/mod.rs") || quoted.ends_with(".json"))
        .collect();
    assert_eq!(changed.len(), 5, "{changed:?}");
}

#[test]
fn the_other_walks_name_what_is_there() {
    assert!(check(&chapter("Add a controller message")) >= 5);
    assert!(check(&chapter("Add a value or panel to Reynard's page")) >= 1);
}

/// The devices of a robot have one file in each crate that deals with them.
#[test]
fn every_device_has_a_file_in_each_crate() {
    let names = |folder: &str| -> Vec<String> {
        let entries = std::fs::read_dir(root().join(folder)).unwrap();
        let name = |path: PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
        entries.map(|entry| name(entry.unwrap().path())).collect()
    };
    let messages = names("crates/controllers/foxden-protocol/src/devices");
    let devices: Vec<&String> = messages
        .iter()
        .filter(|name| !["mod", "table", "shared"].contains(&name.as_str()))
        .collect();
    assert!(devices.len() > 20, "{devices:?}");
    for folder in [
        "crates/controllers/foxden-client/src/devices",
        "crates/controllers/foxden-controllers/src/devices",
    ] {
        let there = names(folder);
        let missing: Vec<_> = devices.iter().filter(|one| !there.contains(one)).collect();
        assert!(missing.is_empty(), "{folder} has no file for {missing:?}");
    }
}
