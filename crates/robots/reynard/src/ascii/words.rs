//! Splits a line into words by the quoting rules of a POSIX shell, without
//! comments: `'…'` is taken as it is, in `"…"` a backslash protects `"` and
//! `\`, elsewhere it protects anything.

/// A quotation has no end.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unclosed;

/// The words of a line.
pub(super) fn words(line: &str) -> Result<Vec<String>, Unclosed> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            ' ' | '\t' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next().ok_or(Unclosed)? {
                        '\'' => break,
                        other => word.push(other),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next().ok_or(Unclosed)? {
                        '"' => break,
                        '\\' => match characters.next().ok_or(Unclosed)? {
                            protected @ ('"' | '\\') => word.push(protected),
                            other => word.extend(['\\', other]),
                        },
                        other => word.push(other),
                    }
                }
            }
            // at the very end it protects the end of the line
            '\\' => word
                .get_or_insert_default()
                .push(characters.next().unwrap_or('\n')),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_backslashes() {
        let split = |line| words(line).map_err(|_| "unclosed");
        assert_eq!(
            split("SAY  'it''s'\t\"a \\\"b\\n\" c\\ d"),
            Ok(vec![
                "SAY".into(),
                "its".into(),
                "a \"b\\n".into(),
                "c d".into()
            ])
        );
        assert_eq!(split("# ''"), Ok(vec!["#".into(), String::new()]));
        assert_eq!(split("a\\"), Ok(vec!["a\n".into()]));
        assert_eq!(split(" \t"), Ok(vec![]));
        assert_eq!(split("SAY \"x"), Err("unclosed"));
        assert_eq!(split("SAY 'x"), Err("unclosed"));
    }

    #[test]
    fn long_lines_take_time_in_proportion() {
        let line = format!("SAY \"{}\"", "x".repeat(1 << 20));
        assert_eq!(words(&line).map(|words| words[1].len()), Ok(1 << 20));
    }
}
