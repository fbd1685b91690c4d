//! What is in the repository: no compiled programs, no packages, no large files, and no
//! words that `docs/style.md` replaces.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files under version control; none in a copy without its history.
fn tracked() -> Vec<PathBuf> {
    let list = Command::new("git")
        .args(["ls-files", "-z"])
        .current_dir(root())
        .output();
    let Ok(list) = list else {
        return Vec::new();
    };
    let names = String::from_utf8_lossy(&list.stdout).into_owned();
    let names = names.split('\0').filter(|name| !name.is_empty());
    let paths = names.map(|name| root().join(name));
    paths.filter(|path| path.is_file()).collect()
}

/// The largest file that may be committed, in bytes.
const LARGEST: u64 = 2 << 20;

#[test]
fn no_compiled_program_and_no_large_file_is_committed() {
    let mut problems = Vec::new();
    for path in tracked() {
        let size = path.metadata().unwrap().len();
        let is_program = std::fs::read(&path).unwrap().starts_with(b"\x7fELF");
        let is_package = path.extension().is_some_and(|ending| ending == "whl");
        if is_program || is_package || size > LARGEST {
            problems.push(format!("{} ({size} bytes)", path.display()));
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

/// Words that `docs/style.md` replaces, where no other meaning is likely.
const WORDS_TO_AVOID: [&str; 18] = [
    "mend",
    "mends",
    "mended",
    "anew",
    "whoever",
    "whom",
    "so many",
    "so much",
    "told of",
    "is told",
    "are told",
    "was told",
    "were told",
    "seen off",
    "turned away",
    "holds up",
    "hold up",
    "holds nobody",
];

/// Files that may contain these words: the list itself, and a robot that turns away from
/// an obstacle.
const EXCEPTIONS: [&str; 4] = [
    "docs/style.md",
    "xtask/tests/repository.rs",
    "lidar_avoider.c",
    "tests/genuine/tests/examples.rs",
];

#[test]
fn comments_and_documents_use_plain_words() {
    let mut problems = Vec::new();
    for path in tracked() {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_text = matches!(
            ending,
            Some("rs" | "ts" | "md" | "py" | "c" | "h" | "cpp" | "hpp" | "java" | "html" | "css")
        );
        if !is_text || EXCEPTIONS.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        for (line, words) in text.lines().zip(1..).map(|(text, line)| (line, text)) {
            let words = words.to_lowercase();
            for avoided in WORDS_TO_AVOID {
                if contains_word(&words, avoided) {
                    problems.push(format!("{}:{line}: \"{avoided}\"", path.display()));
                }
            }
        }
    }
    assert!(
        problems.is_empty(),
        "docs/style.md has other words for these: {problems:#?}"
    );
}

/// Whether a text contains words that are not parts of longer words.
fn contains_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        let is_border = |letter: Option<char>| {
            letter.is_none_or(|letter| !letter.is_alphanumeric() && letter != '_')
        };
        is_border(before) && is_border(after)
    })
}

#[test]
fn words_are_found_whole() {
    assert!(contains_word("is made anew.", "anew"));
    assert!(!contains_word("a newer one", "anew"));
    assert!(!contains_word("recommends", "mends"));
}
