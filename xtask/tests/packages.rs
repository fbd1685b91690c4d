//! Every library crate is ready for crates.io and docs.rs: its package metadata is
//! complete, and its front page has an example.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

/// Crates whose front page needs no example: the C interface has no Rust documentation.
const WITHOUT_EXAMPLE: [&str; 1] = ["foxden-controller"];

/// How many public types and traits of `raconteur` have no example of their own.
const RACONTEUR_WITHOUT_EXAMPLE: usize = 38;

/// The folders of all crates that are published.
fn published() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let folders = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let mut found = Vec::new();
    for layer in folders(&crates) {
        for folder in folders(&layer) {
            let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
            if manifest.contains("[package]") && !manifest.contains("publish = false") {
                found.push(folder);
            }
        }
    }
    assert!(found.len() > 10, "the crates were not found: {found:?}");
    found
}

fn name(folder: &Path) -> String {
    folder.file_name().unwrap().to_string_lossy().into_owned()
}

#[test]
fn package_metadata_is_complete() {
    let mut missing = Vec::new();
    for folder in published() {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let package = manifest.split("\n[").next().unwrap();
        for key in [
            "description",
            "version",
            "edition",
            "rust-version",
            "license",
            "repository",
            "readme",
            "keywords",
            "categories",
        ] {
            let is_given = package.lines().any(|line| {
                line.strip_prefix(key)
                    .is_some_and(|rest| rest.starts_with([' ', '.']))
            });
            if !is_given {
                missing.push(format!("{}: {key}", name(&folder)));
            }
        }
        if !manifest.contains("[lints]\nworkspace = true")
            && !manifest.contains("missing_docs = \"deny\"")
        {
            missing.push(format!("{}: the lint missing_docs", name(&folder)));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_front_page_has_an_example() {
    let mut missing = Vec::new();
    for folder in published() {
        let Ok(library) = fs::read_to_string(folder.join("src/lib.rs")) else {
            continue;
        };
        let front = library.lines().filter_map(|line| line.strip_prefix("//!"));
        let has_example = front
            .map(str::trim)
            .any(|line| line == "```" || line == "```no_run" || line == "```compile_fail");
        if !has_example && !WITHOUT_EXAMPLE.contains(&name(&folder).as_str()) {
            missing.push(name(&folder));
        }
    }
    assert!(
        missing.is_empty(),
        "no example on the front page of {missing:?}"
    );
}

/// The sources of a crate.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The compiler refuses public items without documentation, unless a file switches the
/// lint off as a whole.
#[test]
fn the_lint_for_documentation_is_never_switched_off() {
    let mut problems = Vec::new();
    for path in published()
        .iter()
        .flat_map(|folder| sources(&folder.join("src")))
    {
        if fs::read_to_string(&path)
            .unwrap()
            .contains("#![allow(missing_docs")
        {
            problems.push(path);
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

/// The public types, traits and functions of a file whose documentation has no
/// example. Constants and fields need none.
fn without_example(text: &str) -> Vec<String> {
    let product = text.split("#[cfg(test)]\nmod ").next().unwrap();
    let (mut found, mut has_example) = (Vec::new(), false);
    for line in product.lines().map(str::trim_start) {
        if line.starts_with("///") {
            has_example |= line.contains("```");
            continue;
        }
        if line.starts_with("#[") || line.starts_with(')') {
            continue;
        }
        let words: Vec<&str> = line.split([' ', '(', '<', '{', ';']).collect();
        let is_public = line.starts_with("pub ");
        let kind = words
            .iter()
            .position(|word| ["struct", "enum", "trait", "type", "fn"].contains(word));
        if let (true, Some(at)) = (is_public, kind)
            && !has_example
        {
            found.push(format!("{} {}", words[at], words[at + 1]));
        }
        has_example = false;
    }
    found
}

/// How many public items of a crate have no example, and which.
fn items_without_example(library: &str, kinds: &[&str]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = root.join(library).join("src");
    let is_library = |path: &PathBuf| {
        let path = path.to_string_lossy();
        // the parts of the program, and what only generated code uses
        !["/commands/", "/generated/", "/main.rs"]
            .iter()
            .any(|part| path.contains(part))
    };
    let files = sources(&folder).into_iter().filter(is_library);
    let items = files.flat_map(|path| without_example(&fs::read_to_string(path).unwrap()));
    items
        .filter(|item| kinds.contains(&item.split(' ').next().unwrap()))
        .collect()
}

/// In the library that people depend on every public item has an example. In
/// `raconteur` the number of types without one may only become smaller.
#[test]
fn public_items_have_examples() {
    let all = ["struct", "enum", "trait", "type", "fn"];
    let missing = items_without_example("crates/products/foxden", &all);
    assert!(missing.is_empty(), "foxden: no example for {missing:?}");
    let missing = items_without_example("crates/raconteur/raconteur", &["struct", "enum", "trait"]);
    assert!(
        missing.len() <= RACONTEUR_WITHOUT_EXAMPLE,
        "raconteur: {} types without an example: {missing:?}",
        missing.len()
    );
}

#[test]
fn an_item_without_an_example_is_found() {
    let text = "/// One.\n#[derive(Debug)]\npub struct One;\n\n/// Two.\n///\n/// ```\n/// two();\n\
                /// ```\npub fn two() {}\n\n/// Three.\npub const THREE: u8 = 3;\n\
                fn own() {}\n\n/// Four.\npub async fn four<T>() {}\n";
    assert_eq!(without_example(text), ["struct One", "fn four"]);
}
