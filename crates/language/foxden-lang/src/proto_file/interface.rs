//! The interface of a PROTO: the parameters between its brackets.

use crate::ast::{Entry, FieldContent};
use crate::diagnostic::Code;
use crate::lexer::TokenKind;
use crate::parser::{ParseAborted, Parser};
use crate::source::Span;
use crate::value::Value;
use foxden_catalogue::{FieldType, NodeType};
use std::sync::Arc;

/// How a parameter is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// Shown and used.
    Plain,
    /// Used, not shown in editors.
    Hidden,
    /// Used, not shown, advised against.
    Deprecated,
    /// Storage for supervisors; nothing needs to be bound to it.
    Unconnected,
}

/// One value that a restricted parameter admits.
#[derive(Clone, Debug, PartialEq)]
pub enum AcceptedValue {
    /// A plain value.
    Value(Value),
    /// A node by its PROTO name or base type name.
    Node(Arc<str>),
    /// A node whose type is this one or derived from it.
    Family(Arc<str>),
    /// NULL, or a node that does not exist here: nothing is like it.
    Nothing,
}

impl AcceptedValue {
    /// Whether a node of this name and built-in type is admitted.
    pub fn admits_node(&self, name: &str, base: NodeType) -> bool {
        match self {
            Self::Value(_) | Self::Nothing => false,
            Self::Node(wanted) => **wanted == *name || **wanted == *base.name(),
            Self::Family(wanted) => {
                **wanted == *name
                    || **wanted == *base.name()
                    || base
                        .model()
                        .ancestors
                        .iter()
                        .any(|ancestor| **wanted == *ancestor.name())
            }
        }
    }
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub field_type: FieldType,
    /// How it is treated.
    pub kind: ParameterKind,
    /// Its value when an instance does not give it.
    pub default: FieldContent,
    /// The values it admits; empty means all.
    pub accepted: Vec<AcceptedValue>,
    /// Whether a template of the body reads it.
    pub feeds_template: bool,
    /// The position of its name.
    pub span: Span,
}

/// How many parameters a PROTO may have.
const MAXIMUM_PARAMETERS: usize = 2_000;

/// The part of a PROTO before its body.
pub(super) struct Interface {
    pub(super) name: Arc<str>,
    pub(super) name_span: Span,
    pub(super) parameters: Vec<Parameter>,
}

