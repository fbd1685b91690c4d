//! Every public item is shown in an example.
//!
//! The rule: each type, trait, function, method, constant and alias that
//! people can name appears in an example of its own documentation, of an item
//! beside it in the same file, or of the module or crate it belongs to. Fields
//! and variants are shown with their type, implementations of traits with the
//! trait. The compiler looks for missing texts; `cargo test --doc` runs the
//! examples.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The code of the examples in the comments of a file.
fn examples(text: &str) -> String {
    let mut code = String::new();
    let mut inside = false;
    for line in text.lines().map(str::trim_start) {
        let comment = ["///", "//!"]
            .iter()
            .find_map(|mark| line.strip_prefix(mark));
        let Some(comment) = comment.map(|rest| rest.strip_prefix(' ').unwrap_or(rest)) else {
            inside = false;
            continue;
        };
        if let Some(fence) = comment.strip_prefix("```") {
            inside = !inside && !fence.starts_with("text");
        } else if inside {
            code.push_str(comment);
            code.push('\n');
        }
    }
    code
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect()
}

/// The name that a line declares, if it is public.
fn declared(line: &str) -> Option<(&str, &str)> {
    let mut rest = line.strip_prefix("pub ")?;
    for word in ["async ", "const ", "unsafe "] {
        let is_constant = word == "const " && !rest.starts_with("const fn");
        if !is_constant {
            rest = rest.strip_prefix(word).unwrap_or(rest);
        }
    }
    let (kind, rest) = rest.split_once(' ')?;
    let known = ["struct", "enum", "trait", "fn", "type", "const"].contains(&kind);
    let end = rest
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(rest.len());
    known.then_some((kind, &rest[..end]))
}

/// The type of an `impl` block that is not for a trait.
fn implemented(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("impl")?;
    if line.contains(" for ") {
        return Some("");
    }
    // Skips the generics, which may hold brackets of their own.
    let mut depth = 0;
    let start = rest.char_indices().find(|(_, c)| {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        *c == ' ' && depth == 0
    })?;
    let name = &rest[start.0 + 1..];
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_');
    Some(&name[..end.unwrap_or(name.len())])
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Names that people can reach: exported, or declared in a public module.
fn reachable(source: &Path, library: &str) -> BTreeSet<String> {
    let mut texts = vec![library.to_owned()];
    for line in library.lines() {
        if let Some(module) = line.strip_prefix("pub mod ") {
            let module = module.trim_end_matches(';');
            let folder = source.join(module).join("mod.rs");
            texts.push(fs::read_to_string(folder).unwrap());
        }
    }
    let mut names = BTreeSet::new();
    for text in texts {
        for export in text.split("\npub use ").skip(1) {
            let export = export.split(';').next().unwrap();
            let (_, last) = export.rsplit_once("::").unwrap();
            let list = last.trim_matches(['{', '}']);
            // In a list of several lines the last `::` stands before it.
            names.extend(
                list.split([',', '{', '}'])
                    .map(|name| name.trim().to_owned()),
            );
        }
        let own = text.lines().filter_map(declared);
        names.extend(own.map(|(_, name)| name.to_owned()));
    }
    names
}

/// All items, and those that no example shows.
fn count(source: &Path) -> (usize, Vec<String>) {
    let library = fs::read_to_string(source.join("lib.rs")).unwrap();
    let reachable = reachable(source, &library);
    let (mut items, mut missing) = (0, Vec::new());
    for path in files(source) {
        if path
            .components()
            .any(|part| part.as_os_str() == "generated")
        {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap();
        let module = fs::read_to_string(path.with_file_name("mod.rs")).unwrap_or_default();
        let shown = [examples(text), examples(&module), examples(&library)].concat();
        let shown = words(&shown);
        let mut owner = "";
        for line in text.lines() {
            owner = implemented(line).unwrap_or(owner);
            let item = match line.strip_prefix("    ") {
                Some(inner) => {
                    declared(inner).filter(|(kind, _)| *kind == "fn" && reachable.contains(owner))
                }
                None => declared(line).filter(|(_, name)| reachable.contains(*name)),
            };
            if let Some((_, name)) = item {
                items += 1;
                if !shown.contains(name) {
                    missing.push(format!("{}: {owner} {name}", path.display()));
                }
            }
        }
    }
    (items, missing)
}

#[test]
fn every_public_item_is_shown_in_an_example() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (source, least) in [
        (own.join("src"), 300),
        // Beside this crate in the workspace, not in a published package.
        (own.join("../raconteur-robdef/src"), 50),
    ] {
        if !source.exists() {
            continue;
        }
        let (items, missing) = count(&source);
        println!("{}: {items} items", source.display());
        assert!(items > least, "only {items} items were seen");
        assert!(
            missing.is_empty(),
            "{} of {items}: {missing:#?}",
            missing.len()
        );
    }
}
