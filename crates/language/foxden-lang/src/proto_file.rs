//! PROTO files: interface, kind of body, and what its templates use.

mod interface;
mod scan;

pub use interface::{AcceptedValue, Parameter, ParameterKind};

use crate::diagnostic::{Code, Reporter, Severity};
use crate::header::{FileVersion, Header, TemplateLanguage};
use crate::parser::{ExternDeclaration, ModelLookup, ModelSource, ParseContext, Parser};
use crate::source::{Source, Span};
use crate::syntax::SyntaxTree;
use crate::value::FileId;
use foxden_catalogue::{FieldIndex, NodeType};
use std::sync::Arc;

/// A PROTO, read up to its body.
#[derive(Debug)]
pub struct ProtoModel {
    /// Its name.
    pub name: Arc<str>,
    /// Its file.
    pub file: FileId,
    /// The file as tokens.
    pub tree: SyntaxTree,
    /// The version whose rules hold in this file.
    pub version: FileVersion,
    /// The parameters in their order.
    pub parameters: Vec<Parameter>,
    /// The built-in type at the end of the chain of bases.
    pub base_type: NodeType,
    /// The PROTO that this one derives from.
    pub base: Option<Arc<ProtoModel>>,
    /// The tokens of the body: from the first one to the brace that ends it.
    pub body: std::ops::Range<usize>,
    /// Whether the body must be evaluated before it is read.
    pub is_template: bool,
    /// Whether equal parameters give equal bodies.
    pub is_deterministic: bool,
    /// The type of the Slot that the body is, if it is one.
    pub slot_type: Option<Arc<str>>,
}

impl ProtoModel {
    /// The text.
    pub fn source(&self) -> &Arc<Source> {
        self.tree.source()
    }

    /// The head of the file.
    pub fn header(&self) -> &Header {
        self.tree.header()
    }

    /// The language of its templates.
    pub fn language(&self) -> TemplateLanguage {
        self.header().template_language()
    }

    /// The range of the body in the file.
    pub fn body_span(&self) -> Span {
        let tokens = self.tree.tokens();
        Span {
            start: tokens[self.body.start].span().start,
            end: tokens[self.body.end].span().start,
        }
    }

    /// The place of a parameter.
    pub fn parameter(&self, name: &str) -> Option<FieldIndex> {
        self.parameters
            .iter()
            .position(|parameter| *parameter.name == *name)
            .map(|at| FieldIndex(at as u16))
    }

    /// Whether changing a parameter changes the text of the body, here or in a base.
    pub fn regenerates(&self, parameter: FieldIndex) -> bool {
        self.parameters
            .get(parameter.0 as usize)
            .is_some_and(|parameter| parameter.feeds_template)
    }
}

/// The declarations at the head of a file, which must be known before the rest can be read.
pub fn read_declarations(
    tree: &SyntaxTree,
    reporter: &mut Reporter<'_>,
) -> (Vec<ExternDeclaration>, usize) {
    struct Nothing;
    impl ModelSource for Nothing {
        fn find(&mut self, _: &str, _: Span, _: &mut Reporter<'_>) -> ModelLookup {
            ModelLookup::Unknown
        }
    }
    let setting = ParseContext {
        version: FileVersion::REFERENCE,
        file: FileId::default(),
        parameters: None,
        keeps_transforms: false,
    };
    let mut nothing = Nothing;
    let mut parser = Parser::new(tree, 0, setting, &mut nothing, reporter);
    let declarations = parser.declarations();
    (declarations, parser.position())
}

/// Reads a PROTO file behind its declarations (`from` is the token after them).
/// `stem` is the file's name without extension. `None` if no instance can be
/// made; the reasons have been reported.
pub fn read_proto(
    tree: &SyntaxTree,
    from: usize,
    file: FileId,
    stem: &str,
    models: &mut dyn ModelSource,
    reporter: &mut Reporter<'_>,
) -> Option<ProtoModel> {
    let last = tree.tokens().len() - 1;
    let start = (from..last)
        .find(|at| tree.text(*at) == "PROTO")
        .unwrap_or(last);
    let has_text_before = start > from && start < last;
    if has_text_before {
        reporter
            .error(
                Code::Unexpected,
                tree.tokens()[from].span(),
                format!("expected PROTO, found '{}'", tree.text(from)),
            )
            .hint("remove everything between the declarations and the word PROTO");
    }
    let version = tree.header().effective_version();
    let setting = ParseContext {
        version,
        file,
        parameters: None,
        keeps_transforms: false,
    };
    let mut parser = Parser::new(tree, start, setting, models, reporter);
    let interface = parser.interface().ok()?;
    let body_start = parser.position();
    if !interface.name.eq_ignore_ascii_case(stem) {
        // the end of the file's name is enough for the genuine program
        let is_suffix = ends_with_ignoring_case(stem, &interface.name);
        let severity = match is_suffix {
            true => Severity::Warning,
            false => Severity::Error,
        };
        reporter
            .report(
                severity,
                Code::ProtoName,
                interface.name_span,
                format!(
                    "the PROTO is called '{}', but its file '{stem}.proto'",
                    interface.name
                ),
            )
            .hint("give both the same name");
        if !is_suffix {
            return None;
        }
    }
    if NodeType::by_name(&interface.name).is_some() {
        reporter
            .error(
                Code::ProtoName,
                interface.name_span,
                format!("'{}' is a built-in node", interface.name),
            )
            .hint("choose another name for the PROTO");
        return None;
    }
    scan::finish(tree, file, version, interface, body_start, models, reporter)
        .filter(|_| !has_text_before)
}

fn ends_with_ignoring_case(text: &str, end: &str) -> bool {
    text.len()
        .checked_sub(end.len())
        .and_then(|start| text.get(start..))
        .is_some_and(|tail| tail.eq_ignore_ascii_case(end))
}
