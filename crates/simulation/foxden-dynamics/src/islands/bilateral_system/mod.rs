//! Small islands whose rows all hold at any force, as those of joints without motors and
//! stops do: a cart with a pole, a pendulum, a chain that hangs. Their forces are the
//! solution of one system of linear equations.
//!
//! Such a system is solved here in arrays of a fixed size. Each number is the sum of the same
//! products in the same order as in the general solver, so it has the same bits. An entry of
//! the matrix is the sum of two products of parts at most, one for each body of a row, so
//! their order does not matter.

mod acceptance;
mod body_parts;
mod factorization;
mod row_quads;

use super::solver::{IslandInputs, IslandRange};
use crate::constraint_rows::{Part, Row};
use body_parts::BodyParts;
use row_quads::{LANES, PartNumbers, RowQuad, numbers};

/// The most bodies of such an island: the joints of more have more rows.
const BODIES: usize = 6;

/// A system of up to `N` rows, in `G` groups of [`LANES`] rows.
#[derive(Clone, Debug)]
struct BilateralSystem<const N: usize, const G: usize> {
    /// The bodies, and how many there are.
    bodies: [BodyParts<G>; BODIES],
    count: usize,
    /// For each row the indices of its bodies.
    sides: [(usize, Option<usize>); N],
    /// The matrix from the diagonal on, then what is left of it.
    matrix: [[RowQuad; G]; N],
    /// The factors: the rows of `L`.
    factors: [[f64; N]; N],
    inverse: [f64; N],
    /// What the rows have lost on the diagonal.
    lost: [RowQuad; G],
    /// The right side, then the forces.
    forces: [f64; N],
}

/// Systems of each size.
#[derive(Debug, Default)]
pub(super) struct BilateralSystems {
    small: BilateralSystem<8, 2>,
    medium: BilateralSystem<12, 3>,
    large: BilateralSystem<16, 4>,
}

impl BilateralSystems {
    /// Finds the forces of an island, if it is of this kind and what was found fulfils its
    /// rows.
    pub fn solve(
        &mut self,
        inputs: IslandInputs<'_>,
        range: &IslandRange,
        forces: &mut [f64],
    ) -> bool {
        let size = range.rows.len();
        if size > 16 || !range.linked.is_empty() || inputs.limits.driven < size {
            return false;
        }
        #[cfg(test)]
        if inputs.force_fault.is_some() {
            return false;
        }
        if !inputs.rows[range.rows.clone()]
            .iter()
            .all(Row::is_bilateral)
        {
            return false;
        }
        let is_solved = match size {
            0..=8 => self.small.solve(inputs, range, forces),
            9..=12 => self.medium.solve(inputs, range, forces),
            _ => self.large.solve(inputs, range, forces),
        };
        #[cfg(test)]
        count_solved(size, is_solved);
        is_solved
    }
}

#[cfg(test)]
std::thread_local! {
    /// How many systems of each size were solved.
    pub(crate) static SOLVED: std::cell::Cell<[usize; 3]> = const { std::cell::Cell::new([0; 3]) };
}

#[cfg(test)]
fn count_solved(size: usize, is_solved: bool) {
    let mut counts = SOLVED.get();
    counts[size.saturating_sub(5) / 4] += usize::from(is_solved);
    SOLVED.set(counts);
}

impl<const N: usize, const G: usize> Default for BilateralSystem<N, G> {
    fn default() -> Self {
        Self {
            bodies: [BodyParts::NONE; BODIES],
            count: 0,
            sides: [(0, None); N],
            matrix: [[[0.0; LANES]; G]; N],
            factors: [[0.0; N]; N],
            inverse: [0.0; N],
            lost: [[0.0; LANES]; G],
            forces: [0.0; N],
        }
    }
}

