//! The direct solver: a linear complementarity problem with bounds, solved by
//! block pivoting on a dense factorisation.
//!
//! Wanted are forces `x` within `[low, high]` so that `w = A x - b` is zero
//! where a force lies strictly inside its bounds, not negative where it is at
//! the low bound, and not positive at the high one. `A` is positive definite,
//! so there is exactly one answer; how it is found changes only rounding.

use super::numbers::limited;

/// How many block steps without progress are taken before single steps, which
/// always end, take over.
const PATIENCE: usize = 5;

/// What counts as a violated bound, relative to the largest force or speed.
const TOLERANCE: f64 = 1e-13;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Free,
    Low,
    High,
}

/// Memory of the solver, kept between steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solver {
    /// The matrix, row by row.
    pub matrix: Vec<f64>,
    /// The right side.
    pub right: Vec<f64>,
    /// The bounds.
    pub low: Vec<f64>,
    pub high: Vec<f64>,
    /// The forces found.
    pub force: Vec<f64>,
    states: Vec<State>,
    free: Vec<usize>,
    /// Rows at a bound that is not zero.
    held: Vec<usize>,
    factored: Vec<usize>,
    factor: Vec<f64>,
    pivots: Vec<f64>,
    work: Vec<f64>,
    flips: Vec<(usize, State)>,
}

impl Solver {
    /// Begins a system of `size` rows.
    pub fn begin(&mut self, size: usize) {
        let area = size * size;
        self.matrix.clear();
        self.matrix.resize(area, 0.0);
        for list in [
            &mut self.right,
            &mut self.low,
            &mut self.high,
            &mut self.force,
        ] {
            list.clear();
            list.resize(size, 0.0);
        }
        self.states.clear();
        self.states.resize(size, State::Free);
        self.factored.clear();
        self.factor.clear();
        self.factor.resize(area, 0.0);
        self.pivots.clear();
        self.pivots.resize(size, 0.0);
        self.work.clear();
        self.work.resize(size, 0.0);
    }

    /// Solves the first `count` rows; the others have no force. The bounds may
    /// change between calls; what the last call found is where the search starts.
    pub fn solve(&mut self, count: usize) {
        let size = self.right.len();
        let scale = self.right[..count]
            .iter()
            .fold(0.0_f64, |most, value| most.max(value.abs()));
        let slack = scale * TOLERANCE;
        if !scale.is_finite() {
            // nothing can be found; whoever moves bodies sees it
            self.force[..count].fill(f64::NAN);
            return;
        }
        let mut best = usize::MAX;
        let mut patience = PATIENCE;
        // Single steps visit at most every combination once; rounding could
        // in theory make them repeat, so they are counted.
        let limit = 50 + 20 * count;
        for _ in 0..limit {
            self.update(count, size);
            self.find_flips(count, size, slack);
            let wrong = self.flips.len();
            if wrong == 0 {
                break;
            }
            if self.has_lost_numbers(count) {
                self.force[..count].fill(f64::NAN);
                return;
            }
            if wrong < best {
                best = wrong;
                patience = PATIENCE;
            } else if patience > 0 {
                patience -= 1;
            } else {
                self.flips.drain(..wrong - 1);
            }
            for &(row, state) in &self.flips {
                self.states[row] = state;
            }
        }
        for row in 0..count {
            self.force[row] = limited(self.force[row], self.low[row], self.high[row]);
        }
    }

    /// Whether a force is no number: no pivot brings it back.
    fn has_lost_numbers(&self, count: usize) -> bool {
        !self.force[..count].iter().all(|force| force.is_finite())
    }

    /// Sets the forces that the present states imply.
    fn update(&mut self, count: usize, size: usize) {
        self.free.clear();
        self.held.clear();
        for row in 0..count {
            let force = match self.states[row] {
                State::Free if self.low[row] != self.high[row] => {
                    self.free.push(row);
                    continue;
                }
                State::Free | State::Low => self.low[row],
                State::High => self.high[row],
            };
            self.force[row] = force;
            if force != 0.0 {
                self.held.push(row);
            }
        }
        self.refactor(size);
        for (at, &row) in self.free.iter().enumerate() {
            let line = &self.matrix[row * size..row * size + count];
            let held = self.held.iter().map(|&at| line[at] * self.force[at]);
            self.work[at] = self.right[row] - held.sum::<f64>();
        }
        self.substitute(size);
        for (at, &row) in self.free.iter().enumerate() {
            self.force[row] = self.work[at];
        }
    }

