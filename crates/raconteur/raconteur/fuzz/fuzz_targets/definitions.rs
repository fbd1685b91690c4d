//! Any text: a definition that is read prints to one that means the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use raconteur_robdef::{Definitions, parse};

fuzz_target!(|text: &str| {
    let Ok(definition) = parse(text) else {
        return;
    };
    let printed = definition.to_string();
    let again = parse(&printed).expect("what was printed can be read");
    assert_eq!(again.to_string(), printed);
    let _ = Definitions::validate(vec![definition]);
});
