//! Nodes, their fields and parameters.

use super::hints::{closest, known_fields, unknown_name_hint};
use super::stray_nodes::StrayNodeEffect;
use super::transform::TransformScale;
use super::{MAXIMUM_DEPTH, ModelLookup, ParseAborted, Parser};
use crate::ast::{Entry, FieldContent, Item, Node, NodeKind};
use crate::diagnostic::{Code, Severity};
use crate::lexer::TokenKind;
use crate::resolve::official_proto;
use crate::source::Span;
use crate::value::Value;
use foxden_catalogue::{
    FieldIndex, FieldType, NodeType, current_type, legacy_field_advice, removed_node_advice,
};
use std::sync::Arc;

impl<'a> Parser<'a, '_, '_> {
    /// Reads a node, a USE, or skips an unknown node (`Ok(None)`).
    pub(crate) fn node(&mut self) -> Result<Option<Entry>, ParseAborted> {
        if self.cursor.is_word("USE") {
            self.cursor.advance();
            let span = self.cursor.span();
            let name = self.identifier("the name of a DEF")?;
            return Ok(Some(Entry::Use {
                name: name.into(),
                span,
            }));
        }
        let mut def = None;
        if self.cursor.is_word("DEF") {
            self.cursor.advance();
            def = Some(Arc::from(self.identifier("a name for this node")?));
        }
        let span = self.cursor.span();
        let name = self.identifier("a node")?;
        let Some(kind) = self.node_kind(name, span)? else {
            return Ok(None);
        };
        let has_brace = self.has_brace(name, &kind)?;
        if self.depth >= MAXIMUM_DEPTH {
            self.reporter
                .error(
                    Code::TooDeep,
                    span,
                    format!("nodes are nested more than {MAXIMUM_DEPTH} deep"),
                )
                .hint("this node was left out");
            self.skip_braces();
            return Ok(None);
        }
        self.depth += 1;
        let open = if has_brace { self.cursor.span() } else { span };
        if has_brace {
            self.cursor.advance();
        }
        let node = self.braces(kind, def, span, open);
        self.depth -= 1;
        Ok(Some(Entry::Node(Box::new(node))))
    }

    /// What a node of that name is; one that is unknown is skipped.
    fn node_kind(&mut self, name: &str, span: Span) -> Result<Option<NodeKind>, ParseAborted> {
        if let Some(node_type) = current_type(name) {
            if node_type.name() != name {
                self.reporter
                    .warning(
                        Code::Deprecated,
                        span,
                        format!("'{name}' is called {} today", node_type.name()),
                    )
                    .hint(format!("write {}", node_type.name()));
            }
            return Ok(Some(NodeKind::BuiltIn(node_type)));
        }
        if self.is_field_after_open_list(name) {
            return Err(self.field_in_list(name, span));
        }
        match self.models.find(name, span, self.reporter) {
            ModelLookup::Model(model) => return Ok(Some(NodeKind::Instance(model))),
            ModelLookup::Unknown => self.report_unknown_node(name, span),
            _ => self.report_broken_proto(name, span),
        }
        self.skip_node();
        Ok(None)
    }

    /// Whether the brace that opens the node is there. It may be forgotten
    /// before a field of the node.
    fn has_brace(&mut self, name: &str, kind: &NodeKind) -> Result<bool, ParseAborted> {
        if self.cursor.kind() == TokenKind::OpenBrace {
            return Ok(true);
        }
        let is_field = find_field(kind, self.cursor.text()).is_some();
        let hint = match self.cursor.text() {
            _ if is_field => format!("add {{ behind '{name}'"),
            "(" => format!("write braces instead of parentheses: {name} {{ }}"),
            _ => format!("every node has braces, even if they are empty: {name} {{ }}"),
        };
        let failure = self.unexpected(&format!("'{{' after '{name}'"), &hint);
        if is_field { Ok(false) } else { Err(failure) }
    }

