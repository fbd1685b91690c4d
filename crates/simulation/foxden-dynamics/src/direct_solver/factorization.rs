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
    /// The columns of `L D` of some of the rows that are factorised together, one after the
    /// other, then those of the next rows.
    unscaled: Vec<[f64; LANES]>,
    /// What these rows have lost on the diagonal.
    lost: Vec<[f64; LANES]>,
}

/// Rows that are factorised together at a time.
const LANES: usize = 4;

/// `to += factor * from`.
fn add_lanes(to: &mut [f64; LANES], factor: f64, from: &[f64; LANES]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += factor * from;
    }
}

/// Some numbers of a list that follow each other; 0 behind its end.
fn lanes(list: &[f64], from: usize) -> [f64; LANES] {
    match list[from..].first_chunk() {
        Some(lanes) => *lanes,
        None => std::array::from_fn(|at| list.get(from + at).copied().unwrap_or(0.0)),
    }
}

impl Factor {
    /// An empty factorisation with room for `most` rows.
    pub fn begin(&mut self, most: usize) {
        self.stride = most.next_multiple_of(LANES);
        self.size = 0;
        if self.columns.len() < most * self.stride {
            self.columns.resize(most * self.stride, 0.0);
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

    /// Begins with the first rows of a symmetric matrix, whose lines are given; there is
    /// room for `most` rows. The genuine engine takes these rows in pairs, which rounds in
    /// another way than adding them one by one.
    ///
    /// All rows are brought forward by one column after the other: each has the additions
    /// of its own in the same order, and neighbouring rows are computed together. What is
    /// computed for rows that have no such entry, before the column or behind the last
    /// row, is never read.
    pub fn begin_with<'m>(&mut self, most: usize, rows: usize, line: impl Fn(usize) -> &'m [f64]) {
        self.begin(most);
        self.size = rows;
        let (stride, groups) = (self.stride, rows.div_ceil(LANES));
        let (unscaled, lost, factors) = (&mut self.unscaled, &mut self.lost, &mut self.work);
        unscaled.clear();
        unscaled.resize(groups * rows, [0.0; LANES]);
        lost.clear();
        lost.resize(groups, [0.0; LANES]);
        for column in 0..rows {
            let line = line(column);
            let (above, own) = self.columns.split_at_mut(column * stride);
            factors.clear();
            factors.extend((0..column).map(|of| above[of * stride + column]));
            // the second of a pair takes the first off by itself
            let (pairs, first) = factors.split_at(column - column % 2);
            let first = first.first().copied();
            let (group, lane) = (column / LANES, column % LANES);
            let mut left = line[column] - lost[group][lane];
            if let Some(first) = first {
                left -= first * unscaled[group * rows + column - 1][lane];
            }
            let inverse = 1.0 / left;
            self.inverse[column] = inverse;
            // the second of this pair has not lost anything yet
            let second = (column + 1 - column % 2).min(rows - 1);
            let kept = lost[second / LANES][second % LANES];
            let (own, _) = own[group * LANES..groups * LANES].as_chunks_mut::<LANES>();
            for (at, (own, lost)) in own.iter_mut().zip(&mut lost[group..]).enumerate() {
                let columns = &mut unscaled[(group + at) * rows..][..=column];
                let mut sums = [0.0; LANES];
                for (factor, values) in pairs.iter().zip(&*columns) {
                    add_lanes(&mut sums, *factor, values);
                }
                let mut values = lanes(line, (group + at) * LANES);
                for (value, sum) in values.iter_mut().zip(sums) {
                    *value -= sum;
                }
                if let Some(first) = first {
                    add_lanes(&mut values, -first, &columns[column - 1]);
                }
                columns[column] = values;
                let entries = values.map(|value| value * inverse);
                let mut sums = *lost;
                for lane in 0..LANES {
                    sums[lane] += entries[lane] * values[lane];
                }
                (*own, *lost) = (entries, sums);
            }
            lost[second / LANES][second % LANES] = kept;
        }
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

    /// The rows that are factorised together, one after the other as the genuine engine
    /// has them.
    impl Factor {
        fn append_first(&mut self, entries: &[f64], diagonal: f64) {
            let mut work = entries.to_vec();
            let entry = |row: usize, column: usize| self.columns[column * self.stride + row];
            for at in 0..self.size {
                let pairs = at - at % 2;
                let sum = (0..pairs).fold(0.0, |sum, k| sum + work[k] * entry(at, k));
                work[at] -= sum;
                if pairs < at {
                    work[at] -= entry(at, pairs) * work[pairs];
                }
            }
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
        }
    }

    #[test]
    fn rows_together_have_the_bits_of_rows_one_by_one() {
        for size in 1..40 {
            let matrix = matrix(size, 7 + size as u64);
            let mut together = Factor::default();
            together.begin_with(size + 3, size, |row| &matrix[row]);
            let mut single = Factor::default();
            single.begin(size + 3);
            for (row, line) in matrix.iter().enumerate() {
                single.append_first(&line[..row], line[row]);
            }
            let bits = |factor: &Factor| {
                let stride = factor.stride;
                let entries = (0..size).flat_map(|column| {
                    let line = &factor.columns[column * stride + column + 1..];
                    line[..size - column - 1]
                        .iter()
                        .map(|entry| entry.to_bits())
                });
                let inverse = factor.inverse[..size].iter().map(|entry| entry.to_bits());
                entries.chain(inverse).collect::<Vec<u64>>()
            };
            assert_eq!(bits(&together), bits(&single), "{size}");
        }
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
        factor.begin_with(17, 9, |row| &matrix[row]);
        let mut members: Vec<usize> = (0..9).collect();
        check(&mut factor, &matrix, &members);
        for (row, line) in matrix.iter().enumerate().skip(9) {
            let entries = members.iter().map(|&at| line[at]);
            factor.append(entries, line[row]);
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
