//! What a body is, as far as that shows before it is evaluated.

use super::ProtoModel;
use super::interface::{Interface, Parameter};
use crate::diagnostic::{Code, Reporter};
use crate::header::{FileVersion, TemplateLanguage};
use crate::lexer::{TokenKind, string_value};
use crate::parser::{ModelLookup, ModelSource, unknown_name_hint};
use crate::source::Span;
use crate::syntax::SyntaxTree;
use crate::template::BodyScan;
use crate::value::FileId;
use foxden_catalogue::{NodeType, current_type};
use std::ops::Range;
use std::sync::Arc;

/// A name of older releases that is still a node of its own.
const HINGE_2_PARAMETERS: &str = "Hinge2JointParameters";

pub(super) fn finish(
    tree: &SyntaxTree,
    file: FileId,
    version: FileVersion,
    interface: Interface,
    body_start: usize,
    models: &mut dyn ModelSource,
    reporter: &mut Reporter<'_>,
) -> Option<ProtoModel> {
    let Interface {
        name,
        mut parameters,
        ..
    } = interface;
    let body = closed_body(tree, &name, body_start, reporter)?;
    let words = read_words(tree, &body, reporter)?;
    let is_template = words.is_procedural;
    mark_parameters(tree, body.clone(), &words, &mut parameters, reporter);
    let root = find_root(tree, body.clone(), &words, &name, models, reporter)?;
    let base = root.base();
    if let Some(base) = base
        && !shares_names_properly(tree, body.clone(), base, &parameters, reporter)
    {
        return None;
    }
    let base_type = root.node_type();
    let slot_type = match base_type {
        NodeType::Slot => literal_slot_type(tree, body.clone())
            .or_else(|| base.and_then(|base| base.slot_type.clone())),
        _ => None,
    };
    let is_deterministic =
        !tree.header().has_tag("nonDeterministic") && base.is_none_or(|base| base.is_deterministic);
    Some(ProtoModel {
        name,
        file,
        tree: tree.clone(),
        version,
        parameters,
        base_type,
        base: base.cloned(),
        body,
        is_template,
        is_deterministic,
        slot_type,
    })
}

/// The tokens between the braces of the body, if it ends as it should.
fn closed_body(
    tree: &SyntaxTree,
    name: &str,
    start: usize,
    reporter: &mut Reporter<'_>,
) -> Option<Range<usize>> {
    let tokens = tree.tokens();
    let language = tree.header().template_language();
    let end = (start..tokens.len())
        .rev()
        .find(|at| tokens[*at].kind() == TokenKind::CloseBrace);
    let Some(end) = end else {
        report_unclosed(tree, name, language, reporter);
        return None;
    };
    let has_invalid = tokens
        .iter()
        .any(|token| token.kind() == TokenKind::Invalid);
    (!has_invalid && ends_with_its_brace(tree, end, language, reporter)).then_some(start..end)
}

/// What the words of the body say, if templates can be made of it.
fn read_words(
    tree: &SyntaxTree,
    body: &Range<usize>,
    reporter: &mut Reporter<'_>,
) -> Option<BodyScan> {
    let language = tree.header().template_language();
    let start = tree.tokens()[body.start].span().start as usize;
    let end = tree.tokens()[body.end].span().start as usize;
    let text = tree.source().text();
    let words = BodyScan::read(&text[start..], language);
    if let Some(glued) = &words.glued {
        let span = Span::new(start + glued.start, start + glued.end);
        reporter
            .error(Code::InvalidToken, span, "text touches a template statement")
            .hint("put a blank between them; a '--' in a statement hides the rest of its line, the delimiter included");
        return None;
    }
    let ends_with_statement = text[start..end].ends_with(language.closing());
    if words.is_procedural && ends_with_statement && language == TemplateLanguage::JavaScript {
        let closing = Span::new(end - language.closing().len(), end);
        reporter
            .error(
                Code::TemplateDelimiter,
                closing,
                "the last statement touches the brace that ends the body",
            )
            .hint("put a line break between them");
        return None;
    }
    Some(words)
}

/// Notes which parameters feed the template.
fn mark_parameters(
    tree: &SyntaxTree,
    body: Range<usize>,
    words: &BodyScan,
    parameters: &mut [Parameter],
    reporter: &mut Reporter<'_>,
) {
    if !words.is_procedural {
        let language = tree.header().template_language();
        report_idle_statement(tree, body, language, reporter);
    }
    let shows_all = words.is_procedural && tree.header().has_tag("indirectFieldAccess");
    for parameter in parameters {
        parameter.feeds_template = shows_all || words.names(&parameter.name);
    }
}

/// What the body makes.
enum BodyRoot {
    BuiltIn(NodeType),
    Derived(Arc<ProtoModel>),
}

impl BodyRoot {
    fn node_type(&self) -> NodeType {
        match self {
            Self::BuiltIn(node_type) => *node_type,
            Self::Derived(base) => base.base_type,
        }
    }

    fn base(&self) -> Option<&Arc<ProtoModel>> {
        match self {
            Self::BuiltIn(_) => None,
            Self::Derived(base) => Some(base),
        }
    }
}

