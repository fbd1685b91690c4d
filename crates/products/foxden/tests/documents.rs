//! The documents tell the truth about the tree.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

/// The folders of all crates: those of the layers.
fn crates(root: &Path) -> Vec<PathBuf> {
    let folders = |path: PathBuf| {
        let entries = std::fs::read_dir(path).unwrap();
        entries.map(|entry| entry.unwrap().path())
    };
    let layers = folders(root.join("crates"));
    layers.flat_map(folders).collect()
}

/// Whether a path exists as it is, or as `CRATE/PATH` in the sources of a crate.
fn exists(root: &Path, crates: &[PathBuf], path: &str) -> bool {
    let (name, rest) = path.split_once('/').unwrap_or((path, ""));
    root.join(path).exists()
        || crates
            .iter()
            .any(|folder| folder.ends_with(name) && folder.join("src").join(rest).exists())
}

/// Words in backquotes that name a path: they have a slash, or end like a file.
fn paths(text: &str) -> Vec<&str> {
    text.split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| !word.contains([' ', '\n', '<', '>', '{', ':']))
        .filter(|word| {
            word.contains('/')
                || word.ends_with(".md")
                || word.ends_with(".json")
                || word.ends_with(".rs")
        })
        .collect()
}

/// The documents that name paths of the tree: those of the root, and all in `docs`.
fn documents(root: &Path) -> Vec<PathBuf> {
    let names = [
        "ARCHITECTURE.md",
        "README.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
    ];
    let mut found: Vec<PathBuf> = names.iter().map(|name| root.join(name)).collect();
    for folder in ["docs", "docs/guide"] {
        let entries = std::fs::read_dir(root.join(folder)).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        found.extend(paths.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    }
    assert!(found.len() > 15, "{found:?}");
    found
}

/// Paths that a program makes: a project, pictures, a build.
const MADE: [&str; 3] = ["worlds/my_robot.wbt", "web/screenshots", "target/python"];

/// Whether a word in `docs` names a file of the tree: it starts with one of its folders or
/// crates, or names a source. Addresses, packages and paths of projects do not.
fn is_of_the_tree(root: &Path, crates: &[PathBuf], word: &str) -> bool {
    let Some((first, _)) = word.split_once('/') else {
        return false;
    };
    if first.is_empty() {
        return false;
    }
    let is_folder = root.join(first).is_dir();
    let is_crate = crates.iter().any(|folder| folder.ends_with(first));
    (is_folder || is_crate || word.ends_with(".rs")) && !MADE.contains(&word)
}

#[test]
fn every_path_in_the_documents_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let crates = crates(&root);
    assert!(exists(&root, &crates, "foxden-sim/light"));
    assert!(!exists(&root, &crates, "foxden-sim/dark"));
    let mut missing = Vec::new();
    let mut checked = 0;
    for document in documents(&root) {
        let text = std::fs::read_to_string(&document).unwrap();
        let name = document.strip_prefix(&root).unwrap();
        let is_in_docs = name.starts_with("docs");
        for path in paths(&text) {
            if is_in_docs && !is_of_the_tree(&root, &crates, path) {
                continue;
            }
            checked += 1;
            if !exists(&root, &crates, path) {
                missing.push(format!("{} names `{path}`", name.display()));
            }
        }
    }
    assert!(checked > 500, "only {checked} paths were found");
    assert!(missing.is_empty(), "{missing:#?} do not exist");
}
