//! JSON as the original reads it: `NaN`, `Infinity` and numbers beyond all
//! bounds are numbers too, and truth is what it is in Python.

use crate::python::read_float;
use serde_json::Value;

/// Begins texts that represent numbers JSON does not have. A client that sends it
/// itself, with an escape, has sent that number.
const MARK: &str = "\u{1}number:";

/// Reads a JSON text.
///
/// # Errors
/// When it is none; the reason is for people.
pub fn parse(text: &[u8]) -> Result<Value, String> {
    let text = std::str::from_utf8(text).map_err(|_| "the body is not UTF-8".to_owned())?;
    let reason = |error: serde_json::Error| format!("the body is no JSON: {error}");
    match serde_json::from_str(text) {
        Ok(value) => Ok(value),
        // the rare case: once more, with the numbers of Python
        Err(error) => match with_marks(text) {
            Some(text) => serde_json::from_str(&text).map_err(reason),
            None => Err(reason(error)),
        },
    }
}

/// Puts marked texts in the place of numbers that JSON does not have; `None` without any.
fn with_marks(text: &str) -> Option<String> {
    let mut marked = String::with_capacity(text.len() + 32);
    let mut rest = text;
    let mut is_changed = false;
    while let Some(first) = rest.chars().next() {
        let length = if first == '"' {
            text_length(rest)
        } else if first.is_ascii_alphanumeric() || first == '-' {
            let is_end = |c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c);
            rest.find(is_end).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        let name = match token {
            "NaN" | "Infinity" | "-Infinity" => Some(token),
            _ if first != '"' && token.parse().is_ok_and(f64::is_infinite) => match first {
                '-' => Some("-Infinity"),
                _ if first.is_ascii_digit() => Some("Infinity"),
                _ => None,
            },
            _ => None,
        };
        match name {
            Some(name) => {
                is_changed = true;
                marked.push_str("\"\\u0001number:");
                marked.push_str(name);
                marked.push('"');
            }
            None => marked.push_str(token),
        }
    }
    is_changed.then_some(marked)
}

/// The length of the quoted text at the start.
fn text_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// A value as a number: numbers, and `true` and `false` as 1 and 0.
pub fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::Bool(flag) => Some(f64::from(u8::from(*flag))),
        Value::String(text) => match text.strip_prefix(MARK)? {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    }
}

/// A value as a number, or a text that reads as one.
pub fn number_or_text(value: &Value) -> Option<f64> {
    number(value).or_else(|| read_float(value.as_str()?))
}

/// Whether a value counts as true.
pub fn truth(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(flag) => *flag,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    }
}

/// A value as words.
pub fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.strip_prefix(MARK).unwrap_or(text).to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_json_does_not_have_are_read() {
        let value =
            parse(br#"{"a": NaN, "b": [-Infinity, 1e999], "c": "NaN \" Infinity", "d": -1e400}"#)
                .unwrap();
        assert!(number(&value["a"]).unwrap().is_nan());
        assert_eq!(number(&value["b"][0]), Some(f64::NEG_INFINITY));
        assert_eq!(number(&value["b"][1]), Some(f64::INFINITY));
        assert_eq!(number(&value["d"]), Some(f64::NEG_INFINITY));
        assert_eq!(value["c"], "NaN \" Infinity");
    }

    #[test]
    fn other_words_are_no_json() {
        for text in [
            "{",
            "nan",
            "{\"a\": infinity}",
            "[1,]",
            "{\"a\": NaN",
            "\u{1}",
        ] {
            assert!(parse(text.as_bytes()).is_err(), "{text}");
        }
        assert!(parse(&[0xff]).is_err());
        assert!(parse("[".repeat(100_000).as_bytes()).is_err());
    }

    #[test]
    fn flags_and_texts_count_as_in_the_original() {
        assert_eq!(number(&Value::Bool(true)), Some(1.0));
        assert_eq!(number(&Value::from("1")), None);
        assert_eq!(number_or_text(&Value::from(" 0.5 ")), Some(0.5));
        assert_eq!(number_or_text(&Value::from("1_0")), Some(10.0));
        assert!(truth(&Value::from("False")) && !truth(&Value::from("")));
    }
}
