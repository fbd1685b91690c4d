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

#[test]
fn every_path_in_the_documents_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let crates = crates(&root);
    assert!(exists(&root, &crates, "foxden-sim/light"));
    assert!(!exists(&root, &crates, "foxden-sim/dark"));
    for document in [
        "ARCHITECTURE.md",
        "README.md",
        "CONTRIBUTING.md",
        "docs/compatibility.md",
        "docs/security.md",
    ] {
        let text = std::fs::read_to_string(root.join(document)).unwrap();
        let paths = paths(&text);
        assert!(!paths.is_empty(), "{document} names no path");
        for path in paths {
            assert!(
                exists(&root, &crates, path),
                "{document} names `{path}`, which does not exist"
            );
        }
    }
}
