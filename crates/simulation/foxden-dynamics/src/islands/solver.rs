//! The forces of one island. Islands do not know of each other, so they may be
//! solved by several threads at once: each writes into its own place.

use crate::bodies::Body;
use crate::constraint_rows::{Friction, Pair, Row};
use crate::direct_solver::{Outcome, Solver};
use crate::islands::bilateral_system::BilateralSystems;
use crate::islands::couplings::Couplings;
use crate::islands::row_order::{RowGroup, sort_rows};
use crate::islands::solution_check::{Forces, SolutionCheck};
use crate::joints::Rules;
use crate::math::Vector;
use crate::slots::Slots;
use crate::thread_pool::ThreadPool;
use crate::{Method, Settings};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// The number of rows that one task solves: some microseconds of work.
const SHARE: usize = 96;

/// With fewer rows than this, threads cost more than they bring.
const WORTH_THREADS: usize = 8 * SHARE;

/// Which rows an island may have, and how they are solved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowLimits {
    /// Islands of up to this number of rows are driven.
    pub driven: usize,
    /// Larger islands are relaxed.
    pub solved: usize,
}

impl RowLimits {
    /// The matrix of an island takes 70 MB at most, and a step some seconds.
    const SOLVED: usize = 3000;

    /// The same where time does not count: 512 MB, and a step some minutes.
    const SOLVED_AT_ANY_COST: usize = 8000;

    pub fn of(settings: &Settings) -> Self {
        match settings.method {
            Method::ExactOnly => Self {
                driven: usize::MAX,
                solved: Self::SOLVED_AT_ANY_COST,
            },
            Method::Exact | Method::Fast => Self {
                driven: settings.driven_rows,
                solved: Self::SOLVED,
            },
        }
    }
}

/// An island's part of the lists of all.
#[derive(Clone, Debug)]
pub(crate) struct IslandRange {
    pub bodies: Range<usize>,
    pub groups: Range<usize>,
    /// Rows that stand for themselves.
    pub rows: Range<usize>,
    /// Rows whose bounds follow the force of another.
    pub linked: Range<usize>,
    /// The joints whose forces are kept.
    pub spans: Range<usize>,
}

impl IslandRange {
    /// Where the forces of its rows are, linked ones last.
    pub fn forces(&self) -> Range<usize> {
        self.rows.start + self.linked.start..self.rows.end + self.linked.end
    }
}

/// The rows of all islands of a step.
#[derive(Clone, Copy)]
pub(crate) struct IslandInputs<'a> {
    pub ranges: &'a [IslandRange],
    pub groups: &'a [RowGroup],
    pub rows: &'a [Row],
    pub linked: &'a [Row],
    pub bodies: &'a Slots<Body>,
    pub rules: &'a Rules,
    pub limits: RowLimits,
    #[cfg(test)]
    pub force_fault: Option<ForceFault>,
}

/// How the forces of an island were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SolutionMethod {
    /// By the solver, and the check accepted them.
    Exact,
    /// By relaxation, since the solver failed.
    Relaxed,
}

/// A test's way to spoil the forces that the solver found.
#[cfg(test)]
pub(crate) type ForceFault = fn(&mut [f64]);

/// Room for what is found.
pub(crate) struct IslandOutputs<'a> {
    /// The forces of all rows, island by island.
    pub forces: &'a mut [f64],
    /// For each island how its forces were found.
    pub methods: &'a mut [SolutionMethod],
}

/// Places to work at, as many as there were ever threads at once. A solver is large, and every
/// step moves it.
#[derive(Debug, Default)]
pub(crate) struct SolverPool(Mutex<Vec<Box<IslandSolver>>>);