fn find_root(
    tree: &SyntaxTree,
    body: Range<usize>,
    words: &BodyScan,
    name: &str,
    models: &mut dyn ModelSource,
    reporter: &mut Reporter<'_>,
) -> Option<BodyRoot> {
    let tokens = tree.tokens();
    let Some(root) = root_token(tree, body.clone(), words) else {
        reporter
            .error(
                Code::BadProto,
                tokens[body.end].span(),
                format!("the body of PROTO {name} is empty"),
            )
            .hint("write the node that this PROTO makes");
        return None;
    };
    let root_name = tree.text(root);
    // names of older releases are understood everywhere but here
    if let Some(node_type) = current_type(root_name)
        && (NodeType::by_name(root_name).is_some() || root_name == HINGE_2_PARAMETERS)
    {
        return Some(BodyRoot::BuiltIn(node_type));
    }
    let found = match tokens[root].kind() {
        TokenKind::Identifier => models.find(root_name, tokens[root].span(), reporter),
        _ => ModelLookup::Broken,
    };
    let hint = match &found {
        ModelLookup::Unknown => unknown_name_hint(
            root_name,
            &models.names(),
            tree.header().effective_version(),
        ),
        _ => "the body must be a built-in node or a PROTO that loads".to_owned(),
    };
    let Some(model) = found.model() else {
        let message = format!("'{root_name}' cannot be the root of PROTO {name}");
        reporter
            .error(Code::BadProto, tokens[root].span(), message)
            .hint(hint);
        return None;
    };
    Some(BodyRoot::Derived(model))
}

fn report_unclosed(
    tree: &SyntaxTree,
    name: &str,
    language: TemplateLanguage,
    reporter: &mut Reporter<'_>,
) {
    let span = tree.tokens()[tree.tokens().len() - 1].span();
    let rest = &tree.source().text()[span.start as usize..];
    if rest.contains(language.opening()) {
        // a statement that never ends, which the lexer has reported, swallowed the brace
        return;
    }
    reporter
        .error(
            Code::Unclosed,
            span,
            format!("the body of PROTO {name} is never closed"),
        )
        .hint("add the missing }");
}

/// A body reaches to the last brace of the file. In JavaScript PROTOs comments
/// are part of the text, so a brace in a comment behind the body counts.
fn ends_with_its_brace(
    tree: &SyntaxTree,
    body_end: usize,
    language: TemplateLanguage,
    reporter: &mut Reporter<'_>,
) -> bool {
    let behind = tree.tokens()[body_end].span().end as usize;
    let last = tree.source().text()[behind..].rfind('}');
    let Some(last) = last.filter(|_| language == TemplateLanguage::JavaScript) else {
        return true;
    };
    let at = behind + last;
    reporter
        .error(
            Code::BadProto,
            Span::new(at, at + 1),
            "the last brace of the file ends the body, even in a comment",
        )
        .hint("remove this brace: nothing behind the body may hold one");
    false
}

/// Statements inside strings do not make a PROTO a template.
fn report_idle_statement(
    tree: &SyntaxTree,
    mut body: Range<usize>,
    language: TemplateLanguage,
    reporter: &mut Reporter<'_>,
) {
    let (opening, closing) = (language.opening(), language.closing());
    let idle = body.find(|at| {
        tree.tokens()[*at].kind() == TokenKind::String
            && tree
                .text(*at)
                .split_once(opening)
                .is_some_and(|(_, rest)| rest.contains(closing))
    });
    if let Some(at) = idle {
        reporter
            .warning(
                Code::TemplateDelimiter,
                tree.tokens()[at].span(),
                "this statement is not run: statements in strings are run only if \
                 there is one outside of strings as well",
            )
            .hint(format!(
                "put an empty statement {opening} {closing} in front of the body's node"
            ));
    }
}

/// The token that names the root.
fn root_token(tree: &SyntaxTree, body: Range<usize>, words: &BodyScan) -> Option<usize> {
    let start = tree.tokens()[body.start].span().start as usize;
    let root = start + words.root.as_ref()?.start;
    body.into_iter()
        .find(|at| tree.tokens()[*at].span().start as usize == root)
}

fn literal_slot_type(tree: &SyntaxTree, body: Range<usize>) -> Option<Arc<str>> {
    let mut depth = 0_usize;
    for at in body {
        match tree.tokens()[at].kind() {
            TokenKind::OpenBrace => depth += 1,
            TokenKind::CloseBrace => depth = depth.saturating_sub(1),
            TokenKind::Identifier if depth == 1 && tree.text(at) == "type" => {
                return (tree.tokens()[at + 1].kind() == TokenKind::String)
                    .then(|| string_value(tree.text(at + 1)).into());
            }
            _ => {}
        }
    }
    None
}

/// A parameter that the base has too may only be passed on under the same name.
fn shares_names_properly(
    tree: &SyntaxTree,
    body: Range<usize>,
    base: &ProtoModel,
    parameters: &[Parameter],
    reporter: &mut Reporter<'_>,
) -> bool {
    for at in body {
        if tree.text(at) != "IS" || at == 0 {
            continue;
        }
        let (field, parameter) = (tree.text(at - 1), tree.text(at + 1));
        let is_shared = base.parameter(parameter).is_some()
            && parameters.iter().any(|known| *known.name == *parameter);
        if is_shared && field != parameter {
            reporter
                .error(
                    Code::SharedParameter,
                    tree.tokens()[at + 1].span(),
                    format!("'{parameter}' is a parameter of the base {} too, so it may only feed the parameter of that name", base.name),
                )
                .hint(format!("write '{parameter} IS {parameter}', or rename the parameter"));
            return false;
        }
    }
    true
}
