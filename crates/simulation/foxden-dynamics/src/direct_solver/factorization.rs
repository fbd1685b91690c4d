//! A factorisation `A = L D L^T` that grows and shrinks by single rows.

use super::vectors::{add_four, add_scaled, dots_backwards};
use std::f64::consts::FRAC_1_SQRT_2;

/// The factors of a symmetric positive definite matrix.
///
/// The columns of `L` are stored as rows: both substitutions and the update
/// after a removal then run over neighbouring numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Factor {
    stride: usize,
    size: usize,
    /// Row `k` holds, from place `k + 1` on, the column `k` of `L`.
    columns: Vec<f64>,
    /// The reciprocals of `D`.
    inverse: Vec<f64>,
    /// The row that is being added, or the first vector of a removal.
    work: Vec<f64>,
    /// The second vector of a removal.
    twin: Vec<f64>,
    /// What the rows solved so far contribute to the later ones.
    sums: Vec<f64>,
}

impl Factor {
    /// An empty factorisation with room for `most` rows.
    pub fn begin(&mut self, most: usize) {
        self.stride = most;
        self.size = 0;
        if self.columns.len() < most * most {
            self.columns.resize(most * most, 0.0);
        }
        if self.inverse.len() < most {
            self.inverse.resize(most, 0.0);
            self.sums.resize(most, 0.0);
        }
    }

    /// Forgets all rows but the first ones.
    pub fn truncate(&mut self, size: usize) {
        self.size = self.size.min(size);
    }

    /// Adds a row: its entries beside the present rows and on the diagonal.
    pub fn append(&mut self, entries: impl Iterator<Item = f64>, diagonal: f64) {
        let mut work = std::mem::take(&mut self.work);
        work.clear();
        work.extend(entries.take(self.size));
        self.forward(&mut work);
        let mut lost = 0.0;
        for (at, value) in work.iter().enumerate() {
            let entry = value * self.inverse[at];
            lost += entry * value;
            self.columns[at * self.stride + self.size] = entry;
        }
        self.inverse[self.size] = 1.0 / (diagonal - lost);
        self.size += 1;
        self.work = work;
    }

    /// Adds one of the rows that are factorised together at the beginning. The
    /// genuine engine takes those in pairs, which rounds in another way.
    pub fn append_first(&mut self, entries: impl Iterator<Item = f64>, diagonal: f64) {
        let mut work = std::mem::take(&mut self.work);
        work.clear();
        work.extend(entries.take(self.size));
        self.forward_in_pairs(&mut work);
        let (mut left, mut lost) = (diagonal, 0.0);
        let pairs = self.size - self.size % 2;
        for (at, value) in work.iter().enumerate() {
            let entry = value * self.inverse[at];
            self.columns[at * self.stride + self.size] = entry;
            if at < pairs {
                lost += entry * value;
            } else {
                left = left - std::mem::take(&mut lost) - entry * value;
            }
        }
        self.inverse[self.size] = 1.0 / (left - lost);
        self.size += 1;
        self.work = work;
    }

    /// Removes the row at a place; the rows after it move up. `entries` are
    /// those of the matrix between the removed row and the rows from itself on.
    ///
    /// The removed row and column become those of the identity: a change of
    /// rank two, which is added as two changes of rank one.
    pub fn remove(&mut self, at: usize, entries: impl Iterator<Item = f64>) {
        let (size, stride) = (self.size, self.stride);
        self.size -= 1;
        if at + 1 == size {
            return;
        }
        let change = &mut self.sums[..size - at];
        change.fill(0.0);
        for column in 0..at {
            let line = &mut self.columns[column * stride + at..column * stride + size];
            add_scaled(change, line[0] / self.inverse[column], line);
            line.copy_within(1.., 0);
        }
        for (change, entry) in change.iter_mut().zip(entries) {
            *change -= entry;
        }
        let first = change[0] + 1.0;
        let mut ranks = [1.0, -1.0].map(|sign| RankOne {
            pivot: (0.5 * first + sign) * FRAC_1_SQRT_2,
            sign,
            alpha: 1.0,
        });
        self.work.clear();
        self.work
            .extend(change.iter().map(|change| change * FRAC_1_SQRT_2));
        self.twin.clear();
        self.twin.extend_from_slice(&self.work);
        for row in at..size {
            let place = row - at;
            if row > at {
                ranks[0].pivot = self.work[place];
                ranks[1].pivot = self.twin[place];
            }
            let (inverse, shares) = RankOne::update(&mut ranks, self.inverse[row]);
            let pivots = ranks.each_ref().map(|rank| rank.pivot);
            let (one, two) = (&mut self.work[place + 1..], &mut self.twin[place + 1..]);
            if row == at {
                let line = &self.columns[at * stride + at + 1..at * stride + size];
                // the column itself goes away, what it says of the others stays
                let own = 1.0 - pivots[1] * shares[0];
                let other = pivots[1] * shares[0] * pivots[0] - pivots[1];
                for ((one, two), entry) in one.iter_mut().zip(two).zip(line) {
                    *two = own * *one + other * entry;
                    *one -= pivots[0] * entry;
                }
                continue;
            }
            self.inverse[row - 1] = inverse;
            let (above, own) = self.columns.split_at_mut(row * stride);
            let from = &own[row + 1..size];
            let to = &mut above[(row - 1) * stride + row..][..from.len()];
            for (((to, &from), one), two) in to.iter_mut().zip(from).zip(one).zip(two) {
                *one -= pivots[0] * from;
                let entry = from + shares[0] * *one;
                *two -= pivots[1] * entry;
                *to = entry - shares[1] * *two;
            }
        }
    }

