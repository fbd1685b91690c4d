//! Numbers and texts as Python reads and shows them: the original is written
//! in it, and what its clients see is partly Python's.

use std::fmt::Write as _;

/// A number as `float` reads it: blanks around it, and underscores between digits.
pub(crate) fn read_float(text: &str) -> Option<f64> {
    let text = text.trim();
    if !text.contains('_') {
        return text.parse().ok();
    }
    let bytes = text.as_bytes();
    let is_digit = |at: Option<usize>| {
        at.and_then(|at| bytes.get(at))
            .is_some_and(u8::is_ascii_digit)
    };
    let is_between_digits = bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'_')
        .all(|(at, _)| is_digit(at.checked_sub(1)) && is_digit(Some(at + 1)));
    is_between_digits
        .then(|| text.replace('_', "").parse().ok())
        .flatten()
}

/// A finite number as `repr` shows it: the shortest text that reads back, with a
/// point or an exponent of two digits at least.
pub(crate) fn write_float(out: &mut String, value: f64) {
    let start = out.len();
    let _ = write!(out, "{value:?}");
    let Some(at) = out[start..].find('e') else {
        return;
    };
    let exponent = out.split_off(start + at + 1);
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent.as_str()),
    };
    let _ = write!(out, "{sign}{digits:0>2}");
}

/// A text as `repr` shows it.
pub(crate) fn quoted(text: &str) -> String {
    let quote = match text.contains('\'') && !text.contains('"') {
        true => '"',
        false => '\'',
    };
    let mut shown = String::from(quote);
    for character in text.chars() {
        let code = u32::from(character);
        let is_seen = character == ' ' || !(character.is_control() || character.is_whitespace());
        // a String takes all that is written
        let _ = match character {
            '\n' => write!(shown, "\\n"),
            '\r' => write!(shown, "\\r"),
            '\t' => write!(shown, "\\t"),
            _ if character == quote || character == '\\' => write!(shown, "\\{character}"),
            _ if is_seen => write!(shown, "{character}"),
            _ if code < 0x100 => write!(shown, "\\x{code:02x}"),
            _ if code < 0x1_0000 => write!(shown, "\\u{code:04x}"),
            _ => write!(shown, "\\U{code:08x}"),
        };
    }
    shown.push(quote);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read() {
        assert_eq!(read_float("1_0"), Some(10.0));
        assert_eq!(read_float(" 1e3 "), Some(1000.0));
        assert_eq!(read_float("-inf"), Some(f64::NEG_INFINITY));
        for wrong in ["", "_1", "1_", "1__0", "0x10", "a"] {
            assert_eq!(read_float(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_are_shown() {
        for (value, wanted) in [
            (0.0, "0.0"),
            (115.0, "115.0"),
            (-2.5, "-2.5"),
            (1e-4, "0.0001"),
            (1e-5, "1e-05"),
            (-1.25e-7, "-1.25e-07"),
            (1e-300, "1e-300"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
        ] {
            let mut shown = String::from("energy ");
            write_float(&mut shown, value);
            assert_eq!(shown, format!("energy {wanted}"));
        }
    }

    #[test]
    fn texts_are_shown() {
        assert_eq!(quoted("a\\b\n"), r"'a\\b\n'");
        assert_eq!(quoted("it's"), r#""it's""#);
        assert_eq!(quoted(r#"it's "so""#), r#"'it\'s "so"'"#);
        assert_eq!(quoted("ü\u{1}\u{2028}"), r"'ü\x01\u2028'");
    }
}
