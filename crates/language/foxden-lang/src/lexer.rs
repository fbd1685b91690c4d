//! Splits a text into tokens.
//!
//! White space, commas and comments are not stored: they are the text between
//! two tokens, so tokens and text together lose nothing.

use crate::diagnostic::{Code, Reporter};
use crate::header::TemplateLanguage;
use crate::number;
use crate::source::{Source, Span};

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TokenKind {
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// A string, quotes included.
    String,
    /// A number.
    Number,
    /// A name.
    Identifier,
    /// A reserved word.
    Keyword,
    /// A template statement with its delimiters.
    Template,
    /// A word that is nothing of the above; it was reported.
    Invalid,
    /// The end of the text.
    End,
}

const KINDS: [TokenKind; 11] = [
    TokenKind::OpenBrace,
    TokenKind::CloseBrace,
    TokenKind::OpenBracket,
    TokenKind::CloseBracket,
    TokenKind::String,
    TokenKind::Number,
    TokenKind::Identifier,
    TokenKind::Keyword,
    TokenKind::Template,
    TokenKind::Invalid,
    TokenKind::End,
];

/// One word of a text, in eight bytes.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    start: u32,
    length_and_kind: u32,
}

impl Token {
    fn new(kind: TokenKind, start: usize, end: usize) -> Self {
        let length = ((end - start) as u32).min(u32::MAX >> 4);
        Self {
            start: start as u32,
            length_and_kind: length << 4 | kind as u32,
        }
    }

    /// What it is.
    pub fn kind(self) -> TokenKind {
        KINDS[(self.length_and_kind & 15) as usize]
    }

    /// Where it is.
    pub fn span(self) -> Span {
        Span {
            start: self.start,
            end: self.start + (self.length_and_kind >> 4),
        }
    }

    /// Its text.
    pub fn text(self, source: &str) -> &str {
        let span = self.span();
        &source[span.start as usize..span.end as usize]
    }
}

/// Cuts the text from byte `from` on into tokens; the last one is the end.
///
/// The place of the end token is that of the last word, as messages about a
/// file that stops too early should point at something.
pub fn tokenize(
    source: &Source,
    from: usize,
    language: TemplateLanguage,
    reporter: &mut Reporter<'_>,
) -> Vec<Token> {
    let mut lexer = Lexer {
        text: source.text(),
        at: from,
        language,
        tokens: Vec::with_capacity((source.text().len() - from) / 6 + 2),
        reporter,
    };
    lexer.run();
    lexer.tokens
}

/// The bytes that separate words.
const IS_BLANK: [bool; 256] = table(b" \n\t\r,\x0B\x0C", true);

/// The ASCII bytes that do not end a word.
const IS_INSIDE_WORD: [bool; 256] = table(b" \n\t\r,\x0B\x0C#{}[]", false);

/// For each byte of ASCII whether it is one of these, or is not.
const fn table(bytes: &[u8], is_one: bool) -> [bool; 256] {
    let mut table = [false; 256];
    let mut at = 0;
    while at < 128 {
        table[at] = !is_one;
        at += 1;
    }
    let mut at = 0;
    while at < bytes.len() {
        table[bytes[at] as usize] = is_one;
        at += 1;
    }
    table
}

struct Lexer<'a, 'r, 'd> {
    text: &'a str,
    at: usize,
    language: TemplateLanguage,
    tokens: Vec<Token>,
    reporter: &'r mut Reporter<'d>,
}