    /// Replaces `y` by the solution `z` of `L z = y`, two rows at a time: the second
    /// of a pair takes the first off by itself. Two pairs are taken together, which
    /// changes no order of additions.
    fn forward_in_pairs(&mut self, y: &mut [f64]) {
        let (size, stride) = (self.size, self.stride);
        let sums = &mut self.sums[..size];
        sums.fill(0.0);
        let entry = |row: usize, column: usize| self.columns[column * stride + row];
        let mut start = 0;
        while start + 4 <= size {
            let at = start;
            let a = y[at] - sums[at];
            let b = y[at + 1] - sums[at + 1] - entry(at + 1, at) * a;
            let both = |row: usize| sums[row] + a * entry(row, at) + b * entry(row, at + 1);
            let c = y[at + 2] - both(at + 2);
            let d = y[at + 3] - both(at + 3) - entry(at + 3, at + 2) * c;
            y[at..at + 4].copy_from_slice(&[a, b, c, d]);
            start += 4;
            let line =
                |back: usize| &self.columns[(start - back) * stride + start..][..size - start];
            add_four(
                &mut sums[start..],
                [a, b, c, d],
                [line(4), line(3), line(2), line(1)],
            );
        }
        for at in start..size {
            let line = &self.columns[at * stride + at + 1..at * stride + size];
            y[at] -= sums[at];
            if at % 2 == 0 && at + 1 < size {
                y[at + 1] = y[at + 1] - sums[at + 1] - line[0] * y[at];
                sums[at + 1] = 0.0;
                add_scaled(&mut sums[at + 2..], y[at], &line[1..]);
            } else {
                add_scaled(&mut sums[at + 1..], y[at], line);
            }
        }
    }

    /// Replaces `y` by the solution `z` of `L z = y`. Four rows at a time, and
    /// in the genuine engine's order of additions: it decides ties.
    pub fn forward(&mut self, y: &mut [f64]) {
        let (size, stride) = (self.size, self.stride);
        let sums = &mut self.sums[..size];
        sums.fill(0.0);
        let entry = |row: usize, column: usize| self.columns[column * stride + row];
        let mut at = 0;
        while at + 4 <= size {
            let a = y[at] - sums[at];
            let b = y[at + 1] - sums[at + 1] - entry(at + 1, at) * a;
            let c = y[at + 2] - sums[at + 2] - entry(at + 2, at) * a - entry(at + 2, at + 1) * b;
            let d = y[at + 3]
                - sums[at + 3]
                - entry(at + 3, at) * a
                - entry(at + 3, at + 1) * b
                - entry(at + 3, at + 2) * c;
            y[at..at + 4].copy_from_slice(&[a, b, c, d]);
            at += 4;
            let line = |back: usize| &self.columns[(at - back) * stride + at..][..size - at];
            add_four(
                &mut sums[at..],
                [a, b, c, d],
                [line(4), line(3), line(2), line(1)],
            );
        }
        for at in at..size {
            y[at] -= sums[at];
            let line = &self.columns[at * stride + at + 1..at * stride + size];
            add_scaled(&mut sums[at + 1..], y[at], line);
        }
    }

    /// Replaces `y` by `D^-1 y`.
    pub fn scale(&self, y: &mut [f64]) {
        for (value, inverse) in y.iter_mut().zip(&self.inverse) {
            *value *= inverse;
        }
    }

