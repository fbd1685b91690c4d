//! The documents tell the truth about the tree.
#![allow(clippy::unwrap_used)]

use std::path::Path;

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
                root.join(path).exists(),
                "{document} names `{path}`, which does not exist"
            );
        }
    }
}
