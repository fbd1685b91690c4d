//! Block pivoting: all rows that are wrong change their state at once. A few
//! rounds are usually enough, but they may repeat without end; then another method is needed.

use super::factorization::Factor;
use super::system::System;
use super::vectors::dot;
use crate::clamp::limited;

/// How many rounds are tried.
const ROUNDS: usize = 8;

/// Larger systems are tried longer as long as fewer and fewer rows are wrong:
/// driving rows one by one costs more there.
const LARGE: usize = 120;

/// What counts as a violated bound, relative to the largest force or speed.
const TOLERANCE: f64 = 1e-13;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Free,
    Low,
    High,
}

/// Memory of the method.
#[derive(Clone, Debug, Default)]
pub(super) struct Pivoting {
    states: Vec<State>,
    free: Vec<usize>,
    /// Rows at a bound that is not zero.
    held: Vec<usize>,
    factored: Vec<usize>,
    factor: Factor,
    work: Vec<f64>,
    flips: Vec<(usize, State)>,
}

impl Pivoting {
    /// Looks for the forces; whether they were found. If not, those of the
    /// system are of no use.
    pub fn solve(&mut self, system: &mut System) -> bool {
        let (size, unlinked) = (system.size(), system.unlinked());
        self.states.clear();
        self.states.resize(size, State::Free);
        self.factored.clear();
        self.factor.begin(size);
        if !self.solve_first(system, unlinked) {
            return false;
        }
        if unlinked == size {
            return true;
        }
        self.work.clear();
        self.work.extend_from_slice(&system.force);
        system.freeze_bounds(&self.work);
        self.solve_first(system, size)
    }

    /// Solves the first `count` rows; the others have no force. What the last
    /// call found is where the search starts.
    fn solve_first(&mut self, system: &mut System, count: usize) -> bool {
        let largest = |list: &[f64]| {
            list.iter()
                .fold(0.0_f64, |most, value| most.max(value.abs()))
        };
        let slack = largest(&system.right[..count]) * TOLERANCE;
        let (mut best, mut left) = (usize::MAX, ROUNDS);
        while left > 0 {
            left -= 1;
            self.update(system, count);
            let margin = largest(&system.force[..count]) * TOLERANCE;
            if !margin.is_finite() {
                return false;
            }
            self.find_flips(system, count, slack, margin);
            if self.flips.is_empty() {
                // within the margin of rounding
                for row in 0..count {
                    system.force[row] =
                        limited(system.force[row], system.low[row], system.high[row]);
                }
                return true;
            }
            if self.flips.len() < best {
                best = self.flips.len();
                if count > LARGE {
                    left = ROUNDS;
                }
            }
            for &(row, state) in &self.flips {
                self.states[row] = state;
            }
        }
        false
    }

    /// Sets the forces that the present states imply.
    fn update(&mut self, system: &mut System, count: usize) {
        self.free.clear();
        self.held.clear();
        for row in 0..count {
            let force = match self.states[row] {
                State::Free if system.low[row] != system.high[row] => {
                    self.free.push(row);
                    continue;
                }
                State::Free | State::Low => system.low[row],
                State::High => system.high[row],
            };
            system.force[row] = force;
            if force != 0.0 {
                self.held.push(row);
            }
        }
        self.refactor(system);
        self.work.clear();
        for &row in &self.free {
            let line = system.line(row);
            let held = self.held.iter().map(|&at| line[at] * system.force[at]);
            self.work.push(system.right[row] - held.sum::<f64>());
        }
        self.factor.forward(&mut self.work);
        self.factor.scale(&mut self.work);
        self.factor.backward(&mut self.work);
        for (&row, &force) in self.free.iter().zip(&self.work) {
            system.force[row] = force;
        }
    }

    /// Brings the factors up to date: the rows before the first change stay.
    fn refactor(&mut self, system: &System) {
        let same = self
            .free
            .iter()
            .zip(&self.factored)
            .take_while(|(a, b)| a == b)
            .count();
        self.factor.truncate(same);
        for at in same..self.free.len() {
            let line = system.line(self.free[at]);
            let entries = self.free[..at].iter().map(|&other| line[other]);
            self.factor.append(entries, line[self.free[at]]);
        }
        self.factored.clear();
        self.factored.extend_from_slice(&self.free);
    }

    fn find_flips(&mut self, system: &System, count: usize, slack: f64, margin: f64) {
        self.flips.clear();
        for row in 0..count {
            let (low, high) = (system.low[row], system.high[row]);
            if low == high {
                continue;
            }
            let force = system.force[row];
            match self.states[row] {
                State::Free => {
                    if force < low - margin {
                        self.flips.push((row, State::Low));
                    } else if force > high + margin {
                        self.flips.push((row, State::High));
                    }
                }
                held => {
                    let line = &system.line(row)[..count];
                    let speed = dot(line, &system.force[..count]) - system.right[row];
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
