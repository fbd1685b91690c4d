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
}
