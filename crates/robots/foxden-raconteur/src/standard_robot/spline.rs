//! A smooth curve through the points of a trajectory.

/// Cubic pieces through points, with continuous second derivatives. The first two
/// and the last two pieces are parts of the same polynomial, as in other programs that
/// interpolate trajectories.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spline {
    times: Vec<f64>,
    values: Vec<f64>,
    /// The slope at each point.
    slopes: Vec<f64>,
}

impl Spline {
    /// The curve through values at rising times; at least two.
    pub(super) fn new(times: &[f64], values: &[f64]) -> Self {
        Self {
            times: times.to_vec(),
            values: values.to_vec(),
            slopes: slopes(times, values),
        }
    }

    /// The value at a time; at the ends if it is outside.
    pub(super) fn at(&self, time: f64) -> f64 {
        let last = self.times.len() - 1;
        if time <= self.times[0] {
            return self.values[0];
        }
        if time >= self.times[last] {
            return self.values[last];
        }
        let piece = self.times.partition_point(|one| *one <= time) - 1;
        let width = self.times[piece + 1] - self.times[piece];
        let part = (time - self.times[piece]) / width;
        let (from, to) = (self.values[piece], self.values[piece + 1]);
        let (start, end) = (self.slopes[piece] * width, self.slopes[piece + 1] * width);
        let rest = 1.0 - part;
        from * rest * rest * (1.0 + 2.0 * part)
            + to * part * part * (3.0 - 2.0 * part)
            + start * part * rest * rest
            - end * part * part * rest
    }
}

/// The slopes at all points, from the condition that second derivatives are continuous.
fn slopes(times: &[f64], values: &[f64]) -> Vec<f64> {
    let count = times.len();
    let widths: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let rises: Vec<f64> = values
        .windows(2)
        .zip(&widths)
        .map(|(pair, width)| (pair[1] - pair[0]) / width)
        .collect();
    if count == 2 {
        return vec![rises[0]; 2];
    }
    if count == 3 {
        // one parabola
        let bend = (rises[1] - rises[0]) / (times[2] - times[0]);
        let first = rises[0] - bend * widths[0];
        let middle = rises[0] + bend * widths[0];
        let last = rises[1] + bend * widths[1];
        return vec![first, middle, last];
    }
    // rows of a matrix with three diagonals: below, on and above the main one
    let mut rows = vec![[0.0; 4]; count];
    let (h0, h1) = (widths[0], widths[1]);
    rows[0] = [
        0.0,
        h1,
        h0 + h1,
        ((h0 + 2.0 * (h0 + h1)) * h1 * rises[0] + h0 * h0 * rises[1]) / (h0 + h1),
    ];
    for at in 1..count - 1 {
        let (left, right) = (widths[at - 1], widths[at]);
        let side = 3.0 * (right * rises[at - 1] + left * rises[at]);
        rows[at] = [right, 2.0 * (left + right), left, side];
    }
    let (h0, h1) = (widths[count - 2], widths[count - 3]);
    let (near, far) = (rises[count - 2], rises[count - 3]);
    rows[count - 1] = [
        h0 + h1,
        h1,
        0.0,
        (h0 * h0 * far + (2.0 * (h0 + h1) + h0) * h1 * near) / (h0 + h1),
    ];
    for at in 1..count {
        let factor = rows[at][0] / rows[at - 1][1];
        rows[at][1] -= factor * rows[at - 1][2];
        rows[at][3] -= factor * rows[at - 1][3];
    }
    let mut slopes = vec![0.0; count];
    for at in (0..count).rev() {
        let above = slopes.get(at + 1).copied().unwrap_or(0.0);
        slopes[at] = (rows[at][3] - rows[at][2] * above) / rows[at][1];
    }
    slopes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_up_to_the_third_degree_are_met() {
        let times = [0.0, 0.05, 0.13, 0.2, 0.3, 0.31, 0.5];
        let polynomials: [fn(f64) -> f64; 3] = [
            |t| 2.0 - 3.0 * t,
            |t| t * t - t,
            |t| 4.0 * t * t * t - 2.0 * t * t + 0.5,
        ];
        for polynomial in polynomials {
            let values = times.map(polynomial);
            let spline = Spline::new(&times, &values);
            for count in 0..=100 {
                let time = f64::from(count) * 0.005;
                let error = spline.at(time) - polynomial(time);
                assert!(error.abs() < 1e-12, "{time}: {error}");
            }
        }
    }

    #[test]
    fn two_and_three_points_are_enough() {
        let line = Spline::new(&[0.0, 2.0], &[1.0, 5.0]);
        assert_eq!(line.at(1.0), 3.0);
        assert_eq!((line.at(-1.0), line.at(9.0)), (1.0, 5.0));
        let parabola = Spline::new(&[0.0, 1.0, 3.0], &[0.0, 1.0, 9.0]);
        assert!((parabola.at(2.0) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn a_sine_is_close() {
        let times: Vec<f64> = (0..41).map(|at| f64::from(at) * 0.05).collect();
        let values: Vec<f64> = times.iter().map(|time| time.sin()).collect();
        let spline = Spline::new(&times, &values);
        for count in 0..=400 {
            let time = f64::from(count) * 0.005;
            assert!((spline.at(time) - time.sin()).abs() < 1e-6, "{time}");
        }
    }
}
