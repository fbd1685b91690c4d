//! Small islands whose rows all hold at any force, as those of joints without motors and
//! stops do: a cart with a pole, a pendulum, a chain that hangs. Their forces are the
//! solution of one system of linear equations.
//!
//! Such a system is solved here in arrays of a fixed size. Each number is the sum of the same
//! products in the same order as in the general solver, so it has the same bits. An entry of
//! the matrix is the sum of two products of parts at most, one for each body of a row, so
//! their order does not matter.

use super::solution_check::{MOST_SPEED, TOLERANCE};
use super::solver::{IslandInputs, IslandRange};
use crate::bodies::Body;
use crate::constraint_rows::{Part, Row};
use crate::math::Vector;

/// Rows that are computed together.
const LANES: usize = 4;

/// The same number of some rows.
type RowQuad = [f64; LANES];

/// The numbers of a part of some rows: linear, then angular.
type QuadParts = [RowQuad; 6];

/// A body with the parts of all rows for it.
#[derive(Clone, Copy, Debug)]
struct BodyParts<const G: usize> {
    place: usize,
    /// Zero for rows without this body.
    parts: [QuadParts; G],
    /// The same multiplied by the inverse masses.
    weighted: [QuadParts; G],
    /// Its velocities after a step without constraints, divided by the length of the step.
    linear: Vector,
    angular: Vector,
}

impl<const G: usize> BodyParts<G> {
    const NONE: Self = Self {
        place: 0,
        parts: [[[0.0; LANES]; 6]; G],
        weighted: [[[0.0; LANES]; 6]; G],
        linear: Vector::ZERO,
        angular: Vector::ZERO,
    };

    /// Begins with no rows.
    fn begin(&mut self, place: usize, body: &Body, per_step: f64) {
        let (linear, angular) = body.acceleration();
        self.place = place;
        self.linear = linear + body.linear * per_step;
        self.angular = angular + body.angular * per_step;
        self.parts = Self::NONE.parts;
    }

