//! How a force along one row of an island acts along the others: the matrix of the system.
//!
//! Rows of one joint or contact follow each other and have the same bodies, so their entries
//! are computed together. Each is the sum of the same products in the same order as if it
//! were alone.

use crate::constraint_rows::{Pair, Part, Row};
use crate::math::Vector;

/// Rows that are computed together.
const LANES: usize = 2;

/// The same number of some rows that follow each other.
type Lanes = [f64; LANES];

/// The numbers of a part of some rows: linear, then angular.
type Parts = [Lanes; 6];

/// Some rows with the same bodies.
#[derive(Clone, Copy, Debug)]
struct Block {
    pair: Pair,
    /// The first of the rows; where there are fewer, the others are zero.
    start: usize,
    count: usize,
    first: Parts,
    second: Parts,
}

impl Block {
    /// The parts for a body, if it is one of the two.
    fn parts(&self, body: usize) -> Option<&Parts> {
        if body == self.pair.first {
            Some(&self.first)
        } else if Some(body) == self.pair.second {
            Some(&self.second)
        } else {
            None
        }
    }

    fn put(&mut self, row: &Row) {
        let lane = self.count;
        for (parts, part) in [
            (&mut self.first, &row.first),
            (&mut self.second, &row.second),
        ] {
            let Part { linear, angular } = part;
            let numbers = [
                linear.x, linear.y, linear.z, angular.x, angular.y, angular.z,
            ];
            for (lanes, number) in parts.iter_mut().zip(numbers) {
                lanes[lane] = number;
            }
        }
        self.count += 1;
    }
}

/// Memory to compute the lower half of the matrix.
#[derive(Clone, Debug, Default)]
pub(super) struct Couplings {
    blocks: Vec<Block>,
}

impl Couplings {
    /// Computes the entries of each row beside those up to itself and hands them over, some
    /// at a time: the row, the first of the others, the entries. `weighted` has the parts of
    /// the rows multiplied by the inverse masses.
    pub fn for_each(
        &mut self,
        rows: &[Row],
        weighted: &[[Vector; 4]],
        mut take: impl FnMut(usize, usize, &[f64]),
    ) {
        self.list(rows);
        for (row, (own, weighted)) in rows.iter().zip(weighted).enumerate() {
            let [linear0, angular0, linear1, angular1] = weighted;
            for block in &self.blocks {
                if block.start > row {
                    break;
                }
                let mut entries = [0.0; LANES];
                if let Some(parts) = block.parts(own.pair.first) {
                    add_products(&mut entries, parts, linear0, angular0);
                }
                if let Some(parts) = own.pair.second.and_then(|body| block.parts(body)) {
                    add_products(&mut entries, parts, linear1, angular1);
                }
                let count = block.count.min(row + 1 - block.start);
                take(row, block.start, &entries[..count]);
            }
        }
    }

    fn list(&mut self, rows: &[Row]) {
        self.blocks.clear();
        for (at, row) in rows.iter().enumerate() {
            match self.blocks.last_mut() {
                Some(block) if block.pair == row.pair && block.count < LANES => block.put(row),
                _ => {
                    let mut block = Block {
                        pair: row.pair,
                        start: at,
                        count: 0,
                        first: [[0.0; LANES]; 6],
                        second: [[0.0; LANES]; 6],
                    };
                    block.put(row);
                    self.blocks.push(block);
                }
            }
        }
    }
}

/// Adds the products of parts with a weighted part, each one after the other.
fn add_products(to: &mut Lanes, parts: &Parts, linear: &Vector, angular: &Vector) {
    let weights = [
        linear.x, linear.y, linear.z, angular.x, angular.y, angular.z,
    ];
    let mut sums = parts[0].map(|number| number * weights[0]);
    for (lanes, weight) in parts[1..].iter().zip(&weights[1..]) {
        for (sum, number) in sums.iter_mut().zip(lanes) {
            *sum += number * weight;
        }
    }
    for (to, sum) in to.iter_mut().zip(sums) {
        *to += sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One entry as the genuine engine computes it.
    fn coupling(row: &Row, weighted: &[Vector; 4], other: &Row) -> f64 {
        let [linear0, angular0, linear1, angular1] = *weighted;
        let mut sum = 0.0;
        if row.pair.first == other.pair.first {
            sum += other.first.product(linear0, angular0);
        } else if Some(row.pair.first) == other.pair.second {
            sum += other.second.product(linear0, angular0);
        }
        if let Some(second) = row.pair.second {
            if second == other.pair.first {
                sum += other.first.product(linear1, angular1);
            } else if Some(second) == other.pair.second {
                sum += other.second.product(linear1, angular1);
            }
        }
        sum
    }

    #[test]
    fn entries_have_the_bits_of_single_ones() {
        let mut next = crate::direct_solver::tests::numbers(5);
        let mut vector = || Vector::new(next(), next(), next());
        let pairs = [
            (0, None),
            (0, Some(1)),
            (1, Some(0)),
            (2, Some(1)),
            (2, None),
            (0, Some(2)),
        ];
        let mut rows = Vec::new();
        let mut weighted = Vec::new();
        for (count, (first, second)) in (1..).zip(pairs) {
            for _ in 0..count {
                let part = |linear, angular| Part { linear, angular };
                let parts = (part(vector(), vector()), part(vector(), vector()));
                let pair = Pair { first, second };
                rows.push(Row::bilateral(pair, parts.0, parts.1, 0.0, 0.0));
                weighted.push([vector(), vector(), vector(), vector()]);
            }
        }
        let mut couplings = Couplings::default();
        let mut found = vec![Vec::new(); rows.len()];
        couplings.for_each(&rows, &weighted, |row, start, entries| {
            assert_eq!(start, found[row].len());
            found[row].extend_from_slice(entries);
        });
        for (at, found) in found.iter().enumerate() {
            let single = rows[..=at]
                .iter()
                .map(|other| coupling(&rows[at], &weighted[at], other).to_bits());
            assert!(found.iter().map(|entry| entry.to_bits()).eq(single), "{at}");
        }
    }
}
