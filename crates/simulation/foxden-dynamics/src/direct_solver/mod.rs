//! The direct solver: the forces of an island, equal to those of the genuine
//! engine.
//!
//! The matrix of a system is positive definite, so there is exactly one answer.
//! Driving the rows one after the other, as the genuine engine does it, finds it
//! with the same rounding, and gives up where the genuine engine gives up. In
//! large systems block pivoting is tried first, which is faster; what it finds
//! counts only if no row is wrong.

mod block_pivoting;
mod driven_rows;
mod factorization;
mod system;
mod vectors;

pub(crate) use system::System;

use block_pivoting::Pivoting;
use driven_rows::{Driver, End};

/// How the forces of a system were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// They fulfil all conditions.
    Solved,
    /// The method gave up where the genuine engine gives up: some rows have no
    /// force, and the others need not fulfil their conditions.
    GaveUp,
    /// There are none, or none were found.
    Failed,
}

/// Memory of the solver, kept between steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solver {
    /// The system to be solved.
    pub system: System,
    pivoting: Pivoting,
    driver: Driver,
}

impl Solver {
    /// Finds the forces of the system. Rows of systems of up to `driven_rows` rows
    /// are driven, larger ones are pivoted first. Its matrix may be in another order
    /// afterwards; its forces and bounds are not.
    pub fn solve(&mut self, driven_rows: usize) -> Outcome {
        let Self {
            system,
            pivoting,
            driver,
        } = self;
        if !system.is_finite() {
            system.force.fill(f64::NAN);
            return Outcome::Failed;
        }
        if system.size() > driven_rows && pivoting.solve(system) {
            return Outcome::Solved;
        }
        match driver.solve(system) {
            End::Solved => Outcome::Solved,
            End::GaveUp => Outcome::GaveUp,
            End::Failed => Outcome::Failed,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::vectors::dot;
    use super::*;
    use crate::constraint_rows::Friction;

    /// A small generator, so that the systems differ but never change.
    pub fn numbers(seed: u64) -> impl FnMut() -> f64 {
        let mut state = seed;
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        }
    }

    /// A third of the rows is unbounded, a third pushes only, a third follows those.
    fn random_system(size: usize, seed: u64, softness: f64) -> System {
        let mut next = numbers(seed);
        let mut system = System::default();
        let third = size / 3;
        system.begin(size, third);
        let bodies = size / 4 + 1;
        let jacobian: Vec<f64> = (0..size * bodies).map(|_| next()).collect();
        for row in 0..size {
            for column in 0..size {
                let product: f64 = (0..bodies)
                    .map(|at| jacobian[row * bodies + at] * jacobian[column * bodies + at])
                    .sum();
                system.matrix[row * size + column] =
                    product + if row == column { softness } else { 0.0 };
            }
            system.right[row] = next();
            (system.low[row], system.high[row]) = if row < third {
                (f64::NEG_INFINITY, f64::INFINITY)
            } else {
                (0.0, f64::INFINITY)
            };
        }
        system.friction = (2 * third..size)
            .map(|row| Friction {
                normal: third + (row - 2 * third) % third.max(1),
                coefficient: 0.3,
            })
            .filter(|_| third > 0)
            .collect();
        system
    }

    /// The bounds of all rows, those of linked ones from the forces that the
    /// others have alone.
    fn bounds(given: &System) -> Vec<(f64, f64)> {
        let mut first = given.clone();
        for row in first.unlinked()..first.size() {
            (first.low[row], first.high[row]) = (0.0, 0.0);
        }
        first.friction.clear();
        assert_eq!(Driver::default().solve(&mut first), End::Solved);
        let mut frozen = given.clone();
        frozen.freeze_bounds(&first.force);
        frozen.low.into_iter().zip(frozen.high).collect()
    }

    /// Asserts that forces fulfil all conditions.
    fn check(system: &System, force: &[f64], bounds: &[(f64, f64)]) {
        let largest = force
            .iter()
            .fold(1.0_f64, |most, value| most.max(value.abs()));
        let (margin, slack) = (1e-7 * largest, 1e-9 * largest);
        for row in 0..system.size() {
            let speed = dot(system.line(row), force) - system.right[row];
            let (low, high) = bounds[row];
            assert!(force[row] >= low - margin && force[row] <= high + margin);
            assert!(force[row] < low + margin || speed < slack, "{row}: {speed}");
            assert!(
                force[row] > high - margin || speed > -slack,
                "{row}: {speed}"
            );
        }
    }

    #[test]
    fn both_methods_find_the_answer() {
        let mut quick = 0;
        for seed in 0..300 {
            let size = 3 + (seed as usize % 46);
            let given = random_system(size, seed, if seed % 2 == 0 { 1e-3 } else { 1e-5 });
            let bounds = bounds(&given);
            let mut driven = given.clone();
            assert_eq!(
                Driver::default().solve(&mut driven),
                End::Solved,
                "seed {seed}"
            );
            check(&given, &driven.force, &bounds);
            let mut pivoted = given.clone();
            if Pivoting::default().solve(&mut pivoted) {
                quick += 1;
                check(&given, &pivoted.force, &bounds);
            }
        }
        assert!(quick > 100, "{quick}");
    }

    #[test]
    fn what_is_not_finite_is_said() {
        let mut solver = Solver {
            system: random_system(9, 1, 1e-3),
            ..Solver::default()
        };
        solver.system.right[4] = f64::NAN;
        assert_eq!(solver.solve(600), Outcome::Failed);
    }
}