    /// Multiplies the parts by the inverse masses.
    fn weigh(&mut self, body: &Body) {
        let mass = body.inverse_mass;
        let [x, y, z] = body.world_inverse_inertia.transposed().0;
        for (weighted, [linear0, linear1, linear2, a, b, c]) in
            self.weighted.iter_mut().zip(&self.parts)
        {
            let linear = |part: &RowQuad| part.map(|number| number * mass);
            let angular = |row: Vector| -> RowQuad {
                std::array::from_fn(|lane| row.x * a[lane] + row.y * b[lane] + row.z * c[lane])
            };
            *weighted = [
                linear(linear0),
                linear(linear1),
                linear(linear2),
                angular(x),
                angular(y),
                angular(z),
            ];
        }
    }
}

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

    /// Factorises the first rows of the matrix, in pairs as the genuine engine does it; see
    /// `Factor::begin_with`, which is the same for any size.
    fn factorize(&mut self, size: usize) {
        self.lost = [[0.0; LANES]; G];
        for column in (0..size.min(N)).step_by(2) {
            // the groups from the diagonal on
            match G - column / LANES {
                1 => self.factorize_pair::<1>(column),
                2 => self.factorize_pair::<2>(column),
                3 => self.factorize_pair::<3>(column),
                _ => self.factorize_pair::<4>(column),
            };
        }
    }

    /// Brings two columns forward; there are `M` groups of rows from the diagonal on.
    #[inline]
    fn factorize_pair<const M: usize>(&mut self, column: usize) -> Option<()> {
        let (group, lane) = (column / LANES, column % LANES);
        let (before, pair) = self.matrix.split_at_mut(column);
        let [one, two, ..] = pair else { return None };
        let (one, two): (&mut [RowQuad; M], &mut [RowQuad; M]) = (
            one.get_mut(group..)?.first_chunk_mut()?,
            two.get_mut(group..)?.first_chunk_mut()?,
        );
        let lost: &mut [RowQuad; M] = self.lost.get_mut(group..)?.first_chunk_mut()?;
        let (diagonal_one, diagonal_two) = (one[0][lane], two[0][lane + 1]);
        let mut sums = [[[0.0; LANES]; M]; 2];
        let factors = self.factors[column].iter().zip(&self.factors[column + 1]);
        for (values, (factor_one, factor_two)) in before.iter().zip(factors) {
            let values: &[RowQuad; M] = values.get(group..)?.first_chunk()?;
            for (at, values) in values.iter().enumerate() {
                add_lanes(&mut sums[0][at], *factor_one, values);
                add_lanes(&mut sums[1][at], *factor_two, values);
            }
        }
        subtract(one, &sums[0]);
        subtract(two, &sums[1]);
        // the second of a pair has lost nothing to the first, and takes it off by itself
        let kept = lost[0][lane + 1];
        let inverse = 1.0 / (diagonal_one - lost[0][lane]);
        self.inverse[column] = inverse;
        let (rows, _) = self.factors.as_chunks_mut::<LANES>();
        let rows: &mut [_; M] = rows.get_mut(group..)?.first_chunk_mut()?;
        put_column(rows, column, one, inverse, lost);
        let factor = rows[0][lane + 1][column];
        let left = diagonal_two - kept - factor * one[0][lane + 1];
        for (two, one) in two.iter_mut().zip(&*one) {
            add_lanes(two, -factor, one);
        }
        let inverse = 1.0 / left;
        self.inverse[column + 1] = inverse;
        put_column(rows, column + 1, two, inverse, lost);
        Some(())
    }

    /// Replaces the right side by the solution, with the additions in the order of
    /// `Factor::forward` and `Factor::backward`.
    fn substitute(&mut self, size: usize) {
        let (size, y) = (size.min(N), &mut self.forces);
        let factors = &self.factors;
        let fours = size - size % LANES;
        for at in 0..size {
            let block = (at - at % LANES).min(fours);
            let factors = &factors[at];
            let sum = factors[..block]
                .iter()
                .zip(&*y)
                .fold(0.0, |sum, (factor, value)| sum + value * factor);
            let mut left = y[at] - sum;
            if block < fours {
                for before in block..at {
                    left -= factors[before] * y[before];
                }
            } else {
                left =
                    y[at] - (block..at).fold(sum, |sum, before| sum + y[before] * factors[before]);
            }
            y[at] = left;
        }
        // the last pair may have a row that is none
        for (value, inverse) in y.iter_mut().zip(&self.inverse).take(size) {
            *value *= inverse;
        }
        let mut end = size;
        while end >= LANES {
            let mut sums = [0.0; LANES];
            for (factors, value) in factors[end..size].iter().zip(&y[end..size]).rev() {
                if let Some(factors) = factors[end - LANES..end].first_chunk() {
                    add_lanes(&mut sums, *value, factors);
                }
            }
            for place in (0..LANES).rev() {
                let at = end - LANES + place;
                let mut left = y[at] - sums[place];
                for after in (at + 1..end).rev() {
                    left -= factors[after][at] * y[after];
                }
                y[at] = left;
            }
            end -= LANES;
        }
        for at in (0..end).rev() {
            let after = factors[at + 1..size].iter().zip(&y[at + 1..size]).rev();
            let sum = after.fold(0.0, |sum, (factors, value)| sum + factors[at] * value);
            y[at] -= sum;
        }
    }

    /// Whether the forces clearly lead to velocities that fulfil the rows: what is accepted
    /// here is accepted by [`super::solution_check::SolutionCheck`], too, since no size of a
    /// speed is overestimated and half the tolerance must do.
    fn is_accepted(&self, inputs: IslandInputs<'_>, rows: &[Option<&Row>; N]) -> bool {
        let step = inputs.rules.step;
        let (forces, _) = self.forces.as_chunks::<LANES>();
        if !self.forces.iter().all(|force| force.is_finite()) {
            return false;
        }
        let mut excess = [[0.0; LANES]; G];
        let mut sizes = [[0.0; LANES]; G];
        for (at, row) in rows.iter().enumerate() {
            let Some(row) = row else { break };
            excess[at / LANES][at % LANES] = row.cfm * self.forces[at] - row.speed;
            sizes[at / LANES][at % LANES] = row.speed.abs();
        }
        for parts in &self.bodies[..self.count] {
            let Some(body) = inputs.bodies.at(parts.place) else {
                return false;
            };
            let mut sums: QuadParts = [[0.0; LANES]; 6];
            for (parts, forces) in parts.parts.iter().zip(forces) {
                for (sums, part) in sums.iter_mut().zip(parts) {
                    for lane in 0..LANES {
                        sums[lane] += part[lane] * forces[lane];
                    }
                }
            }
            let [x, y, z, a, b, c] = sums.map(|[a, b, c, d]| (a + b) + (c + d));
            let linear = Vector::new(x, y, z) * (body.inverse_mass * step);
            let angular = body.world_inverse_inertia * (Vector::new(a, b, c) * step);
            let (free_linear, free_angular) = (parts.linear * step, parts.angular * step);
            let gross = [
                larger(linear.largest_part(), free_linear.largest_part()),
                larger(angular.largest_part(), free_angular.largest_part()),
            ];
            let (linear, angular) = (free_linear + linear, free_angular + angular);
            let speeds = [
                linear.x, linear.y, linear.z, angular.x, angular.y, angular.z,
            ];
            let rows = excess.iter_mut().zip(&mut sizes).zip(&parts.parts);
            for ((excess, sizes), parts) in rows {
                let sums = products(&speeds, parts);
                let [x, y, z, a, b, c] = parts;
                for lane in 0..LANES {
                    excess[lane] += sums[lane];
                    let linear = larger(larger(x[lane].abs(), y[lane].abs()), z[lane].abs());
                    let angular = larger(larger(a[lane].abs(), b[lane].abs()), c[lane].abs());
                    sizes[lane] += gross[0] * linear + gross[1] * angular;
                }
            }
        }
        // no branch, so that several rows are compared at once
        let mut is_fulfilled = true;
        for (excess, size) in excess.as_flattened().iter().zip(sizes.as_flattened()) {
            is_fulfilled &= excess.abs() <= 0.5 * TOLERANCE * size;
            is_fulfilled &= *size < MOST_SPEED;
        }
        is_fulfilled
    }
}

