//! The lossless tree of a text: tokens, and which brackets belong together.
//!
//! Blanks and comments live between the tokens, so the text can be reproduced
//! byte for byte; a pair of brackets with all between them is one element.

use crate::diagnostic::Reporter;
use crate::header::{Header, TemplateLanguage};
use crate::lexer::{Token, TokenKind, tokenize};
use crate::source::Source;
use std::sync::Arc;

/// A text with its tokens.
#[derive(Debug, Clone)]
pub struct SyntaxTree {
    source: Arc<Source>,
    header: Header,
    tokens: Arc<Vec<Token>>,
}

/// One element of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// A word, by its place among the tokens.
    Word(usize),
    /// Brackets and what is between them.
    Group {
        /// The opening token.
        open: usize,
        /// The closing token; `None` if the text ends first.
        close: Option<usize>,
    },
}

impl SyntaxTree {
    /// Reads a world: header, then words. `%{` is what a stray statement is measured by.
    pub fn read_world(source: Arc<Source>, reporter: &mut Reporter<'_>) -> Self {
        Self::read(source, |_| TemplateLanguage::Lua, reporter)
    }

    /// Reads a PROTO file, whose info block names the template language.
    pub fn read_proto(source: Arc<Source>, reporter: &mut Reporter<'_>) -> Self {
        Self::read(source, Header::template_language, reporter)
    }

    /// Reads a text without a header, such as the output of a template.
    pub fn read_fragment(
        source: Arc<Source>,
        language: TemplateLanguage,
        reporter: &mut Reporter<'_>,
    ) -> Self {
        Self::read_from(source, 0, language, reporter)
    }

    /// Reads a text without a header from a byte on.
    pub fn read_from(
        source: Arc<Source>,
        from: usize,
        language: TemplateLanguage,
        reporter: &mut Reporter<'_>,
    ) -> Self {
        let tokens = Arc::new(tokenize(&source, from, language, reporter));
        let header = Header {
            version: None,
            has_old_spelling: false,
            info: Vec::new(),
            end: 0,
        };
        Self {
            source,
            header,
            tokens,
        }
    }

    fn read(
        source: Arc<Source>,
        language: impl Fn(&Header) -> TemplateLanguage,
        reporter: &mut Reporter<'_>,
    ) -> Self {
        let header = Header::read(source.text());
        let tokens = Arc::new(tokenize(&source, header.end, language(&header), reporter));
        Self {
            source,
            header,
            tokens,
        }
    }

    /// The text.
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// The head of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The tokens; the last one is the end.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// A token's text.
    pub fn text(&self, token: usize) -> &str {
        self.tokens[token].text(self.source.text())
    }

    /// The text before a token: blanks and comments (for the first token also
    /// the header).
    pub fn trivia_before(&self, token: usize) -> &str {
        let start = match token.checked_sub(1) {
            Some(previous) => self.tokens[previous].span().end as usize,
            None => 0,
        };
        let end = match self.tokens[token].kind() {
            TokenKind::End => self.source.text().len(),
            _ => self.tokens[token].span().start as usize,
        };
        // a statement that opens wrongly shares a character with the next word
        self.source.text().get(start..end).unwrap_or("")
    }

    /// The elements from one token up to another, not descending into groups.
    ///
    /// ```
    /// use foxden_lang::{diagnostic::{Diagnostics, Reporter}, source::Source, syntax::{Element, SyntaxTree}};
    /// use std::sync::Arc;
    ///
    /// let source = Arc::new(Source::new("a.wbt", "#VRML_SIM R2023b utf8\nBox { size 1 1 1 }"));
    /// let mut diagnostics = Diagnostics::default();
    /// let tree = SyntaxTree::read_world(source.clone(), &mut Reporter::new(&source, &mut diagnostics));
    /// let elements: Vec<_> = tree.elements(0, tree.tokens().len() - 1).collect();
    /// assert_eq!(elements, [Element::Word(0), Element::Group { open: 1, close: Some(6) }]);
    /// ```
    pub fn elements(&self, from: usize, to: usize) -> impl Iterator<Item = Element> + '_ {
        let mut at = from;
        std::iter::from_fn(move || {
            if at >= to {
                return None;
            }
            let open = at;
            at += 1;
            if !is_open(self.tokens[open].kind()) {
                return Some(Element::Word(open));
            }
            let mut depth = 1_usize;
            while at < to {
                match self.tokens[at].kind() {
                    kind if is_open(kind) => depth += 1,
                    TokenKind::CloseBrace | TokenKind::CloseBracket => depth -= 1,
                    _ => {}
                }
                at += 1;
                if depth == 0 {
                    return Some(Element::Group {
                        open,
                        close: Some(at - 1),
                    });
                }
            }
            Some(Element::Group { open, close: None })
        })
    }
}

fn is_open(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::OpenBrace | TokenKind::OpenBracket)
}
