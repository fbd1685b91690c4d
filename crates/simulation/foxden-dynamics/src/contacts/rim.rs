//! The point of a circle that is nearest to a line.

/// How exactly the place along the line is looked for.
const PRECISION: f64 = 1e-4;

/// How often the interval is made smaller.
const MOST_ROUNDS: usize = 15;

/// The squared distance of a point of the line from the circle, as a function
/// of its place `t`: `constant - 2 start t + t² - 2 radius off(t)`, where `off`
/// is the distance of that point from the axis of the circle.
pub(super) struct Rim {
    pub radius: f64,
    pub constant: f64,
    /// Where along the line it is nearest to the middle of the circle.
    pub start: f64,
    /// The square of `off` as a polynomial: constant, linear, quadratic.
    pub off: [f64; 3],
}

/// What was found.
#[derive(Clone, Copy)]
pub(super) struct Nearest {
    pub squared: f64,
    pub along: f64,
    /// How far that point is from the axis of the circle.
    pub off: f64,
}

impl Rim {
    fn off_squared(&self, t: f64) -> f64 {
        self.off[0] + t * (self.off[1] + t * self.off[2])
    }

    fn at(&self, t: f64) -> Nearest {
        let off = self.off_squared(t).sqrt();
        Nearest {
            squared: self.constant + t * (-2.0 * self.start + t) - 2.0 * self.radius * off,
            along: t,
            off,
        }
    }

    /// The derivative of the squared distance.
    fn slope(&self, t: f64) -> f64 {
        let rise = self.off[1] + 2.0 * t * self.off[2];
        2.0 * (t - self.start) - self.radius * rise * (1.0 / self.off_squared(t).sqrt())
    }

    /// The second derivative.
    fn bend(&self, t: f64) -> f64 {
        let squared = self.off_squared(t);
        let rise = self.off[1] + 2.0 * t * self.off[2];
        let turn = 2.0 * self.off[2] - 0.5 * rise * rise / squared;
        2.0 - self.radius * turn * (1.0 / squared.sqrt())
    }

    /// Where the slope changes its sign, by Brent's method. Without a change of
    /// sign, or if it is not found in time, the answer is the upper border.
    fn turning_point(&self, low: f64, high: f64) -> f64 {
        let (mut a, mut b, mut c) = (low, high, low);
        let (mut fa, mut fb) = (self.slope(a), self.slope(b));
        if fa * fb > 0.0 {
            return high;
        }
        let mut fc = fb;
        let mut step = b - a;
        let mut before = step;
        for _ in 0..MOST_ROUNDS {
            if fb * fc > 0.0 {
                (c, fc) = (a, fa);
                step = b - a;
                before = step;
            }
            if fc.abs() < fb.abs() {
                (a, b, c) = (b, c, b);
                (fa, fb, fc) = (fb, fc, fb);
            }
            let least = 2.0 * f64::EPSILON * b.abs() + 0.5 * PRECISION;
            let half = 0.5 * (c - b);
            if half.abs() <= least || fb == 0.0 {
                return b;
            }
            let mut is_bisected = true;
            if before.abs() >= least && fa.abs() > fb.abs() {
                let s = fb / fa;
                let (p, q) = if a == c {
                    (2.0 * half * s, 1.0 - s)
                } else {
                    let (q, r) = (fa / fc, fb / fc);
                    (
                        s * (2.0 * half * q * (q - r) - (b - a) * (r - 1.0)),
                        (q - 1.0) * (r - 1.0) * (s - 1.0),
                    )
                };
                let (p, q) = (p.abs(), if p > 0.0 { -q } else { q });
                let most = (3.0 * half * q - (least * q).abs()).min((before * q).abs());
                if 2.0 * p < most {
                    (before, step) = (step, p / q);
                    is_bisected = false;
                }
            }
            if is_bisected {
                (step, before) = (half, half);
            }
            (a, fa) = (b, fb);
            b += if step.abs() > least {
                step
            } else if half > 0.0 {
                least
            } else {
                -least
            };
            fb = self.slope(b);
        }
        high
    }
}

/// The nearest point of the line, as the genuine engine finds it: there may be
/// two minima, and which one is taken decides on the contact.
pub(super) fn nearest_to_line(rim: &Rim) -> Nearest {
    let (low, high) = (rim.start - rim.radius, rim.start + rim.radius);
    let mut t = rim.turning_point(low, high);
    t -= rim.slope(t) / rim.bend(t);
    if rim.bend(t) < 0.0 {
        // a maximum between two minima
        let first = rim.at(rim.turning_point(low, t - PRECISION));
        let second = rim.at(rim.turning_point(t + PRECISION, high));
        return if first.squared < second.squared {
            Nearest {
                // the genuine engine keeps the second one here
                off: second.off,
                ..first
            }
        } else {
            second
        };
    }
    // Where else the distance is the same: the rest of a polynomial of degree 4.
    let found = rim.at(t);
    let cubic = -4.0 * rim.start;
    let quadratic = -4.0 * rim.radius * rim.radius * rim.off[2]
        + 2.0 * (rim.constant - found.squared)
        + 4.0 * rim.start * rim.start;
    let factor = quadratic + (3.0 * t + 2.0 * cubic) * t;
    let middle = -0.5 * (cubic + 2.0 * t) / factor;
    let spread = middle * middle - 1.0 / factor;
    if spread < 0.0 {
        return found;
    }
    let spread = spread.sqrt();
    let (mut from, mut to) = (middle - spread, middle + spread);
    if from > to {
        std::mem::swap(&mut from, &mut to);
    }
    rim.at(rim.turning_point(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A circle of radius 1 about z at the origin; a line through a point.
    fn rim(point: [f64; 3], direction: [f64; 3]) -> Rim {
        let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        let flat = |a: [f64; 3]| [a[0], a[1], 0.0];
        let (p, d) = (flat(point), flat(direction));
        Rim {
            radius: 1.0,
            constant: 1.0 + dot(point, point),
            start: -dot(point, direction),
            off: [dot(p, p), 2.0 * dot(p, d), dot(d, d)],
        }
    }

    #[test]
    fn the_nearest_point_of_a_leaning_line_is_found() {
        for lean in [0.3_f64, 0.7, 1.1] {
            let direction = [lean.sin(), 0.0, lean.cos()];
            let line = rim([1.3, 0.0, 0.0], direction);
            let found = nearest_to_line(&line);
            // by trying
            let best = (-20_000..20_000)
                .map(|at| line.at(f64::from(at) * 1e-4))
                .min_by(|a, b| a.squared.total_cmp(&b.squared))
                .expect("many points");
            assert!((found.squared - best.squared).abs() < 1e-6, "{lean}");
            assert!((found.along - best.along).abs() < 1e-3, "{lean}");
        }
    }

    #[test]
    fn slopes_are_those_of_the_distance() {
        let line = rim([0.4, 0.7, -0.2], [0.48, 0.6, 0.64]);
        for at in -5..5 {
            let t = f64::from(at) * 0.3;
            let slope = (line.at(t + 1e-6).squared - line.at(t - 1e-6).squared) / 2e-6;
            assert!((line.slope(t) - slope).abs() < 1e-7);
            let bend = (line.slope(t + 1e-6) - line.slope(t - 1e-6)) / 2e-6;
            assert!((line.bend(t) - bend).abs() < 1e-6);
        }
    }
}
