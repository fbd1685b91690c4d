//! The data paths in ARCHITECTURE name functions that exist, and their numbers are right.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The text of all sources in a folder.
fn sources(folder: &Path, text: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !["target", "node_modules", "tests"].contains(&name.as_str()) {
            sources(&path, text);
        } else if name.ends_with(".rs") || name.ends_with(".ts") {
            text.push_str(&std::fs::read_to_string(&path).unwrap());
        }
    }
}

/// The functions of a path: the quoted words with an arrow before or after them.
fn functions(path: &str) -> Vec<&str> {
    let (_, list) = path.split_once(".** ").unwrap();
    let mut found = Vec::new();
    for part in list.split('→') {
        found.extend(part.split('`').skip(1).step_by(2));
    }
    // the last sentence says what follows, or names the function that reads the value
    found.retain(|name| !name.starts_with("wb_"));
    found
}

#[test]
fn every_function_of_a_path_exists_and_is_counted() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, chapter) = text.split_once("## Data paths").unwrap();
    let chapter = chapter.split("\n## ").next().unwrap();
    let mut code = String::new();
    sources(&root().join("crates"), &mut code);
    sources(&root().join("web/src"), &mut code);
    let mut count = 0;
    for path in chapter.split("\n\n").filter(|path| path.starts_with("**")) {
        count += 1;
        let functions = functions(path);
        for name in &functions {
            let function = name.rsplit([':', '.']).next().unwrap();
            let is_there = [
                format!("fn {function}("),
                format!("fn {function}<"),
                format!("function {function}("),
                format!("  {function}("),
            ];
            assert!(
                is_there.iter().any(|text| code.contains(text)),
                "{name} of the data paths does not exist"
            );
        }
        let (title, _) = path.split_once(" functions").unwrap();
        let number: usize = title.rsplit(' ').next().unwrap().parse().unwrap();
        assert_eq!(functions.len(), number, "{title}");
    }
    assert_eq!(count, 3);
}