impl Lexer<'_, '_, '_> {
    fn run(&mut self) {
        loop {
            self.skip_blanks();
            let start = self.at;
            let Some(byte) = self.text.as_bytes().get(start).copied() else {
                break;
            };
            let kind = match byte {
                b'{' => self.punctuation(TokenKind::OpenBrace),
                b'}' => self.punctuation(TokenKind::CloseBrace),
                b'[' => self.punctuation(TokenKind::OpenBracket),
                b']' => self.punctuation(TokenKind::CloseBracket),
                b'"' => self.string(),
                b'%' => match self.template() {
                    Some(kind) => kind,
                    None => break,
                },
                _ => self.word(),
            };
            self.tokens.push(Token::new(kind, start, self.at));
        }
        let end = self
            .tokens
            .last()
            .map_or(0, |token| token.span().start as usize);
        self.tokens.push(Token::new(TokenKind::End, end, end));
    }

    fn punctuation(&mut self, kind: TokenKind) -> TokenKind {
        self.at += 1;
        kind
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                _ if IS_BLANK[byte as usize] => self.at += 1,
                b'#' => {
                    self.at = memchr::memchr(b'\n', &bytes[self.at..])
                        .map_or(bytes.len(), |length| self.at + length + 1);
                }
                0..=127 => return,
                _ => match self.text[self.at..].chars().next() {
                    Some(c) if c.is_whitespace() => self.at += c.len_utf8(),
                    _ => return,
                },
            }
        }
    }

    /// Moves to the end of a word that starts here.
    fn end_of_word(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                _ if IS_INSIDE_WORD[byte as usize] => self.at += 1,
                0..=127 => return,
                _ => match self.text[self.at..].chars().next() {
                    Some(c) if !c.is_whitespace() => self.at += c.len_utf8(),
                    _ => return,
                },
            }
        }
    }

    fn word(&mut self) -> TokenKind {
        let start = self.at;
        self.end_of_word();
        if self.at == start {
            // A character that ends a word and starts none cannot occur; step
            // over it anyway, so that the loop ends.
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        let kind = classify(word);
        if kind == TokenKind::Invalid {
            self.report_invalid(start, word);
        }
        kind
    }

    fn report_invalid(&mut self, start: usize, word: &str) {
        let shown: String = word.chars().take(40).collect();
        let hint = invalid_word_hint(word);
        self.reporter
            .error(
                Code::InvalidToken,
                Span::new(start, self.at),
                format!("'{shown}' is neither a number nor a name"),
            )
            .hint(hint);
    }

    fn string(&mut self) -> TokenKind {
        let start = self.at;
        let bytes = self.text.as_bytes();
        self.at += 1;
        loop {
            let Some(step) = memchr::memchr3(b'"', b'\\', b'\n', &bytes[self.at..]) else {
                self.at = bytes.len();
                self.report_unclosed(start);
                return TokenKind::String;
            };
            self.at += step;
            match bytes[self.at] {
                b'"' => {
                    self.at += 1;
                    return TokenKind::String;
                }
                b'\n' => {
                    self.report_unclosed(start);
                    return TokenKind::String;
                }
                _ => {
                    self.at += 1;
                    match bytes.get(self.at) {
                        Some(b'"' | b'\\' | b'n') => self.at += 1,
                        Some(b'\n') | None => {}
                        Some(_) => {
                            let escape = Span::new(self.at, self.at + 1);
                            self.reporter
                                .error(Code::InvalidEscape, escape, "this character cannot be escaped")
                                .hint("only \\\" \\\\ and \\n are escapes; write \\\\ for a backslash, and / in paths");
                        }
                    }
                }
            }
        }
    }

    fn report_unclosed(&mut self, start: usize) {
        self.reporter
            .error(
                Code::UnclosedString,
                Span::new(start, self.at),
                "this string is not closed on its line",
            )
            .hint("add the closing \"; write \\n for a line break inside a string");
    }

    /// A statement of a template; `None` if it never ends: then it takes the rest of the text.
    fn template(&mut self) -> Option<TokenKind> {
        let start = self.at;
        let rest = &self.text[start..];
        if !rest.starts_with(self.language.opening()) {
            self.reporter
                .error(
                    Code::TemplateDelimiter,
                    Span::new(start, (start + 2).min(self.text.len())),
                    format!("'%' starts a template statement, and those open with {} here", self.language.opening()),
                )
                .hint("templates are allowed in PROTO files only; %< >% needs the line '# template language: javascript' directly below the header");
            // the character behind the percent sign belongs to this word and starts the next one
            let second = rest.chars().nth(1).map_or(0, char::len_utf8);
            let word = &rest[..1 + second];
            self.at = start + 1;
            return Some(classify(word));
        }
        let Some(length) = rest[2..].find(self.language.closing()) else {
            self.reporter
                .error(
                    Code::TemplateDelimiter,
                    Span::new(start, start + 2),
                    format!(
                        "this statement never ends: no {} follows",
                        self.language.closing()
                    ),
                )
                .hint(match rest.contains("%>") {
                    true => format!("it ends with {}, not with %>", self.language.closing()),
                    false => format!("add {} behind it", self.language.closing()),
                });
            self.at = self.text.len();
            return None;
        };
        self.at = start + 2 + length + 2;
        let end = self.at;
        self.end_of_word();
        if self.at == end {
            return Some(TokenKind::Template);
        }
        let word = &self.text[start..self.at];
        let kind = if word.ends_with(self.language.closing()) {
            TokenKind::Template
        } else {
            classify(word)
        };
        if kind == TokenKind::Invalid || word[2..].contains(self.language.opening()) {
            self.reporter
                .error(
                    Code::InvalidToken,
                    Span::new(end, self.at),
                    "text touches a template statement",
                )
                .hint("put a blank between them, or build the whole word in the expression");
            return Some(TokenKind::Invalid);
        }
        Some(kind)
    }
}

/// How to fix a word that is no valid token.
fn invalid_word_hint(word: &str) -> &'static str {
    let is_numeric = word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    if word.contains("%<") || word.contains("%{") || word.contains(">%") || word.contains("}%") {
        "a template statement is a word by itself: put blanks around it, or build the whole word in it"
    } else if word.ends_with(';') {
        "remove the semicolon: values are separated by blanks only"
    } else if word.starts_with('\'') {
        "a string is written between double quotes"
    } else if is_numeric && word.parse::<f64>().is_ok_and(|value| !value.is_normal()) {
        "this number is too large or too small: the limits are about 1e308 and 1e-308"
    } else if is_numeric {
        "write a decimal number such as 0.5 or 1e-3; a name cannot start with a digit, a sign or a point"
    } else if word.contains('"') {
        "put a blank in front of the quote"
    } else {
        "a name cannot contain a point, a quote or a backslash"
    }
}

