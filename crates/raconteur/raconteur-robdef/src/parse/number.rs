//! Reads numbers in the forms and ranges the reference accepts.

use crate::{Literal, NumberType};

fn unsigned(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `0`, or digits that do not begin with 0.
fn is_whole(text: &str) -> bool {
    text == "0" || (is_digits(text) && !text.starts_with('0'))
}

fn is_hexadecimal(text: &str) -> bool {
    text.strip_prefix("0x").is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

fn is_real(text: &str) -> bool {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    if exponent.is_some_and(|exponent| !is_digits(unsigned(exponent).1)) {
        return false;
    }
    match mantissa.split_once('.') {
        None => is_whole(mantissa),
        Some(("", fraction)) => is_digits(fraction),
        Some((whole, fraction)) => is_whole(whole) && (fraction.is_empty() || is_digits(fraction)),
    }
}

/// True for any form of number.
pub(crate) fn is_number(text: &str) -> bool {
    let (_, rest) = unsigned(text);
    is_whole(rest) || is_hexadecimal(rest) || is_real(rest)
}

/// A whole number in decimal or hexadecimal with its form.
pub(crate) fn integer(text: &str) -> Option<(i128, bool)> {
    let (negative, rest) = unsigned(text);
    let (magnitude, hexadecimal) = if is_hexadecimal(rest) {
        (i128::from_str_radix(&rest[2..], 16).ok()?, true)
    } else if is_whole(rest) {
        (rest.parse().ok()?, false)
    } else {
        return None;
    };
    Some((if negative { -magnitude } else { magnitude }, hexadecimal))
}

/// A constant's number, if text and type fit.
pub(crate) fn literal(number: NumberType, text: &str) -> Result<Literal, &'static str> {
    match number {
        NumberType::Double | NumberType::Single => real(number, text).map(Literal::Real),
        NumberType::CDouble | NumberType::CSingle | NumberType::Bool => {
            Err("constants are real or whole numbers, texts or records")
        }
        NumberType::Int8 | NumberType::UInt8 => match integer(text) {
            Some((value, false)) if text.len() == 1 => Ok(Literal::Integer {
                value,
                hexadecimal: false,
            }),
            Some(_) => Err("the reference parser takes int8 and uint8 constants of one digit only"),
            None => Err("a whole number is expected here"),
        },
        _ => {
            let (value, hexadecimal) = integer(text).ok_or("a whole number is expected here")?;
            let value = in_range(number, value).ok_or("the number is out of its type's range")?;
            Ok(Literal::Integer { value, hexadecimal })
        }
    }
}

fn real(number: NumberType, text: &str) -> Result<f64, &'static str> {
    if !is_real(unsigned(text).1) {
        return Err("a real number is expected here");
    }
    let value: f64 = text.parse().map_err(|_| "a real number is expected here")?;
    let too_large = if number == NumberType::Single {
        (value as f32).is_infinite()
    } else {
        value.is_infinite()
    };
    if too_large {
        Err("the number is out of its type's range")
    } else {
        Ok(value)
    }
}

/// The value within the type's range; like the reference, negative numbers of
/// unsigned types wrap around.
fn in_range(number: NumberType, value: i128) -> Option<i128> {
    let (bits, signed) = match number {
        NumberType::Int16 => (16, true),
        NumberType::UInt16 => (16, false),
        NumberType::Int32 => (32, true),
        NumberType::UInt32 => (32, false),
        NumberType::Int64 => (64, true),
        NumberType::UInt64 => (64, false),
        _ => return None,
    };
    if signed {
        let limit = 1_i128 << (bits - 1);
        return (-limit..limit).contains(&value).then_some(value);
    }
    let modulus = 1_i128 << bits;
    (-modulus < value && value < modulus).then(|| value.rem_euclid(modulus))
}
