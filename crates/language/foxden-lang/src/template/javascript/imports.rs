//! Finds the imports of a template, which have to leave the function body.
//!
//! The form is narrow: one line, `import … from '…'` with single quotes and a
//! semicolon right behind. Other spellings stay where they are, and the
//! engine rejects them there.

/// An import inside a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Import {
    /// The text, with its semicolon or line end.
    pub text: String,
    /// First byte in the body.
    pub body: usize,
    /// Ends in a semicolon, not in a line end.
    pub closed: bool,
}

/// The imports in `code`, which starts at byte `start` of the body.
pub(super) fn find_imports(code: &str, start: usize) -> Vec<Import> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(begin) = code[at..].find("import").map(|i| at + i) {
        match import_end(&code[begin..]) {
            Some(length) => {
                let text = &code[begin..begin + length];
                found.push(Import {
                    text: text.to_owned(),
                    body: start + begin,
                    closed: text.ends_with(';'),
                });
                at = begin + length;
            }
            None => at = begin + "import".len(),
        }
    }
    found
}

/// Length of the import at the start of `text`, its end mark included.
fn import_end(text: &str) -> Option<usize> {
    let line = text.split('\n').next().unwrap_or(text);
    let from = line.find("from")?;
    let quotes = line[from..]
        .match_indices('\'')
        .skip(1)
        .map(|(i, _)| from + i + 1);
    quotes
        .into_iter()
        .find(|end| matches!(text.as_bytes().get(*end), Some(b';' | b'\n')))
        .map(|end| end + 1)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn texts(code: &str) -> Vec<(String, bool)> {
        find_imports(code, 0)
            .into_iter()
            .map(|i| (i.text, i.closed))
            .collect()
    }

    #[test]
    fn only_the_narrow_form_is_taken() {
        assert_eq!(
            texts("import * as a from 'a.js'; import {b} from 'b.js';"),
            [
                ("import * as a from 'a.js';".to_owned(), true),
                ("import {b} from 'b.js';".to_owned(), true)
            ]
        );
        assert_eq!(
            texts("import a from 'a.js'\n"),
            [("import a from 'a.js'\n".to_owned(), false)]
        );
        assert!(texts("import a from \"a.js\";").is_empty());
        assert!(texts("import {\na} from 'a.js' ;").is_empty());
        assert!(texts("let important = 1;").is_empty());
    }

    #[test]
    fn places_count_from_the_body() {
        assert_eq!(find_imports("  import a from 'a.js';", 10)[0].body, 12);
    }
}
