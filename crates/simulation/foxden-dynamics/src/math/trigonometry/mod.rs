//! Sine, cosine and their inverses, rounded correctly but for one case in
//! thousands. The genuine program takes them from the C library of its machine,
//! which rounds nearly all of them correctly; a poorly rounded sine turns a body
//! by a last digit, and that decides which of two equally deep points acts.
//! Numbers are kept as the sum of two, and only operations are used that give
//! the same bits on every machine.
//!
//! Each function has two phases (Ziv's method): a quick estimate with a bound of
//! its error, and the slow way where that error could change the rounding. A test
//! compares both on many arguments.

mod quick;
mod sine_table;

use quick::{estimates, rounded_sum};
use sine_table::NODES;
use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, PI};

/// A number as the sum of a large and a small part.
type Pair = (f64, f64);

/// π/2 in parts of 33 bits, so that multiples of the first two are exact.
#[allow(clippy::approx_constant, clippy::excessive_precision)]
const HALF_PI: [f64; 4] = [
    1.570_796_326_734_125_614_17,
    6.077_100_506_303_965_976_60e-11,
    2.022_266_248_711_166_455_80e-21,
    8.478_427_660_368_899_569_97e-32,
];

/// Larger angles are left to the library: no pose has them.
const LARGEST: f64 = 1e6;

/// The exact sum.
fn sum(a: f64, b: f64) -> Pair {
    let large = a + b;
    let from_b = large - a;
    (large, (a - (large - from_b)) + (b - from_b))
}

/// A number as the sum of two of half as many bits.
fn split(a: f64) -> Pair {
    let scaled = 134_217_729.0 * a;
    let high = scaled - (scaled - a);
    (high, a - high)
}

/// The exact product of numbers that are neither huge nor tiny.
fn product(a: f64, b: f64) -> Pair {
    let large = a * b;
    let ((a1, a0), (b1, b0)) = (split(a), split(b));
    (large, a0 * b0 - (((large - a1 * b1) - a0 * b1) - a1 * b0))
}

/// The product of two sums.
fn product_of_pairs(a: Pair, b: Pair) -> Pair {
    let (large, small) = product(a.0, b.0);
    (large, small + (a.0 * b.1 + a.1 * b.0))
}

/// An angle less a multiple of a right angle, and the number of right angles.
fn reduced(angle: f64) -> (Pair, i64) {
    let turns = (angle * FRAC_2_PI).round();
    let (a, a_rest) = sum(angle, -(turns * HALF_PI[0]));
    let (b, b_rest) = sum(a, -(turns * HALF_PI[1]));
    let (c, c_rest) = sum(b, -(turns * HALF_PI[2]));
    let small = a_rest + b_rest + (c_rest - turns * HALF_PI[3]);
    (sum(c, small), turns as i64)
}

/// Sine and cosine of an angle of at most an eighth of a turn, not negative.
fn sine_and_cosine_within_an_eighth((high, low): Pair) -> (Pair, Pair) {
    let node = (high * 32.0).round();
    let [(s, s_low), (c, c_low)] = NODES[4 * node as usize];
    let d = high - node / 32.0;
    let (square, square_low) = product(d, d);
    let square_low = square_low + 2.0 * d * low;
    // sine and cosine of the rest, the cosine less 1
    let cube = d * square;
    let tail = -1.0 / 6.0 + square * (1.0 / 120.0 - square * (1.0 / 5040.0 - square / 362_880.0));
    let sine = (d, low * (1.0 - 0.5 * square) + cube * tail);
    let tail = 1.0 / 24.0 - square * (1.0 / 720.0 - square / 40_320.0);
    let less = (-0.5 * square, -0.5 * square_low + square * square * tail);
    let add = |start: f64, rest: f64, one: Pair, two: Pair| {
        let (high, a) = sum(start, one.0);
        let (high, b) = sum(high, two.0);
        sum(high, a + b + (rest + one.1 + two.1))
    };
    let (node_sine, node_cosine) = ((s, s_low), (c, c_low));
    let c_less = product_of_pairs(node_cosine, less);
    let s_sine = product_of_pairs(node_sine, sine);
    (
        add(
            s,
            s_low,
            product_of_pairs(node_cosine, sine),
            product_of_pairs(node_sine, less),
        ),
        add(c, c_low, (-s_sine.0, -s_sine.1), c_less),
    )
}

