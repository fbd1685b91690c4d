//! Any text is parsed or refused; what is accepted prints to the same.
//!
//! Run from the crate: `cargo fuzz run -s none definition`
#![no_main]

use libfuzzer_sys::fuzz_target;
use raconteur_robdef::{Definitions, parse};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let mut definitions = Vec::new();
    for part in text.split("\n---\n") {
        if let Ok(definition) = parse(part) {
            let again = parse(&definition.to_string()).expect("the print parses");
            assert_eq!(definition, again);
            definitions.push(definition);
        }
    }
    let _ = Definitions::validate(definitions);
});
