//! What the words of an unevaluated body say: whether it is procedural, its root, and the
//! parameters that it names.

use super::inputs::Language;
use super::scan::{ScanReader, TemplateWord, TemplateWordKind, marked_words};
use crate::lexer::is_identifier;
use std::ops::Range;

/// What the words of an unevaluated body say about a PROTO.
///
/// The genuine program reads these words before any template runs. In them a
/// `--` inside a statement, as in `i--`, hides the rest of its line, the closing
/// delimiter included: the statement ends at the next one behind that line.
#[derive(Debug, Default)]
pub(crate) struct BodyScan {
    /// Whether a statement makes the body procedural.
    pub(crate) is_procedural: bool,
    /// The word that names the root: the first one that is no statement, behind a DEF and its name.
    pub(crate) root: Option<Range<usize>>,
    /// The first statement that touches other text.
    pub(crate) glued: Option<Range<usize>>,
    mentions: ParameterMentions,
}

impl BodyScan {
    /// Reads a body, from its first word to the end of the file.
    pub(crate) fn read(body: &str, language: Language) -> Self {
        let mut scan = Self {
            mentions: ParameterMentions {
                language: Some(language),
                ..ParameterMentions::default()
            },
            ..Self::default()
        };
        let mut reader = ScanReader::new(body, language);
        while let Some(word) = reader.word() {
            let is_statement = word.kind == TemplateWordKind::Statement;
            if !is_statement && scan.root.is_none() {
                scan.note_glued(&word);
                let root = match &body[word.start..word.end] {
                    "DEF" => reader.word().and_then(|_| reader.word()),
                    _ => Some(word),
                };
                scan.root = root.map(|root| root.start..root.end);
            } else {
                scan.is_procedural |= is_statement;
                scan.note_glued(&word);
                scan.mentions.note(word);
            }
            if scan.root.is_some() {
                reader.skip_numbers();
            }
        }
        scan
    }

    fn note_glued(&mut self, word: &TemplateWord) {
        let is_glued = word.kind == TemplateWordKind::Other
            && !word.text.is_empty()
            && !is_identifier(&word.text);
        if is_glued && self.glued.is_none() {
            self.glued = Some(word.start..word.end);
        }
    }

    /// Whether a statement names a parameter.
    pub(crate) fn names(&self, parameter: &str) -> bool {
        self.mentions.contains(parameter)
    }
}

/// Every place of a body that may name a parameter.
#[derive(Debug, Clone, Default)]
pub(super) struct ParameterMentions {
    statements: Vec<String>,
    quoted: Vec<String>,
    language: Option<Language>,
}

impl ParameterMentions {
    pub(super) fn find(body: &str, language: Language) -> Self {
        let mut mentions = Self {
            language: Some(language),
            ..Self::default()
        };
        marked_words(body, language).for_each(|word| mentions.note(word));
        mentions
    }

    fn note(&mut self, word: TemplateWord) {
        if !word.text.contains("fields.") {
            return;
        }
        match (word.kind, self.language) {
            (TemplateWordKind::Statement, _) => self.statements.push(word.text),
            (TemplateWordKind::Quoted, Some(language))
                if word.text.contains(language.opening()) =>
            {
                self.quoted.push(word.text);
            }
            _ => {}
        }
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        let needle = format!("fields.{name}");
        self.statements.iter().any(|text| has_whole(text, &needle))
            || self.language.is_some_and(|language| {
                self.quoted
                    .iter()
                    .any(|text| has_quoted(text, &needle, language))
            })
    }
}

/// `needle` with no letter, digit or underscore on either side.
fn has_whole(text: &str, needle: &str) -> bool {
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    text.match_indices(needle).any(|(at, _)| {
        let bytes = text.as_bytes();
        !bytes[..at].last().is_some_and(is_word)
            && !bytes[at + needle.len()..].first().is_some_and(is_word)
    })
}

/// `needle` inside a statement of a quoted string, with no quote between the
/// delimiters. Unlike in free statements the beginning of a longer name counts.
fn has_quoted(text: &str, needle: &str, language: Language) -> bool {
    let (opening, closing) = (language.opening(), language.closing());
    text.match_indices(needle).any(|(at, _)| {
        let before = text[..at]
            .rfind(opening)
            .map(|open| &text[open + opening.len()..at]);
        let behind = &text[at + needle.len()..];
        let after = behind.find(closing).map(|close| &behind[..close]);
        before.is_some_and(|between| !between.contains('"') && !between.contains(closing))
            && after.is_some_and(|between| !between.contains('"'))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use Language::JavaScript;

    fn root(body: &str) -> Option<&str> {
        BodyScan::read(body, JavaScript).root.map(|at| &body[at])
    }

    #[test]
    fn the_root_is_the_first_word_behind_statements_and_a_def() {
        assert_eq!(root("%< let a = 1; >% Solid { }"), Some("Solid"));
        assert_eq!(root("DEF A Solid { }"), Some("Solid"));
        assert_eq!(root("DEF %<= 'A' >% Solid { }"), Some("Solid"));
        assert_eq!(root("DEF A %< >% Solid { }"), Some("%< >%"));
        assert_eq!(root("%< never closed"), None);
        let named = BodyScan::read("DEF %<= fields.a.value >% Solid { }", JavaScript);
        assert!(!named.is_procedural && !named.names("a"));
    }

    #[test]
    fn a_decrement_takes_the_text_behind_it_into_the_statement() {
        let first = "%< let n = 3; n--; >%\nGroup { children [ %<= n >% 1 ] }";
        assert_eq!(root(first), Some("1"));
        let alone = BodyScan::read("Group { %< n--; >% }", JavaScript);
        assert!(!alone.is_procedural);
        let body = "Group { %< while (n--) { >%\n Solid { name \"%<= n >%\" } %< } >% }";
        let glued = BodyScan::read(body, JavaScript).glued.unwrap();
        assert!(body[glued].starts_with("%< while"));
    }
}
