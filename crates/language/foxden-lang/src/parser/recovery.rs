//! How reading goes on after a mistake, and which text is skipped after an unknown name.

use super::{ParseAborted, Parser};
use crate::diagnostic::Code;
use crate::lexer::TokenKind;
use crate::source::Span;

impl Parser<'_, '_, '_> {
    /// Reports that something else was expected at the cursor.
    pub(crate) fn unexpected(&mut self, expected: &str, hint: &str) -> ParseAborted {
        self.failures += 1;
        match self.cursor.kind() {
            // the lexer has said what is wrong with this word
            TokenKind::Invalid => return ParseAborted,
            TokenKind::End if self.has_met_end => return ParseAborted,
            TokenKind::End => self.has_met_end = true,
            _ => {}
        }
        let span = self.cursor.span();
        let code = match self.cursor.kind() {
            TokenKind::End => Code::Unclosed,
            _ => Code::Unexpected,
        };
        let found = match self.cursor.kind() {
            TokenKind::End => "but the file ends".to_owned(),
            _ => {
                let text: String = self.cursor.text().chars().take(40).collect();
                format!("found '{}'", text.trim())
            }
        };
        self.reporter
            .error(code, span, format!("expected {expected}, {found}"))
            .hint(hint);
        ParseAborted
    }

    /// Skips a node whose name was just read: to the next `{` and its partner.
    pub(super) fn skip_node(&mut self) {
        while !matches!(self.cursor.kind(), TokenKind::OpenBrace | TokenKind::End) {
            self.cursor.advance();
        }
        self.skip_braces();
    }

    /// Skips `{ … }` if the cursor is at a `{`.
    pub(crate) fn skip_braces(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.cursor.kind() {
                TokenKind::End => return,
                TokenKind::OpenBrace => depth += 1,
                TokenKind::CloseBrace => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                if self.cursor.kind() == TokenKind::CloseBrace {
                    self.cursor.advance();
                }
                return;
            }
            self.cursor.advance();
        }
    }

    /// Skips the value of an unknown field whose name was just read.
    pub(super) fn skip_value(&mut self) {
        match self.cursor.kind() {
            TokenKind::Keyword if self.cursor.is_word("USE") || self.cursor.is_word("IS") => {
                self.cursor.advance();
                self.cursor.advance();
            }
            TokenKind::Keyword if self.cursor.is_word("DEF") => self.skip_node(),
            TokenKind::Identifier => self.skip_node(),
            TokenKind::OpenBracket => self.skip_brackets(),
            _ => {
                while matches!(
                    self.cursor.kind(),
                    TokenKind::Number | TokenKind::String | TokenKind::Invalid
                ) || ["TRUE", "FALSE", "NULL"]
                    .iter()
                    .any(|word| self.cursor.is_word(word))
                {
                    // The genuine program takes NULL for the next field: what holds it is rejected.
                    self.failures += usize::from(self.cursor.is_word("NULL"));
                    self.cursor.advance();
                }
            }
        }
    }

    fn skip_brackets(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.cursor.kind() {
                TokenKind::End => {
                    self.unexpected("']'", "close the list");
                    return;
                }
                TokenKind::OpenBracket => depth += 1,
                TokenKind::CloseBracket => depth -= 1,
                _ => {}
            }
            self.cursor.advance();
            if depth == 0 {
                return;
            }
        }
    }

    /// Whether the node that is being read is directly in a list.
    pub(super) fn is_in_list(&self) -> bool {
        self.open_list
            .is_some_and(|list| list.depth + 1 == self.depth)
    }

    /// `, which opens at LINE:COLUMN,` for the hint about something that is not closed.
    pub(super) fn opening(&self, span: Span) -> String {
        let place = self.reporter.place(span);
        format!("that opens at {}:{}", place.line, place.column)
    }

    /// Continues inside a node after an error: at the next field of the node,
    /// at the brace that closes it, or at the bracket that closes its list.
    pub(super) fn recover_in_node(&mut self, from: usize, is_known: &dyn Fn(&str) -> bool) {
        if self.cursor.at() == from {
            self.cursor.advance();
        }
        let mut depth = 0_usize;
        loop {
            match self.cursor.kind() {
                TokenKind::End => return,
                TokenKind::OpenBrace | TokenKind::OpenBracket => depth += 1,
                TokenKind::CloseBrace if depth == 0 => return,
                TokenKind::CloseBracket if depth == 0 && self.is_in_list() => return,
                TokenKind::CloseBrace | TokenKind::CloseBracket => depth = depth.saturating_sub(1),
                TokenKind::Identifier if depth == 0 && is_known(self.cursor.text()) => return,
                _ => {}
            }
            self.cursor.advance();
        }
    }

    /// Goes on at top level after a mistake: at the next word in front of a brace.
    pub(super) fn recover_at_top_level(&mut self, from: usize) {
        if self.cursor.at() == from {
            self.cursor.advance();
        }
        while !self.cursor.is_at_end() {
            let starts_node = self.cursor.is_word("DEF")
                || self.cursor.is_word("USE")
                || (self.cursor.kind() == TokenKind::Identifier
                    && self.cursor.kind_after(1) == TokenKind::OpenBrace);
            if starts_node {
                return;
            }
            if self.cursor.kind() == TokenKind::OpenBrace {
                self.skip_braces();
            } else {
                self.cursor.advance();
            }
        }
    }
}
