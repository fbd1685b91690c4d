//! How field values look to a template.

use super::error::{ErrorKind, TemplateError};
use super::inputs::FieldValue;
use crate::number::general;
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

/// Appends a value in the spelling of the genuine program, which puts the values of all
/// parameters one behind the other: 1 and 12 give the key of 11 and 2. Such instances
/// have the text of the first of them.
pub(super) fn write_key(key: &mut String, value: &FieldValue) {
    match value {
        FieldValue::Bool(value) => key.push_str(if *value { "true" } else { "false" }),
        FieldValue::Int(value) => key.push_str(&value.to_string()),
        FieldValue::Float(value) => key.push_str(&general(*value, 6)),
        FieldValue::String(text) => {
            let text = text.replace("\\\"", "\"").replace('"', "\\\"");
            // Writing to a String cannot fail.
            let _ = write!(key, "'{text}'");
        }
        FieldValue::Vec2(value) => write_numbers(key, "xy", value),
        FieldValue::Vec3(value) => write_numbers(key, "xyz", value),
        FieldValue::Rotation(value) => write_numbers(key, "xyza", value),
        FieldValue::Color(value) => write_numbers(key, "rgb", value),
        FieldValue::Node(None) => key.push_str("undefined"),
        FieldValue::Node(Some(node)) => {
            let _ = write!(key, "{{node_name: '{}', fields: {{", node.node_name);
            for (at, field) in node.fields.iter().enumerate() {
                let _ = write!(key, "{}{}: {{value: ", separator(at), field.name);
                write_key(key, &field.value);
                key.push_str(", defaultValue: ");
                write_key(key, &field.default);
                key.push('}');
            }
            key.push_str("}}");
        }
        FieldValue::List(values) => {
            key.push('[');
            for (at, value) in values.iter().enumerate() {
                key.push_str(separator(at));
                write_key(key, value);
            }
            key.push(']');
        }
    }
}

fn write_numbers(key: &mut String, names: &str, numbers: &[f64]) {
    key.push('{');
    for (at, (name, number)) in names.chars().zip(numbers).enumerate() {
        let number = general(*number, 6);
        let _ = write!(key, "{}{name}: {number}", separator(at));
    }
    key.push('}');
}

fn separator(at: usize) -> &'static str {
    if at == 0 { "" } else { ", " }
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
    fn keys_are_spelled_as_in_the_genuine_program() {
        let key = |values: &[FieldValue]| {
            let mut key = String::new();
            values.iter().for_each(|value| write_key(&mut key, value));
            key
        };
        assert_eq!(
            key(&[FieldValue::Int(1), FieldValue::Float(12.0)]),
            key(&[FieldValue::Int(11), FieldValue::Float(2.0)])
        );
        let values = [
            FieldValue::Vec2([0.5, 1e-7]),
            FieldValue::String("a\"b".into()),
            FieldValue::List(vec![FieldValue::Bool(true), FieldValue::Node(None)]),
        ];
        assert_eq!(key(&values), "{x: 0.5, y: 1e-07}'a\\\"b'[true, undefined]");
    }

    #[test]
    fn names_with_dashes_are_no_property_names() {
        assert!(is_property_name("class"));
        assert!(is_property_name("Größe_1"));
        assert!(!is_property_name("a-b"));
        assert!(!is_property_name(""));
    }
}
