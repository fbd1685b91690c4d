//! Service definitions: what is read prints to something that means the same.

use raconteur_robdef::{Definitions, parse};

/// Runs one input: definitions, separated by lines of three hyphens.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let mut definitions = Vec::new();
    for part in text.split("\n---\n") {
        if let Ok(definition) = parse(part) {
            let printed = definition.to_string();
            let again = parse(&printed).expect("what is printed can be read");
            assert_eq!(definition, again);
            definitions.push(definition);
        }
    }
    let _ = Definitions::validate(definitions);
}
