//! A place among the tokens.

use crate::lexer::{Token, TokenKind};
use crate::source::Span;
use crate::syntax::SyntaxTree;

/// A place among the tokens of a text.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'a> {
    tree: &'a SyntaxTree,
    tokens: &'a [Token],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(tree: &'a SyntaxTree, from: usize) -> Self {
        Self {
            tree,
            tokens: tree.tokens(),
            at: from.min(tree.tokens().len() - 1),
        }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.kind() == TokenKind::End
    }

    pub(crate) fn kind(&self) -> TokenKind {
        self.tokens[self.at].kind()
    }

    /// The kind of a token further on.
    pub(crate) fn kind_after(&self, steps: usize) -> TokenKind {
        self.tokens[(self.at + steps).min(self.tokens.len() - 1)].kind()
    }

    pub(crate) fn text(&self) -> &'a str {
        self.tree.text(self.at)
    }

    pub(crate) fn span(&self) -> Span {
        self.tokens[self.at].span()
    }

    /// Blanks and comments in front of this token.
    pub(crate) fn trivia_before(&self) -> &'a str {
        self.tree.trivia_before(self.at)
    }

    /// Whether this is a keyword or name with exactly this text.
    pub(crate) fn is_word(&self, word: &str) -> bool {
        matches!(self.kind(), TokenKind::Keyword | TokenKind::Identifier) && self.text() == word
    }

    /// The kind of the token before this one.
    pub(crate) fn kind_before(&self) -> Option<TokenKind> {
        Some(self.tokens[self.at.checked_sub(1)?].kind())
    }

    /// The first number before or at this token that is cut by a comma: `0,5`.
    pub(crate) fn decimal_comma(&self) -> Option<(&'a str, &'a str)> {
        let numbers = (1..=self.at)
            .rev()
            .take_while(|at| self.tokens[*at].kind() == TokenKind::Number);
        let cut = numbers.filter(|at| {
            self.tree.trivia_before(*at) == "," && self.tokens[at - 1].kind() == TokenKind::Number
        });
        cut.last()
            .map(|at| (self.tree.text(at - 1), self.tree.text(at)))
    }

    /// Goes back or on to a token.
    pub(crate) fn go_to(&mut self, at: usize) {
        self.at = at.min(self.tokens.len() - 1);
    }

    pub(crate) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }
}