    /// Whether a list of nodes is open and a field of the node around it was
    /// read: most likely the list was not closed.
    fn is_field_after_open_list(&self, name: &str) -> bool {
        self.open_list.is_some_and(|list| list.depth == self.depth)
            && self.cursor.kind() != TokenKind::OpenBrace
            && self
                .around
                .last()
                .is_some_and(|kind| find_field(kind, name).is_some())
    }

    fn field_in_list(&mut self, name: &str, span: Span) -> ParseAborted {
        self.failures += 1;
        let opening = match self.open_list {
            Some(list) => self.opening(list.span),
            None => String::new(),
        };
        self.reporter
            .error(
                Code::Unexpected,
                span,
                format!("expected a node or ']', found '{name}'"),
            )
            .hint(format!(
                "if '{name}' is a field, close the list {opening} in front of it; \
                 if it is a node, give it braces: {name} {{ }}"
            ));
        ParseAborted
    }

    fn report_broken_proto(&mut self, name: &str, span: Span) {
        self.reporter
            .error(
                Code::BadProto,
                span,
                format!("PROTO '{name}' cannot be used, so this node was left out"),
            )
            .hint("fix the PROTO first: see the messages about it");
    }

    fn report_unknown_node(&mut self, name: &str, span: Span) {
        if self.reporter.is_full() {
            return self.reporter.suppress(Severity::Error);
        }
        let hint = match removed_node_advice(name) {
            Some(action) => format!("this node no longer exists: {action}"),
            None if name.starts_with("//") || name.starts_with("/*") => {
                "a comment starts with # and ends with its line".to_owned()
            }
            None if self.cursor.kind() != TokenKind::OpenBrace => braceless_hint(name),
            None => unknown_name_hint(name, &self.models.names(), self.setting.version),
        };
        let (code, message) = match official_proto(name) {
            Some(_) => (
                Code::UndeclaredProto,
                format!("PROTO '{name}' is used without a declaration, so this node was left out"),
            ),
            None => (
                Code::UnknownNode,
                format!("there is no node or PROTO called '{name}'"),
            ),
        };
        self.reporter.error(code, span, message).hint(hint);
    }

    /// Reads the content of the braces of a known node, and the closing brace.
    fn braces(&mut self, kind: NodeKind, def: Option<Arc<str>>, span: Span, open: Span) -> Node {
        let mut node = Node {
            kind,
            def,
            span,
            items: Vec::new(),
            hidden: Vec::new(),
        };
        let list_around = self.open_list;
        let mut scaling = TransformScale::default();
        self.around.push(node.kind.clone());
        loop {
            self.open_list = list_around;
            match self.cursor.kind() {
                TokenKind::CloseBrace => {
                    self.cursor.advance();
                    break;
                }
                TokenKind::End => {
                    let name = node.kind.name().to_owned();
                    self.unexpected(
                        &format!("a field of '{name}' or '}}'"),
                        "add what is missing; the messages about unclosed parts name it",
                    );
                    self.reporter
                        .error(
                            Code::Unclosed,
                            open,
                            format!("the '{name}' that opens here is never closed"),
                        )
                        .hint("add the missing }");
                    break;
                }
                TokenKind::CloseBracket if self.is_in_list() => {
                    let name = node.kind.name().to_owned();
                    let hint = format!(
                        "close the '{name}' {}: add }} in front of this",
                        self.opening(open)
                    );
                    self.unexpected(&format!("a field of '{name}' or '}}'"), &hint);
                    break;
                }
                TokenKind::Identifier if self.is_at_stray_node(&node.kind) => {
                    if self.stray_node(&mut node, open) == StrayNodeEffect::Closed {
                        break;
                    }
                }
                _ => {
                    let from = self.cursor.at();
                    scaling.look(self.cursor);
                    if self.item_of(&mut node).is_err() {
                        let kind = node.kind.clone();
                        self.recover_in_node(from, &|word| find_field(&kind, word).is_some());
                    }
                }
            }
        }
        self.around.pop();
        node.items.shrink_to_fit();
        self.as_pose(node, scaling)
    }

