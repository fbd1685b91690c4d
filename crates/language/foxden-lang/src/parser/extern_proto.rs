//! EXTERNPROTO lines.

use super::{ParseAborted, Parser};
use crate::diagnostic::Code;
use crate::lexer::{TokenKind, string_value};
use crate::source::Span;

const URL: &str = "the URL of a PROTO file in quotes";
const EXAMPLE: &str = "write: EXTERNPROTO \"path/to/Name.proto\"";

/// A declaration of a PROTO.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternDeclaration {
    /// The URL as written.
    pub url: String,
    /// Whether a supervisor may import it.
    pub is_importable: bool,
    /// Whether it starts a line and has nothing but blanks between its words.
    /// Otherwise it is an error, and the URL is not used.
    pub starts_line: bool,
    /// The position of the URL.
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
    pub(super) fn is_at_declaration(&self) -> bool {
        self.cursor.is_word("EXTERNPROTO") || self.cursor.is_word("IMPORTABLE")
    }

    /// A declaration behind a node declares its PROTO, but then counts as the
    /// name of an unknown node.
    pub(super) fn late_declaration(&mut self) -> Result<(), ParseAborted> {
        let (from, span) = (self.cursor.at(), self.cursor.span());
        self.reporter
            .error(
                Code::ExternProto,
                span,
                "a declaration behind the first node makes the node behind it disappear",
            )
            .hint("move it up, directly below the header");
        while self.is_at_declaration() {
            self.declaration()?;
        }
        self.expect_node_behind_declarations()?;
        self.cursor.go_to(from);
        self.cursor.advance();
        self.skip_node();
        Ok(())
    }

    /// Declarations alone are no world.
    pub(super) fn expect_node_behind_declarations(&mut self) -> Result<(), ParseAborted> {
        match self.cursor.is_at_end() {
            true => Err(self.unexpected("a node", "write a node behind the declarations")),
            false => Ok(()),
        }
    }

    /// Reads the declarations of a file: those at its start, where the cursor
    /// stays, and those after nodes or after a PROTO.
    pub fn declarations(&mut self) -> Vec<ExternDeclaration> {
        let mut declarations = Vec::new();
        while self.is_at_declaration() {
            match self.declaration() {
                Ok(declaration) => declarations.extend(declaration),
                Err(_) => {
                    self.skip_to_url();
                    if self.cursor.kind() == TokenKind::String {
                        declarations.push(self.url(false, true));
                    }
                }
            }
        }
        declarations.extend(self.late_declarations());
        declarations
    }

    /// Reads `IMPORTABLE EXTERNPROTO "url"`; either word may be missing, but
    /// without EXTERNPROTO nothing is declared.
    fn declaration(&mut self) -> Result<Option<ExternDeclaration>, ParseAborted> {
        let mut starts_line = self.is_at_line_start();
        let is_importable = self.cursor.is_word("IMPORTABLE");
        if is_importable {
            self.cursor.advance();
            starts_line &= self.is_behind_blanks();
        }
        let is_extern = self.cursor.is_word("EXTERNPROTO");
        if is_extern {
            self.cursor.advance();
            starts_line &= self.is_behind_blanks();
        }
        if self.cursor.kind() != TokenKind::String {
            return Err(self.unexpected(URL, EXAMPLE));
        }
        if !is_extern {
            let hint = "write: IMPORTABLE EXTERNPROTO \"path/to/Name.proto\"";
            self.unexpected("EXTERNPROTO", hint);
        }
        let declaration = self.url(is_importable, starts_line);
        Ok(is_extern.then_some(declaration))
    }

    fn url(&mut self, is_importable: bool, starts_line: bool) -> ExternDeclaration {
        let declaration = ExternDeclaration {
            url: string_value(self.cursor.text()),
            is_importable,
            starts_line,
            span: self.cursor.span(),
        };
        self.cursor.advance();
        declaration
    }

    /// Skips a declaration without URL: to a URL that follows later, to the
    /// next declaration or to the first node.
    fn skip_to_url(&mut self) {
        while !matches!(self.cursor.kind(), TokenKind::String | TokenKind::End)
            && !self.is_at_declaration()
            && self.cursor.kind_after(1) != TokenKind::OpenBrace
        {
            self.cursor.advance();
        }
    }

    /// The declarations further on that are written properly; the others are
    /// reported where they are read.
    fn late_declarations(&mut self) -> Vec<ExternDeclaration> {
        let head = self.cursor.at();
        let mut declarations = Vec::new();
        while !self.cursor.is_at_end() {
            match self.cursor.kind() == TokenKind::Keyword && self.is_at_complete_declaration() {
                true => declarations.extend(self.declaration().ok().flatten()),
                false => self.cursor.advance(),
            }
        }
        self.cursor.go_to(head);
        declarations.retain(|declaration| declaration.starts_line);
        declarations
    }

    fn is_at_complete_declaration(&self) -> bool {
        let mut word = self.cursor;
        if word.is_word("IMPORTABLE") {
            word.advance();
        }
        word.is_word("EXTERNPROTO") && word.kind_after(1) == TokenKind::String
    }

    fn is_at_line_start(&self) -> bool {
        let indent = self.cursor.trivia_before().rsplit('\n').next();
        let is_first_on_line = self.cursor.at() == 0 || self.cursor.trivia_before().contains('\n');
        is_first_on_line && indent.is_some_and(is_blank)
    }

    fn is_behind_blanks(&self) -> bool {
        is_blank(self.cursor.trivia_before())
    }
}

/// Whether there is nothing but blanks: no comma, no comment.
fn is_blank(trivia: &str) -> bool {
    trivia.bytes().all(|byte| byte.is_ascii_whitespace())
}
