//! Any text: no panic, and tokens with what lies between them are the text.
#![no_main]

use foxden_lang::diagnostic::{Diagnostics, Reporter};
use foxden_lang::source::Source;
use foxden_lang::syntax::SyntaxTree;
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

fuzz_target!(|bytes: &[u8]| {
    let source = Arc::new(Source::decode("fuzz", bytes));
    let mut diagnostics = Diagnostics::default();
    let mut reporter = Reporter::new(&source, &mut diagnostics);
    for tree in [
        SyntaxTree::read_world(source.clone(), &mut reporter),
        SyntaxTree::read_proto(source.clone(), &mut reporter),
    ] {
        let again: String = (0..tree.tokens().len())
            .map(|at| format!("{}{}", tree.trivia_before(at), tree.text(at)))
            .collect();
        assert_eq!(again, source.text());
    }
});
