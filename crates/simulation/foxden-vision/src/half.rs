//! Half precision numbers, in which the genuine program stores light.

/// A number rounded to half precision.
pub(crate) fn rounded(value: f32) -> f32 {
    const GREATEST: f32 = 65_504.0;
    const SMALLEST_NORMAL: f32 = 6.103_515_6e-5;
    if !value.is_finite() || value.abs() >= GREATEST {
        return value.clamp(-GREATEST, GREATEST);
    }
    if value.abs() < SMALLEST_NORMAL {
        // multiples of 2^-24
        const STEP: f32 = 5.960_464_5e-8;
        return (value / STEP).round_ties_even() * STEP;
    }
    // 13 of 23 bits are dropped
    let bits = value.to_bits();
    let last = bits >> 13 & 1;
    f32::from_bits((bits + 0x0fff + last) & !0x1fff)
}

/// The sixteen bits of a number that was rounded to half precision; 0 for
/// negative numbers.
pub(crate) fn bits(value: f32) -> u16 {
    let bits = value.to_bits();
    let exponent = (bits >> 23) as i32 - 112;
    if value <= 0.0 || value.is_nan() {
        0
    } else if exponent > 0 {
        ((exponent as u32) << 10 | (bits >> 13 & 0x3ff)) as u16
    } else {
        (value * 16_777_216.0) as u16
    }
}

/// The number of sixteen bits without sign.
pub(crate) fn value(bits: u16) -> f32 {
    let (exponent, mantissa) = (u32::from(bits >> 10), u32::from(bits & 0x3ff));
    if exponent == 0 {
        mantissa as f32 / 16_777_216.0
    } else {
        f32::from_bits((exponent + 112) << 23 | mantissa << 13)
    }
}

/// How many finite numbers without sign there are.
pub(crate) const COUNT: usize = 0x7c00;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eleven_bits_are_left() {
        assert_eq!(rounded(1.0), 1.0);
        assert_eq!(rounded(1.0 + 1.0 / 2048.0), 1.0);
        assert_eq!(rounded(1.0 + 3.0 / 2048.0), 1.0 + 2.0 / 1024.0);
        assert_eq!(rounded(-0.1), -0.099_975_586);
        assert_eq!(rounded(1e9), 65_504.0);
        assert_eq!(rounded(1e-9), 0.0);
    }

    #[test]
    fn bits_and_numbers_belong_together() {
        for at in 0..COUNT as u16 {
            let number = value(at);
            assert_eq!((bits(number), rounded(number)), (at, number));
        }
        assert_eq!(bits(-1.0), 0);
    }
}
