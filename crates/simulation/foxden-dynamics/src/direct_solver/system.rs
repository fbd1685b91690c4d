//! The system of an island: what is given, and the forces that are looked for.

use crate::constraint_rows::Friction;

/// A linear complementarity problem with bounds. Wanted are forces `x` within
/// `[low, high]` so that `w = A x - b` is zero where a force lies strictly
/// inside its bounds, not negative where it is at the low bound, and not
/// positive at the high one.
///
/// The unbounded rows come first, then the bounded ones, then those whose
/// bounds follow the force of another row.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    /// The matrix, row by row; it is symmetric.
    pub matrix: Vec<f64>,
    /// The right side.
    pub right: Vec<f64>,
    /// The bounds, none of which excludes zero.
    pub low: Vec<f64>,
    pub high: Vec<f64>,
    /// The forces found.
    pub force: Vec<f64>,
    /// For each linked row the place of the row that it follows.
    pub friction: Vec<Friction>,
    /// How many rows are unbounded.
    unbounded: usize,
}

impl System {
    /// Begins a system of `size` rows, the first of which are unbounded.
    pub fn begin(&mut self, size: usize, unbounded: usize) {
        self.matrix.clear();
        self.matrix.resize(size * size, 0.0);
        for list in [
            &mut self.right,
            &mut self.low,
            &mut self.high,
            &mut self.force,
        ] {
            list.clear();
            list.resize(size, 0.0);
        }
        self.friction.clear();
        self.unbounded = unbounded;
    }

    pub fn size(&self) -> usize {
        self.right.len()
    }

    /// How many rows are unbounded.
    pub fn unbounded(&self) -> usize {
        self.unbounded
    }

    /// How many rows have bounds of their own, or none.
    pub fn unlinked(&self) -> usize {
        self.size() - self.friction.len()
    }

    /// A row of the matrix.
    pub fn line(&self, row: usize) -> &[f64] {
        let size = self.size();
        &self.matrix[row * size..(row + 1) * size]
    }

    /// Whether there is anything to solve: no number is missing on the right side.
    pub fn is_finite(&self) -> bool {
        self.right.iter().all(|value| value.is_finite())
    }

    /// Sets the bounds of the linked rows, for good, from the forces of the
    /// rows that they follow.
    pub fn freeze_bounds(&mut self, forces: &[f64]) {
        let first = self.unlinked();
        for (at, friction) in self.friction.iter().enumerate() {
            let most = friction.bound(forces[friction.normal]);
            (self.low[first + at], self.high[first + at]) = (-most, most);
        }
    }

    /// Exchanges two rows and their columns.
    pub fn exchange(&mut self, one: usize, two: usize) {
        let size = self.size();
        let (low, high) = (one.min(two), one.max(two));
        if low == high {
            return;
        }
        let (before, after) = self.matrix.split_at_mut(high * size);
        before[low * size..(low + 1) * size].swap_with_slice(&mut after[..size]);
        for line in self.matrix.chunks_exact_mut(size) {
            line.swap(low, high);
        }
        for list in [
            &mut self.right,
            &mut self.low,
            &mut self.high,
            &mut self.force,
        ] {
            list.swap(low, high);
        }
    }
}
