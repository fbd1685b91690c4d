//! How numbers are read and written.

/// Whether a word is a number of the language: the grammar of a decimal
/// floating literal, or a signed infinity.
pub fn is_number(word: &str) -> bool {
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    if unsigned.len() < word.len() && unsigned.eq_ignore_ascii_case("inf") {
        return true;
    }
    let bytes = unsigned.as_bytes();
    let mut at = 0;
    let digits = |at: &mut usize| {
        let start = *at;
        while bytes.get(*at).is_some_and(u8::is_ascii_digit) {
            *at += 1;
        }
        *at - start
    };
    let whole = digits(&mut at);
    let mut fraction = 0;
    if bytes.get(at) == Some(&b'.') {
        at += 1;
        fraction = digits(&mut at);
    }
    if whole + fraction == 0 {
        return false;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1;
        if matches!(bytes.get(at), Some(b'+' | b'-')) {
            at += 1;
        }
        if digits(&mut at) == 0 {
            return false;
        }
    }
    at == bytes.len() && (at < 300 && !has_exponent(unsigned) || is_representable(unsigned))
}

fn has_exponent(word: &str) -> bool {
    word.bytes().any(|byte| matches!(byte, b'e' | b'E'))
}

fn is_representable(word: &str) -> bool {
    let value: f64 = word.parse().unwrap_or(f64::NAN);
    let mantissa = word.split(['e', 'E']).next().unwrap_or("");
    value.is_finite()
        && (value != 0.0 || !mantissa.bytes().any(|byte| (b'1'..=b'9').contains(&byte)))
}

/// The value of a word that [`is_number`] accepts. Minus zero reads as zero.
pub fn read_float(word: &str) -> f64 {
    word.parse::<f64>().unwrap_or(0.0) + 0.0
}

/// The value of a number word where an integer is expected; `None` if it is
/// not a plain 32-bit integer.
pub fn read_int(word: &str) -> Option<i32> {
    word.parse().ok()
}

/// Writes a number as Webots does: the shortest of 15, 16 or 17 significant
/// digits that reads back exactly, in the layout of C's `%g`.
///
/// ```
/// use foxden_lang::number::write_float;
///
/// assert_eq!(write_float(1e-5), "1e-05");
/// assert_eq!(write_float(0.1 + 0.2), "0.30000000000000004");
/// assert_eq!(write_float(1e15), "1e+15");
/// ```
pub fn write_float(value: f64) -> String {
    (15..17)
        .map(|digits| general(value, digits))
        .find(|text| text.parse::<f64>() == Ok(value))
        .unwrap_or_else(|| general(value, 17))
}

/// C's `%.{digits}g`.
pub fn general(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return match value {
            _ if value.is_nan() => "nan".into(),
            _ if value > 0.0 => "inf".into(),
            _ => "-inf".into(),
        };
    }
    let scientific = format!("{:.*e}", digits - 1, value);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim = |text: &str| {
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text.to_owned()
        }
    };
    if exponent < -4 || exponent >= digits as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", trim(mantissa), exponent.abs())
    } else {
        trim(&format!(
            "{:.*}",
            (digits as i32 - 1 - exponent) as usize,
            value
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_numbers() {
        for word in [
            ".5", "5.", "+1", "-1", "-.5", "+.5e1", "1e-7", "1E+3", "007", "-0", "4.9e-324",
            "-inf", "+INF",
        ] {
            assert!(is_number(word), "{word}");
        }
        for word in [
            "1.2.3",
            "0x10",
            "3m",
            "1e400",
            "1e-400",
            "inf",
            "+nan",
            "-Infinity",
            ".",
            "-",
            "1e",
            "1_000",
            "١",
            "--1",
            "+-1",
            "1e1.5",
            "",
        ] {
            assert!(!is_number(word), "{word}");
        }
    }

    #[test]
    fn minus_zero_is_zero() {
        assert!(read_float("-0").is_sign_positive());
        assert!(read_float("-0.0").is_sign_positive());
    }

    #[test]
    fn layout_follows_the_c_library() {
        let cases = [
            (0.0, "0"),
            (1.0, "1"),
            (-2.5, "-2.5"),
            (1e10, "10000000000"),
            (1e14, "100000000000000"),
            (123456789012345680.0, "1.2345678901234568e+17"),
            (0.0001, "0.0001"),
            (0.00001234, "1.234e-05"),
            (0.70196078431, "0.70196078431"),
        ];
        for (value, text) in cases {
            assert_eq!(write_float(value), text);
        }
        assert_eq!(general(std::f64::consts::PI, 6), "3.14159");
        assert_eq!(general(1234567.891, 6), "1.23457e+06");
    }
}