    /// Replaces `y` by the solution `z` of `L^T z = y`, four rows at a time as
    /// in [`Factor::forward`].
    pub fn backward(&self, y: &mut [f64]) {
        let (size, stride) = (self.size, self.stride);
        let entry = |row: usize, column: usize| self.columns[column * stride + row];
        let mut end = size;
        while end >= 4 {
            let line = |back: usize| &self.columns[(end - back) * stride + end..][..size - end];
            let [z4, z3, z2, z1] =
                dots_backwards([line(4), line(3), line(2), line(1)], &y[end..size]);
            let (r1, r2, r3, r4) = (end - 1, end - 2, end - 3, end - 4);
            y[r1] -= z1;
            y[r2] = y[r2] - z2 - entry(r1, r2) * y[r1];
            y[r3] = y[r3] - z3 - entry(r1, r3) * y[r1] - entry(r2, r3) * y[r2];
            y[r4] =
                y[r4] - z4 - entry(r1, r4) * y[r1] - entry(r2, r4) * y[r2] - entry(r3, r4) * y[r3];
            end -= 4;
        }
        for at in (0..end).rev() {
            let line = &self.columns[at * stride + at + 1..at * stride + size];
            let [sum] = dots_backwards([line], &y[at + 1..size]);
            y[at] -= sum;
        }
    }
}

/// One of the two changes of rank one by which a row is removed.
struct RankOne {
    pivot: f64,
    /// Whether it is added or taken away.
    sign: f64,
    alpha: f64,
}

impl RankOne {
    /// The inverse of `D` at a row after both changes, and how much of each
    /// goes into the column of the row.
    fn update(ranks: &mut [Self; 2], inverse: f64) -> (f64, [f64; 2]) {
        let mut inverse = inverse;
        let shares = ranks.each_mut().map(|rank| {
            let alpha = rank.alpha + rank.sign * (rank.pivot * rank.pivot * inverse);
            inverse /= alpha;
            let share = rank.pivot * inverse;
            inverse *= rank.alpha;
            rank.alpha = alpha;
            share
        });
        (inverse, shares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::direct_solver::tests::numbers;

    /// A positive definite matrix.
    fn matrix(size: usize, seed: u64) -> Vec<Vec<f64>> {
        let mut next = numbers(seed);
        let rows: Vec<Vec<f64>> = (0..size)
            .map(|_| (0..size).map(|_| next()).collect())
            .collect();
        let entry = |a: usize, b: usize| {
            let product: f64 = rows[a].iter().zip(&rows[b]).map(|(x, y)| x * y).sum();
            product + if a == b { 0.1 } else { 0.0 }
        };
        (0..size)
            .map(|a| (0..size).map(|b| entry(a, b)).collect())
            .collect()
    }

    fn check(factor: &mut Factor, matrix: &[Vec<f64>], members: &[usize]) {
        let mut y: Vec<f64> = members.iter().map(|&row| 1.0 + row as f64).collect();
        let wanted = y.clone();
        factor.forward(&mut y);
        factor.scale(&mut y);
        factor.backward(&mut y);
        for (&row, wanted) in members.iter().zip(wanted) {
            let found: f64 = members
                .iter()
                .zip(&y)
                .map(|(&at, value)| matrix[row][at] * value)
                .sum();
            assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
        }
    }

    #[test]
    fn rows_come_and_go() {
        let matrix = matrix(17, 3);
        let mut factor = Factor::default();
        factor.begin(17);
        let mut members = Vec::new();
        for (row, line) in matrix.iter().enumerate() {
            let entries = members.iter().map(|&at: &usize| line[at]);
            if row < 9 {
                factor.append_first(entries, line[row]);
            } else {
                factor.append(entries, line[row]);
            }
            members.push(row);
            check(&mut factor, &matrix, &members);
        }
        check(&mut factor, &matrix, &members);
        for at in [16, 0, 7, 3, 0, 11] {
            let gone = &matrix[members[at]];
            factor.remove(at, members[at..].iter().map(|&row| gone[row]));
            members.remove(at);
            check(&mut factor, &matrix, &members);
        }
        // removed before
        factor.append(members.iter().map(|&at| matrix[8][at]), matrix[8][8]);
        members.push(8);
        check(&mut factor, &matrix, &members);
        factor.truncate(4);
        check(&mut factor, &matrix, &members[..4]);
    }
}
