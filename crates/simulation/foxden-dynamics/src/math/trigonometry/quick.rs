//! The quick first phase of sine and cosine: about 60 bits, and how wrong they
//! can be. A result that an error of that size cannot change is the result; only
//! the others are left to the slow way.

use super::{FRAC_2_PI, HALF_PI, LARGEST, NODES, Pair, negative, product};

/// Added and taken away, it rounds a number to a whole one.
const ROUNDING: f64 = 6_755_399_441_055_744.0;

/// Up to this angle the polynomials about zero are exact enough.
const SERIES: f64 = 0.125;

/// An angle that is nearer to a multiple of a right angle has lost digits.
const CLOSE: f64 = 1e-4;

/// A number as the sum of two, and the most by which the sum can be wrong, together
/// with what the slow way can be wrong by.
#[derive(Clone, Copy)]
pub(super) struct Estimate {
    pub(super) value: Pair,
    pub(super) error: f64,
}

impl Estimate {
    fn negative(self) -> Self {
        Self {
            value: negative(self.value),
            error: self.error,
        }
    }

    /// The error of this divided by another estimate, with a margin for rounding.
    #[inline]
    pub(super) fn error_over(self, other: Self) -> f64 {
        (self.error / other.value.0).abs() * 1.001
    }

    /// The nearest number, if the error does not hide which one it is.
    #[inline]
    pub(super) fn rounded(self) -> Option<f64> {
        let (high, low) = self.value;
        rounded_sum(high, low, self.error)
    }
}

/// The sum of two numbers, if an error of the second one does not change it.
#[inline]
pub(super) fn rounded_sum(high: f64, low: f64, error: f64) -> Option<f64> {
    let least = high + (low - error);
    let most = high + (low + error);
    (least == most).then_some(least)
}

/// The sum of a number and a smaller one, exactly.
#[inline]
fn sum_of_smaller(large: f64, small: f64) -> Pair {
    let high = large + small;
    (high, small - (high - large))
}

/// Sine and cosine of an angle that is neither tiny nor huge. A fine estimate has
/// a cosine of small angles that is good enough to find the angle of a cosine.
#[inline]
pub(super) fn estimates<const FINE: bool>(angle: f64) -> Option<(Estimate, Estimate)> {
    debug_assert!(angle.abs() <= LARGEST);
    let turns = (angle * FRAC_2_PI + ROUNDING) - ROUNDING;
    let (high, low) = if turns == 0.0 {
        (angle, 0.0)
    } else {
        // both differences are exact: angle and multiple are near each other
        let rest = angle - turns * HALF_PI[0];
        if rest.abs() < CLOSE {
            return None;
        }
        let (high, low) = sum_of_smaller(rest, -(turns * HALF_PI[1]));
        (high, low - turns * HALF_PI[2])
    };
    let size = high.abs();
    let low = if high < 0.0 { -low } else { low };
    let (sine, cosine) = if size < SERIES {
        by_series::<FINE>(size, low)
    } else {
        by_table(size, low)
    };
    let sine = if high < 0.0 { sine.negative() } else { sine };
    Some(match turns as i64 & 3 {
        0 => (sine, cosine),
        1 => (cosine, sine.negative()),
        2 => (sine.negative(), cosine.negative()),
        _ => (cosine.negative(), sine),
    })
}

/// Of a small angle.
#[inline]
fn by_series<const FINE: bool>(high: f64, low: f64) -> (Estimate, Estimate) {
    let (square, square_rest, square_error) = if FINE {
        let (square, rest) = product(high, high);
        (square, rest, 1e-25)
    } else {
        (high * high, 0.0, 6e-17)
    };
    let cube = high * square;
    let fourth = square * square;
    let tail = (-1.0 / 6.0 + square * (1.0 / 120.0))
        + fourth * ((-1.0 / 5040.0 + square * (1.0 / 362_880.0)) - fourth * (1.0 / 39_916_800.0));
    let sine = Estimate {
        value: sum_of_smaller(high, low + cube * tail),
        error: cube * 2.5e-16,
    };
    let tail = (1.0 / 24.0 - square * (1.0 / 720.0))
        + fourth
            * ((1.0 / 40_320.0 - square * (1.0 / 3_628_800.0)) + fourth * (1.0 / 479_001_600.0));
    let (large, rest) = sum_of_smaller(1.0, -0.5 * square);
    let cosine = Estimate {
        value: sum_of_smaller(
            large,
            rest - (0.5 * square_rest + high * low - fourth * tail),
        ),
        error: fourth * 5e-17 + square * square_error,
    };
    (sine, cosine)
}

/// The most by which a value from the table can be wrong.
const TABLE_ERROR: f64 = 4.6e-19;

/// Of an angle of at most an eighth of a turn.
#[inline]
fn by_table(high: f64, low: f64) -> (Estimate, Estimate) {
    let node = (high * 128.0 + 0.5) as usize;
    let [(s, s_low), (c, c_low)] = NODES[node];
    let d = high - node as f64 / 128.0;
    let square = d * d;
    // sine of the rest less the rest, cosine of the rest less 1
    let bent = d * square * (-1.0 / 6.0 + square * (1.0 / 120.0));
    let less = square * (-0.5 + square * (1.0 / 24.0 - square * (1.0 / 720.0)));
    let (along, across) = (c * d, s * d);
    let sine = along + ((s * less + c * bent) + (s_low + ((c - across) * low + c_low * d)));
    let cosine = ((c * less - s * bent) + (c_low - ((s + along) * low + s_low * d))) - across;
    let estimate = |node: f64, rest: f64| Estimate {
        value: sum_of_smaller(node, rest),
        error: TABLE_ERROR,
    };
    (estimate(s, sine), estimate(c, cosine))
}
