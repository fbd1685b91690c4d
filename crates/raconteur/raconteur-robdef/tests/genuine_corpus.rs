//! Every case of the corpus gets the verdict the genuine parser gave (recorded
//! by `record_verdicts.py`), unless the case says why ours differs.
#![allow(clippy::unwrap_used)]

use raconteur_robdef::{Definitions, parse};

struct Case {
    title: String,
    genuine: String,
    ours: Option<String>,
    texts: Vec<String>,
}

fn cases(file: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for case in file.split(">>> ").skip(1) {
        let (title, mut text) = case.split_once('\n').unwrap();
        let mut genuine = String::new();
        let mut ours = None;
        while text.starts_with("genuine: ") || text.starts_with("ours: ") {
            let (note, rest) = text.split_once('\n').unwrap();
            match note.strip_prefix("genuine: ") {
                Some(verdict) => genuine = verdict.to_owned(),
                None => ours = note.strip_prefix("ours: ").map(str::to_owned),
            }
            text = rest;
        }
        let text = text
            .replace("\u{2403}\n", "")
            .replace('\u{240d}', "\r")
            .replace('\u{240c}', "\u{c}");
        cases.push(Case {
            title: title.to_owned(),
            genuine,
            ours,
            texts: text.split("\n---\n").map(str::to_owned).collect(),
        });
    }
    cases
}

/// Ours: accept, or the problems in words.
fn verdict(texts: &[String]) -> Result<Definitions, String> {
    let mut definitions = Vec::new();
    for text in texts {
        let definition = parse(text).map_err(|problems| problems.to_string())?;
        let printed = definition.to_string();
        let again = parse(&printed)
            .map_err(|problems| format!("the print does not parse:\n{printed}\n{problems}"))
            .unwrap();
        assert_eq!(definition, again, "print changed the meaning:\n{printed}");
        definitions.push(definition);
    }
    Definitions::validate(definitions).map_err(|problems| problems.to_string())
}

fn compare(file: &str) {
    let cases = cases(file);
    assert!(cases.len() > 20, "the corpus went missing");
    let mut differences = String::new();
    for case in cases {
        let found = verdict(&case.texts);
        let word = if found.is_ok() { "accept" } else { "refuse" };
        let expected = match &case.ours {
            Some(ours) => ours.split_once(", because ").unwrap().0,
            None => &case.genuine,
        };
        if word != expected {
            let why = found.err().unwrap_or_default();
            differences += &format!(
                "{}: expected {expected}, found {word}\n{}\n{why}\n\n",
                case.title,
                case.texts.join("\n---\n")
            );
        }
    }
    assert!(differences.is_empty(), "{differences}");
}

macro_rules! corpus {
    ($($name:ident),*) => {
        $(
            #[test]
            fn $name() {
                compare(include_str!(concat!("corpus/", stringify!($name), ".txt")));
            }
        )*
    };
}

corpus!(
    constants,
    enumerations,
    implements,
    imports,
    members,
    modifiers,
    records,
    statements,
    types,
    versions
);
