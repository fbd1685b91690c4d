//! Reads a PROTO body word by word, as far as templates need it.
//!
//! Whether a body is procedural, and which parameters it uses, is decided on
//! the words of the unevaluated text: a statement counts only if it is a word
//! by itself, not inside a quoted string.

use super::inputs::Language;
use super::mentions::ParameterMentions;

/// What a word is to the template engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TemplateWordKind {
    /// A whole statement, delimiters included.
    Statement,
    /// A quoted string.
    Quoted,
    /// Anything else.
    Other,
}

#[derive(Debug)]
pub(super) struct TemplateWord {
    pub(super) kind: TemplateWordKind,
    /// A statement without the comments in it, or a string with its escapes
    /// resolved; empty for most other words.
    pub(super) text: String,
    /// First byte in the body.
    pub(super) start: usize,
    /// Behind the last byte in the body.
    pub(super) end: usize,
}

pub(super) struct ScanReader<'a> {
    body: &'a str,
    at: usize,
    language: Language,
}

impl<'a> ScanReader<'a> {
    pub(super) fn new(body: &'a str, language: Language) -> Self {
        Self {
            body,
            at: 0,
            language,
        }
    }

    fn peek(&self) -> Option<char> {
        self.body[self.at..].chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn skip_blanks(&mut self) {
        while let Some(c) = self.peek() {
            if c == '#' {
                let rest = &self.body[self.at..];
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if is_blank(c) {
                self.take();
            } else {
                return;
            }
        }
    }

    pub(super) fn word(&mut self) -> Option<TemplateWord> {
        self.skip_blanks();
        let start = self.at;
        let first = self.peek()?;
        let (kind, text) = if first == '"' {
            (TemplateWordKind::Quoted, self.quoted())
        } else if self.body[self.at..].starts_with(self.language.opening()) {
            let text = self.statement()?;
            let end = self.at;
            self.skip_plain();
            // The delimiter must also be the end of the word: glued text
            // makes it something else.
            let glued = &self.body[end..self.at];
            let text = text + glued;
            match text.ends_with(self.language.closing()) {
                true => (TemplateWordKind::Statement, text),
                false => (TemplateWordKind::Other, text),
            }
        } else {
            self.take();
            if !is_punctuation(first) {
                self.skip_plain();
            }
            (TemplateWordKind::Other, String::new())
        };
        Some(TemplateWord {
            kind,
            text,
            start,
            end: self.at,
        })
    }

    /// Goes over words that are neither string nor statement, up to a byte
    /// that may start one of these. Most of a large body is numbers.
    pub(super) fn skip_numbers(&mut self) {
        let bytes = self.body.as_bytes();
        let mut at = self.at;
        while let Some(byte) = bytes.get(at) {
            let found = match byte {
                b'#' => true,
                b'"' | b'%' => at == self.at || self.ends_word(at),
                _ => false,
            };
            if found {
                break;
            }
            at += 1;
        }
        self.at = at;
    }

    /// Whether a new word starts at `at`.
    fn ends_word(&self, at: usize) -> bool {
        match self.body.as_bytes().get(at.wrapping_sub(1)) {
            None => true,
            Some(byte) if byte.is_ascii() => {
                let before = char::from(*byte);
                is_blank(before) || is_punctuation(before)
            }
            Some(_) => self.body[..at].chars().next_back().is_some_and(is_blank),
        }
    }

    /// Goes to the end of a word that is neither string nor statement.
    fn skip_plain(&mut self) {
        while let Some(byte) = self.body.as_bytes().get(self.at) {
            let ends = match byte {
                b'#' | b',' | b'{' | b'}' | b'[' | b']' => true,
                byte if byte.is_ascii() => char::from(*byte).is_whitespace(),
                _ => self.peek().is_none_or(is_blank),
            };
            if ends {
                return;
            }
            self.at += if byte.is_ascii() {
                1
            } else {
                self.peek().map_or(1, char::len_utf8)
            };
        }
    }

    fn quoted(&mut self) -> String {
        let mut text = String::new();
        text.extend(self.take());
        while let Some(c) = self.peek() {
            if c == '\n' {
                return text;
            }
            self.take();
            match c {
                '"' => {
                    text.push(c);
                    return text;
                }
                '\\' => match self.peek() {
                    Some('n') => text.push('\\'),
                    Some(escaped) if escaped != '\n' => {
                        self.take();
                        text.push(escaped);
                    }
                    _ => {}
                },
                _ => text.push(c),
            }
        }
        text
    }

    /// A statement up to its closing delimiter, or nothing at the end of the
    /// text. In every language `--` starts a comment up to the line end and
    /// `--[[ … --]]` a long one: a `>%` after a decrement does not close the
    /// word, and a parameter named there does not count.
    fn statement(&mut self) -> Option<String> {
        let closing = self.language.closing();
        let mut text = self.language.opening().to_owned();
        self.at += text.len();
        let (mut dashes, mut short, mut long) = (0, false, false);
        let mut quote = None;
        let mut backslashes = 0;
        while !text.ends_with(closing) {
            let mut c = self.take()?;
            if quote.is_none() {
                if dashes == 2 {
                    short = !long;
                    if long && c == ']' {
                        c = self.take()?;
                        if c == ']' {
                            long = false;
                            c = self.take()?;
                        }
                    } else if !long && c == '[' {
                        c = self.take()?;
                        if c == '[' {
                            long = true;
                            c = self.take()?;
                        }
                    }
                    if short {
                        text.truncate(text.len().saturating_sub(2));
                        short = !long;
                    }
                    dashes = 0;
                }
                dashes = if !short && c == '-' { dashes + 1 } else { 0 };
            }
            if !short && !long {
                if quote == Some(c) && backslashes % 2 == 0 {
                    quote = None;
                } else if quote.is_none() && (c == '\'' || c == '"') {
                    quote = Some(c);
                }
                backslashes = if c == '\\' { backslashes + 1 } else { 0 };
                text.push(c);
            }
            if short && c == '\n' {
                short = false;
            }
        }
        Some(text)
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == ','
}

fn is_punctuation(c: char) -> bool {
    matches!(c, '{' | '}' | '[' | ']')
}

/// Strings and statements, and perhaps some of the other words.
pub(super) fn marked_words(
    body: &str,
    language: Language,
) -> impl Iterator<Item = TemplateWord> + '_ {
    let mut reader = ScanReader::new(body, language);
    std::iter::from_fn(move || {
        reader.skip_numbers();
        reader.word()
    })
}

fn words(body: &str, language: Language) -> impl Iterator<Item = TemplateWord> + '_ {
    let mut reader = ScanReader::new(body, language);
    std::iter::from_fn(move || reader.word())
}

/// Whether a body has to be evaluated before it is parsed.
///
/// A statement inside a quoted string alone does not make a body procedural:
///
/// ```
/// use foxden_lang::template::{is_procedural, Language};
///
/// assert!(is_procedural("Solid { name %<= 'x' >% }", Language::JavaScript));
/// assert!(!is_procedural("Solid { name \"%<= 1 >%\" }", Language::JavaScript));
/// ```
pub fn is_procedural(body: &str, language: Language) -> bool {
    body.contains(language.opening())
        && marked_words(body, language).any(|word| word.kind == TemplateWordKind::Statement)
}

/// Which of `names` the statements of a body name as `fields.name`.
///
/// These are the parameters the template can see, those whose change makes
/// it run again, and those whose values make up the key of a cached result.
/// The result has the order of `names`.
///
/// ```
/// use foxden_lang::template::{field_names_used, Language};
///
/// let body = "Solid { radarCrossSection %<= fields.radius.value >% }";
/// let used = field_names_used(body, Language::JavaScript, ["r", "radius"]);
/// assert_eq!(used, ["radius"]);
/// ```
pub fn field_names_used<'n>(
    body: &str,
    language: Language,
    names: impl IntoIterator<Item = &'n str>,
) -> Vec<&'n str> {
    let mentions = ParameterMentions::find(body, language);
    names
        .into_iter()
        .filter(|name| mentions.contains(name))
        .collect()
}

