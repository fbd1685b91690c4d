//! Whether forces fulfil their rows.

use super::BilateralSystem;
use super::row_quads::{LANES, QuadParts, products};
use crate::constraint_rows::Row;
use crate::islands::solution_check::{MOST_SPEED, TOLERANCE};
use crate::islands::solver::IslandInputs;
use crate::math::Vector;

impl<const N: usize, const G: usize> BilateralSystem<N, G> {
    /// Whether the forces clearly lead to velocities that fulfil the rows: what is accepted
    /// here is accepted by [`SolutionCheck`](crate::islands::solution_check::SolutionCheck), too, since no size of a
    /// speed is overestimated and half the tolerance must do.
    pub(super) fn is_accepted(&self, inputs: IslandInputs<'_>, rows: &[Option<&Row>; N]) -> bool {
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

/// The larger of two numbers; NaN may get lost.
#[inline]
fn larger(one: f64, two: f64) -> f64 {
    if one > two { one } else { two }
}
