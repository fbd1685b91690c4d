//! What a body is, as far as that shows before it is evaluated.

use super::ProtoModel;
use super::interface::{Interface, Parameter};
use crate::diagnostic::{Code, Reporter};
use crate::header::{FileVersion, TemplateLanguage};
use crate::lexer::{TokenKind, string_value};
use crate::parser::{ModelLookup, ModelSource, unknown_name_hint};
use crate::source::Span;
use crate::syntax::SyntaxTree;
use crate::value::FileId;
use foxden_catalogue::{NodeType, current_type};
use std::ops::Range;
use std::sync::Arc;

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
    let is_template = body
        .clone()
        .any(|at| tree.tokens()[at].kind() == TokenKind::Template);
    mark_parameters(tree, body.clone(), is_template, &mut parameters, reporter);
    let root = find_root(tree, body.clone(), &name, models, reporter)?;
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

/// Notes which parameters feed the template.
fn mark_parameters(
    tree: &SyntaxTree,
    body: Range<usize>,
    is_template: bool,
    parameters: &mut [Parameter],
    reporter: &mut Reporter<'_>,
) {
    let language = tree.header().template_language();
    if !is_template {
        report_idle_statement(tree, body.clone(), language, reporter);
    }
    if tree.header().has_tag("indirectFieldAccess") {
        parameters
            .iter_mut()
            .for_each(|parameter| parameter.feeds_template = is_template);
    }
    for at in body {
        mark_template_parameters(tree, at, language, parameters);
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
    name: &str,
    models: &mut dyn ModelSource,
    reporter: &mut Reporter<'_>,
) -> Option<BodyRoot> {
    let tokens = tree.tokens();
    let Some(root) = root_token(tree, body.clone()) else {
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
    if let Some(node_type) = current_type(root_name) {
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

/// The token that names the root: the first word that is no statement, behind a DEF.
fn root_token(tree: &SyntaxTree, body: Range<usize>) -> Option<usize> {
    let mut words = body.filter(|at| tree.tokens()[*at].kind() != TokenKind::Template);
    let first = words.next()?;
    if tree.text(first) == "DEF" {
        words.nth(1)
    } else {
        Some(first)
    }
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

/// Marks the parameters that a statement, or a statement inside a string, reads.
fn mark_template_parameters(
    tree: &SyntaxTree,
    at: usize,
    language: TemplateLanguage,
    parameters: &mut [Parameter],
) {
    let text = tree.text(at);
    match tree.tokens()[at].kind() {
        TokenKind::Template => mark(text, parameters),
        TokenKind::String => {
            for statement in text.split(language.opening()).skip(1) {
                if let Some((statement, _)) = statement.split_once(language.closing()) {
                    mark(statement, parameters);
                }
            }
        }
        _ => {}
    }
}

fn mark(statement: &str, parameters: &mut [Parameter]) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    for (start, _) in statement.match_indices("fields.") {
        if statement[..start].chars().next_back().is_some_and(is_word) {
            continue;
        }
        let rest = &statement[start + "fields.".len()..];
        for parameter in parameters.iter_mut() {
            let ends_there = |tail: &str| !tail.chars().next().is_some_and(is_word);
            if rest.strip_prefix(&*parameter.name).is_some_and(ends_there) {
                parameter.feeds_template = true;
            }
        }
    }
}
