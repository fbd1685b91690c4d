//! Cuts a body into plain text and statements.
//!
//! The cut is purely textual: the closing delimiter ends a statement even
//! inside a string or comment of its language.

use super::inputs::Language;
use std::ops::Range;

/// The role of a part of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Copied to the output.
    Text,
    /// Run.
    Code,
    /// Replaced by its value.
    Expression,
}

/// A part of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Segment {
    pub role: Role,
    /// The part without its delimiters, in bytes of the body.
    pub range: Range<usize>,
}

/// A statement that is never closed, by the byte of its opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unclosed(pub usize);

/// Cuts `body` into segments; empty texts are left out.
pub(super) fn split(body: &str, language: Language) -> Result<Vec<Segment>, Unclosed> {
    let (opening, closing) = (language.opening(), language.closing());
    let mut segments = Vec::new();
    let mut at = 0;
    while let Some(open) = body[at..].find(opening).map(|found| at + found) {
        push_text(&mut segments, at..open);
        let mut start = open + opening.len();
        let close = body[start..]
            .find(closing)
            .map(|found| start + found)
            .ok_or(Unclosed(open))?;
        let role = if body[start..close].starts_with('=') {
            start += 1;
            Role::Expression
        } else {
            Role::Code
        };
        segments.push(Segment {
            role,
            range: start..close,
        });
        at = close + closing.len();
    }
    push_text(&mut segments, at..body.len());
    Ok(segments)
}

fn push_text(segments: &mut Vec<Segment>, range: Range<usize>) {
    if !range.is_empty() {
        segments.push(Segment {
            role: Role::Text,
            range,
        });
    }
}

/// The body with its `#` comments blanked out: statements in them do not run,
/// while `#` inside a statement is Lua's length. Offsets stay as they are.
pub(super) fn without_comments(body: &str) -> String {
    let mut result = String::with_capacity(body.len());
    let mut inside = false;
    for line in body.split_inclusive('\n') {
        let mut quoted = false;
        let mut previous = '\0';
        let mut comment = None;
        for (index, c) in line.char_indices() {
            match (previous, c) {
                ('%', '{') => inside = true,
                ('}', '%') => inside = false,
                (_, '"') if previous != '\\' => quoted = !quoted,
                (_, '#') if !inside && !quoted => {
                    comment = Some(index);
                    break;
                }
                _ => {}
            }
            previous = c;
        }
        match comment {
            Some(start) => {
                let end = line.trim_end_matches(['\r', '\n']).len();
                result.push_str(&line[..start]);
                result.extend(std::iter::repeat_n(' ', end - start));
                result.push_str(&line[end..]);
            }
            None => result.push_str(line),
        }
    }
    result
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn cut(body: &str) -> Vec<(Role, &str)> {
        split(body, Language::JavaScript)
            .unwrap()
            .into_iter()
            .map(|segment| (segment.role, &body[segment.range]))
            .collect()
    }

    #[test]
    fn text_code_and_expressions_are_distinguished() {
        assert_eq!(
            cut("a %< b >% c %<= d >%%<e>%"),
            [
                (Role::Text, "a "),
                (Role::Code, " b "),
                (Role::Text, " c "),
                (Role::Expression, " d "),
                (Role::Code, "e"),
            ]
        );
        assert_eq!(cut(""), []);
        assert_eq!(cut("%<>%"), [(Role::Code, "")]);
        assert_eq!(cut("a >% b"), [(Role::Text, "a >% b")]);
    }

    #[test]
    fn the_closing_delimiter_counts_inside_strings() {
        assert_eq!(
            cut("%<= 'a >% b' >%"),
            [(Role::Expression, " 'a "), (Role::Text, " b' >%")]
        );
    }

    #[test]
    fn an_unclosed_statement_is_reported_at_its_opening() {
        assert_eq!(split("ab %< c", Language::JavaScript), Err(Unclosed(3)));
        assert_eq!(split("%< a >% %<", Language::JavaScript), Err(Unclosed(8)));
        assert_eq!(split("%{ a >%", Language::Lua), Err(Unclosed(0)));
    }

    #[test]
    fn comments_go_and_lengths_stay() {
        assert_eq!(
            without_comments("a # %{= 1 }%\nb \"#\" %{= #t }% # ü\r\nc"),
            "a           \nb \"#\" %{= #t }%     \r\nc"
        );
    }
}
