//! How field values look to a template.

use super::error::{ErrorKind, TemplateError};
use super::inputs::{FieldValue, TemplateField};
use std::fmt::Write;

/// Rounds to the six significant digits that templates see.
pub(super) fn six_digits(number: f64) -> f64 {
    if !number.is_finite() {
        return number;
    }
    format!("{number:.5e}").parse().unwrap_or(number)
}

/// A number as templates see it; infinities have no spelling there.
pub(super) fn number(number: f64, parameter: &str) -> Result<f64, TemplateError> {
    if number.is_finite() {
        Ok(six_digits(number))
    } else {
        Err(TemplateError::new(
            ErrorKind::Parameter,
            format!(
                "parameter `{parameter}` is infinite or not a number, which templates cannot take"
            ),
        )
        .hint(format!("give `{parameter}` a finite value")))
    }
}

/// A string parameter as JavaScript sees it.
///
/// Its text is put between single quotes in the program, so backslashes act as
/// escapes (`\n` is a line end), and a single quote or a bare line end cannot
/// be given.
pub(super) fn script_string(text: &str, parameter: &str) -> Result<String, TemplateError> {
    let refuse = |what: &str, hint: String| {
        Err(TemplateError::new(
            ErrorKind::Parameter,
            format!("the text of parameter `{parameter}` {what}, which templates cannot take"),
        )
        .hint(hint))
    };
    if !text.contains(['\\', '\'', '\n', '\r']) {
        return Ok(text.to_owned());
    }
    // An escaped double quote and a bare one are the same thing here.
    let text = text.replace("\\\"", "\"").replace('"', "\\\"");
    let mut result = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\'' => {
                return refuse(
                    "holds a single quote",
                    "write a typographic apostrophe (’), or `\\\\'` in the file".to_owned(),
                );
            }
            '\n' | '\r' => {
                return refuse("holds a line end", "write the line end as `\\n`".to_owned());
            }
            '\\' => match escape(&mut rest) {
                Some(Some(character)) => result.push(character),
                Some(None) => {}
                None => {
                    return refuse(
                        "holds a backslash that starts no valid escape",
                        "double the backslash".to_owned(),
                    );
                }
            },
            _ => result.push(c),
        }
    }
    Ok(result)
}

/// What follows a backslash: a character, nothing (a continued line), or an
/// escape that strict JavaScript refuses.
fn escape(rest: &mut std::str::Chars<'_>) -> Option<Option<char>> {
    let character = match rest.next()? {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'v' => '\u{b}',
        '0' if !rest.as_str().starts_with(|c: char| c.is_ascii_digit()) => '\0',
        '0'..='9' => return None,
        'x' => hexadecimal(rest, 2)?,
        'u' if rest.as_str().starts_with('{') => {
            let (digits, _) = rest.as_str()[1..].split_once('}')?;
            let code = u32::from_str_radix(digits, 16).ok()?;
            let length = digits.chars().count() + 2;
            rest.nth(length - 1)?;
            char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        'u' => hexadecimal(rest, 4)?,
        '\n' | '\u{2028}' | '\u{2029}' => return Some(None),
        other => other,
    };
    Some(Some(character))
}

fn hexadecimal(rest: &mut std::str::Chars<'_>, digits: usize) -> Option<char> {
    let text = rest.as_str().get(..digits)?;
    if !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let code = u32::from_str_radix(text, 16).ok()?;
    rest.nth(digits - 1)?;
    Some(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
}

/// Whether a parameter name can be a property name in the program.
pub(super) fn is_property_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters
        .next()
        .is_some_and(|c| c == '_' || c == '$' || c.is_alphabetic())
        && letters.all(|c| c == '_' || c == '$' || c.is_alphanumeric())
}

/// Appends a text that is equal for values that a template cannot distinguish.
pub(super) fn write_key(key: &mut String, field: &TemplateField) {
    // Writing to a String cannot fail.
    let _ = write!(key, "{}=", field.name);
    write_value(key, &field.value);
    key.push(';');
}

fn write_value(key: &mut String, value: &FieldValue) {
    let numbers = |key: &mut String, numbers: &[f64]| {
        for number in numbers {
            let _ = write!(key, "{:?},", six_digits(*number));
        }
    };
    match value {
        FieldValue::Bool(value) => {
            let _ = write!(key, "{value}");
        }
        FieldValue::Int(value) => {
            let _ = write!(key, "{value}");
        }
        FieldValue::Float(value) => numbers(key, &[*value]),
        FieldValue::String(value) => {
            let _ = write!(key, "{}:{value}", value.len());
        }
        FieldValue::Vec2(value) => numbers(key, value),
        FieldValue::Vec3(value) | FieldValue::Color(value) => numbers(key, value),
        FieldValue::Rotation(value) => numbers(key, value),
        FieldValue::Node(None) => key.push('-'),
        FieldValue::Node(Some(node)) => {
            let _ = write!(key, "{}{{", node.node_name);
            for field in &node.fields {
                write_key(key, field);
            }
            key.push('}');
        }
        FieldValue::List(values) => {
            key.push('[');
            for value in values {
                write_value(key, value);
                key.push('|');
            }
            key.push(']');
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_six_significant_digits() {
        for (given, seen) in [
            (1.234567891, 1.23457),
            (1_234_567.891, 1_234_570.0),
            (0.123456789, 0.123457),
            (1e-10, 1e-10),
            (0.1, 0.1),
            (-0.0, 0.0),
            (1e300, 1e300),
            (999_999.5, 1e6),
        ] {
            assert_eq!(six_digits(given), seen);
        }
    }

    #[test]
    fn infinite_numbers_are_refused() {
        assert_eq!(
            number(f64::INFINITY, "v").unwrap_err().kind,
            ErrorKind::Parameter
        );
        assert_eq!(
            number(f64::NEG_INFINITY, "v").unwrap_err().kind,
            ErrorKind::Parameter
        );
    }

    #[test]
    fn backslashes_in_strings_act_as_escapes() {
        for (stored, seen) in [
            ("plain", "plain"),
            ("a\\nb", "a\nb"),
            ("q\"q", "q\"q"),
            ("q\\\"q", "q\"q"),
            ("it\\'s", "it's"),
            ("a\\\\b", "a\\b"),
            ("\\x41\\u0042\\u{43}!", "ABC!"),
            ("\\q", "q"),
        ] {
            assert_eq!(script_string(stored, "s").unwrap(), seen, "{stored}");
        }
        for stored in ["it's", "a\\", "\\x4", "\\u{zz}", "\\12", "a\nb"] {
            assert!(script_string(stored, "s").is_err(), "{stored}");
        }
    }

    #[test]
    fn names_with_dashes_are_no_property_names() {
        assert!(is_property_name("class"));
        assert!(is_property_name("Größe_1"));
        assert!(!is_property_name("a-b"));
        assert!(!is_property_name(""));
    }
}
