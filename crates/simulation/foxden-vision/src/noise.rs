//! Noise of pictures: a hash of pixel and time in single precision, with the
//! elementary functions of the genuine program's software renderer. It magnifies
//! the last bit, so these functions are repeated here to the bit.

use crate::raster::fused;

// The constants are those of the genuine program.
#[allow(clippy::approx_constant)]
const PERIOD: f32 = 3.14;

/// Sine (or cosine) by a polynomial for an eighth of a turn.
pub(crate) fn sine(angle: f32, is_cosine: bool) -> f32 {
    if !angle.is_finite() {
        return f32::NAN;
    }
    let size = angle.abs();
    let eighth = ((size * 1.273_239_5_f32) as i32).wrapping_add(1);
    let octant = eighth & !1;
    let steps = octant as f32;
    let quarter = if is_cosine {
        octant.wrapping_sub(2)
    } else {
        octant
    };
    let is_negative = if is_cosine {
        !quarter & 4 != 0
    } else {
        (angle < 0.0) != (eighth & 4 != 0)
    };
    let x = fused(steps, -0.785_156_25, size);
    let x = fused(steps, -2.418_756_5e-4, x);
    let x = fused(steps, -3.774_895e-8, x);
    let z = x * x;
    let value = if quarter & 2 == 0 {
        let y = fused(z, -1.951_529_6e-4, 8.332_161e-3);
        let y = fused(y, z, -1.666_665_5e-1);
        fused(y * z, x, x)
    } else {
        let y = fused(z, 2.443_315_7e-5, -1.388_731_6e-3);
        let y = fused(y, z, 4.166_664_6e-2);
        y * z * z - z * 0.5 + 1.0
    };
    let value = if is_negative { -value } else { value };
    value.clamp(-1.0, 1.0)
}

/// The logarithm to base 2 of a positive number.
fn log2(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = ((bits >> 23) as i32 - 127) as f32;
    let mantissa = f32::from_bits(bits & 0x007f_ffff | 0x3f80_0000);
    let y = (mantissa - 1.0) / (mantissa + 1.0);
    let z = y * y;
    let w = z * z;
    let even = fused(w, 0.406_718_05, 0.577_440_3);
    let even = fused(w, even, 2.885_39);
    let odd = fused(w, 0.403_343_86, 0.961_791_6);
    fused(y, fused(odd, z, even), exponent)
}

/// A number from 0 to 1 that depends on two others.
fn hash(a: f32, b: f32) -> f32 {
    let sum = a * 12.9898 + b * 78.233;
    let rest = sum - PERIOD * (sum / PERIOD).floor();
    let large = sine(rest, false) * 43_758.547;
    large - large.floor()
}

/// The seeds of a picture at a time in ms: one for each number of each channel.
pub(crate) fn seeds<const CHANNELS: usize>(time: f64) -> [[f32; 2]; CHANNELS] {
    let time = time as f32;
    let mut last = hash(time, time);
    std::array::from_fn(|channel| {
        if channel > 0 {
            last = hash(last, last);
        }
        let first = last;
        last = hash(last, last);
        [first, last]
    })
}

/// A normally distributed number for a place in a picture, from 0 to 1 along its sides.
pub(crate) fn gaussian([u, v]: [f32; 2], [one, other]: [f32; 2]) -> f32 {
    let size = hash(u + one, v + one).max(1e-7);
    let angle = hash(u + other, v + other);
    let logarithm = log2(size) * std::f32::consts::LN_2;
    (-2.0 * logarithm).sqrt() * sine(2.0 * std::f32::consts::PI * angle, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_what_they_are_called() {
        for step in -2000..2000 {
            let angle = step as f32 * 0.01;
            assert!(
                (sine(angle, false) - libm::sinf(angle)).abs() < 1e-6,
                "{angle}"
            );
            assert!(
                (sine(angle, true) - libm::cosf(angle)).abs() < 1e-6,
                "{angle}"
            );
        }
        for step in 1..2000 {
            let x = step as f32 * 0.013;
            assert!((log2(x) - libm::log2f(x)).abs() < 2e-6, "{x}");
        }
    }

    #[test]
    fn noise_is_normally_distributed_and_differs_by_time() {
        let values = |time: f64| -> Vec<f64> {
            let [seed] = seeds::<1>(time);
            (0..10_000)
                .map(|at| {
                    let place = [(at % 100) as f32, (at / 100) as f32];
                    f64::from(gaussian(place.map(|part| (part + 0.5) / 100.0), seed))
                })
                .collect()
        };
        let (one, other) = (values(16.0), values(32.0));
        assert_ne!(one, other);
        let mean = one.iter().sum::<f64>() / 10_000.0;
        let variance = one.iter().map(|value| value * value).sum::<f64>() / 10_000.0;
        assert!(
            mean.abs() < 0.05 && (variance - 1.0).abs() < 0.1,
            "{mean} {variance}"
        );
    }
}
