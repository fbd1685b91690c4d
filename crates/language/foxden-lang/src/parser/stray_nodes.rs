//! A node where a field is expected: a brace or a bracket is missing.

use super::Parser;
use super::nodes::find_field;
use crate::ast::{Entry, FieldContent, Node, NodeKind};
use crate::diagnostic::Code;
use crate::lexer::TokenKind;
use crate::source::Span;

/// The effect of a stray node on the node around it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StrayNodeEffect {
    /// Its brace is missing: the stray node comes after it.
    Closed,
    /// The node around it continues after the stray node.
    Open,
}

impl Parser<'_, '_, '_> {
    /// Whether the next word is a name with a brace, and no field.
    pub(super) fn is_at_stray_node(&self, kind: &NodeKind) -> bool {
        let name = self.cursor.text();
        self.cursor.kind_after(1) == TokenKind::OpenBrace
            && name != "hidden"
            && find_field(kind, name).is_none()
    }

    /// Reports a node between the fields of another one, and reads on where
    /// the layout of the text says it belongs.
    pub(super) fn stray_node(&mut self, node: &mut Node, open: Span) -> StrayNodeEffect {
        self.failures += 1;
        let at = self.cursor.at();
        let (name, around) = (self.cursor.text(), node.kind.name().to_owned());
        let list = self.list_without_brackets(node);
        let is_outside = self.is_outside(open);
        let hint = match (&list, is_outside) {
            (Some(field), _) => {
                format!("put several nodes of '{field}' between brackets: {field} [ … ]")
            }
            (None, true) => format!(
                "close the '{around}' {}: add }} in front of this",
                self.opening(open)
            ),
            (None, false) => format!(
                "write the field that holds it in front of it, such as children [ {name} {{ … }} ]; \
                 if it belongs beside the '{around}' {}, close that one first",
                self.opening(open)
            ),
        };
        let span = self.cursor.span();
        self.cursor.advance();
        let message = format!("expected a field of '{around}' or '}}', found the node '{name}'");
        self.reporter
            .error(Code::Unexpected, span, message)
            .hint(hint);
        if list.is_some() {
            self.cursor.go_to(at);
            self.add_to_last(node);
            return StrayNodeEffect::Open;
        }
        if is_outside {
            self.cursor.go_to(at);
            return StrayNodeEffect::Closed;
        }
        self.skip_braces();
        StrayNodeEffect::Open
    }

    /// The field that was given a single node without brackets just before.
    fn list_without_brackets(&self, node: &Node) -> Option<String> {
        let last = node.items.last()?;
        let is_bare = matches!(last.given, FieldContent::Nodes(_))
            && self.cursor.kind_before() == Some(TokenKind::CloseBrace);
        is_bare.then(|| node.kind.field(last.field).0.to_owned())
    }

    /// Reads the node as one more of the last field, with the bracket that may follow.
    fn add_to_last(&mut self, node: &mut Node) {
        let more: Option<Entry> = self.node().ok().flatten();
        if let Some(FieldContent::Nodes(nodes)) = node.items.last_mut().map(|item| &mut item.given)
        {
            nodes.extend(more);
        }
        if self.cursor.kind() == TokenKind::CloseBracket {
            self.cursor.advance();
        }
    }

    /// Whether the line of the cursor is indented at most as far as the line
    /// where a node opens.
    fn is_outside(&self, open: Span) -> bool {
        let indent = |span: Span| {
            let line = self.reporter.place(span).text;
            line.len() - line.trim_start().len()
        };
        self.cursor.trivia_before().contains('\n') && indent(self.cursor.span()) <= indent(open)
    }
}
