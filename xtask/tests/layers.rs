//! The layers of `crates/`: a crate uses only crates of its own layer and of the
//! layers before it. `cargo test -p xtask --test layers -- --nocapture` prints
//! which crate uses which.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folders of `crates/`, from the lowest layer to the highest.
const LAYERS: [&str; 8] = [
    "language",
    "simulation",
    "runtime",
    "controllers",
    "raconteur",
    "robots",
    "products",
    "development",
];

struct Crate {
    layer: usize,
    uses: Vec<String>,
}

fn folders(parent: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(parent).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_dir());
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

/// The keys in all tables of dependencies of a manifest.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut is_inside = false;
    let mut found = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_inside = line.trim().ends_with("dependencies]");
        } else if let (true, Some((key, _))) = (is_inside, line.split_once('=')) {
            let key = key.trim().trim_end_matches(".workspace");
            found.push(key.to_owned());
        }
    }
    found
}

fn crates() -> BTreeMap<String, Crate> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut all = BTreeMap::new();
    for folder in folders(&root) {
        let layer = LAYERS.iter().position(|layer| *layer == name(&folder));
        let layer = layer.unwrap_or_else(|| panic!("{} is no layer", folder.display()));
        for member in folders(&folder) {
            let manifest = std::fs::read_to_string(member.join("Cargo.toml")).unwrap();
            let uses = dependencies(&manifest);
            all.insert(name(&member), Crate { layer, uses });
        }
    }
    all
}

/// The names of crates of the workspace that a crate uses, each once.
fn used<'c>(one: &'c Crate, all: &BTreeMap<String, Crate>) -> Vec<&'c str> {
    let mut used: Vec<&str> = one.uses.iter().map(String::as_str).collect();
    used.retain(|name| all.contains_key(*name));
    used.sort_unstable();
    used.dedup();
    used
}

#[test]
fn no_crate_uses_a_higher_layer() {
    let all = crates();
    assert!(all.len() > 20, "only {} crates", all.len());
    let mut wrong = Vec::new();
    for (layer, layer_name) in LAYERS.iter().enumerate() {
        println!("{layer_name}");
        for (name, one) in all.iter().filter(|(_, one)| one.layer == layer) {
            let used = used(one, &all);
            println!("  {name}: {}", used.join(", "));
            let higher = used.iter().filter(|used| all[**used].layer > layer);
            wrong.extend(higher.map(|higher| format!("{name} uses {higher}")));
        }
    }
    assert!(
        wrong.is_empty(),
        "a lower layer uses a higher one: {wrong:?}"
    );
}

#[test]
fn raconteur_uses_nothing_of_foxden() {
    let all = crates();
    for (name, one) in all
        .iter()
        .filter(|(_, one)| LAYERS[one.layer] == "raconteur")
    {
        for used in used(one, &all) {
            assert_eq!(LAYERS[all[used].layer], "raconteur", "{name} uses {used}");
        }
    }
}

#[test]
fn dependencies_are_read_from_all_tables() {
    let manifest = "[package]\nname = \"a\"\n[dependencies]\nb.workspace = true\n\
                    [lints]\nworkspace = true\n[dev-dependencies]\nc = \"1\"\n";
    assert_eq!(dependencies(manifest), ["b", "c"]);
}