    fn item_of(&mut self, node: &mut Node) -> Result<(), ParseAborted> {
        let span = self.cursor.span();
        let what = match node.kind {
            NodeKind::BuiltIn(_) => "a field",
            NodeKind::Instance(_) => "a parameter",
        };
        if self.cursor.kind() != TokenKind::Identifier {
            let expected = format!("{what} of '{}' or '}}'", node.kind.name());
            let hint = self.stray_word_hint(node);
            return Err(self.unexpected(&expected, &hint));
        }
        let name = self.cursor.text();
        self.cursor.advance();
        if name == "hidden" && matches!(node.kind, NodeKind::Instance(_)) {
            node.hidden.extend(self.hidden_item()?);
            return Ok(());
        }
        if name == "hidden" {
            return Err(self.misplaced_hidden(&node.kind, span));
        }
        let Some((field, field_type)) = find_field(&node.kind, name) else {
            self.report_unknown_field(&node.kind, name, span);
            self.skip_value();
            return Ok(());
        };
        let given = if self.cursor.is_word("IS") {
            self.binding(&node.kind, name, field_type)?
        } else if self.is_gravity_vector(&node.kind, name) {
            Some(FieldContent::Plain(self.gravity_vector()?))
        } else {
            Some(self.value(field_type, name)?)
        };
        let Some(given) = given else { return Ok(()) };
        self.give(node, Item { field, given, span }, name);
        Ok(())
    }

    fn misplaced_hidden(&mut self, kind: &NodeKind, span: Span) -> ParseAborted {
        self.failures += 1;
        self.reporter
            .error(
                Code::UnknownField,
                span,
                format!("{} has no hidden items; this one was skipped", kind.name()),
            )
            .hint("hidden items are allowed in instances of PROTOs only; give the field itself a value");
        ParseAborted
    }

    /// Keeps an item; of two for one field the last one stays in a node, the
    /// first one in an instance, and a binding stays in any case.
    fn give(&mut self, node: &mut Node, item: Item, name: &str) {
        let Some(known) = node
            .items
            .iter_mut()
            .find(|known| known.field == item.field)
        else {
            node.items.push(item);
            return;
        };
        let replaces = matches!(node.kind, NodeKind::BuiltIn(_))
            && !matches!(known.given, FieldContent::Is(_));
        let which = if replaces { "last" } else { "first" };
        let span = item.span;
        if replaces {
            *known = item;
        }
        self.reporter
            .error(
                Code::DuplicateField,
                span,
                format!("'{name}' is given twice; the {which} one counts"),
            )
            .hint("remove one of them");
    }

    fn report_unknown_field(&mut self, kind: &NodeKind, name: &str, span: Span) {
        if self.reporter.is_full() {
            return self.reporter.suppress(Severity::Error);
        }
        match kind {
            NodeKind::BuiltIn(node_type) => {
                let fields = node_type.model().fields.iter().map(|field| field.name);
                let hint = match legacy_field_advice(*node_type, name) {
                    Some(action) => format!("a field of older releases: {action}"),
                    None => match closest(name, fields) {
                        Some(near) => format!("did you mean '{near}'?"),
                        None => known_fields(kind),
                    },
                };
                let message = format!("{} has no field '{name}'; it was skipped", node_type.name());
                self.reporter
                    .error(Code::UnknownField, span, message)
                    .hint(hint);
            }
            NodeKind::Instance(model) => {
                let names: Vec<_> = model
                    .parameters
                    .iter()
                    .map(|parameter| &*parameter.name)
                    .collect();
                let hint = match closest(name, names.iter().copied()) {
                    Some(near) => format!("did you mean '{near}'?"),
                    None => known_fields(kind),
                };
                let message = format!(
                    "the PROTO {} has no parameter '{name}'; it was skipped",
                    model.name
                );
                self.reporter
                    .error(Code::UnknownParameter, span, message)
                    .hint(hint);
            }
        }
    }

