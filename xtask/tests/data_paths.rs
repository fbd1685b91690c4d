//! The data paths in ARCHITECTURE name functions that exist, and their numbers are right.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A source file: the name without its ending (of the folder for `mod.rs`), and its text.
struct Source {
    name: String,
    text: String,
}

/// All sources in a folder, without tests.
fn sources(folder: &Path, found: &mut Vec<Source>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["target", "node_modules", "tests"].contains(&name.as_str()) {
                sources(&path, found);
            }
        } else if let Some((stem, "rs" | "ts")) = name.rsplit_once('.') {
            let name = match stem {
                "mod" => folder.file_name().unwrap().to_string_lossy().into_owned(),
                stem => stem.to_owned(),
            };
            let text = std::fs::read_to_string(&path).unwrap();
            found.push(Source { name, text });
        }
    }
}

/// The name of the function that a line defines.
fn defined(line: &str) -> Option<&str> {
    let mut rest = line;
    let words = [
        "export ",
        "pub ",
        "pub(crate) ",
        "pub(super) ",
        "private ",
        "async ",
        "const ",
    ];
    while let Some(shorter) = words.iter().find_map(|word| rest.strip_prefix(word)) {
        rest = shorter;
    }
    let is_method = line.ends_with('{') && !rest.starts_with("if ") && !rest.starts_with("for ");
    let rest = match rest
        .strip_prefix("fn ")
        .or_else(|| rest.strip_prefix("function "))
    {
        Some(rest) => rest,
        // a method in TypeScript
        None if is_method => rest,
        None => return None,
    };
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_')?;
    let is_function = end > 0 && rest[end..].starts_with(['(', '<']);
    is_function.then_some(&rest[..end])
}

/// The type that an item belongs to, by its first line: `Fox` of `impl<'a> Trait for
/// Fox<'a>`, of `trait Fox` and of `class Fox`; `name!` of a macro.
fn owner(line: &str) -> Option<String> {
    let line = line
        .trim_start_matches("export ")
        .trim_start_matches("pub ");
    if let Some(name) = line.strip_prefix("macro_rules! ") {
        return Some(format!("{}!", name.split(' ').next()?));
    }
    let rest = match line.strip_prefix("impl") {
        Some(rest) => match rest.rsplit_once(" for ") {
            Some((_, own)) => own,
            // parameters of the implementation are before the type
            None => match rest.strip_prefix('<') {
                Some(rest) => rest.split_once("> ")?.1,
                None => rest,
            },
        },
        None => line
            .strip_prefix("trait ")
            .or_else(|| line.strip_prefix("class "))?,
    };
    let name = |letter: char| !letter.is_alphanumeric() && letter != '_';
    // the type of an implementation in a macro is known where the macro is used
    let own = rest.trim().split(name).next()?;
    (!own.is_empty()).then(|| own.to_owned())
}

/// Which functions are in which types, files and macros, and which macros types use.
#[derive(Default)]
struct Index {
    functions: BTreeSet<(String, String)>,
    macros: BTreeSet<(String, String)>,
}

impl Index {
    fn new(sources: &[Source]) -> Self {
        let mut index = Self::default();
        for source in sources {
            index.add(source);
        }
        index
    }

    /// Reads a file by its indentation, which the formatter guarantees.
    fn add(&mut self, source: &Source) {
        let mut open: Vec<(usize, String)> = Vec::new();
        for line in source.text.lines() {
            let words = line.trim_start();
            let indent = line.len() - words.len();
            open.retain(|(from, _)| {
                indent > *from || words.is_empty() || words.starts_with("where")
            });
            if let Some(owner) = owner(words) {
                open.push((indent, owner));
            } else if let Some(function) = defined(words) {
                let places = open.last().map(|(_, place)| place);
                for place in places.into_iter().chain([&source.name]) {
                    let pair = (place.clone(), function.to_owned());
                    self.functions.insert(pair);
                }
            } else if let Some((name, _)) = words.split_once("! {").or(words.split_once("!(")) {
                let name = format!("{}!", name.rsplit(':').next().unwrap());
                let place = open.last().map(|(_, place)| place.clone());
                if let Some(place) = place {
                    self.macros.insert((place, name.clone()));
                }
                // a macro that writes the implementation of the type in its first line
                open.push((indent, name));
            } else if open.last().is_some_and(|(_, name)| name.ends_with('!')) {
                let (_, name) = open.last().unwrap();
                let first = words.trim_start_matches("pub struct ");
                let first = first.split(|letter: char| !letter.is_alphanumeric()).next();
                let pair = (first.unwrap().to_owned(), name.clone());
                self.macros.insert(pair);
            }
        }
    }

    /// Whether a function is in a type or file, or in a macro that it uses.
    fn has(&self, place: &str, function: &str) -> bool {
        let mut places = vec![place];
        let mut next = 0;
        while let Some(place) = places.get(next).copied() {
            next += 1;
            let pair = (place.to_owned(), function.to_owned());
            if self.functions.contains(&pair) {
                return true;
            }
            let used = self.macros.iter().filter(|(user, _)| user == place);
            for (_, name) in used {
                if !places.contains(&name.as_str()) {
                    places.push(name);
                }
            }
        }
        false
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
    let mut code = Vec::new();
    sources(&root().join("crates"), &mut code);
    sources(&root().join("web/src"), &mut code);
    let index = Index::new(&code);
    let mut count = 0;
    let mut missing = Vec::new();
    for path in chapter.split("\n\n").filter(|path| path.starts_with("**")) {
        count += 1;
        let functions = functions(path);
        for name in &functions {
            let is_there = match name.rsplit_once("::").or_else(|| name.rsplit_once('.')) {
                Some((place, function)) => index.has(place, function),
                None => index.functions.iter().any(|(_, function)| function == name),
            };
            if !is_there {
                missing.push((*name).to_owned());
            }
        }
        let (title, _) = path.split_once(" functions").unwrap();
        let number: usize = title.rsplit(' ').next().unwrap().parse().unwrap();
        assert_eq!(functions.len(), number, "{title}");
    }
    assert_eq!(count, 3);
    assert!(missing.is_empty(), "the data paths name {missing:?}");
}

#[test]
fn a_function_counts_only_in_the_type_that_is_named() {
    let source = |text: &str| Source {
        name: "charger".to_owned(),
        text: text.to_owned(),
    };
    let index = Index::new(&[source(
        "impl<T> Device for Charger<T> {\n    fn read(&self) {}\n}\n\nimpl Lamp {\n    \
         shared_duties!();\n}\n\nmacro_rules! shared_duties {\n    () => {\n        \
         fn hash(&self) {}\n    };\n}\n",
    )]);
    assert!(index.has("Charger", "read"));
    assert!(index.has("charger", "read"));
    assert!(index.has("Lamp", "hash"));
    assert!(!index.has("Lamp", "read"));
    assert!(!index.has("Charger", "write"));
}
