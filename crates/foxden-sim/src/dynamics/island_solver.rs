//! The forces of one island. Islands do not know of each other, so they may be
//! solved by several threads at once: each writes into its own place.

use super::bodies::Body;
use super::direct::{Outcome, Solver};
use super::joints::Rules;
use super::rows::{Friction, Row};
use super::slots::Slots;
use crate::math::Vector;
use crate::sharing::Helpers;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// So many rows are solved together: some microseconds of work.
const SHARE: usize = 96;

/// With fewer rows than this, threads cost more than they bring.
const WORTH_THREADS: usize = 8 * SHARE;

/// An island's part of the lists of all.
#[derive(Clone, Debug)]
pub(super) struct Plot {
    pub members: Range<usize>,
    /// Rows that stand for themselves.
    pub rows: Range<usize>,
    /// Rows whose bounds follow the force of another.
    pub linked: Range<usize>,
    /// The joints whose forces are kept.
    pub spans: Range<usize>,
}

impl Plot {
    /// Where the forces of its rows are, linked ones last.
    pub fn forces(&self) -> Range<usize> {
        self.rows.start + self.linked.start..self.rows.end + self.linked.end
    }
}

/// The rows of all islands of a step.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub plots: &'a [Plot],
    pub rows: &'a [Row],
    pub linked: &'a [Row],
    pub bodies: &'a Slots<Body>,
    pub rules: &'a Rules,
}

/// Room for what is found.
pub(super) struct Found<'a> {
    /// The forces of all rows, island by island.
    pub forces: &'a mut [f64],
    /// For each island how its forces were found.
    pub outcomes: &'a mut [Outcome],
}

/// Places to work at, as many as there were ever threads at once.
#[derive(Debug, Default)]
pub(super) struct Benches(Mutex<Vec<IslandSolver>>);

impl Clone for Benches {
    /// What lies on a bench is of no use to anybody else.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Benches {
    /// Finds the forces of all islands. Who solves which changes nothing.
    pub fn solve(&self, field: Field<'_>, found: Found<'_>, helpers: Option<&Helpers>) {
        let pieces = pieces(field.plots, found);
        let work = |(plots, found): (&[Plot], Found<'_>)| self.work(field, plots, found);
        match helpers {
            Some(helpers) if field.rows.len() + field.linked.len() >= WORTH_THREADS => {
                helpers.share(pieces, work);
            }
            _ => pieces.for_each(work),
        }
    }

    fn work(&self, field: Field<'_>, plots: &[Plot], found: Found<'_>) {
        let benches = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut solver = benches().pop().unwrap_or_default();
        let start = plots.first().map_or(0, |plot| plot.forces().start);
        for (plot, outcome) in plots.iter().zip(found.outcomes) {
            let own = plot.forces();
            let forces = &mut found.forces[own.start - start..own.end - start];
            if !plot.rows.is_empty() {
                *outcome = solver.solve(field, plot, forces);
            }
        }
        benches().push(solver);
    }
}

/// Neighbouring islands with room for what is found, some work at a time.
fn pieces<'a>(
    plots: &'a [Plot],
    found: Found<'a>,
) -> impl Iterator<Item = (&'a [Plot], Found<'a>)> {
    let mut plots = plots;
    let Found {
        mut forces,
        mut outcomes,
    } = found;
    std::iter::from_fn(move || {
        let start = plots.first()?.forces().start;
        let is_enough = |plot: &Plot| plot.forces().end - start >= SHARE;
        let count = plots.iter().position(is_enough);
        let (here, later) = plots.split_at(count.map_or(plots.len(), |at| at + 1));
        let end = here.last().map_or(start, |plot| plot.forces().end);
        let (own, rest) = std::mem::take(&mut forces).split_at_mut(end - start);
        let (said, unsaid) = std::mem::take(&mut outcomes).split_at_mut(here.len());
        (plots, forces, outcomes) = (later, rest, unsaid);
        let found = Found {
            forces: own,
            outcomes: said,
        };
        Some((here, found))
    })
}

/// The order in which the rows of an island are solved, and act: those
/// without bounds come first, since their factors serve all pivots.
pub(super) fn sequence(rows: &[Row]) -> impl Iterator<Item = usize> + '_ {
    let bilateral = (0..rows.len()).filter(|&at| rows[at].is_bilateral());
    bilateral.chain((0..rows.len()).filter(|&at| !rows[at].is_bilateral()))
}