    /// Brings the factors up to date: the rows before the first change stay.
    fn refactor(&mut self, size: usize) {
        let same = self
            .free
            .iter()
            .zip(&self.factored)
            .take_while(|(a, b)| a == b)
            .count();
        for at in same..self.free.len() {
            let row = self.free[at];
            let (done, rest) = self.factor.split_at_mut(at * size);
            let line = &mut rest[..at];
            let mut pivot = self.matrix[row * size + row];
            for before in 0..at {
                let earlier = &done[before * size..before * size + before];
                let entry = self.matrix[row * size + self.free[before]];
                line[before] = entry - dot(earlier, &line[..before]);
            }
            for (entry, &earlier) in line.iter_mut().zip(&self.pivots) {
                let scaled = *entry / earlier;
                pivot -= *entry * scaled;
                *entry = scaled;
            }
            self.pivots[at] = pivot;
        }
        self.factored.clear();
        self.factored.extend_from_slice(&self.free);
    }

    fn substitute(&mut self, size: usize) {
        let count = self.free.len();
        for at in 0..count {
            let line = &self.factor[at * size..at * size + at];
            self.work[at] -= dot(line, &self.work[..at]);
        }
        for at in 0..count {
            self.work[at] /= self.pivots[at];
        }
        for at in (0..count).rev() {
            let value = self.work[at];
            let line = &self.factor[at * size..at * size + at];
            for (entry, &factor) in self.work[..at].iter_mut().zip(line) {
                *entry -= factor * value;
            }
        }
    }

    fn find_flips(&mut self, count: usize, size: usize, slack: f64) {
        self.flips.clear();
        let largest = self.force[..count]
            .iter()
            .fold(0.0_f64, |most, value| most.max(value.abs()));
        let margin = largest * TOLERANCE;
        for row in 0..count {
            if self.low[row] == self.high[row] {
                continue;
            }
            match self.states[row] {
                State::Free => {
                    if self.force[row] < self.low[row] - margin {
                        self.flips.push((row, State::Low));
                    } else if self.force[row] > self.high[row] + margin {
                        self.flips.push((row, State::High));
                    }
                }
                held => {
                    let line = &self.matrix[row * size..row * size + count];
                    let speed = dot(line, &self.force[..count]) - self.right[row];
                    let is_wrong = match held {
                        State::Low => speed < -slack,
                        _ => speed > slack,
                    };
                    if is_wrong {
                        self.flips.push((row, State::Free));
                    }
                }
            }
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (a4, a_rest) = a.as_chunks::<4>();
    let (b4, b_rest) = b.as_chunks::<4>();
    for (x, y) in a4.iter().zip(b4) {
        for lane in 0..4 {
            sums[lane] += x[lane] * y[lane];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator, so that the systems differ but never change.
    fn numbers(seed: u64) -> impl FnMut() -> f64 {
        let mut state = seed;
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        }
    }

    fn random_system(size: usize, seed: u64) -> Solver {
        let mut next = numbers(seed);
        let mut solver = Solver::default();
        solver.begin(size);
        let bodies = size / 2 + 1;
        let jacobian: Vec<f64> = (0..size * bodies).map(|_| next()).collect();
        for row in 0..size {
            for column in 0..size {
                let product: f64 = (0..bodies)
                    .map(|at| jacobian[row * bodies + at] * jacobian[column * bodies + at])
                    .sum();
                solver.matrix[row * size + column] =
                    product + if row == column { 1e-3 } else { 0.0 };
            }
            solver.right[row] = next();
            (solver.low[row], solver.high[row]) = match row % 3 {
                0 => (f64::NEG_INFINITY, f64::INFINITY),
                1 => (0.0, f64::INFINITY),
                _ => (-0.1, 0.1),
            };
        }
        solver
    }

    #[test]
    fn answers_fulfil_the_conditions() {
        for seed in 0..200 {
            let size = 3 + (seed as usize % 40);
            let mut solver = random_system(size, seed);
            solver.solve(size);
            for row in 0..size {
                let line = &solver.matrix[row * size..(row + 1) * size];
                let speed = dot(line, &solver.force) - solver.right[row];
                let force = solver.force[row];
                assert!(force >= solver.low[row] && force <= solver.high[row]);
                if force > solver.low[row] {
                    assert!(speed < 1e-9, "seed {seed} row {row}: {speed}");
                }
                if force < solver.high[row] {
                    assert!(speed > -1e-9, "seed {seed} row {row}: {speed}");
                }
            }
        }
    }

    #[test]
    fn a_second_phase_starts_from_the_first() {
        let mut solver = random_system(12, 5);
        let mut whole = solver.clone();
        solver.solve(6);
        solver.solve(12);
        whole.solve(12);
        for row in 0..12 {
            assert!((solver.force[row] - whole.force[row]).abs() < 1e-12);
        }
    }
}