/// Sine and cosine, each as a sum.
fn pairs(angle: f64) -> (Pair, Pair) {
    let ((high, low), turns) = reduced(angle);
    let is_negative = high < 0.0;
    let size = if is_negative {
        (-high, -low)
    } else {
        (high, low)
    };
    let (mut sine, cosine) = sine_and_cosine_within_an_eighth(size);
    if is_negative {
        sine = negative(sine);
    }
    match turns.rem_euclid(4) {
        0 => (sine, cosine),
        1 => (cosine, negative(sine)),
        2 => (negative(sine), negative(cosine)),
        _ => (negative(cosine), sine),
    }
}

fn negative((high, low): Pair) -> Pair {
    (-high, -low)
}

/// Below this an angle is its own sine, and products of its parts lose digits.
const TINY: f64 = 1e-9;

/// Whether sine and cosine of an angle are left to the library.
fn is_left_to_library(angle: f64) -> bool {
    let size = angle.abs();
    !(TINY..=LARGEST).contains(&size)
}

/// Sine and cosine of an angle in radians.
pub fn sin_cos(angle: f64) -> (f64, f64) {
    if is_left_to_library(angle) {
        return (libm::sin(angle), libm::cos(angle));
    }
    if let Some((sine, cosine)) = estimates::<false>(angle)
        && let (Some(sine), Some(cosine)) = (sine.rounded(), cosine.rounded())
    {
        return (sine, cosine);
    }
    let (sine, cosine) = pairs(angle);
    (sine.0, cosine.0)
}

/// The sine of an angle in radians.
pub fn sin(angle: f64) -> f64 {
    if is_left_to_library(angle) {
        return libm::sin(angle);
    }
    let quick = estimates::<false>(angle).and_then(|(sine, _)| sine.rounded());
    quick.unwrap_or_else(|| pairs(angle).0.0)
}

/// The cosine of an angle in radians.
pub fn cos(angle: f64) -> f64 {
    if is_left_to_library(angle) {
        return libm::cos(angle);
    }
    let quick = estimates::<false>(angle).and_then(|(_, cosine)| cosine.rounded());
    quick.unwrap_or_else(|| pairs(angle).1.0)
}

/// The angle between a point and a direction with a sine and a cosine, where it is small.
fn angle_from(sine: Pair, cosine: Pair, [x, y]: [f64; 2]) -> f64 {
    let (a, a_rest) = product(y, cosine.0);
    let (b, b_rest) = product(x, sine.0);
    let (across, rest) = sum(a, -b);
    let across = across + (rest + (a_rest - b_rest) + (y * cosine.1 - x * sine.1));
    across / (x * cosine.0 + y * sine.0)
}

/// The angle of a point of the plane, from -π to π.
pub fn atan2(y: f64, x: f64) -> f64 {
    let found = libm::atan2(y, x);
    let is_usual = |value: f64| value.abs() > 1e-100 && value.abs() < 1e100;
    if !(is_usual(y) && is_usual(x) && found.abs() > TINY) {
        return found;
    }
    if let Some((sine, cosine)) = estimates::<true>(found) {
        let error = sine.error + cosine.error + 1e-30;
        let rest = angle_from(sine.value, cosine.value, [x, y]);
        if let Some(angle) = rounded_sum(found, rest, error) {
            return angle;
        }
    }
    let (sine, cosine) = pairs(found);
    found + angle_from(sine, cosine, [x, y])
}

/// By how much a sum is more than a number, divided by a slope.
fn excess((high, low): Pair, wanted: f64, slope: Pair) -> f64 {
    ((high - wanted) + low) / slope.0
}

/// The angle from 0 to π that has a cosine.
pub fn acos(wanted: f64) -> f64 {
    let found = libm::acos(wanted);
    if !(found > 1e-6 && found < PI - TINY) {
        return found;
    }
    if let Some((sine, cosine)) = estimates::<true>(found) {
        let error = cosine.error_over(sine);
        let rest = excess(cosine.value, wanted, sine.value);
        if let Some(angle) = rounded_sum(found, rest, error) {
            return angle;
        }
    }
    let (sine, cosine) = pairs(found);
    found + excess(cosine, wanted, sine)
}

/// The angle from -π/2 to π/2 that has a sine.
pub fn asin(wanted: f64) -> f64 {
    let found = libm::asin(wanted);
    if !(found.abs() > TINY && found.abs() < FRAC_PI_2 - TINY) {
        return found;
    }
    if let Some((sine, cosine)) = estimates::<true>(found) {
        let error = sine.error_over(cosine);
        let rest = excess(sine.value, wanted, cosine.value);
        if let Some(angle) = rounded_sum(found, -rest, error) {
            return angle;
        }
    }
    let (sine, cosine) = pairs(found);
    found - excess(sine, wanted, cosine)
}

#[cfg(test)]
mod tests;
