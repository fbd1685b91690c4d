//! EXTERNPROTO lines.

use super::Parser;
use crate::diagnostic::Code;
use crate::lexer::{TokenKind, string_value};
use crate::source::Span;

/// A declaration of a PROTO.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternDeclaration {
    /// The URL as written.
    pub url: String,
    /// Whether a supervisor may import it.
    pub is_importable: bool,
    /// Where the URL stands.
    pub span: Span,
}

impl ExternDeclaration {
    /// The name that the declaration introduces: the stem of the URL. `None`
    /// if the URL does not end in `.proto`, which makes the line count for nothing.
    pub fn name(&self) -> Option<&str> {
        let stem = self.url.strip_suffix(".proto")?;
        Some(stem.rsplit(['/', '\\']).next().unwrap_or(stem))
    }
}

impl Parser<'_, '_, '_> {
    /// A declaration behind a node counts as the name of an unknown node.
    pub(super) fn late_declaration(&mut self) {
        let span = self.cursor.span();
        self.reporter
            .error(
                Code::ExternProto,
                span,
                "a declaration behind the first node is not read, and the node behind it is lost",
            )
            .hint("move it up, directly below the header");
        self.cursor.advance();
        self.skip_node();
    }

    /// Reads the declarations at the head of a file.
    pub fn declarations(&mut self) -> Vec<ExternDeclaration> {
        let mut declarations = Vec::new();
        loop {
            let is_importable = self.cursor.is_word("IMPORTABLE");
            if is_importable {
                self.cursor.advance();
            }
            if !self.cursor.is_word("EXTERNPROTO") {
                if is_importable {
                    self.unexpected(
                        "EXTERNPROTO",
                        "write: IMPORTABLE EXTERNPROTO \"path/to/Name.proto\"",
                    );
                }
                return declarations;
            }
            self.cursor.advance();
            if self.cursor.kind() != TokenKind::String {
                self.unexpected(
                    "the URL of a PROTO file in quotes",
                    "write: EXTERNPROTO \"path/to/Name.proto\"",
                );
                while !matches!(self.cursor.kind(), TokenKind::String | TokenKind::End)
                    && !self.cursor.is_word("EXTERNPROTO")
                    && !self.cursor.is_word("IMPORTABLE")
                    && self.cursor.kind_after(1) != TokenKind::OpenBrace
                {
                    self.cursor.advance();
                }
                if self.cursor.kind() != TokenKind::String {
                    if self.cursor.is_word("EXTERNPROTO") || self.cursor.is_word("IMPORTABLE") {
                        continue;
                    }
                    return declarations;
                }
            }
            declarations.push(ExternDeclaration {
                url: string_value(self.cursor.text()),
                is_importable,
                span: self.cursor.span(),
            });
            self.cursor.advance();
        }
    }
}
