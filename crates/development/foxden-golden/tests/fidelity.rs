//! What the table of fidelity calls exact is shown by the test that it names.
#![allow(clippy::unwrap_used)]

use foxden_sim::fidelity::{self, Fidelity};
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

#[test]
fn recorded_worlds_have_the_fields_that_they_show() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    for (node, field, fidelity) in fidelity::fields() {
        let Fidelity::Exact { shown_by } = fidelity else {
            continue;
        };
        let (group, world) = shown_by.split_once('/').unwrap();
        let path = data.join(group).join("worlds").join(format!("{world}.wbt"));
        let text = std::fs::read_to_string(&path);
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut words = text.split(|letter: char| !letter.is_alphanumeric());
        assert!(text.contains(node), "{shown_by} has no {node}");
        assert!(words.any(|word| word == field), "{shown_by} has no {field}");
    }
}

#[test]
fn files_that_show_functions_exist() {
    for (function, fidelity) in fidelity::functions() {
        if let Fidelity::Exact { shown_by } = fidelity {
            let file = Path::new(ROOT).join(shown_by);
            assert!(file.is_file(), "{function}: there is no {shown_by}");
        }
    }
}
