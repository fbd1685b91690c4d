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
    let has_exponent = matches!(bytes.get(at), Some(b'e' | b'E'));
    if has_exponent {
        at += 1;
        if matches!(bytes.get(at), Some(b'+' | b'-')) {
            at += 1;
        }
        if digits(&mut at) == 0 {
            return false;
        }
    }
    at == bytes.len() && (at < 300 && !has_exponent || is_representable(unsigned))
}

fn is_representable(word: &str) -> bool {
    let value: f64 = word.parse().unwrap_or(f64::NAN);
    let mantissa = word.split(['e', 'E']).next().unwrap_or("");
    value.is_finite()
        && (value != 0.0 || !mantissa.bytes().any(|byte| (b'1'..=b'9').contains(&byte)))
}

/// The value of a word that [`is_number`] accepts. Minus zero reads as zero.
pub fn read_float(word: &str) -> f64 {
    short_decimal(word).unwrap_or_else(|| word.parse::<f64>().unwrap_or(0.0)) + 0.0
}

/// The value of a decimal of few digits without exponent. Its digits and the
/// power of ten are exact numbers, so their quotient is the nearest one.
fn short_decimal(word: &str) -> Option<f64> {
    const POWERS: [f64; 16] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ];
    let bytes = word.as_bytes();
    let (is_negative, unsigned) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, bytes),
    };
    if unsigned.len() > POWERS.len() {
        return None;
    }
    let mut digits = 0_u64;
    let mut behind_point = None;
    for byte in unsigned {
        match byte {
            b'0'..=b'9' => {
                digits = digits * 10 + u64::from(byte - b'0');
                behind_point = behind_point.map(|count| count + 1);
            }
            b'.' if behind_point.is_none() => behind_point = Some(0),
            _ => return None,
        }
    }
    if digits >= 1 << 53 {
        return None;
    }
    let value = digits as f64 / POWERS[behind_point.unwrap_or(0)];
    Some(if is_negative { -value } else { value })
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
    fn short_decimals_are_read_as_the_standard_library_reads_them() {
        let words = [
            "0",
            "-0",
            "5.",
            ".5",
            "-.25",
            "+1.5",
            "0.1",
            "123456789.123456",
            "9999999999999999",
            "999999999999999.9",
            "0.00000000000001",
            "3.141592653589793",
        ];
        for word in words {
            let expected = word.parse::<f64>().unwrap_or(f64::NAN) + 0.0;
            assert_eq!(read_float(word).to_bits(), expected.to_bits(), "{word}");
        }
        for at in 0..100_000_u64 {
            let mixed = at.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let digits = (mixed % 10_000_000_000_000_000).to_string();
            let point = (mixed >> 40) as usize % (digits.len() + 1);
            let word = format!("{}.{}", &digits[..point], &digits[point..]);
            let expected = word.parse::<f64>().unwrap_or(f64::NAN);
            assert_eq!(read_float(&word).to_bits(), expected.to_bits(), "{word}");
        }
    }

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