impl Clone for SolverPool {
    /// What lies on a bench is of no use to anybody else.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl SolverPool {
    /// Finds the forces of all islands. Who solves which changes nothing.
    pub fn solve(
        &self,
        inputs: IslandInputs<'_>,
        found: IslandOutputs<'_>,
        threads: Option<&ThreadPool>,
    ) {
        let pieces = pieces(inputs.ranges, found);
        let work =
            |(ranges, found): (&[IslandRange], IslandOutputs<'_>)| self.work(inputs, ranges, found);
        match threads {
            Some(threads) if inputs.rows.len() + inputs.linked.len() >= WORTH_THREADS => {
                threads.for_each_piece(pieces, work);
            }
            _ => pieces.for_each(work),
        }
    }

    fn work(&self, inputs: IslandInputs<'_>, ranges: &[IslandRange], found: IslandOutputs<'_>) {
        let pool = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut solver = pool().pop().unwrap_or_default();
        let start = ranges.first().map_or(0, |range| range.forces().start);
        for (range, method) in ranges.iter().zip(found.methods) {
            let own = range.forces();
            let forces = &mut found.forces[own.start - start..own.end - start];
            if !range.rows.is_empty() {
                *method = solver.solve(inputs, range, forces);
            }
        }
        pool().push(solver);
    }
}

/// Neighbouring islands with room for what is found, some work at a time.
fn pieces<'a>(
    ranges: &'a [IslandRange],
    found: IslandOutputs<'a>,
) -> impl Iterator<Item = (&'a [IslandRange], IslandOutputs<'a>)> {
    let mut ranges = ranges;
    let IslandOutputs {
        mut forces,
        mut methods,
    } = found;
    std::iter::from_fn(move || {
        let start = ranges.first()?.forces().start;
        let is_enough = |range: &IslandRange| range.forces().end - start >= SHARE;
        let count = ranges.iter().position(is_enough);
        let (here, later) = ranges.split_at(count.map_or(ranges.len(), |at| at + 1));
        let end = here.last().map_or(start, |range| range.forces().end);
        let (own, rest) = std::mem::take(&mut forces).split_at_mut(end - start);
        let (said, unsaid) = std::mem::take(&mut methods).split_at_mut(here.len());
        (ranges, forces, methods) = (later, rest, unsaid);
        let found = IslandOutputs {
            forces: own,
            methods: said,
        };
        Some((here, found))
    })
}

/// Lists that are filled again for every island, kept to save allocations.
#[derive(Debug, Default)]
struct IslandSolver {
    /// The rows group by group, and where the forces of each go.
    rows: Vec<Row>,
    targets: Vec<usize>,
    /// The rows in the order in which they are solved, and where each went.
    order: Vec<usize>,
    places: Vec<usize>,
    /// For each row that stands for itself its place in the list.
    listed: Vec<usize>,
    /// The parts of the rows multiplied by the inverse masses.
    weighted: Vec<[Vector; 4]>,
    couplings: Couplings,
    solver: Solver,
    /// Forces, low and high bounds of the rows as they are listed.
    found: [Vec<f64>; 3],
    check: SolutionCheck,
    bilateral: BilateralSystems,
}

impl IslandSolver {
    fn solve(
        &mut self,
        inputs: IslandInputs<'_>,
        range: &IslandRange,
        forces: &mut [f64],
    ) -> SolutionMethod {
        if self.bilateral.solve(inputs, range, forces) {
            return SolutionMethod::Exact;
        }
        self.list_rows(inputs, range);
        let method = if self.rows.len() <= inputs.limits.solved && self.solve_exactly(inputs, range)
        {
            SolutionMethod::Exact
        } else {
            self.relax(inputs, range);
            SolutionMethod::Relaxed
        };
        for (&target, &force) in self.targets.iter().zip(&self.found[0]) {
            forces[target] = force;
        }
        method
    }

    /// Solves the island directly; whether the check accepts what was found.
    fn solve_exactly(&mut self, inputs: IslandInputs<'_>, range: &IslandRange) -> bool {
        let unbounded = sort_rows(&self.rows, &mut self.order);
        self.places.clear();
        self.places.resize(self.order.len(), 0);
        for (place, &at) in self.order.iter().enumerate() {
            self.places[at] = place;
        }
        self.fill_system(inputs, range, unbounded);
        let outcome = self.solver.solve(inputs.limits.driven);
        #[cfg(test)]
        if let Some(force_fault) = inputs.force_fault {
            force_fault(&mut self.solver.system.force);
        }
        self.take_found();
        let found = Forces {
            force: &self.found[0],
            low: &self.found[1],
            high: &self.found[2],
        };
        let (bodies, step) = (inputs.bodies, inputs.rules.step);
        match outcome {
            Outcome::Solved => self.check.accepts(bodies, &self.rows, found, step),
            Outcome::GaveUp => self.check.is_explained(bodies, &self.rows, found, step),
            Outcome::Failed => false,
        }
    }

    fn relax(&mut self, inputs: IslandInputs<'_>, range: &IslandRange) {
        let normals = &self.listed;
        for row in &mut self.rows {
            if let Some(friction) = &mut row.friction {
                friction.normal = normals[friction.normal - range.rows.start];
            }
        }
        let forces = &mut self.found[0];
        forces.resize(self.rows.len(), 0.0);
        let (bodies, step) = (inputs.bodies, inputs.rules.step);
        self.check.relax(bodies, &self.rows, step, forces);
    }