/// Lists that are filled anew for every island, kept to save allocations.
#[derive(Debug, Default)]
struct IslandSolver {
    /// The rows in the order in which they are solved, and where each went.
    sequence: Vec<usize>,
    place_of: Vec<usize>,
    ordered: Vec<Row>,
    /// The parts of the rows multiplied by the inverse masses.
    weighted: Vec<[Vector; 4]>,
    solver: Solver,
}

impl IslandSolver {
    fn solve(&mut self, field: Field<'_>, plot: &Plot, forces: &mut [f64]) -> Outcome {
        let rows = &field.rows[plot.rows.clone()];
        self.put_in_order(rows, &field.linked[plot.linked.clone()]);
        let Self {
            sequence,
            place_of,
            ordered,
            weighted,
            solver,
        } = self;
        let step = field.rules.step;
        let (first_phase, size) = (rows.len(), ordered.len());
        let unbounded = rows.iter().filter(|row| row.is_bilateral()).count();
        let system = &mut solver.system;
        system.begin(size, unbounded);
        weighted.clear();
        for (at, row) in ordered.iter().enumerate() {
            let (parts, known) = weigh(field.bodies, row, step);
            weighted.push(parts);
            system.right[at] = row.speed / step - known;
            (system.low[at], system.high[at]) = (row.low, row.high);
            if let Some(friction) = row.friction {
                system.friction.push(Friction {
                    normal: place_of[friction.normal - plot.rows.start],
                    ..friction
                });
            }
        }
        fill_matrix(ordered, weighted, step, &mut system.matrix);
        let outcome = solver.solve();
        let found = &solver.system.force;
        for (&from, &force) in sequence.iter().zip(found) {
            forces[from] = force;
        }
        forces[first_phase..].copy_from_slice(&found[first_phase..]);
        outcome
    }

    fn put_in_order(&mut self, rows: &[Row], linked: &[Row]) {
        self.sequence.clear();
        self.sequence.extend(sequence(rows));
        self.place_of.clear();
        self.place_of.resize(rows.len(), 0);
        self.ordered.clear();
        for (to, &from) in self.sequence.iter().enumerate() {
            self.place_of[from] = to;
            self.ordered.push(rows[from]);
        }
        self.ordered.extend_from_slice(linked);
    }
}

/// The parts of a row multiplied by the inverse masses, and the
/// acceleration along it that is there without its force.
fn weigh(bodies: &Slots<Body>, row: &Row, step: f64) -> ([Vector; 4], f64) {
    let mut parts = [Vector::ZERO; 4];
    let mut known = 0.0;
    let per_step = 1.0 / step;
    let places = [
        (Some(row.pair.first), &row.first),
        (row.pair.second, &row.second),
    ];
    for (side, (place, part)) in places.into_iter().enumerate() {
        let Some(body) = place.and_then(|place| bodies.at(place)) else {
            continue;
        };
        parts[side * 2] = part.linear * body.inverse_mass;
        parts[side * 2 + 1] = body.world_inverse_inertia * part.angular;
        let (linear, angular) = body.acceleration();
        known += part.dot(
            body.linear * per_step + linear,
            body.angular * per_step + angular,
        );
    }
    (parts, known)
}

/// The matrix of the system: how a force along one row acts along another.
fn fill_matrix(rows: &[Row], weighted: &[[Vector; 4]], step: f64, matrix: &mut [f64]) {
    let size = rows.len();
    for (at, row) in rows.iter().enumerate() {
        let [linear0, angular0, linear1, angular1] = weighted[at];
        for (column, other) in rows[..=at].iter().enumerate() {
            let mut sum = 0.0;
            if row.pair.first == other.pair.first {
                sum += other.first.dot(linear0, angular0);
            } else if Some(row.pair.first) == other.pair.second {
                sum += other.second.dot(linear0, angular0);
            }
            if let Some(second) = row.pair.second {
                if second == other.pair.first {
                    sum += other.first.dot(linear1, angular1);
                } else if Some(second) == other.pair.second {
                    sum += other.second.dot(linear1, angular1);
                }
            }
            matrix[at * size + column] = sum;
            matrix[column * size + at] = sum;
        }
        matrix[at * size + at] += row.cfm / step;
    }
}
