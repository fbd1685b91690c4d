//! Any bytes: tokens and what lies between them are the text.

use foxden_lang::diagnostic::{Diagnostics, Reporter};
use foxden_lang::source::Source;
use foxden_lang::syntax::SyntaxTree;
use std::sync::Arc;

/// Runs one input; the first byte chooses between a world and a PROTO file.
pub fn run(data: &[u8]) {
    let Some((kind, text)) = data.split_first() else {
        return;
    };
    let source = Arc::new(Source::decode("fuzz", text));
    let mut diagnostics = Diagnostics::default();
    let mut reporter = Reporter::new(&source, &mut diagnostics);
    let tree = match kind % 2 {
        0 => SyntaxTree::read_world(source.clone(), &mut reporter),
        _ => SyntaxTree::read_proto(source.clone(), &mut reporter),
    };
    let mut rest = source.text();
    for at in 0..tree.tokens().len() {
        for part in [tree.trivia_before(at), tree.text(at)] {
            rest = rest
                .strip_prefix(part)
                .expect("a token is part of the text");
        }
    }
    assert!(rest.is_empty(), "text after the last token: {rest:?}");
}
