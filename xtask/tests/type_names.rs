//! A name of a type has one meaning: once in each crate, and seldom in several.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Names of public types that more than one crate defines. This number may only fall: a
/// device has the same name in each crate, because it is the same device, but a new type
/// carries its subject in its name (`docs/style.md`).
const NAMES_IN_SEVERAL_CRATES: usize = 55;

/// Names of types that one crate defines twice. This number, too, may only fall: a reader of
/// the crate cannot know which one a sentence means.
const NAMES_TWICE_IN_A_CRATE: usize = 36;

/// A definition of a type: its crate, its file with the line, whether all can see it.
struct Definition {
    crate_name: String,
    place: String,
    is_public: bool,
}

type Definitions = BTreeMap<String, Vec<Definition>>;

/// The name of the type that a line defines, and whether it is public. Types in functions
/// and in modules of tests are indented and do not count.
fn defined(line: &str) -> Option<(&str, bool)> {
    let mut words = line.split(' ');
    let mut word = words.next()?;
    let is_public = word == "pub";
    if word.starts_with("pub") {
        word = words.next()?;
    }
    let is_type = ["struct", "enum", "trait", "type", "union"].contains(&word);
    let name = words.next().filter(|_| is_type)?;
    let end = name.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    // a definition goes on after its name; a line of a service definition does not
    let is_rust = end.is_some() || words.next().is_some();
    is_rust.then(|| (&name[..end.unwrap_or(name.len())], is_public))
}

/// Whether a file is Rust code, but not only tests.
fn is_source(path: &Path) -> bool {
    let name = path.file_name().unwrap().to_string_lossy();
    name.ends_with(".rs") && name != "tests.rs" && !name.ends_with("_tests.rs")
}

fn collect(folder: &Path, crate_name: &str, found: &mut Definitions) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "tests") {
            collect(&path, crate_name, found);
        } else if is_source(&path) {
            let text = std::fs::read_to_string(&path).unwrap();
            for (line, number) in text.lines().zip(1..) {
                if let Some((name, is_public)) = defined(line) {
                    found.entry(name.to_owned()).or_default().push(Definition {
                        crate_name: crate_name.to_owned(),
                        place: format!("{}:{number}", path.display()),
                        is_public,
                    });
                }
            }
        }
    }
}

/// All types of all crates by their names.
fn definitions() -> Definitions {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let folders = |path: PathBuf| {
        let entries = std::fs::read_dir(path).unwrap();
        entries.map(|entry| entry.unwrap().path())
    };
    let mut found = Definitions::new();
    for folder in folders(root).flat_map(folders) {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        collect(&folder.join("src"), &name, &mut found);
    }
    assert!(found.len() > 1000, "{}", found.len());
    found
}

#[test]
fn few_names_are_twice_in_a_crate() {
    let mut problems = Vec::new();
    for (name, definitions) in definitions() {
        for (at, one) in definitions.iter().enumerate() {
            let earlier = &definitions[..at];
            let twin = earlier.iter().find(|two| two.crate_name == one.crate_name);
            problems.extend(twin.map(|two| format!("{name}: {} and {}", two.place, one.place)));
        }
    }
    assert!(
        problems.len() <= NAMES_TWICE_IN_A_CRATE,
        "{} names are twice in a crate, at most {NAMES_TWICE_IN_A_CRATE} may be: {problems:#?}",
        problems.len()
    );
}

#[test]
fn few_names_of_public_types_are_in_several_crates() {
    let mut shared = Vec::new();
    for (name, mut definitions) in definitions() {
        definitions.retain(|definition| definition.is_public);
        if definitions.len() > 1 {
            let crates = definitions.iter().map(|one| one.crate_name.as_str());
            shared.push(format!("{name}: {}", crates.collect::<Vec<_>>().join(", ")));
        }
    }
    assert!(
        shared.len() <= NAMES_IN_SEVERAL_CRATES,
        "{} names are in several crates, at most {NAMES_IN_SEVERAL_CRATES} may be: {shared:#?}",
        shared.len()
    );
}

#[test]
fn definitions_are_found() {
    assert_eq!(defined("pub struct Fox<'a> {"), Some(("Fox", true)));
    assert_eq!(defined("pub(super) enum Den {"), Some(("Den", false)));
    assert_eq!(defined("type Lamp = u32;"), Some(("Lamp", false)));
    assert_eq!(defined("struct NodeInfo"), None);
    assert_eq!(defined("    struct Inner;"), None);
}
