//! The iterative solver for islands too large for the direct one: the rows are
//! relaxed one after the other, again and again. Its forces are near the exact
//! ones, not equal to them.

use super::numbers::limited;
use super::rows::Row;
use crate::math::Vector;

/// How often all rows are relaxed.
const SWEEPS: usize = 100;

/// The correction of each row is taken a little larger than it is.
const OVER_RELAXATION: f64 = 1.3;

/// Finds forces for rows that are in the order of their solution: `weighted`
/// holds their parts multiplied by the inverse masses, `right` the accelerations
/// wanted, `place_of` where the normal rows went; bodies have places below `places`.
pub(super) fn relax(
    rows: &[Row],
    weighted: &[[Vector; 4]],
    right: &[f64],
    place_of: &[usize],
    (step, places): (f64, usize),
    force: &mut [f64],
) {
    let mut accelerations = vec![(Vector::ZERO, Vector::ZERO); places];
    let inverse: Vec<f64> = rows
        .iter()
        .zip(weighted)
        .map(|(row, parts)| {
            let own = row.first.dot(parts[0], parts[1]) + row.second.dot(parts[2], parts[3]);
            1.0 / (own + row.cfm / step)
        })
        .collect();
    force.fill(0.0);
    for _ in 0..SWEEPS {
        for (at, row) in rows.iter().enumerate() {
            let (linear, angular) = accelerations[row.pair.first];
            let mut now = row.first.dot(linear, angular);
            if let Some(second) = row.pair.second {
                let (linear, angular) = accelerations[second];
                now += row.second.dot(linear, angular);
            }
            let missing = right[at] - now - row.cfm / step * force[at];
            let (low, high) = match row.friction {
                None => (row.low, row.high),
                Some(friction) => {
                    let most = friction.bound(force[place_of[friction.normal]]);
                    (-most, most)
                }
            };
            let wanted = force[at] + missing * inverse[at] * OVER_RELAXATION;
            let next = limited(wanted, low, high);
            let change = next - force[at];
            force[at] = next;
            let [linear0, angular0, linear1, angular1] = weighted[at];
            let first = &mut accelerations[row.pair.first];
            first.0 += linear0 * change;
            first.1 += angular0 * change;
            if let Some(second) = row.pair.second {
                let second = &mut accelerations[second];
                second.0 += linear1 * change;
                second.1 += angular1 * change;
            }
        }
    }
}
