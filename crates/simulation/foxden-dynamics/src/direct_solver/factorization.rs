//! A factorisation `A = L D L^T` that grows and shrinks by single rows.

use super::vectors::{add_four, add_scaled, dots_backwards};

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
    /// The row that is being added or removed.
    work: Vec<f64>,
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

    fn column(&self, at: usize) -> &[f64] {
        &self.columns[at * self.stride + at + 1..at * self.stride + self.size]
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

    /// Removes the row at a place; the rows after it move up. What it
    /// contributed to them is added back as a matrix of rank one.
    pub fn remove(&mut self, at: usize) {
        let size = self.size;
        let mut work = std::mem::take(&mut self.work);
        work.clear();
        work.extend_from_slice(self.column(at));
        let mut weight = 1.0 / self.inverse[at];
        for row in 0..at {
            let start = row * self.stride;
            self.columns
                .copy_within(start + at + 1..start + size, start + at);
        }
        for row in at + 1..size {
            let (pivot, rest) = (work[row - at - 1], &mut work[row - at..]);
            let old = 1.0 / self.inverse[row];
            let new = old + weight * pivot * pivot;
            let share = weight * pivot / new;
            weight *= old / new;
            self.inverse[row - 1] = 1.0 / new;
            let (above, own) = self.columns.split_at_mut(row * self.stride);
            let from = &own[row + 1..size];
            let to = &mut above[(row - 1) * self.stride + row..][..from.len()];
            for ((to, &from), value) in to.iter_mut().zip(from).zip(rest) {
                *value -= pivot * from;
                *to = from + share * *value;
            }
        }
        self.size -= 1;
        self.work = work;
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
            factor.append(members.iter().map(|&at: &usize| line[at]), line[row]);
            members.push(row);
        }
        check(&mut factor, &matrix, &members);
        for at in [16, 0, 7, 3, 0, 11] {
            factor.remove(at);
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