    /// Takes forces and bounds in the order in which the rows are listed.
    fn take_found(&mut self) {
        let system = &self.solver.system;
        let lists = [&system.force, &system.low, &system.high];
        for (found, list) in self.found.iter_mut().zip(lists) {
            found.clear();
            found.extend(self.places.iter().map(|&place| list[place]));
        }
    }

    /// Lists the rows of an island group by group.
    fn list_rows(&mut self, inputs: IslandInputs<'_>, range: &IslandRange) {
        self.rows.clear();
        self.targets.clear();
        self.listed.clear();
        self.listed.resize(range.rows.len(), 0);
        for group in &inputs.groups[range.groups.clone()] {
            let own = group.rows.start - range.rows.start..group.rows.end - range.rows.start;
            for (listed, place) in self.listed[own.clone()].iter_mut().zip(self.rows.len()..) {
                *listed = place;
            }
            self.targets.extend(own);
            self.rows
                .extend_from_slice(&inputs.rows[group.rows.clone()]);
            let linked = group.linked.clone();
            self.targets.extend(
                linked
                    .clone()
                    .map(|at| range.rows.len() + at - range.linked.start),
            );
            self.rows.extend_from_slice(&inputs.linked[linked]);
        }
    }

    /// Numbers are added and multiplied in the order of the genuine engine.
    fn fill_system(&mut self, inputs: IslandInputs<'_>, range: &IslandRange, unbounded: usize) {
        let per_step = 1.0 / inputs.rules.step;
        let system = &mut self.solver.system;
        system.begin(self.rows.len(), unbounded);
        self.weighted.clear();
        let mut bodies = None;
        for (row, &place) in self.rows.iter().zip(&self.places) {
            // the rows of a joint or contact follow each other
            let bodies = match &mut bodies {
                Some((pair, bodies)) if *pair == row.pair => bodies,
                other => {
                    let found = row_bodies(inputs.bodies, row.pair, per_step);
                    &mut other.insert((row.pair, found)).1
                }
            };
            let (parts, right) = weigh(bodies, row, per_step);
            self.weighted.push(parts);
            system.right[place] = right;
            (system.low[place], system.high[place]) = (row.low, row.high);
        }
        for &at in &self.order {
            if let Some(friction) = self.rows[at].friction {
                let normal = self.listed[friction.normal - range.rows.start];
                system.friction.push(Friction {
                    normal: self.places[normal],
                    ..friction
                });
            }
        }
        let size = self.rows.len();
        let (rows, places) = (&self.rows, &self.places);
        self.couplings
            .for_each(rows, &self.weighted, |at, start, entries| {
                let place = places[at];
                for (&entry, &column) in entries.iter().zip(&places[start..]) {
                    system.matrix[place * size + column] = entry;
                    system.matrix[column * size + place] = entry;
                }
            });
        for (row, &place) in rows.iter().zip(places) {
            system.matrix[place * size + place] += row.cfm * per_step;
        }
    }
}

/// A body with its linear and angular velocity after a step without constraints,
/// divided by the length of the step.
type RowBody<'a> = (&'a Body, Vector, Vector);

/// The bodies of a joint or contact.
fn row_bodies(bodies: &Slots<Body>, pair: Pair, per_step: f64) -> [Option<RowBody<'_>>; 2] {
    [Some(pair.first), pair.second].map(|place| {
        let body = place.and_then(|place| bodies.at(place))?;
        let (linear, angular) = body.acceleration();
        Some((
            body,
            linear + body.linear * per_step,
            angular + body.angular * per_step,
        ))
    })
}

/// The parts of a row multiplied by the inverse masses, and the acceleration
/// that its force must add.
fn weigh(bodies: &[Option<RowBody<'_>>; 2], row: &Row, per_step: f64) -> ([Vector; 4], f64) {
    let mut parts = [Vector::ZERO; 4];
    let mut right = row.speed * per_step;
    for (side, part) in [&row.first, &row.second].into_iter().enumerate() {
        let Some((body, linear, angular)) = bodies[side] else {
            continue;
        };
        parts[side * 2] = part.linear * body.inverse_mass;
        parts[side * 2 + 1] = body.world_inverse_inertia.transposed() * part.angular;
        right -= part.product(linear, angular);
    }
    (parts, right)
}