/// A statement that touches other text, which makes its word invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GluedStatement {
    /// First byte of the word in the body.
    pub start: usize,
    /// Behind the last byte of the word.
    pub end: usize,
}

/// Words outside strings in which a statement touches something else, as in
/// `%<= a >%.5` or `-%<= a >%`. A PROTO with such a word is skipped; brackets,
/// braces and `#` may touch a statement.
pub fn glued_statements(body: &str, language: Language) -> Vec<GluedStatement> {
    words(body, language)
        .filter(|word| {
            word.kind == TemplateWordKind::Other
                && body[word.start..word.end].contains(language.opening())
        })
        .map(|word| GluedStatement {
            start: word.start,
            end: word.end,
        })
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use Language::{JavaScript, Lua};

    #[test]
    fn a_statement_makes_a_body_procedural_unless_it_stands_in_a_string() {
        for (body, language, expected) in [
            ("Solid { }", JavaScript, false),
            ("%< let a = 1; >% Solid { }", JavaScript, true),
            (
                "Solid { name \"%<= fields.s.value >%\" }",
                JavaScript,
                false,
            ),
            ("Solid { name \"%{= 1 }%\" }", JavaScript, false),
            ("Solid { # %< let a; >%\n }", JavaScript, false),
            ("Solid { name \"x\" >% }", JavaScript, false),
            ("Solid { %< never closed }", JavaScript, false),
            ("Solid { radarCrossSection %{= 1 }% }", Lua, true),
            ("Solid { radarCrossSection %<= 1 >% }", Lua, false),
            ("children[%<= \"Pose { }\" >%]", JavaScript, true),
        ] {
            assert_eq!(is_procedural(body, language), expected, "{body}");
        }
    }

    #[test]
    fn parameters_count_when_named_in_statements() {
        let body = "Solid {\n %< // fields.a\n let s = 'fields.b'; >%\n # fields.c\n \
                    name \"fields.d\"\n description \"%<= fields.e.value >%\" }";
        let used = field_names_used(body, JavaScript, ["a", "b", "c", "d", "e"]);
        assert_eq!(used, ["a", "b", "e"]);
    }

    #[test]
    fn a_longer_name_does_not_name_the_shorter_one_outside_strings() {
        let free = "x %<= fields.radius.value >%";
        assert_eq!(
            field_names_used(free, JavaScript, ["r", "radius"]),
            ["radius"]
        );
        let quoted = "x \"%<= fields.radius.value >%\"";
        assert_eq!(
            field_names_used(quoted, JavaScript, ["r", "radius"]),
            ["r", "radius"]
        );
        let my_fields = "x %<= my_fields.radius >%";
        assert!(field_names_used(my_fields, JavaScript, ["radius"]).is_empty());
    }

    #[test]
    fn a_quote_in_a_quoted_statement_hides_the_name() {
        let body = r#"name "%<= \"fields.a\" >%" %< let b = fields.b; >%"#;
        assert_eq!(field_names_used(body, JavaScript, ["a", "b"]), ["b"]);
    }

    #[test]
    fn a_decrement_hides_the_rest_of_its_line() {
        let body = "%< while (k-- > fields.n.value) { >%\nPose { }\n%< fields.m } >%";
        assert_eq!(field_names_used(body, JavaScript, ["n", "m"]), ["m"]);
        let long = "%{ --[[ fields.a --]] local x = fields.b.value }%";
        assert_eq!(field_names_used(long, Lua, ["a", "b"]), ["b"]);
    }

    #[test]
    fn quick_and_thorough_reading_agree() {
        for body in [
            "a \"%<= fields.a >%\" b # \"x\n %< c >%\u{2003}%< d >% e%< f >% [%< g >%] \"h\"\"i\" j\"k\" 1,%< l >%",
            "\"\"\"%<\" %< a >%%< b >% %<c>%%<d>% \\\" %< e >%",
            "%< \" >% \" %< x >% \" ü%< y >%\n",
        ] {
            let marked = |words: &mut dyn Iterator<Item = TemplateWord>| -> Vec<(TemplateWordKind, String, usize)> {
                words
                    .filter(|word| word.kind != TemplateWordKind::Other)
                    .map(|word| (word.kind, word.text, word.start))
                    .collect()
            };
            assert_eq!(
                marked(&mut marked_words(body, JavaScript)),
                marked(&mut words(body, JavaScript)),
                "{body}"
            );
        }
    }

    #[test]
    fn glued_words_are_found() {
        let body = "translation %<=fields.r.value>%.5 %<= 1 >%%<= 2 >% -%<= 1 >% [%<= 2 >%]";
        let found: Vec<_> = glued_statements(body, JavaScript)
            .into_iter()
            .map(|glued| &body[glued.start..glued.end])
            .collect();
        assert_eq!(found, ["%<=fields.r.value>%.5", "%<= 1 >%%<=", "-%<="]);
    }
}