fn classify(word: &str) -> TokenKind {
    match word.as_bytes().first() {
        Some(b'0'..=b'9' | b'+' | b'-' | b'.') if number::is_number(word) => TokenKind::Number,
        Some(b'0'..=b'9' | b'+' | b'-' | b'.') => TokenKind::Invalid,
        _ if is_keyword(word) => TokenKind::Keyword,
        _ if is_identifier(word) => TokenKind::Identifier,
        _ => TokenKind::Invalid,
    }
}

/// Whether a word may name something.
pub fn is_identifier(word: &str) -> bool {
    let is_free = |byte: u8| {
        !matches!(
            byte,
            0..=0x20 | b'"' | b'#' | b'\'' | b',' | b'.' | b'[' | b'\\' | b']' | b'{' | b'}'
        )
    };
    !word.is_empty()
        && !word.starts_with(|c: char| c.is_ascii_digit() || c == '+' || c == '-')
        && word.bytes().all(is_free)
        && !is_keyword(word)
}

/// Whether a word is reserved.
pub fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "DEF"
            | "USE"
            | "IS"
            | "NULL"
            | "TRUE"
            | "FALSE"
            | "PROTO"
            | "EXTERNPROTO"
            | "IMPORTABLE"
            | "field"
            | "vrmlField"
            | "hiddenField"
            | "deprecatedField"
            | "ROUTE"
            | "TO"
            | "eventIn"
            | "eventOut"
            | "exposedField"
            | "SFTime"
            | "MFTime"
            | "SFImage"
    ) || foxden_catalogue::FieldType::by_name(word).is_some()
}

/// The value of a string token: quotes off, escapes undone. Backslash-n stays
/// as two characters, which consumers turn into a line break.
pub fn string_value(token: &str) -> String {
    let inner = token.strip_prefix('"').unwrap_or(token);
    let mut value = String::with_capacity(inner.len());
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        match c {
            '"' => break,
            '\\' => match rest.next() {
                Some('n') => value.push_str("\\n"),
                Some(escaped) => value.push(escaped),
                None => {}
            },
            _ => value.push(c),
        }
    }
    value
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostics;

    fn lex(text: &str, language: TemplateLanguage) -> (Vec<(TokenKind, String)>, Vec<String>) {
        let source = Source::new("t", text);
        let mut diagnostics = Diagnostics::default();
        let tokens = tokenize(
            &source,
            0,
            language,
            &mut Reporter::new(&source, &mut diagnostics),
        );
        let shown = tokens
            .iter()
            .map(|token| (token.kind(), token.text(text).to_owned()))
            .collect();
        let messages = diagnostics
            .iter()
            .map(|diagnostic| format!("{}", diagnostic.place.as_ref().unwrap()))
            .collect();
        (shown, messages)
    }

    fn words(text: &str) -> Vec<String> {
        let (tokens, _) = lex(text, TemplateLanguage::Lua);
        tokens.into_iter().map(|(_, word)| word).collect()
    }

    #[test]
    fn commas_and_comments_are_blanks() {
        assert_eq!(
            words("rotation# note ]\n0,0,,1"),
            ["rotation", "0", "0", "1", ""]
        );
        assert_eq!(words("Box{}Box{"), ["Box", "{", "}", "Box", "{", ""]);
        assert_eq!(words("a\u{3000}b\u{85}c"), ["a", "b", "c", ""]);
    }

    #[test]
    fn strings_end_at_their_line() {
        assert_eq!(words("\"a\"\"b\\\"c\""), ["\"a\"", "\"b\\\"c\"", ""]);
        let (tokens, messages) = lex("x \"open\ny", TemplateLanguage::Lua);
        assert_eq!(tokens[1].1, "\"open");
        assert_eq!(messages, ["t:1:3"]);
        assert_eq!(string_value("\"a\\\\n\\\"\\n\""), "a\\n\"\\n");
    }

    #[test]
    fn a_quote_does_not_end_a_word() {
        let (tokens, messages) = lex("name\"x\" a.b", TemplateLanguage::Lua);
        assert!(
            tokens[..2]
                .iter()
                .all(|(kind, _)| *kind == TokenKind::Invalid)
        );
        assert_eq!(messages, ["t:1:1", "t:1:9"]);
    }

    #[test]
    fn statements_stand_alone() {
        let (tokens, messages) = lex("[%<= a >%]%< b >%#", TemplateLanguage::JavaScript);
        let kinds: Vec<_> = tokens.iter().map(|(kind, _)| *kind).collect();
        use TokenKind::{CloseBracket, End, OpenBracket, Template};
        assert_eq!(kinds, [OpenBracket, Template, CloseBracket, Template, End]);
        assert!(messages.is_empty());
        for glued in ["%<= a >%.5", "-%<= a >%", "%<= 1 >%%<= 2 >%"] {
            assert!(
                !lex(glued, TemplateLanguage::JavaScript).1.is_empty(),
                "{glued}"
            );
        }
    }
}