impl<const N: usize, const G: usize> BilateralSystem<N, G> {
    fn solve(&mut self, inputs: IslandInputs<'_>, range: &IslandRange, forces: &mut [f64]) -> bool {
        let places = inputs.groups[range.groups.clone()]
            .iter()
            .flat_map(|group| group.rows.clone());
        let mut rows: [Option<&Row>; N] = [None; N];
        let mut size = 0;
        for (to, at) in rows.iter_mut().zip(places.clone()) {
            *to = inputs.rows.get(at);
            size += 1;
        }
        if size != range.rows.len() || !self.read(inputs, &rows) {
            return false;
        }
        self.fill(inputs, &rows);
        self.factorize(size);
        self.substitute(size);
        if !self.is_accepted(inputs, &rows) {
            return false;
        }
        for (at, force) in places.zip(&self.forces) {
            if let Some(to) = forces.get_mut(at - range.rows.start) {
                *to = *force;
            }
        }
        true
    }

    /// Reads the parts of the rows and the right side; false if there are numbers that are
    /// not finite.
    fn read(&mut self, inputs: IslandInputs<'_>, rows: &[Option<&Row>; N]) -> bool {
        let per_step = 1.0 / inputs.rules.step;
        self.count = 0;
        let mut last = None;
        for (at, row) in rows.iter().enumerate() {
            let Some(row) = row else {
                self.forces[at] = 0.0;
                continue;
            };
            // the rows of a joint follow each other
            let sides = match last {
                Some((pair, sides)) if pair == row.pair => sides,
                _ => {
                    let Some(first) = self.find_body(inputs, row.pair.first, per_step) else {
                        return false;
                    };
                    let second = row.pair.second;
                    let second = second.map(|place| self.find_body(inputs, place, per_step));
                    if second == Some(None) {
                        return false;
                    }
                    (first, second.flatten())
                }
            };
            last = Some((row.pair, sides));
            self.sides[at] = sides;
            let mut right = row.speed * per_step;
            let mut put = |side: usize, part: &Part| {
                let body = &mut self.bodies[side];
                let parts = &mut body.parts[at / LANES];
                for (lanes, number) in parts.iter_mut().zip(numbers(part)) {
                    lanes[at % LANES] = number;
                }
                right -= part.product(body.linear, body.angular);
            };
            put(sides.0, &row.first);
            if let Some(second) = sides.1 {
                put(second, &row.second);
            }
            if !right.is_finite() {
                return false;
            }
            self.forces[at] = right;
        }
        for parts in &mut self.bodies[..self.count] {
            if let Some(body) = inputs.bodies.at(parts.place) {
                parts.weigh(body);
            }
        }
        true
    }

    /// The index of the body at a place, which is added if it is new; none if there are too
    /// many.
    fn find_body(
        &mut self,
        inputs: IslandInputs<'_>,
        place: usize,
        per_step: f64,
    ) -> Option<usize> {
        let known = self.bodies[..self.count].iter();
        if let Some(index) = known.clone().position(|body| body.place == place) {
            return Some(index);
        }
        let index = self.count;
        let body = inputs.bodies.at(place)?;
        self.bodies.get_mut(index)?.begin(place, body, per_step);
        self.count += 1;
        Some(index)
    }

    /// Computes the matrix from the diagonal on.
    fn fill(&mut self, inputs: IslandInputs<'_>, rows: &[Option<&Row>; N]) {
        let per_step = 1.0 / inputs.rules.step;
        for (at, row) in rows.iter().enumerate() {
            let Some(row) = row else { break };
            let (first, second) = self.sides[at];
            let entries = &mut self.matrix[at][at / LANES..];
            let weights = |side: usize| &self.bodies[side].weighted[at / LANES..];
            let numbers0 = PartNumbers::of(&row.first);
            if let Some(second) = second {
                let numbers1 = PartNumbers::of(&row.second);
                let weights = weights(first).iter().zip(weights(second));
                for (entries, (weights0, weights1)) in entries.iter_mut().zip(weights) {
                    let sums = numbers0.products(weights0);
                    let others = numbers1.products(weights1);
                    *entries = std::array::from_fn(|lane| (0.0 + sums[lane]) + others[lane]);
                }
            } else {
                for (entries, weights) in entries.iter_mut().zip(weights(first)) {
                    *entries = numbers0.products(weights).map(|sum| 0.0 + sum);
                }
            }
            entries[0][at % LANES] += row.cfm * per_step;
        }
    }
}