    /// Reads IS and the name behind it; `None` if there is nothing to bind to.
    fn binding(
        &mut self,
        kind: &NodeKind,
        field: &str,
        field_type: FieldType,
    ) -> Result<Option<FieldContent>, ParseAborted> {
        let parameters = self.setting.parameters;
        if parameters.is_none() {
            self.reporter
                .error(
                    Code::MisplacedIs,
                    self.cursor.span(),
                    format!("'{field} IS' is used outside of a PROTO"),
                )
                .hint("give the field a value; IS connects a field to a parameter inside a .proto file");
        }
        self.cursor.advance();
        let span = self.cursor.span();
        let name = self.identifier("the name of a parameter")?;
        let Some(parameters) = parameters else {
            return Ok(None);
        };
        let Some(at) = parameters
            .iter()
            .position(|parameter| *parameter.name == *name)
        else {
            let near = closest(name, parameters.iter().map(|parameter| &*parameter.name));
            self.reporter
                .warning(
                    Code::UnknownIs,
                    span,
                    format!("this PROTO has no parameter '{name}'; '{field}' keeps its default"),
                )
                .hint(match near {
                    Some(near) => format!("did you mean '{near}'?"),
                    None => format!("declare it between the brackets: field {field_type} {name} …"),
                });
            return Ok(None);
        };
        let parameter_type = parameters[at].field_type;
        if parameter_type != field_type {
            self.reporter
                .error(
                    Code::IsTypeMismatch,
                    span,
                    format!("parameter '{name}' is {parameter_type}, but '{field}' of {} is {field_type}", kind.name()),
                )
                .hint(format!("declare the parameter as {field_type}"));
            return Ok(None);
        }
        Ok(Some(FieldContent::Is(FieldIndex(at as u16))))
    }

    fn is_gravity_vector(&self, kind: &NodeKind, name: &str) -> bool {
        matches!(kind, NodeKind::BuiltIn(NodeType::WorldInfo))
            && name == "gravity"
            && self.setting.version.is_before(2020, 'b')
    }

    /// Up to R2020a gravity was a vector; its length counts. The genuine program reports an error
    /// at the second number, where it finds out, and goes on (recording `hdr_85_old`).
    fn gravity_vector(&mut self) -> Result<Value, ParseAborted> {
        let x = self.float("gravity")?;
        let span = self.cursor.span();
        let (y, z) = (self.float("gravity")?, self.float("gravity")?);
        let length = (x * x + y * y + z * z).sqrt();
        self.reporter
            .error(
                Code::Conversion,
                span,
                format!("gravity is one number since R2020b; the length {length} of the vector was taken"),
            )
            .hint(format!("write: gravity {length}"));
        Ok(Value::Float(length))
    }

    /// Reads a name.
    pub(crate) fn identifier(&mut self, expected: &str) -> Result<&'a str, ParseAborted> {
        if self.cursor.kind() != TokenKind::Identifier {
            let hint = self.missing_name_hint(expected);
            return Err(self.unexpected(expected, &hint));
        }
        let text = self.cursor.text();
        self.cursor.advance();
        Ok(text)
    }
}

/// How to fix a word without braces where a node is expected.
fn braceless_hint(name: &str) -> String {
    let advice = match name.starts_with(char::is_alphabetic) {
        true => format!("every node has braces, even if they are empty: {name} {{ }}"),
        false => format!("remove the '{name}': nodes are separated by blanks only"),
    };
    format!("{advice}; the node after it is lost otherwise")
}

pub(super) fn find_field(kind: &NodeKind, name: &str) -> Option<(FieldIndex, FieldType)> {
    match kind {
        NodeKind::BuiltIn(node_type) => {
            let model = node_type.model();
            let field = model.field(name)?;
            Some((field, model.fields[field.0 as usize].field_type))
        }
        NodeKind::Instance(model) => {
            let at = model
                .parameters
                .iter()
                .position(|parameter| *parameter.name == *name)?;
            Some((FieldIndex(at as u16), model.parameters[at].field_type))
        }
    }
}