impl Parser<'_, '_, '_> {
    /// Reads `PROTO name [ … ] {`. A mistake in the nodes of a default spoils all of it.
    pub(super) fn interface(&mut self) -> Result<Interface, ParseAborted> {
        self.word(
            "PROTO",
            "a PROTO file holds: PROTO Name [ parameters ] { node }",
        )?;
        let name_span = self.cursor.span();
        let name = Arc::from(self.identifier("the name of the PROTO")?);
        self.punctuation(
            TokenKind::OpenBracket,
            "'['",
            "parameters are written between brackets, even if there are none",
        )?;
        let mut parameters: Vec<Parameter> = Vec::new();
        while self.cursor.kind() != TokenKind::CloseBracket {
            if parameters.len() >= MAXIMUM_PARAMETERS {
                let span = self.cursor.span();
                self.reporter
                    .error(
                        Code::TooLarge,
                        span,
                        format!("a PROTO has at most {MAXIMUM_PARAMETERS} parameters"),
                    )
                    .hint("put the values into lists");
                return Err(ParseAborted);
            }
            let parameter = self.parameter()?;
            if parameters.iter().any(|known| known.name == parameter.name) {
                self.reporter
                    .error(
                        Code::DuplicateField,
                        parameter.span,
                        format!(
                            "parameter '{}' is declared twice; the first one counts",
                            parameter.name
                        ),
                    )
                    .hint("remove one of them");
                continue;
            }
            parameters.push(parameter);
        }
        self.cursor.advance();
        self.punctuation(
            TokenKind::OpenBrace,
            "'{'",
            "the body is written between braces",
        )?;
        if self.has_failed() {
            // a default that cannot be read, which was reported
            return Err(ParseAborted);
        }
        Ok(Interface {
            name,
            name_span,
            parameters,
        })
    }

    fn parameter(&mut self) -> Result<Parameter, ParseAborted> {
        let kind = match self.cursor.text() {
            "field" | "vrmlField" => ParameterKind::Plain,
            "hiddenField" => ParameterKind::Hidden,
            "deprecatedField" => ParameterKind::Deprecated,
            "unconnectedField" => ParameterKind::Unconnected,
            _ => {
                return Err(self.unexpected(
                    "'field', 'vrmlField', 'hiddenField', 'deprecatedField' or 'unconnectedField'",
                    "a parameter is declared as: field SFFloat name 1.5",
                ));
            }
        };
        self.cursor.advance();
        let Some(field_type) = FieldType::by_name(self.cursor.text()) else {
            return Err(self.unexpected(
                "a type such as SFFloat or MFNode",
                "write the type behind 'field'",
            ));
        };
        self.cursor.advance();
        self.open_list = None;
        let accepted = match self.cursor.kind() {
            TokenKind::OpenBrace => self.accepted(field_type.single())?,
            _ => Vec::new(),
        };
        let span = self.cursor.span();
        let name: Arc<str> = self.identifier("the parameter's name")?.into();
        let default = self.value(field_type, &name)?;
        let mut parameter = Parameter {
            name,
            field_type,
            kind,
            default,
            accepted,
            feeds_template: false,
            span,
        };
        self.admit_default(&mut parameter);
        Ok(parameter)
    }

    fn accepted(&mut self, single: FieldType) -> Result<Vec<AcceptedValue>, ParseAborted> {
        self.cursor.advance();
        let mut accepted = Vec::new();
        while self.cursor.kind() != TokenKind::CloseBrace {
            if single != FieldType::SFNode {
                accepted.push(AcceptedValue::Value(
                    self.single_plain(single, "set of values")?,
                ));
                continue;
            }
            if self.cursor.is_word("NULL") {
                self.cursor.advance();
                accepted.push(AcceptedValue::Nothing);
                continue;
            }
            let is_family =
                self.cursor.kind() == TokenKind::Identifier && self.cursor.text().ends_with('+');
            accepted.push(match is_family {
                true => self.family()?,
                false => self.pattern()?,
            });
        }
        self.cursor.advance();
        Ok(accepted)
    }

    /// Reads the pattern of a node. It is a node as in a body, so a Transform that does
    /// not scale is the pattern of a Pose.
    fn pattern(&mut self) -> Result<AcceptedValue, ParseAborted> {
        Ok(match self.node()? {
            Some(Entry::Node(node)) => AcceptedValue::Node(node.kind.name().into()),
            Some(Entry::Use { .. }) | None => AcceptedValue::Nothing,
        })
    }

    /// R2025a marks "all subtypes" with a plus sign next to the name.
    fn family(&mut self) -> Result<AcceptedValue, ParseAborted> {
        let span = self.cursor.span();
        let name = self.identifier("the name of a node")?;
        if self.setting.version.is_before(2025, 'a') {
            self.reporter
                .error(
                    Code::Restriction,
                    span,
                    format!("'{name}' needs a header of R2025a"),
                )
                .hint("name each node that is admitted");
        }
        self.skip_braces();
        Ok(AcceptedValue::Family(name.trim_end_matches('+').into()))
    }

    /// A default outside of its own set is an error, and is added to the set.
    fn admit_default(&mut self, parameter: &mut Parameter) {
        if parameter.accepted.is_empty() {
            return;
        }
        let missing: Vec<AcceptedValue> = match &parameter.default {
            FieldContent::Plain(value) => (0..value.count())
                .filter_map(|at| value.item(at).map(AcceptedValue::Value))
                .filter(|item| !parameter.accepted.contains(item))
                .collect(),
            FieldContent::Node(entry) => refused(&parameter.accepted, entry.iter()),
            FieldContent::Nodes(entries) => refused(&parameter.accepted, entries.iter()),
            FieldContent::Is(_) => Vec::new(),
        };
        if missing.is_empty() {
            return;
        }
        self.reporter
            .error(
                Code::Restriction,
                parameter.span,
                format!(
                    "the default of '{}' is not among the values it admits",
                    parameter.name
                ),
            )
            .hint("add the default to the set, or choose another one");
        parameter.accepted.extend(missing);
    }

    fn word(&mut self, word: &str, hint: &str) -> Result<(), ParseAborted> {
        if !self.cursor.is_word(word) {
            return Err(self.unexpected(&format!("'{word}'"), hint));
        }
        self.cursor.advance();
        Ok(())
    }

    fn punctuation(
        &mut self,
        kind: TokenKind,
        expected: &str,
        hint: &str,
    ) -> Result<(), ParseAborted> {
        if self.cursor.kind() != kind {
            return Err(self.unexpected(expected, hint));
        }
        self.cursor.advance();
        Ok(())
    }
}

fn refused<'e>(
    accepted: &[AcceptedValue],
    entries: impl Iterator<Item = &'e Entry>,
) -> Vec<AcceptedValue> {
    entries
        .filter_map(|entry| match entry {
            Entry::Node(node) => Some(node),
            Entry::Use { .. } => None,
        })
        .filter(|node| {
            !accepted
                .iter()
                .any(|item| item.admits_node(node.kind.name(), node.kind.base_type()))
        })
        .map(|node| AcceptedValue::Node(node.kind.name().into()))
        .collect()
}