/// Puts a column of `L` into its rows, and adds what they lose on the diagonal.
#[inline]
fn put_column<const N: usize, const M: usize>(
    rows: &mut [[[f64; N]; LANES]; M],
    column: usize,
    values: &[RowQuad; M],
    inverse: f64,
    lost: &mut [RowQuad; M],
) {
    for ((rows, values), lost) in rows.iter_mut().zip(values).zip(lost) {
        let entries = values.map(|value| value * inverse);
        for lane in 0..LANES {
            rows[lane][column] = entries[lane];
            lost[lane] += entries[lane] * values[lane];
        }
    }
}

/// `from - sums`.
#[inline]
fn subtract<const G: usize>(from: &mut [RowQuad; G], sums: &[RowQuad; G]) {
    for (from, sums) in from.iter_mut().zip(sums) {
        for (from, sum) in from.iter_mut().zip(sums) {
            *from -= sum;
        }
    }
}

/// The larger of two numbers; NaN may get lost.
#[inline]
fn larger(one: f64, two: f64) -> f64 {
    if one > two { one } else { two }
}

/// The numbers of a part. Rows of joints often have nothing to do with one half of a motion;
/// its products are zero and change no sum.
enum PartNumbers {
    Linear(Vector),
    Angular(Vector),
    Both([f64; 6]),
}

impl PartNumbers {
    #[inline]
    fn of(part: &Part) -> Self {
        if part.linear == Vector::ZERO {
            Self::Angular(part.angular)
        } else if part.angular == Vector::ZERO {
            Self::Linear(part.linear)
        } else {
            Self::Both(numbers(part))
        }
    }

    /// The sums of the products with weights, one after the other.
    #[inline]
    fn products(&self, weights: &QuadParts) -> RowQuad {
        let half = |numbers: &Vector, x: &RowQuad, y: &RowQuad, z: &RowQuad| -> RowQuad {
            std::array::from_fn(|lane| {
                numbers.x * x[lane] + numbers.y * y[lane] + numbers.z * z[lane]
            })
        };
        let [x, y, z, a, b, c] = weights;
        match self {
            Self::Linear(numbers) => half(numbers, x, y, z),
            Self::Angular(numbers) => half(numbers, a, b, c),
            Self::Both(numbers) => products(numbers, weights),
        }
    }
}

/// The sums of the products of six numbers with those of parts, one after the other.
#[inline]
fn products(numbers: &[f64; 6], parts: &QuadParts) -> RowQuad {
    std::array::from_fn(|lane| {
        numbers[0] * parts[0][lane]
            + numbers[1] * parts[1][lane]
            + numbers[2] * parts[2][lane]
            + numbers[3] * parts[3][lane]
            + numbers[4] * parts[4][lane]
            + numbers[5] * parts[5][lane]
    })
}

/// The numbers of a part: linear, then angular.
fn numbers(Part { linear, angular }: &Part) -> [f64; 6] {
    [
        linear.x, linear.y, linear.z, angular.x, angular.y, angular.z,
    ]
}

/// `to += factor * from`.
#[inline]
fn add_lanes(to: &mut RowQuad, factor: f64, from: &RowQuad) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += factor * from;
    }
}
