//! Any text becomes nodes and diagnostics.

use foxden_lang::ast::{Entry, NodeKind};
use foxden_lang::diagnostic::{Diagnostics, Reporter, render_human};
use foxden_lang::parser::{ModelLookup, ModelSource, ParseContext, Parser};
use foxden_lang::proto_file::{read_declarations, read_proto};
use foxden_lang::source::{Source, Span};
use foxden_lang::syntax::SyntaxTree;
use foxden_lang::value::FileId;
use std::sync::Arc;

/// No PROTO is found.
struct NoModels;

impl ModelSource for NoModels {
    fn find(&mut self, _: &str, _: Span, _: &mut Reporter<'_>) -> ModelLookup {
        ModelLookup::Unknown
    }
}

/// Runs one input; the first byte chooses between a world and a PROTO file.
pub fn run(data: &[u8]) {
    let Some((kind, text)) = data.split_first() else {
        return;
    };
    let source = Arc::new(Source::decode("fuzz", text));
    let mut diagnostics = Diagnostics::default();
    let mut reporter = Reporter::new(&source, &mut diagnostics);
    if kind % 2 == 0 {
        let tree = SyntaxTree::read_world(source.clone(), &mut reporter);
        let (_, from) = read_declarations(&tree, &mut reporter);
        let context = ParseContext {
            version: tree.header().effective_version(),
            file: FileId(0),
            parameters: None,
            keeps_transforms: false,
        };
        let mut models = NoModels;
        let nodes = Parser::new(&tree, from, context, &mut models, &mut reporter).nodes_to_end();
        for node in &nodes {
            if let Entry::Node(node) = node {
                assert!(matches!(node.kind, NodeKind::BuiltIn(_)));
            }
        }
    } else {
        let tree = SyntaxTree::read_proto(source.clone(), &mut reporter);
        let (_, from) = read_declarations(&tree, &mut reporter);
        let _ = read_proto(&tree, from, FileId(0), "X", &mut NoModels, &mut reporter);
    }
    if let Some(first) = diagnostics.iter().next() {
        assert!(!render_human(first, false).is_empty());
    }
}
