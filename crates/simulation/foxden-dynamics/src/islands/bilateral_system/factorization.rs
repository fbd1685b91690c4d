//! The factors of the matrix, and the solution, with each sum in the order of the general
//! solver.

use super::BilateralSystem;
use super::row_quads::{LANES, RowQuad, add_lanes};

impl<const N: usize, const G: usize> BilateralSystem<N, G> {
    /// Factorises the first rows of the matrix, in pairs as the genuine engine does it; see
    /// `Factor::begin_with`, which is the same for any size.
    pub(super) fn factorize(&mut self, size: usize) {
        self.lost = [[0.0; LANES]; G];
        for column in (0..size.min(N)).step_by(2) {
            // the groups from the diagonal on
            match G - column / LANES {
                1 => self.factorize_pair::<1>(column),
                2 => self.factorize_pair::<2>(column),
                3 => self.factorize_pair::<3>(column),
                _ => self.factorize_pair::<4>(column),
            };
        }
    }

    /// Brings two columns forward; there are `M` groups of rows from the diagonal on.
    #[inline]
    fn factorize_pair<const M: usize>(&mut self, column: usize) -> Option<()> {
        let (group, lane) = (column / LANES, column % LANES);
        let (before, pair) = self.matrix.split_at_mut(column);
        let [one, two, ..] = pair else { return None };
        let (one, two): (&mut [RowQuad; M], &mut [RowQuad; M]) = (
            one.get_mut(group..)?.first_chunk_mut()?,
            two.get_mut(group..)?.first_chunk_mut()?,
        );
        let lost: &mut [RowQuad; M] = self.lost.get_mut(group..)?.first_chunk_mut()?;
        let (diagonal_one, diagonal_two) = (one[0][lane], two[0][lane + 1]);
        let mut sums = [[[0.0; LANES]; M]; 2];
        let factors = self.factors[column].iter().zip(&self.factors[column + 1]);
        for (values, (factor_one, factor_two)) in before.iter().zip(factors) {
            let values: &[RowQuad; M] = values.get(group..)?.first_chunk()?;
            for (at, values) in values.iter().enumerate() {
                add_lanes(&mut sums[0][at], *factor_one, values);
                add_lanes(&mut sums[1][at], *factor_two, values);
            }
        }
        subtract(one, &sums[0]);
        subtract(two, &sums[1]);
        // the second of a pair has lost nothing to the first, and takes it off by itself
        let kept = lost[0][lane + 1];
        let inverse = 1.0 / (diagonal_one - lost[0][lane]);
        self.inverse[column] = inverse;
        let (rows, _) = self.factors.as_chunks_mut::<LANES>();
        let rows: &mut [_; M] = rows.get_mut(group..)?.first_chunk_mut()?;
        put_column(rows, column, one, inverse, lost);
        let factor = rows[0][lane + 1][column];
        let left = diagonal_two - kept - factor * one[0][lane + 1];
        for (two, one) in two.iter_mut().zip(&*one) {
            add_lanes(two, -factor, one);
        }
        let inverse = 1.0 / left;
        self.inverse[column + 1] = inverse;
        put_column(rows, column + 1, two, inverse, lost);
        Some(())
    }

    /// Replaces the right side by the solution, with the additions in the order of
    /// `Factor::forward` and `Factor::backward`.
    pub(super) fn substitute(&mut self, size: usize) {
        let (size, y) = (size.min(N), &mut self.forces);
        let factors = &self.factors;
        let fours = size - size % LANES;
        for at in 0..size {
            let block = (at - at % LANES).min(fours);
            let factors = &factors[at];
            let sum = factors[..block]
                .iter()
                .zip(&*y)
                .fold(0.0, |sum, (factor, value)| sum + value * factor);
            let mut left = y[at] - sum;
            if block < fours {
                for before in block..at {
                    left -= factors[before] * y[before];
                }
            } else {
                left =
                    y[at] - (block..at).fold(sum, |sum, before| sum + y[before] * factors[before]);
            }
            y[at] = left;
        }
        // the last pair may have a row that is none
        for (value, inverse) in y.iter_mut().zip(&self.inverse).take(size) {
            *value *= inverse;
        }
        let mut end = size;
        while end >= LANES {
            let mut sums = [0.0; LANES];
            for (factors, value) in factors[end..size].iter().zip(&y[end..size]).rev() {
                if let Some(factors) = factors[end - LANES..end].first_chunk() {
                    add_lanes(&mut sums, *value, factors);
                }
            }
            for place in (0..LANES).rev() {
                let at = end - LANES + place;
                let mut left = y[at] - sums[place];
                for after in (at + 1..end).rev() {
                    left -= factors[after][at] * y[after];
                }
                y[at] = left;
            }
            end -= LANES;
        }
        for at in (0..end).rev() {
            let after = factors[at + 1..size].iter().zip(&y[at + 1..size]).rev();
            let sum = after.fold(0.0, |sum, (factors, value)| sum + factors[at] * value);
            y[at] -= sum;
        }
    }
}

/// Puts a column of `L` into its rows, and adds what they lose on the diagonal.
#[inline]
fn put_column<const N: usize, const M: usize>(
    rows: &mut [[[f64; N]; LANES]; M],
    column: usize,
    values: &[RowQuad; M],
    inverse: f64,
    lost: &mut [RowQuad; M],
) {
    for ((rows, values), lost) in rows.iter_mut().zip(values).zip(lost) {
        let entries = values.map(|value| value * inverse);
        for lane in 0..LANES {
            rows[lane][column] = entries[lane];
            lost[lane] += entries[lane] * values[lane];
        }
    }
}

/// `from - sums`.
#[inline]
fn subtract<const G: usize>(from: &mut [RowQuad; G], sums: &[RowQuad; G]) {
    for (from, sums) in from.iter_mut().zip(sums) {
        for (from, sum) in from.iter_mut().zip(sums) {
            *from -= sum;
        }
    }
}
